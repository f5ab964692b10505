//! What can be typed, as clap reads it.

use super::archive_args::ArchiveCommand;
use super::args_map_pictures::{AlphamapsCommand, HeightmapCommand, SplatArguments};
use crate::import_export::PictureTarget;
use crate::skinning::automatic::AutomaticMethod;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Opens, edits and writes back the models and maps of World of Warcraft and Warcraft III.
#[derive(Debug, Parser)]
#[command(
    name = "bonewright",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Arguments {
    /// Files to open in the editor; without any it shows its welcome screen.
    pub files: Vec<PathBuf>,
    /// What to do instead of opening the editor.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands that need no window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tell what is in a file.
    Info(InfoArguments),
    /// Look for errors, warnings and oddities.
    Check(CheckArguments),
    /// Write a file in another format, or the same one; lists what is lost.
    ///
    /// A model of World of Warcraft becomes one of Warcraft III and back: M2 264 and MDX 800; so
    /// does ground: ADT and W3E.
    Convert(ConvertArguments),
    /// Tell in what two files differ, by path.
    Diff(DiffArguments),
    /// Evaluate the bones of a model at a time of a clip.
    Pose(PoseArguments),
    /// Draw a picture without a display.
    Render(RenderArguments),
    /// Tell how many bones move each vertex, what a target makes of the weights, and where clips
    /// tear the mesh.
    Weights(WeightsArguments),
    /// Write the weights of a model as text, or put such a text on a model.
    #[command(subcommand)]
    WeightText(WeightTextCommand),
    /// Write the shares of a map's textures as pictures, or put such pictures on a map.
    #[command(subcommand)]
    Alphamaps(AlphamapsCommand),
    /// Write the heights of a map as height maps, or put such on a map.
    #[command(subcommand)]
    Heightmap(HeightmapCommand),
    /// Write a list for a height map and weight pictures of another program, which then open as
    /// ground: `convert` makes tiles of World of Warcraft or a Warcraft III map of them.
    Splat(SplatArguments),
    /// Find weights for a model: bone heat, geodesic voxels or the closest bone.
    AutoWeights(AutoWeightsArguments),
    /// Run operators on a file or project.
    Apply(ApplyArguments),
    /// List every operator with its arguments.
    Operators(OperatorsArguments),
    /// List, extract, make or verify archives: MPQ and Warcraft III maps.
    #[command(subcommand)]
    Archive(ArchiveCommand),
    /// Tell what a crash journal holds, or have it back.
    #[command(subcommand)]
    Journal(JournalCommand),
    /// Write the samples that ship with the program.
    #[command(hide = true)]
    MakeSamples(MakeSamplesArguments),
}

/// Arguments of `info`.
#[derive(Debug, clap::Args)]
pub struct InfoArguments {
    /// The file.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub struct CheckArguments {
    /// The file.
    pub file: PathBuf,
    /// What it should be good for, such as m2-264; by default its own format.
    #[arg(long, value_name = "PROFILE")]
    pub target: Option<String>,
    /// A folder to look for textures in; may be given again.
    #[arg(long, value_name = "FOLDER")]
    pub assets: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
pub struct ConvertArguments {
    /// The file to read.
    pub input: PathBuf,
    /// The file to write; its companions are named after it.
    pub output: PathBuf,
    /// The format to write, such as m2-264 or mdx-800; by default told by the extension of OUTPUT.
    #[arg(long, value_name = "PROFILE")]
    pub target: Option<String>,
    /// Write the pictures the model names, too, beside OUTPUT at the paths it names: blp1 (what
    /// Warcraft III reads), blp2 (what World of Warcraft reads) or png.
    #[arg(long, value_name = "FORMAT")]
    pub textures: Option<PictureTarget>,
    /// A folder to look for textures in; may be given again.
    #[arg(long, value_name = "FOLDER")]
    pub assets: Vec<PathBuf>,
    /// Write what was lost and noted to this file, as JSON.
    #[arg(long, value_name = "FILE.json")]
    pub report: Option<PathBuf>,
    /// Units of the other game for one of this, where ground is converted between ADT and W3E.
    #[arg(long, value_name = "N", value_parser = finite, allow_negative_numbers = true)]
    pub scale: Option<f64>,
    /// Which ground type stands for which texture, where ground is converted: a JSON object such as
    /// {"tileset\\elwynn\\grass.blp": "Lgrs"}; others are taken in the order of their area.
    #[arg(long, value_name = "FILE.json")]
    pub ground_names: Option<PathBuf>,
    /// Refuse to lose anything.
    #[arg(long)]
    pub strict: bool,
    /// Lay the file out from nothing, even where its bytes could be kept.
    #[arg(long)]
    pub relayout: bool,
    /// Of a project with several terrains, write this one: its name, or #ID.
    #[arg(long, value_name = "NAME|#ID")]
    pub terrain: Option<String>,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `diff`.
#[derive(Debug, clap::Args)]
pub struct DiffArguments {
    /// The first file.
    pub a: PathBuf,
    /// The second file.
    pub b: PathBuf,
    /// How far numbers may be apart and still count as equal, in their own unit.
    #[arg(long, default_value_t = 0.0, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: f64,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `pose`.
#[derive(Debug, clap::Args)]
pub struct PoseArguments {
    /// The file.
    pub file: PathBuf,
    /// The clip, by name or #INDEX; `bind` is the bind pose.
    #[arg(long, value_name = "NAME|#INDEX|bind")]
    pub clip: String,
    /// The time in ms of the clip, also the clock of global loops.
    #[arg(long, value_name = "MS", default_value_t = 0.0, value_parser = finite, allow_negative_numbers = true)]
    pub time: f64,
    /// Print the deformed vertices too.
    #[arg(long)]
    pub vertices: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `render`.
#[derive(Debug, clap::Args)]
pub struct RenderArguments {
    /// The file.
    pub file: PathBuf,
    /// The PNG to write.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    /// The clip, by name or #INDEX; `bind` is the bind pose.
    #[arg(long, default_value = "bind")]
    pub clip: String,
    /// The time in ms of the clip.
    #[arg(long, value_name = "MS", default_value_t = 0.0, value_parser = finite, allow_negative_numbers = true)]
    pub time: f64,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "960x720")]
    pub size: String,
    /// front, back, left, right, top, iso, or camera:N.
    #[arg(long, default_value = "iso")]
    pub view: String,
    /// Write this many pictures, spread over the clip: OUT.0000.png and so on.
    #[arg(long, value_name = "N")]
    pub frames: Option<u32>,
    /// A folder to look for textures in, for a terrain also an archive; may be given again.
    #[arg(long, value_name = "FOLDER")]
    pub assets: Vec<PathBuf>,
    /// A picture for a texture slot, as SLOT=FILE; may be given again.
    #[arg(long, value_name = "SLOT=FILE")]
    pub texture: Vec<String>,
    /// Warcraft III: the player whose colour the model wears, 0 (red) to 11 (brown).
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..12))]
    pub team: u8,
    /// Show these geosets only, as a list such as 0,401,702.
    #[arg(long, value_delimiter = ',')]
    pub geosets: Vec<u16>,
    /// Show the ground grid.
    #[arg(long)]
    pub grid: bool,
    /// Colour the skin by the weight of this bone, by name or #INDEX.
    #[arg(long, value_name = "BONE")]
    pub weights: Option<String>,
    /// Colour the skin by one bone, by all bones mixed by weight, or by the dominant bone: one, all
    /// or dominant.
    #[arg(long, value_name = "MODE")]
    pub weights_mode: Option<String>,
    /// The colours of weights: heat, colour-blind or grey. Exactly 0 is hatched in grey, and a
    /// vertex that no bone moves is magenta.
    #[arg(long, value_name = "COLOURS", default_value = "heat")]
    pub weights_colours: String,
    /// How much of the surface weight colours cover, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = finite_share)]
    pub weights_opacity: f32,
    /// Show vertices as dots of this many pixels.
    #[arg(long, value_name = "PIXELS", value_parser = finite_share)]
    pub dots: Option<f32>,
    /// Show edges.
    #[arg(long)]
    pub wire: bool,
    /// Terrain: show its textures as they are mixed, without light, tints and dark edges.
    #[arg(long)]
    pub even_light: bool,
    /// Terrain: mix the layers of World of Warcraft by this rule: ordered lays them one over another,
    /// weighted takes alphas as shares; by default the map's own file tells.
    #[arg(long, value_name = "RULE", value_parser = ["ordered", "weighted"])]
    pub blend: Option<String>,
    /// Terrain: leave out liquids.
    #[arg(long)]
    pub no_liquids: bool,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `weights`.
#[derive(Debug, clap::Args)]
pub struct WeightsArguments {
    /// The file.
    pub file: PathBuf,
    /// What it is to be written as, such as mdx-800; by default its own format.
    #[arg(long, value_name = "PROFILE")]
    pub target: Option<String>,
    /// Tell which bones move this vertex, by its number in the file.
    #[arg(long, value_name = "N")]
    pub vertex: Option<usize>,
    /// The clip in which the vertex is looked at, by name or #INDEX; `bind` is the bind pose.
    #[arg(
        long,
        value_name = "NAME|#INDEX|bind",
        default_value = "bind",
        requires = "vertex"
    )]
    pub clip: String,
    /// The time in ms of the clip.
    #[arg(long, value_name = "MS", default_value_t = 0.0, value_parser = finite, allow_negative_numbers = true, requires = "vertex")]
    pub time: f64,
    /// Bend the mesh through all clips and list where it stretches, shrinks or loses volume most.
    #[arg(long)]
    pub stress: bool,
    /// Count weights below this as dust.
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.01, value_parser = share, allow_negative_numbers = true)]
    pub dust: f32,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `auto-weights`.
#[derive(Debug, clap::Args)]
pub struct AutoWeightsArguments {
    /// The model or project to read.
    pub input: PathBuf,
    /// The file to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// How weights are found.
    #[arg(long, value_enum, default_value = "best")]
    pub method: MethodArgument,
    /// Find weights of these bones only, by name or #INDEX; the other bones of a vertex keep their
    /// proportion in what is left.
    #[arg(long, value_name = "BONES", value_delimiter = ',')]
    pub bones: Vec<String>,
    /// Change these vertices only, by their numbers in the file, such as 1,2,5-9.
    #[arg(long, value_name = "VERTICES", value_delimiter = ',', value_parser = vertex_range)]
    pub vertices: Vec<VertexRange>,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// A way to find weights, as it is typed.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum MethodArgument {
    /// Heat where the mesh allows it, voxels for the rest.
    Best,
    /// Heat that bones give to the surface they see.
    Heat,
    /// Distance through the inside of the mesh.
    Voxels,
    /// The nearest bone, shared where others are about as near.
    Closest,
}

impl From<MethodArgument> for AutomaticMethod {
    fn from(method: MethodArgument) -> Self {
        match method {
            MethodArgument::Best => Self::Best,
            MethodArgument::Heat => Self::Heat,
            MethodArgument::Voxels => Self::GeodesicVoxels,
            MethodArgument::Closest => Self::Closest,
        }
    }
}

/// Vertices from a first to a last.
#[derive(Clone, Copy, Debug)]
pub struct VertexRange {
    /// The first.
    pub first: u32,
    /// The last, not before the first.
    pub last: u32,
}

/// Arguments of `apply`.
#[derive(Debug, clap::Args)]
pub struct ApplyArguments {
    /// The operators, as a JSON list.
    pub script: PathBuf,
    /// The file to read.
    pub input: PathBuf,
    /// The file to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// First put the bones of this file (a text skeleton or any model) on the model, by name.
    #[arg(long, value_name = "FILE")]
    pub skeleton: Option<PathBuf>,
    /// Undo every operator again before writing.
    #[arg(long)]
    pub undo_all: bool,
    /// Of a project with several terrains, write this one: its name, or #ID.
    #[arg(long, value_name = "NAME|#ID")]
    pub terrain: Option<String>,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `operators`.
#[derive(Debug, clap::Args)]
pub struct OperatorsArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The commands of `journal`.
#[derive(Debug, Subcommand)]
pub enum JournalCommand {
    /// List what a journal holds.
    Show(JournalShowArguments),
    /// Do everything again that a journal holds; the journal is only read.
    Replay(JournalReplayArguments),
}

/// Arguments of `journal show`.
#[derive(Debug, clap::Args)]
pub struct JournalShowArguments {
    /// The journal.
    pub file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `journal replay`.
#[derive(Debug, clap::Args)]
pub struct JournalReplayArguments {
    /// The journal.
    pub file: PathBuf,
    /// The file to write, such as a project; without it only what the replay came to is told.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// The commands of `weight-text`.
#[derive(Debug, Subcommand)]
pub enum WeightTextCommand {
    /// Write the weights of a model as text: a line a vertex, bones by name.
    Save(WeightTextSaveArguments),
    /// Give vertices the weights of the lines at their places.
    Load(WeightTextLoadArguments),
}

/// Arguments of `weight-text save`.
#[derive(Debug, clap::Args)]
pub struct WeightTextSaveArguments {
    /// The file to read.
    pub file: PathBuf,
    /// The text to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `weight-text load`.
#[derive(Debug, clap::Args)]
pub struct WeightTextLoadArguments {
    /// The text with the weights.
    pub weights: PathBuf,
    /// The model or project that gets them.
    pub file: PathBuf,
    /// The file to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// How far a line's place may be from a vertex, in the model's units; by default 0.1 % of its
    /// size.
    #[arg(long, value_parser = tolerance, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `make-samples`.
#[derive(Debug, clap::Args)]
pub struct MakeSamplesArguments {
    /// The folder to write to.
    pub folder: PathBuf,
}

/// Reads a number that is neither infinite nor no number at all.
pub(super) fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err("it takes a finite number".to_owned()),
    }
}

/// Reads a finite number that is not below 0, of less precision.
fn finite_share(text: &str) -> Result<f32, String> {
    tolerance(text).map(|number| number as f32)
}

/// Reads a finite number that is not below 0.
fn tolerance(text: &str) -> Result<f64, String> {
    finite(text).and_then(|number| {
        if number < 0.0 {
            Err("it takes 0 or more".to_owned())
        } else {
            Ok(number)
        }
    })
}

/// Reads the number of a vertex, or the first and the last of several.
fn vertex_range(text: &str) -> Result<VertexRange, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(VertexRange { first, last }),
        _ => Err("it takes numbers of vertices such as 7 or 5-9".to_owned()),
    }
}

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("it takes a number from 0 to 1".to_owned()),
    }
}
