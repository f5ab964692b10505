//! Ground that came from a free splat, written over the list and the pictures it came from.
//!
//! - A picture that nothing of the ground changed keeps its bytes, and a pixel that nothing near it
//!   changed its value, whatever map chunks can hold: what four textures cost stays out of it.
//! - Pixels are changed by what the ground was changed by, at the size and the depth of the picture.

use super::MapPictureError;
use super::alphamaps::{MOST_BYTES, grey8, plain_stem};
use super::heightmap::HeightForm;
use super::list::{read_list, read_picture, write_list};
use super::pixel_reach::PixelReach;
use super::read_splat::{area_of, read_splat};
use super::splat_list::{KIND, SplatLayer, SplatList, VERTEX_YARDS};
use super::splat_weights::{PaintedShares, SplatWeights, WeightPicture};
use super::write_splat::{tell_left_out, tell_rounding};
use crate::document::{NativeRole, NativeSource};
use crate::formats::picture::{GreyPixels, encode_grey16};
use crate::import_export::{Exported, ExportedFile, Report};
use crate::terrain::{CHUNK_TEXEL_STEPS, ShareMap, TileArea, TileMap, share_key};
use std::ops::RangeInclusive;

/// The list and the pictures that ground came from; `None` if it came from no splat.
struct Source<'a> {
    native: &'a NativeSource,
    /// The list's name.
    name: &'a str,
    list: SplatList,
    area: TileArea,
}

/// Writes ground over the splat it came from; `None` if it came from none.
pub(super) fn write_over(
    map: &TileMap,
    native: Option<&NativeSource>,
    list_name: &str,
) -> Result<Option<Exported>, MapPictureError> {
    let Some(native) = native else {
        return Ok(None);
    };
    let Some(file) = native.file(NativeRole::SplatList) else {
        return Ok(None);
    };
    let list: SplatList = read_list(&file.bytes, KIND)?;
    list.check()?;
    let area = area_of(&list)?;
    let mut source = Source {
        native,
        name: &file.name,
        list,
        area,
    };
    let mut read = |name: &str| source_bytes(native, name);
    let fresh = read_splat(&file.bytes, &mut read, &mut Report::default())?;
    let mut report = Report::default();
    tell_left_out(map, &mut report);
    let mut files = vec![source.heights(map, &fresh, &mut report)?];
    let mut painted = None;
    if has_layers_of(map, &fresh) {
        for layer in &source.list.weights.layers {
            files.push(source.unchanged(&layer.file)?);
        }
    } else {
        // Of large ground each of these takes hundreds of MB.
        let (old, new) = (source.shares(&fresh)?, source.shares(map)?);
        let shares = PaintedShares::new(&old, &new);
        let is_painted = shares.changed_texels(new.width * new.height);
        files.extend(source.weights(&shares, &is_painted, &mut report)?);
        painted = Some((new, is_painted));
    }
    let is_kept = files
        .iter()
        .all(|file| source_bytes(native, &file.name).is_ok_and(|bytes| bytes == file.bytes));
    let list = source.list_file(&mut files, &file.bytes, list_name)?;
    if !is_kept {
        let mut read = |name: &str| {
            let found = files.iter().find(|file| file.name == name);
            let bytes = found.map(|file| file.bytes.clone());
            bytes.ok_or_else(|| "it was not written".to_owned())
        };
        let again = read_splat(&list.bytes, &mut read, &mut Report::default())?;
        if let Some((wanted, is_painted)) = painted {
            tell_difference(&wanted, &source.shares(&again)?, &is_painted, &mut report);
        }
    }
    files.insert(0, list);
    Ok(Some(Exported { files, report }))
}

/// Whether two maps have the same textures with the same alphas everywhere.
fn has_layers_of(map: &TileMap, other: &TileMap) -> bool {
    let mut tiles = map.tiles.iter();
    map.blend == other.blend
        && tiles.all(|(id, tile)| {
            other.tiles.get(id).is_some_and(|other| {
                let mut chunks = tile.chunks.iter().zip(&other.chunks);
                tile.textures == other.textures
                    && chunks.all(|(one, other)| one.layers == other.layers)
            })
        })
}

/// The bytes of a picture of the splat.
fn source_bytes(native: &NativeSource, name: &str) -> Result<Vec<u8>, String> {
    let is_it = |role: NativeRole| matches!(role, NativeRole::SplatPicture(_));
    let mut files = native.files.iter();
    let found = files.find(|file| is_it(file.role) && file.name == name);
    let found = found.ok_or_else(|| "it was not opened with the list".to_owned())?;
    Ok(found.bytes.to_vec())
}

impl Source<'_> {
    fn unchanged(&self, name: &str) -> Result<ExportedFile, MapPictureError> {
        let bytes = source_bytes(self.native, name).map_err(|reason| MapPictureError::File {
            file: name.to_owned(),
            reason,
        })?;
        let name = name.to_owned();
        Ok(ExportedFile { name, bytes })
    }

    /// The height map, with what vertices rose or fell by.
    fn heights(
        &self,
        map: &TileMap,
        fresh: &TileMap,
        report: &mut Report,
    ) -> Result<ExportedFile, MapPictureError> {
        let given = &self.list.heights;
        let (columns, rows) = self.area.vertex_size();
        let heights = |map: &TileMap| {
            let mut heights = vec![0.0_f32; columns * rows];
            map.for_outer_vertices(self.area, |_, _, height, at, is_owner| {
                if let Some(kept) = heights.get_mut(at).filter(|_| is_owner) {
                    *kept = height;
                }
            });
            heights
        };
        let (old, new) = (heights(fresh), heights(map));
        let changed = |at: usize| {
            let (old, new) = (old.get(at), new.get(at));
            old.map(|it| it.to_bits()) != new.map(|it| it.to_bits())
        };
        let Some((across, down)) = bounds(columns, rows, changed) else {
            return self.unchanged(&given.file);
        };
        let bytes = source_bytes(self.native, &given.file);
        let mut read = |_: &str| bytes.clone();
        let size = (given.width, given.height);
        let mut numbers = super::heightmap::read_numbers(&given.file, given.form, size, &mut read)?;
        let range = self.list.range();
        let span = f64::from(range.high) - f64::from(range.low);
        let step = self.list.cell / VERTEX_YARDS;
        let x = PixelReach::new(given.width, step, columns);
        let y = PixelReach::new(given.height, step, rows);
        let mut clamped = 0;
        for row in (0..given.height).filter(|row| y.meets(*row, &down)) {
            for column in (0..given.width).filter(|column| x.meets(*column, &across)) {
                let mut rise = 0.0;
                for (place_row, part) in y.of(row) {
                    for (place, other) in x.of(column) {
                        let at = place_row * columns + place;
                        let height = |of: &[f32]| f64::from(of.get(at).copied().unwrap_or(0.0));
                        rise += part * other * (height(&new) - height(&old));
                    }
                }
                if let Some(number) = numbers.get_mut(row * given.width + column)
                    && rise != 0.0
                {
                    let whole = f64::from(u16::MAX);
                    let wanted = f64::from(*number) + rise / span.max(f64::MIN_POSITIVE) * whole;
                    clamped += usize::from(!(-0.5..=whole + 0.5).contains(&wanted));
                    *number = wanted.round().clamp(0.0, whole) as u16;
                }
            }
        }
        if clamped > 0 {
            report.lose(
                "heights",
                format!(
                    "{clamped} heights are below {} or above {}, the heights of black and white in \
                     the list, and become these",
                    range.low, range.high
                ),
                0.0,
                "",
            );
        }
        tell_rounding(range, report);
        let name = given.file.clone();
        let bytes = match given.form {
            HeightForm::Raw => numbers.iter().flat_map(|it| it.to_le_bytes()).collect(),
            HeightForm::Png => {
                let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
                let encoded = encode_grey16(side(given.width), side(given.height), &numbers);
                encoded.map_err(|source| MapPictureError::Picture {
                    file: name.clone(),
                    source,
                })?
            }
        };
        Ok(ExportedFile { name, bytes })
    }

    /// The shares of all textures over the ground.
    fn shares(&self, map: &TileMap) -> Result<ShareMap, MapPictureError> {
        let shares = map.shares(self.area, MOST_BYTES);
        let (width, height) = self.area.texel_size();
        shares.ok_or(MapPictureError::TooLarge {
            width,
            height,
            count: self.list.weights.layers.len(),
        })
    }

    /// The weight pictures, with what was painted; a texture without one gets one.
    fn weights(
        &mut self,
        painted: &PaintedShares<'_>,
        is_painted: &[bool],
        report: &mut Report,
    ) -> Result<Vec<ExportedFile>, MapPictureError> {
        let (width, height) = (self.list.weights.width, self.list.weights.height);
        let (columns, rows) = self.area.texel_size();
        let holds = |at: usize| is_painted.get(at) == Some(&true);
        let Some((across, down)) = bounds(columns, rows, holds) else {
            let layers = self.list.weights.layers.iter();
            return layers.map(|layer| self.unchanged(&layer.file)).collect();
        };
        for (key, path) in painted.new_textures() {
            let mut listed = self.list.weights.layers.iter();
            if listed.any(|layer| share_key(&layer.texture) == key) {
                continue;
            }
            let number = self.list.weights.layers.len();
            let stem = self.name.rsplit_once('.').map_or(self.name, |(it, _)| it);
            report.note(
                "layers",
                format!("{path} has no picture in the list yet and gets one."),
            );
            self.list.weights.layers.push(SplatLayer {
                file: format!("{stem}_{number:02}_{}.png", plain_stem(&path)),
                texture: path,
            });
        }
        let mut pictures = Vec::new();
        for layer in &self.list.weights.layers {
            let bytes = source_bytes(self.native, &layer.file).ok();
            let pixels = match &bytes {
                Some(bytes) => {
                    let mut read = |_: &str| Ok(bytes.clone());
                    read_picture(&layer.file, (width, height), &mut read)?
                }
                None => GreyPixels::Eight(vec![0; width * height]),
            };
            pictures.push(WeightPicture::new(pixels, share_key(&layer.texture)));
        }
        let texel_yards = VERTEX_YARDS * 8.0 / CHUNK_TEXEL_STEPS as f64;
        let reach = |heights: usize, pixels: usize, places: usize| {
            let yards = (heights - 1) as f64 * self.list.cell;
            PixelReach::new(pixels, yards / (pixels - 1) as f64 / texel_yards, places)
        };
        let x = reach(self.list.heights.width, width, columns);
        let y = reach(self.list.heights.height, height, rows);
        let mut weights = SplatWeights::new(pictures, painted, columns);
        for row in (0..height).filter(|row| y.meets(*row, &down)) {
            for column in (0..width).filter(|column| x.meets(*column, &across)) {
                weights.paint(row * width + column, &x, column, &y, row);
            }
        }
        let layers = self.list.weights.layers.iter();
        let mut files = Vec::new();
        for (layer, picture) in layers.zip(weights.into_pictures()) {
            if !picture.is_changed && source_bytes(self.native, &layer.file).is_ok() {
                files.push(self.unchanged(&layer.file)?);
                continue;
            }
            files.push(match picture.pixels {
                GreyPixels::Eight(pixels) => grey8(&layer.file, width, height, &pixels)?,
                GreyPixels::Sixteen(pixels) => {
                    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
                    let bytes = encode_grey16(side(width), side(height), &pixels);
                    ExportedFile {
                        name: layer.file.clone(),
                        bytes: bytes.map_err(|source| MapPictureError::Picture {
                            file: layer.file.clone(),
                            source,
                        })?,
                    }
                }
            });
        }
        Ok(files)
    }

    /// The list: its old bytes under its old name, if nothing in it changed. Under another name the
    /// pictures are named after that, so that those it came from stay.
    fn list_file(
        &mut self,
        files: &mut [ExportedFile],
        bytes: &[u8],
        list_name: &str,
    ) -> Result<ExportedFile, MapPictureError> {
        let old: SplatList = read_list(bytes, KIND)?;
        if !self.name.eq_ignore_ascii_case(list_name) {
            let stem = |name: &str| name.rsplit_once('.').map_or(name, |(it, _)| it).to_owned();
            let (from, to) = (stem(self.name), stem(list_name));
            let renamed = |file: &str| match file.strip_prefix(from.as_str()) {
                Some(rest) => format!("{to}{rest}"),
                None => format!("{to}_{file}"),
            };
            let list = &mut self.list;
            let names = std::iter::once(&mut list.heights.file);
            let names = names.chain(list.weights.layers.iter_mut().map(|layer| &mut layer.file));
            for name in names {
                *name = renamed(name);
            }
            for file in files {
                file.name = renamed(&file.name);
            }
        } else if old.weights.layers.len() == self.list.weights.layers.len() {
            return Ok(ExportedFile {
                name: list_name.to_owned(),
                bytes: bytes.to_vec(),
            });
        }
        write_list(list_name.to_owned(), &self.list)
    }
}

/// Columns and rows, ends included.
type Bounds = (RangeInclusive<usize>, RangeInclusive<usize>);

/// The columns and rows around all places of which something holds.
fn bounds(columns: usize, rows: usize, holds: impl Fn(usize) -> bool) -> Option<Bounds> {
    let mut found: Option<[usize; 4]> = None;
    for at in (0..columns * rows).filter(|at| holds(*at)) {
        let (column, row) = (at % columns, at / columns);
        let [left, top, right, bottom] = found.unwrap_or([column, row, column, row]);
        found = Some([
            left.min(column),
            top.min(row),
            right.max(column),
            bottom.max(row),
        ]);
    }
    found.map(|[left, top, right, bottom]| (left..=right, top..=bottom))
}

/// What of the ground that was painted the pictures can't hold: how it is when they are opened.
fn tell_difference(wanted: &ShareMap, again: &ShareMap, is_painted: &[bool], report: &mut Report) {
    let read = PaintedShares::new(wanted, again);
    let (mut count, mut off, mut worst) = (0, 0, 0);
    let painted = is_painted.iter().enumerate().filter(|(_, it)| **it);
    for (at, _) in painted {
        let found = read.largest_difference(at);
        count += 1;
        off += usize::from(found > 1);
        worst = worst.max(found);
    }
    if off > 0 {
        report.lose(
            "layers",
            format!(
                "{off} of {count} painted texels are otherwise when the pictures are opened again, \
                 for these have other pixels than the ground, or more than four textures there"
            ),
            f64::from(worst) / 255.0,
            "share",
        );
    }
}
