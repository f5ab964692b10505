//! Arguments of the commands that write a map as pictures and read them back.

use clap::Subcommand;
use std::path::PathBuf;

/// The commands of `alphamaps`.
#[derive(Debug, Subcommand)]
pub enum AlphamapsCommand {
    /// Write the share of each texture as a grey PNG, and a list of them; of a W3E the numbers of
    /// ground types.
    Save(MapPicturesSaveArguments),
    /// Give a map the shares that the pictures of a list say.
    Load(MapPicturesLoadArguments),
}

/// The commands of `heightmap`.
#[derive(Debug, Subcommand)]
pub enum HeightmapCommand {
    /// Write the heights as a 16-bit grey PNG or as raw numbers, and a list that tells their range.
    Save(HeightmapSaveArguments),
    /// Give a map the heights that the height maps of a list say.
    Load(MapPicturesLoadArguments),
}

/// Arguments of `alphamaps save`.
#[derive(Debug, clap::Args)]
pub struct MapPicturesSaveArguments {
    /// The map to read.
    pub file: PathBuf,
    /// The list to write; the pictures lie beside it and are named after it.
    #[arg(short, long, value_name = "OUT.json")]
    pub output: PathBuf,
    /// Write one set of pictures over all tiles of a map, not one for each.
    #[arg(long)]
    pub whole: bool,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `heightmap save`.
#[derive(Debug, clap::Args)]
pub struct HeightmapSaveArguments {
    /// The map and where to write it.
    #[command(flatten)]
    pub pictures: MapPicturesSaveArguments,
    /// Write raw numbers of 16 bits, the lower byte first, instead of PNG.
    #[arg(long)]
    pub raw: bool,
    /// The range of heights.
    #[command(flatten)]
    pub range: RangeArguments,
}

/// The range of heights of a height map.
#[derive(Debug, clap::Args)]
pub struct RangeArguments {
    /// The height of the number 0, in the map's units; by default the lowest of the map.
    #[arg(long, value_parser = super::args::finite, allow_negative_numbers = true)]
    pub low: Option<f64>,
    /// The height of the number 65535; by default the highest of the map.
    #[arg(long, value_parser = super::args::finite, allow_negative_numbers = true)]
    pub high: Option<f64>,
}

/// Arguments of `alphamaps load` and `heightmap load`.
#[derive(Debug, clap::Args)]
pub struct MapPicturesLoadArguments {
    /// The list; its pictures lie beside it.
    pub list: PathBuf,
    /// The map or project that gets them.
    pub file: PathBuf,
    /// The file to write.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `splat`.
#[derive(Debug, clap::Args)]
pub struct SplatArguments {
    /// The height map: a grey PNG, or raw numbers of 16 bits, the lower byte first.
    pub heights: PathBuf,
    /// Weight pictures, each a grey PNG; its name is the texture, or give TEXTURE=FILE.
    #[arg(required = true, value_name = "LAYER")]
    pub layers: Vec<String>,
    /// The list to write, beside the pictures.
    #[arg(short, long, value_name = "OUT.splat")]
    pub output: PathBuf,
    /// The height of black, in yards.
    #[arg(long, default_value_t = 0.0, value_parser = super::args::finite, allow_negative_numbers = true)]
    pub low: f64,
    /// The height of white, in yards.
    #[arg(long, default_value_t = 200.0, value_parser = super::args::finite, allow_negative_numbers = true)]
    pub high: f64,
    /// Yards from one height to the next; by default one height is one vertex.
    #[arg(long, default_value_t = 1600.0 / 3.0 / 128.0, value_parser = super::args::finite)]
    pub cell: f64,
    /// Columns and rows of raw numbers, such as 513x257; by default they are a square.
    #[arg(long, value_name = "WxH")]
    pub size: Option<String>,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}
