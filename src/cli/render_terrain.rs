//! `bonewright render` for a terrain.

use super::CliError;
use super::args::RenderArguments;
use crate::assets::{GroundNames, GroundTextureFinder};
use crate::document::{Terrain, ground_names};
use crate::formats::picture::encode_png;
use crate::render::{
    Camera, FixedView, GridStyle, GroundLight, GroundPictures, GroundStyle, LiquidStyle, Overlay,
    Projection, TerrainPicture, frame_terrain, render_terrain,
};
use image::RgbaImage;
use std::collections::BTreeMap;
use std::io::Write;

/// How many textures that were not found are named one by one.
const NAMED: usize = 8;

/// The picture as PNG; what is missing goes to `err`.
pub(super) fn draw_terrain(
    arguments: &RenderArguments,
    terrain: &Terrain,
    side: FixedView,
    size: [u32; 2],
    err: &mut dyn Write,
) -> Result<Vec<u8>, CliError> {
    let (pictures, cliff_grounds) = load_pictures(arguments, terrain, err)?;
    let overlay = Overlay {
        grid: if arguments.grid {
            GridStyle::Shown
        } else {
            GridStyle::Hidden
        },
        ground: GroundStyle {
            light: if arguments.even_light {
                GroundLight::Even
            } else {
                GroundLight::Lit
            },
            liquids: if arguments.no_liquids {
                LiquidStyle::Hidden
            } else {
                LiquidStyle::Shown
            },
        },
        ..Overlay::default()
    };
    let mut camera = Camera::default();
    if side == FixedView::Top {
        // As a map is drawn: the same size everywhere.
        camera.projection = Projection::Orthographic;
    }
    let [width, height] = size;
    let aspect = width as f32 / height as f32;
    frame_terrain(&mut camera, &terrain.shape, side, aspect);
    let picture = TerrainPicture {
        terrain,
        pictures: &pictures,
        cliff_grounds: &cliff_grounds,
        overlay: &overlay,
        size,
    };
    let image = render_terrain(picture, &camera).map_err(CliError::output)?;
    encode_png(width, height, image.as_raw()).map_err(CliError::output)
}

fn load_pictures(
    arguments: &RenderArguments,
    terrain: &Terrain,
    err: &mut dyn Write,
) -> Result<(GroundPictures, BTreeMap<String, String>), CliError> {
    let sources = arguments.assets.iter().cloned();
    let kind = GroundNames::of(&terrain.shape);
    let native = terrain.native.as_deref();
    let mut finder = GroundTextureFinder::new(kind, native, Some(&arguments.file), sources);
    for problem in finder.problems() {
        writeln!(err, "{problem}").map_err(CliError::output)?;
    }
    let names = ground_names(&terrain.shape);
    let mut pictures = GroundPictures::new();
    let mut missing = Vec::new();
    for name in &names {
        let loaded = finder.load(name);
        let picture = loaded.picture.and_then(|picture| {
            RgbaImage::from_raw(picture.width, picture.height, picture.rgba)
                .ok_or_else(|| "its size is not that of its pixels".to_owned())
        });
        match picture {
            Ok(picture) => {
                pictures.insert(name.clone(), picture);
            }
            Err(reason) => missing.push(format!("{name}: {reason}")),
        }
    }
    if !missing.is_empty() {
        let count = missing.len();
        writeln!(
            err,
            "{count} of {} textures were not found and are drawn as patterns:",
            names.len()
        )
        .map_err(CliError::output)?;
        for line in missing.iter().take(NAMED) {
            writeln!(err, "  {line}").map_err(CliError::output)?;
        }
        if count > NAMED {
            writeln!(err, "  and {} more", count - NAMED).map_err(CliError::output)?;
        }
    }
    Ok((pictures, finder.cliff_grounds()))
}
