//! Tiles of map chunks to corners: heights between vertices, and the strongest texture of each spot.

use super::ground_names::{GroundConversion, STAND_INS};
use super::spot::{CHUNK_YARDS, CornerSpot, chunk_at, chunk_height, texel_at};
use crate::import_export::{ExportError, Report};
use crate::terrain::{
    CHUNKS_OF_SIDE, CORNER_SPACING, Chunk, Corner, CornerMap, CornerMapHead, TileArea, TileMap,
    TypeId, share_key, weights_of,
};
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// The most corners of a side.
const MOST_CORNERS: f64 = 1025.0;
/// The most ground types, and the fewest that the game's editor works with.
const MOST_TYPES: usize = 16;
const FEWEST_TYPES: usize = 6;
/// Units between two layers.
const LAYER_UNITS: f64 = 128.0;
/// How high and low the layer at height 0 can be, in units.
const HIGHEST: f64 = 2047.0;

/// A corner on its way.
struct Sampled {
    height: Option<f64>,
    /// Textures by name, strongest first.
    shares: Vec<(usize, u8)>,
}

/// A map of corners over all tiles.
pub fn corners_of(
    map: &TileMap,
    version: u32,
    how: &GroundConversion,
    report: &mut Report,
) -> Result<CornerMap, ExportError> {
    let no_way = |reason: String| ExportError::Ground { reason };
    let area =
        TileArea::around(map).ok_or_else(|| no_way("the map has no open tile".to_owned()))?;
    let spacing = f64::from(CORNER_SPACING) / how.scale;
    let (columns, rows) = area.tile_count();
    let yards = |tiles: usize| (tiles * CHUNKS_OF_SIDE) as f64 * CHUNK_YARDS;
    let (wide, high) = (yards(columns), yards(rows));
    let count = |yards: f64| (yards / spacing + 1e-4).floor() + 1.0;
    let (width, height) = (count(wide), count(high));
    if !(2.0..=MOST_CORNERS).contains(&width) || !(2.0..=MOST_CORNERS).contains(&height) {
        return Err(no_way(format!(
            "at scale {} the map would be {width} x {height} corners, and 2 to {MOST_CORNERS} a \
             side are made; give another --scale",
            how.scale
        )));
    }
    let (width, height) = (width as u32, height as u32);
    let mut names: Vec<(String, String)> = Vec::new();
    let sampled: Vec<Sampled> = (0..height)
        .flat_map(|row| (0..width).map(move |column| (column, row)))
        .map(|(column, row)| {
            let east = f64::from(column) * spacing;
            let south = high - f64::from(row) * spacing;
            sample(map, area, [east, south], how.scale, &mut names)
        })
        .collect();
    let (types, type_of) = choose_types(&sampled, &names, how, report);
    let lowered = lowering(&sampled);
    let corners = corners(&sampled, &type_of, lowered, report);
    let half = |corners: u32| ((corners - 1) / 2) as f32 * -CORNER_SPACING;
    let head = CornerMapHead {
        version,
        tileset: b'L',
        custom_tileset: 1,
        ground_types: types,
        cliff_types: vec![*b"CLdi", *b"CLgr"],
        origin: [half(width), half(height)],
        rest: Vec::new(),
    };
    let (Some(width), Some(_)) = (NonZeroU32::new(width), NonZeroU32::new(height)) else {
        return Err(no_way("the map would have no corners".to_owned()));
    };
    let made = CornerMap::new(head, width.get(), corners)
        .ok_or_else(|| no_way("the map would have no corners".to_owned()))?;
    report.note(
        "corners",
        format!(
            "The ground is {} x {} corners around 0, 0, without cliffs.",
            made.width(),
            made.height()
        ),
    );
    if lowered != 0.0 {
        report.warn(
            "heights",
            format!(
                "The ground is {lowered} units lower than it was, for its heights can't be stored; \
                 a smaller --scale makes them fit better."
            ),
        );
    }
    tell_heights(map, area, &made, (how.scale, lowered), report);
    tell_losses(map, report);
    Ok(made)
}

/// What a corner finds so many yards to the east and south of the north-west corner.
fn sample(
    map: &TileMap,
    area: TileArea,
    [east, south]: [f64; 2],
    scale: f64,
    names: &mut Vec<(String, String)>,
) -> Sampled {
    let Some((place, chunk, across, down)) = chunk_at(map, area, east, south) else {
        return Sampled {
            height: None,
            shares: Vec::new(),
        };
    };
    let height = chunk_height(chunk, across, down) * scale;
    let tile = map.tiles.get(&place.tile);
    let mut shares: Vec<(usize, u8)> = Vec::new();
    for (layer, weight) in chunk.layers.iter().zip(texel(map, chunk, across, down)) {
        let texture = tile.and_then(|tile| tile.textures.get(layer.texture as usize));
        let path = texture.map_or_else(|| format!("#{}", layer.texture), |it| it.path_text());
        let key = share_key(&path);
        let known = names.iter().position(|(other, _)| *other == key);
        let name = known.unwrap_or_else(|| {
            names.push((key, path));
            names.len() - 1
        });
        match shares.iter_mut().find(|(other, _)| *other == name) {
            Some((_, share)) => *share = share.saturating_add(weight),
            None => shares.push((name, weight)),
        }
    }
    shares.sort_by_key(|(_, share)| std::cmp::Reverse(*share));
    Sampled {
        height: height.is_finite().then_some(height),
        shares,
    }
}

fn texel(map: &TileMap, chunk: &Chunk, across: f64, down: f64) -> Vec<u8> {
    let at = texel_at(across, down);
    let above = chunk.layers.iter().skip(1);
    let alphas: Vec<u8> = above
        .map(|layer| {
            let texel = layer
                .alpha
                .as_ref()
                .and_then(|alpha| alpha.texels().get(at));
            texel.copied().unwrap_or(0)
        })
        .collect();
    let mut weights = vec![0; chunk.layers.len()];
    weights_of(map.blend, &alphas, &mut weights);
    weights
}

/// The list of ground types, and the position in it for each texture that found room.
fn choose_types(
    sampled: &[Sampled],
    names: &[(String, String)],
    how: &GroundConversion,
    report: &mut Report,
) -> (Vec<TypeId>, BTreeMap<usize, u8>) {
    let mut counts = vec![0_usize; names.len()];
    for corner in sampled {
        if let Some((name, _)) = corner.shares.first()
            && let Some(count) = counts.get_mut(*name)
        {
            *count += 1;
        }
    }
    let count_of = |name: usize| counts.get(name).copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..names.len())
        .filter(|name| count_of(*name) > 0)
        .collect();
    order.sort_by_key(|name| std::cmp::Reverse(count_of(*name)));
    let given: Vec<TypeId> = names
        .iter()
        .filter_map(|(_, path)| how.type_of(path))
        .collect();
    let mut free = STAND_INS.iter().filter(|id| !given.contains(id));
    let mut types: Vec<TypeId> = Vec::new();
    let mut type_of = BTreeMap::new();
    let (mut without, mut lost) = (0, 0);
    for name in order {
        let Some((_, path)) = names.get(name) else {
            continue;
        };
        let id = how.type_of(path);
        let listed = id.and_then(|id| types.iter().position(|other| *other == id));
        let has_room = types.len() < MOST_TYPES;
        let fresh = || id.or_else(|| free.next().copied());
        let place = listed.or_else(|| {
            types.push(has_room.then(fresh).flatten()?);
            Some(types.len() - 1)
        });
        let Some(place) = place else {
            without += 1;
            lost += count_of(name);
            continue;
        };
        type_of.insert(name, place as u8);
        let letters = types.get(place).map(|id| id.escape_ascii().to_string());
        report.note(
            format!("textures[{path}]"),
            format!("'{path}' is ground type {}.", letters.unwrap_or_default()),
        );
    }
    if without > 0 {
        report.lose(
            "textures",
            format!(
                "{without} textures find no room among {MOST_TYPES} ground types; {lost} corners \
                 get the next strongest"
            ),
            0.0,
            "",
        );
    }
    let missing = FEWEST_TYPES.saturating_sub(types.len());
    let fillers = STAND_INS.iter().filter(|id| !types.contains(id));
    let fillers: Vec<TypeId> = fillers.take(missing).copied().collect();
    types.extend(fillers);
    (types, type_of)
}

/// How far the ground is lowered so that its heights can be stored: not at all where they can, else
/// by the middle of them, in whole layers.
fn lowering(sampled: &[Sampled]) -> f64 {
    let heights = sampled.iter().filter_map(|corner| corner.height);
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), height| {
        (low.min(height), high.max(height))
    });
    if low > high || low >= -HIGHEST && high <= HIGHEST {
        return 0.0;
    }
    ((low + high) / 2.0 / LAYER_UNITS).round() * LAYER_UNITS
}

fn corners(
    sampled: &[Sampled],
    type_of: &BTreeMap<usize, u8>,
    lowered: f64,
    report: &mut Report,
) -> Vec<Corner> {
    let (mut bare, mut mixed, mut clamped) = (0, 0, 0);
    let (mut worst_share, mut worst_clamp) = (0, 0.0_f64);
    let made = sampled.iter().map(|found| {
        let mut corner = Corner::LEVEL;
        let Some(height) = found.height else {
            bare += 1;
            return corner;
        };
        let height = height - lowered;
        corner.height = corner.height_for_z(height as f32);
        let off = (f64::from(corner.ground_z()) - height).abs();
        if off > 0.126 {
            clamped += 1;
            worst_clamp = worst_clamp.max(off);
        }
        let known = found.shares.iter();
        let mut known = known.filter_map(|(name, share)| Some((*type_of.get(name)?, *share)));
        let (number, share) = known.next().unwrap_or((0, 0));
        corner.set_ground_type(number);
        if share < 255 {
            mixed += 1;
            worst_share = worst_share.max(255 - share);
        }
        corner
    });
    let made = made.collect();
    if mixed > 0 {
        report.lose(
            "textures",
            format!("{mixed} corners have several textures, and only the strongest is kept"),
            f64::from(worst_share) / 255.0,
            "share",
        );
    }
    if clamped > 0 {
        report.lose(
            "heights",
            format!("{clamped} corners are higher or lower than a layer can hold and are clamped"),
            worst_clamp,
            "units",
        );
    }
    if bare > 0 {
        report.warn(
            "corners",
            format!("{bare} corners lie where no tile is open; they are level ground."),
        );
    }
    made
}

/// The largest distance of an outer vertex from the new ground.
fn tell_heights(
    map: &TileMap,
    area: TileArea,
    made: &CornerMap,
    (scale, lowered): (f64, f64),
    report: &mut Report,
) {
    let (_, rows) = area.tile_count();
    let high = (rows * CHUNKS_OF_SIDE) as f64 * CHUNK_YARDS;
    let (width, _) = area.vertex_size();
    let step = CHUNK_YARDS / 8.0;
    let (mut moved, mut outside, mut worst) = (0_usize, 0_usize, 0.0_f64);
    map.for_outer_vertices(area, |_, _, height, at, is_owner| {
        if !is_owner || !height.is_finite() {
            return;
        }
        let east = (at % width) as f64 * step * scale;
        let north = (high - (at / width) as f64 * step) * scale;
        let spot = CornerSpot::at(made, east, north);
        if spot.is_outside {
            outside += 1;
            return;
        }
        let off = (spot.height(made) - f64::from(height) * scale + lowered).abs();
        moved += usize::from(off > 1e-3);
        worst = worst.max(off);
    });
    if moved > 0 {
        report.lose(
            "heights",
            format!("{moved} outer vertices lie above or below the ground between the corners"),
            worst,
            "units",
        );
    }
    if outside > 0 {
        report.lose(
            "heights",
            format!("{outside} outer vertices lie beyond the last corner, and are left out"),
            0.0,
            "",
        );
    }
}

/// What of map chunks has no place at all.
fn tell_losses(map: &TileMap, report: &mut Report) {
    let chunks = || map.chunks().map(|(_, chunk)| chunk);
    let holes: usize = chunks().map(Chunk::hole_count).sum();
    let liquids: usize = chunks().map(|chunk| chunk.liquids.len()).sum();
    let colours = chunks().filter(|chunk| chunk.colours.is_some()).count();
    let shadows = chunks().filter(|chunk| chunk.shadow.is_some()).count();
    for (count, path, what) in [
        (holes, "holes", "holes are closed"),
        (liquids, "liquids", "liquids of map chunks are left out"),
        (
            colours,
            "colours",
            "map chunks lose the colours of their vertices",
        ),
        (shadows, "shadows", "map chunks lose their shadows"),
    ] {
        if count > 0 {
            report.lose(path, format!("{count} {what}"), 0.0, "");
        }
    }
}
