//! `bonewright render`: pictures of a model without a display.

use super::args::RenderArguments;
use super::edited::apply_one;
use super::opened::{Opened, find_clip, open};
use super::output::{Overwrite, write_whole};
use super::render_terrain::draw_terrain;
use super::run::CommandResult;
use super::weight_picture::weights_of;
use super::{CliError, Exit};
use crate::anim::Clock;
use crate::assets::{Team, TextureFinder, TextureSource};
use crate::document::Model;
use crate::edit::operator::SetBlendRule;
use crate::edit::{BlendKeep, BlendRuleArgument};
use crate::formats::picture::encode_png;
use crate::render::{
    FixedView, GridStyle, Moment, Overlay, Picture, PictureMaker, PictureView, WireStyle,
};
use image::RgbaImage;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// Draws the pictures; what is missing goes to `err`.
pub fn run(arguments: &RenderArguments, err: &mut dyn Write) -> CommandResult {
    let overwrite = Overwrite::from_force(arguments.force);
    let size = parse_size(&arguments.size)?;
    let view = parse_view(&arguments.view)?;
    let mut opened = open(&arguments.file)?;
    if opened.damaged_sections > 0 {
        opened.tell(err)?;
    }
    if let Some(rule) = arguments.blend.as_deref() {
        mix_by(&mut opened, rule, err)?;
    }
    if let ([], Some(terrain)) = (
        opened.document.models.as_slice(),
        opened.document.terrains.first(),
    ) {
        let PictureView::Fixed(side) = view else {
            return Err(CliError::usage(
                "A terrain has no cameras; choose another --view.",
            ));
        };
        let png = draw_terrain(arguments, terrain, side, size, err)?;
        write_whole(&arguments.output, &png, overwrite)?;
        return Ok(Exit::Fine);
    }
    let model = opened.model()?;
    let clip = find_clip(model, &arguments.clip)?;
    let view_index = model
        .views
        .iter()
        .position(|view| !view.triangles.is_empty())
        .unwrap_or(0);
    let pictures = load_textures(arguments, model, err)?;
    let geosets: BTreeSet<u16> = if arguments.geosets.is_empty() {
        model
            .views
            .get(view_index)
            .map(|view| model.default_geosets(view))
            .unwrap_or_default()
    } else {
        arguments.geosets.iter().copied().collect()
    };
    let mut overlay = Overlay {
        grid: if arguments.grid {
            GridStyle::Shown
        } else {
            GridStyle::Hidden
        },
        wire: if arguments.wire {
            WireStyle::Shown
        } else {
            WireStyle::Hidden
        },
        ..Overlay::default()
    };
    let looks = weights_of(arguments, model)?.map(|(style, looks)| {
        overlay.weights = style;
        looks
    });
    let mut maker = PictureMaker::new(Picture {
        model,
        view_index,
        pictures: &pictures,
        geosets: &geosets,
        overlay: &overlay,
        size,
    })
    .map_err(CliError::output)?;
    if let Some(looks) = &looks {
        maker.set_looks(looks);
    }
    let hierarchy = model.skeleton.hierarchy();
    let mut moment = Moment::bind(model);
    moment.sample(model, &hierarchy, &Clock::of(model, clip, arguments.time));
    let camera = maker.camera(view, &moment);
    let duration = clip
        .and_then(|clip| model.clips.get(clip))
        .map_or(0, |clip| clip.length_ms());
    let count = arguments.frames.unwrap_or(1).max(1);
    let progress = progress_bar(u64::from(count));
    for frame in 0..count {
        let time = arguments.time + f64::from(duration) * f64::from(frame) / f64::from(count);
        moment.sample(model, &hierarchy, &Clock::of(model, clip, time));
        let image = maker.draw(&camera, &moment).map_err(CliError::output)?;
        let path = match arguments.frames {
            Some(_) => numbered(&arguments.output, frame),
            None => arguments.output.clone(),
        };
        let (width, height) = image.dimensions();
        let png = encode_png(width, height, image.as_raw()).map_err(CliError::output)?;
        write_whole(&path, &png, overwrite)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(Exit::Fine)
}

/// Mixes the layers of the terrain by another rule than the map's own.
fn mix_by(opened: &mut Opened, rule: &str, err: &mut dyn Write) -> Result<(), CliError> {
    let rule = match rule {
        "weighted" => BlendRuleArgument::Weighted,
        _ => BlendRuleArgument::Ordered,
    };
    let operator = SetBlendRule {
        terrain: None,
        rule,
        keep: BlendKeep::Alphas,
    };
    apply_one(opened, &operator.into(), err)
}

fn progress_bar(count: u64) -> indicatif::ProgressBar {
    if count > 1 && std::io::stderr().is_terminal() {
        indicatif::ProgressBar::new(count)
    } else {
        indicatif::ProgressBar::hidden()
    }
}

fn load_textures(
    arguments: &RenderArguments,
    model: &Model,
    err: &mut dyn Write,
) -> Result<Vec<Option<RgbaImage>>, CliError> {
    let mut assigned = BTreeMap::new();
    for text in &arguments.texture {
        let parsed = text
            .split_once('=')
            .and_then(|(slot, file)| Some((slot.parse::<u32>().ok()?, PathBuf::from(file))));
        let Some((slot, file)) = parsed else {
            return Err(CliError::usage(format!(
                "--texture takes SLOT=FILE, not \"{text}\""
            )));
        };
        assigned.insert(slot, file);
    }
    let mut finder = TextureFinder::new(
        Some(&arguments.file),
        arguments.assets.iter().cloned(),
        assigned,
    )
    .with_team(Team::numbered(arguments.team).unwrap_or_default());
    let mut pictures = Vec::new();
    for (slot, loaded) in finder.load_all(model).into_iter().enumerate() {
        match &loaded.source {
            TextureSource::Missing(reason) => {
                writeln!(err, "texture {slot}: {reason}").map_err(CliError::output)?;
            }
            TextureSource::Replaceable(kind) if loaded.picture.is_none() => {
                writeln!(
                    err,
                    "texture {slot}: {kind}; choose a picture with --texture {slot}=FILE"
                )
                .map_err(CliError::output)?;
            }
            _ => {}
        }
        let picture = loaded.picture;
        pictures.push(picture.and_then(|p| RgbaImage::from_raw(p.width, p.height, p.rgba)));
    }
    Ok(pictures)
}

/// `OUT.png` as `OUT.0007.png`.
fn numbered(path: &Path, frame: u32) -> PathBuf {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
    path.with_extension(format!(
        "{frame:04}.{}",
        extension.unwrap_or_else(|| "png".to_owned())
    ))
}

fn parse_size(text: &str) -> Result<[u32; 2], CliError> {
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]))
        .filter(|size: &[u32; 2]| size.iter().all(|side| (1..=8192).contains(side)))
        .ok_or_else(|| {
            CliError::usage(format!(
                "--size takes WxH from 1x1 to 8192x8192, not \"{text}\""
            ))
        })
}

fn parse_view(text: &str) -> Result<PictureView, CliError> {
    let side = match text {
        "front" => FixedView::Front,
        "back" => FixedView::Back,
        "left" => FixedView::Left,
        "right" => FixedView::Right,
        "top" => FixedView::Top,
        "iso" => FixedView::Iso,
        other => {
            let camera = other
                .strip_prefix("camera:")
                .and_then(|number| number.parse().ok());
            return camera.map(PictureView::ModelCamera).ok_or_else(|| {
                CliError::usage(format!(
                    "--view takes front, back, left, right, top, iso or camera:N, not \"{other}\""
                ))
            });
        }
    };
    Ok(PictureView::Fixed(side))
}
