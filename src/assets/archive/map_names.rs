//! Names of files that archives have without listing them.

use std::path::Path;

/// The ground of a Warcraft III map.
pub const MAP_TERRAIN: &str = "war3map.w3e";

/// Names that are looked up in every archive.
pub(super) const KNOWN_NAMES: &[&str] = &[
    "(listfile)",
    "(attributes)",
    "(signature)",
    MAP_TERRAIN,
    "war3map.w3i",
    "war3map.wpm",
    "war3map.shd",
    "war3map.doo",
    "war3mapUnits.doo",
    "war3map.mmp",
    "war3map.wts",
    "war3map.j",
    "scripts\\war3map.j",
    "war3map.lua",
    "scripts\\war3map.lua",
    "war3map.wtg",
    "war3map.wct",
    "war3map.w3c",
    "war3map.w3r",
    "war3map.w3s",
    "war3map.imp",
    "war3map.w3u",
    "war3map.w3t",
    "war3map.w3a",
    "war3map.w3b",
    "war3map.w3d",
    "war3map.w3h",
    "war3map.w3q",
    "war3mapSkin.w3u",
    "war3mapSkin.w3t",
    "war3mapSkin.w3a",
    "war3mapSkin.w3b",
    "war3mapSkin.w3d",
    "war3mapSkin.w3h",
    "war3mapSkin.w3q",
    "war3mapSkin.txt",
    "war3mapMisc.txt",
    "war3mapExtra.txt",
    "war3mapMap.blp",
    "war3mapMap.tga",
    "war3mapMap.b00",
    "war3mapPath.tga",
    "war3mapPreview.tga",
    "war3mapPreview.blp",
    "conversation.json",
];

/// Whether a path is named as a Warcraft III map is: an archive, or a folder in its stead.
pub fn is_map_name(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["w3x", "w3m"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}
