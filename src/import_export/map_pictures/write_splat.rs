//! Any terrain as a free splat: a height map over all of it, and a weight picture for each texture.

use super::MapPictureError;
use super::alphamaps::{MOST_BYTES, grey8, plain_stem, type_text};
use super::heightmap::{HeightForm, corner_range, encode};
use super::list::{ListHead, write_list};
use super::splat_list::{KIND, SplatHeights, SplatLayer, SplatList, SplatWeights, VERTEX_YARDS};
use super::splat_over::write_over;
use crate::document::{Terrain, TerrainShape};
use crate::import_export::{Exported, ExportedFile, Report};
use crate::terrain::{CORNER_SPACING, CornerMap, HeightGrid, HeightRange, TileArea, TileMap};

/// A weight picture: the texture, and what is in it.
type Plane = (String, Vec<u8>);

/// What of a terrain is written.
struct Ground {
    first: Option<[u8; 2]>,
    range: HeightRange,
    heights: HeightGrid,
    /// Columns and rows of the weights.
    size: (usize, usize),
    planes: Vec<Plane>,
}

/// Makes the list and the pictures, to lie beside it.
pub fn write_splat(terrain: &Terrain, list_name: &str) -> Result<Exported, MapPictureError> {
    let base = list_name
        .rsplit_once('.')
        .map_or(list_name, |(base, _)| base);
    if let Some(map) = terrain.shape.tiles()
        && let Some(exported) = write_over(map, terrain.native.as_deref(), list_name)?
    {
        return Ok(exported);
    }
    let mut report = Report::default();
    let ground = match &terrain.shape {
        TerrainShape::Tiles(map) => of_tiles(map, &mut report)?,
        TerrainShape::Corners(map) => of_corners(map, &mut report),
    };
    let mut files = Vec::new();
    let file = format!("{base}_heights.png");
    let bytes = encode(&ground.heights, HeightForm::Png);
    files.push(ExportedFile {
        name: file.clone(),
        bytes: bytes.map_err(|source| MapPictureError::Picture {
            file: file.clone(),
            source,
        })?,
    });
    let (width, height) = ground.size;
    let mut layers = Vec::new();
    for (number, (texture, plane)) in ground.planes.into_iter().enumerate() {
        let file = format!("{base}_{number:02}_{}.png", plain_stem(&texture));
        files.push(grey8(&file, width, height, &plane)?);
        layers.push(SplatLayer { texture, file });
    }
    let list = SplatList {
        head: ListHead::new(KIND),
        cell: VERTEX_YARDS,
        first: ground.first,
        heights: SplatHeights {
            file,
            form: HeightForm::Png,
            width: ground.heights.width,
            height: ground.heights.height,
            low: ground.range.low,
            high: ground.range.high,
        },
        weights: SplatWeights {
            width,
            height,
            layers,
        },
    };
    files.insert(0, write_list(list_name.to_owned(), &list)?);
    Ok(Exported { files, report })
}

fn of_tiles(map: &TileMap, report: &mut Report) -> Result<Ground, MapPictureError> {
    let area = TileArea::around(map).ok_or(MapPictureError::Empty)?;
    let size = area.texel_size();
    let too_large = || MapPictureError::TooLarge {
        width: size.0,
        height: size.1,
        count: map.tiles.values().map(|tile| tile.textures.len()).sum(),
    };
    let shares = map.shares(area, MOST_BYTES).ok_or_else(too_large)?;
    let range = map.outer_height_range(area).ok_or(MapPictureError::Empty)?;
    let (columns, rows) = area.tile_count();
    let missing = columns * rows - map.tiles.len();
    lose(
        report,
        "tiles",
        missing,
        "places without a tile become level ground",
    );
    lose(
        report,
        "layers",
        shares.differing,
        "texels on borders of map chunks differ from their neighbour's, which is written",
    );
    tell_left_out(map, report);
    tell_rounding(range, report);
    let paths = shares.textures.iter().map(|texture| texture.path.clone());
    Ok(Ground {
        first: Some([area.first.x, area.first.y]),
        range,
        heights: map.height_grid(area, range),
        size,
        planes: paths.zip(shares.planes).collect(),
    })
}

/// What of tiles no splat has.
pub(super) fn tell_left_out(map: &TileMap, report: &mut Report) {
    let holes = map.chunks().map(|(_, chunk)| chunk.hole_count()).sum();
    lose(report, "holes", holes, "holes are filled");
    let liquids = map.chunks().filter(|(_, chunk)| !chunk.liquids.is_empty());
    lose(
        report,
        "liquids",
        liquids.count(),
        "map chunks lose their liquids",
    );
    let tinted = map.chunks().filter(|(_, chunk)| chunk.colours.is_some());
    lose(
        report,
        "colours",
        tinted.count(),
        "map chunks lose their colours",
    );
    let shaded = map.chunks().filter(|(_, chunk)| chunk.shadow.is_some());
    lose(
        report,
        "shadows",
        shaded.count(),
        "map chunks lose their shadows",
    );
}

/// Tells so many of something that are left out, if there are any.
fn lose(report: &mut Report, path: &str, count: usize, what: &str) {
    if count > 0 {
        report.lose(path, format!("{count} {what}"), 0.0, "");
    }
}

/// A picture for each ground type, white where corners have it. A corner is a vertex, so heights
/// shrink as lengths do.
fn of_corners(map: &CornerMap, report: &mut Report) -> Ground {
    let scale = (VERTEX_YARDS / f64::from(CORNER_SPACING)) as f32;
    let range = corner_range(map);
    let (width, height) = (map.width() as usize, map.height() as usize);
    let planes = map
        .head
        .ground_types
        .iter()
        .enumerate()
        .map(|(number, id)| {
            let rows = map.corners().chunks(width).rev();
            let weights = rows.flatten().map(|corner| {
                let is_there = usize::from(corner.ground_type()) == number;
                u8::MAX * u8::from(is_there)
            });
            (type_text(id), weights.collect())
        });
    report.note(
        "scale",
        format!(
            "A corner is a vertex: {CORNER_SPACING} units became {VERTEX_YARDS:.4}, heights too."
        ),
    );
    report.lose(
        "corners",
        "cliffs become slopes; water, blight, ramps and variations are left out",
        0.0,
        "",
    );
    tell_rounding(range, report);
    Ground {
        first: None,
        range: HeightRange {
            low: range.low * scale,
            high: range.high * scale,
        },
        heights: map.height_grid(range),
        size: (width, height),
        planes: planes.collect(),
    }
}

/// How far heights may be from what they were.
pub(super) fn tell_rounding(range: HeightRange, report: &mut Report) {
    let step = (f64::from(range.high) - f64::from(range.low)) / f64::from(u16::MAX);
    if step > 0.0 {
        report.lose(
            "heights",
            "heights are rounded to 65536 steps, and inner vertices are left out",
            step / 2.0,
            "units",
        );
    }
}
