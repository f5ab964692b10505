//! Writing a map of tiles: one tile, or the map's own file with all tiles beside it.

use super::blank_tile::blank_tile;
use super::native::write_over;
use super::split::{SplitFiles, companion_name};
use super::tile_name::tile_of_name;
use super::unseen::tell_unseen;
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::formats::adt::TileKind;
use crate::formats::wdt::{MapFlags, WdtFile};
use crate::import_export::{ExportError, ExportedFile, Report};
use crate::terrain::{AlphaDepth, Tile, TileId, TileMap};

/// Lays out the tiles over the files they came from. A name that ends in `.wdt` asks for the map's
/// own file and all tiles, another one for the only tile, or the one at the place in the name.
pub fn export_tiles(
    map: &TileMap,
    native: Option<&NativeSource>,
    file_name: &str,
    report: &mut Report,
) -> Result<Vec<ExportedFile>, ExportError> {
    let (base, extension) = file_name.rsplit_once('.').unwrap_or((file_name, ""));
    if !extension.eq_ignore_ascii_case("wdt") {
        let (id, tile) = tile_to_write(map, file_name)?;
        if map.tiles.len() > 1 {
            report.note(
                format!("tiles[{},{}]", id.x, id.y),
                format!(
                    "Of {} open tiles the one at {}, {} is written, as the name says.",
                    map.tiles.len(),
                    id.x,
                    id.y
                ),
            );
        }
        tell_flags(map, native, report);
        return write_tile(map, id, tile, native, file_name, report);
    }
    let own = native.and_then(|native| native.file(NativeRole::Map));
    let mut files = vec![ExportedFile {
        name: file_name.to_owned(),
        bytes: match own {
            Some(own) => map_over(map, native, &own.bytes, report)?,
            None => new_map(map),
        },
    }];
    for (id, tile) in &map.tiles {
        let file = native_tile(native, *id);
        let name = own.zip(file).map_or_else(
            || new_tile_name(base, *id),
            |(own, file)| tile_name(base, &own.name, &file.name, *id),
        );
        files.extend(write_tile(map, *id, tile, native, &name, report)?);
    }
    Ok(files)
}

/// The tile that a file of this name asks for: the only one, else the one at the place in the name.
fn tile_to_write<'a>(map: &'a TileMap, file_name: &str) -> Result<(TileId, &'a Tile), ExportError> {
    let mut tiles = map.tiles.iter().map(|(id, tile)| (*id, tile));
    if let (Some(only), None) = (tiles.next(), tiles.next()) {
        return Ok(only);
    }
    // A place may have words behind it, such as `Isle_31_32_edited.adt`.
    let mut stem = file_name.rsplit_once('.').map_or(file_name, |(it, _)| it);
    let mut named = tile_of_name(stem);
    while let (None, Some((start, _))) = (named, stem.rsplit_once('_')) {
        stem = start;
        named = tile_of_name(stem);
    }
    let named = named.and_then(|id| Some((id, map.tiles.get(&id)?)));
    named.ok_or(ExportError::NotOneTile {
        count: map.tiles.len(),
    })
}

/// The bytes of a map that came from no file.
fn new_map(map: &TileMap) -> Vec<u8> {
    let is_big = map.alpha_depth == AlphaDepth::Eight;
    let big = if is_big { MapFlags::HAS_BIG_ALPHA } else { 0 };
    let flags = MapFlags(map.map_flags.unwrap_or(big));
    let tiles = map.tiles.keys().map(|id| (id.x, id.y));
    WdtFile::new(flags, tiles).write()
}

/// The map's own file, with its flags as they are now.
fn map_over(
    map: &TileMap,
    native: Option<&NativeSource>,
    bytes: &[u8],
    report: &mut Report,
) -> Result<Vec<u8>, ExportError> {
    let mut file = WdtFile::read(bytes)?;
    let (old, Some(new)) = (file.flags(), map.map_flags.map(MapFlags)) else {
        return Ok(bytes.to_vec());
    };
    if old == new {
        return Ok(bytes.to_vec());
    }
    file.set_flags(new);
    report.note(
        "map",
        format!("The flags of the map go from {:#x} to {:#x}.", old.0, new.0),
    );
    let left = native.map_or(0, |native| native.tiles_on_disk().count());
    let unseen = file.tiles().count().saturating_sub(map.tiles.len() + left);
    if unseen > 0 && old.has_eight_bit_alpha() != new.has_eight_bit_alpha() {
        report.warn(
            "map",
            format!(
                "{unseen} tiles that the map names are not open, and the game will read their alpha \
                 maps wrongly with these flags: convert them too."
            ),
        );
    }
    Ok(file.write())
}

/// A tile alone does not take the map's own file along, which may have to say something else.
fn tell_flags(map: &TileMap, native: Option<&NativeSource>, report: &mut Report) {
    let own = native.and_then(|native| native.file(NativeRole::Map));
    let (Some(own), old, Some(new)) = (own, native_flags(map, native), map.map_flags) else {
        return;
    };
    if old != Some(MapFlags(new)) {
        report.warn(
            "map",
            format!(
                "{} is not written along with a single tile, and its flags have to be {new:#x} for \
                 the game to read the alpha maps: export the map under a name that ends in .wdt.",
                own.name
            ),
        );
    }
}

/// The flags by which the files were read: those of the map's own file, where that was found.
fn native_flags(map: &TileMap, native: Option<&NativeSource>) -> Option<MapFlags> {
    let own = native.and_then(|native| native.file(NativeRole::Map));
    let read = own.and_then(|own| WdtFile::read(&own.bytes).ok());
    let found = read.map(|file| file.flags());
    found.or(map.map_flags.map(MapFlags))
}

fn native_tile(native: Option<&NativeSource>, id: TileId) -> Option<&NativeFile> {
    let TileId { x, y } = id;
    native.and_then(|native| native.file(NativeRole::Tile { x, y }))
}

fn write_tile(
    map: &TileMap,
    id: TileId,
    tile: &Tile,
    native: Option<&NativeSource>,
    name: &str,
    report: &mut Report,
) -> Result<Vec<ExportedFile>, ExportError> {
    let mut found = Report::default();
    let flags = native_flags(map, native);
    let path = format!("tiles[{},{}]", id.x, id.y);
    if let Some(split) = native.and_then(|native| SplitFiles::of(native, id)) {
        let [root, textures] = split.write(tile, flags, &mut found)?;
        let objects = split.objects.map(|file| file.bytes.to_vec());
        tell_unseen(map, id, &mut found);
        report.take_in(&path, found);
        return Ok(split_files(name, root, textures, objects));
    }
    let blank;
    let bytes = match native_tile(native, id) {
        Some(file) => &*file.bytes,
        None => {
            blank = blank_tile(tile);
            &blank
        }
    };
    let bytes = write_over(tile, bytes, flags, &mut found)?;
    tell_unseen(map, id, &mut found);
    report.take_in(&path, found);
    let name = name.to_owned();
    Ok(vec![ExportedFile { name, bytes }])
}

/// The files of a split tile, named after its root.
fn split_files(
    name: &str,
    root: Vec<u8>,
    textures: Vec<u8>,
    objects: Option<Vec<u8>>,
) -> Vec<ExportedFile> {
    let all = [
        (TileKind::Root, Some(root)),
        (TileKind::Textures, Some(textures)),
        (TileKind::Objects, objects),
    ];
    let files = all.into_iter().filter_map(|(kind, bytes)| {
        Some(ExportedFile {
            name: companion_name(name, kind),
            bytes: bytes?,
        })
    });
    files.collect()
}

/// The name of a tile's file beside a map's file called `base`: what comes behind the map's name
/// stays as it was, such as two digits for a number.
pub(super) fn tile_name(base: &str, map_name: &str, tile_name: &str, id: TileId) -> String {
    let old_base = map_name.rsplit_once('.').map_or(map_name, |(stem, _)| stem);
    let start = tile_name.get(..old_base.len());
    let tail = start
        .filter(|start| start.eq_ignore_ascii_case(old_base))
        .and_then(|_| tile_name.get(old_base.len()..));
    match tail {
        Some(tail) => format!("{base}{tail}"),
        None => new_tile_name(base, id),
    }
}

pub(super) fn new_tile_name(base: &str, id: TileId) -> String {
    format!("{base}_{}_{}.adt", id.x, id.y)
}
