//! Fonts: the icons, and whatever the system has for names that the built-in font can't show.

use eframe::egui;
use egui::epaint::text::{FallbackRequest, FontInsert};
use egui::{FontData, FontFamily};
use std::path::PathBuf;
use std::sync::Arc;

/// Names of fonts with Chinese, Japanese and Korean letters, in the order they are tried.
const CJK_FONTS: [&str; 8] = [
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "SourceHanSansSC-Regular.otf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "uming.ttc",
];

/// Fonts that cover much else: Cyrillic, Greek, signs.
const WIDE_FONTS: [&str; 3] = ["DejaVuSans.ttf", "NotoSans-Regular.ttf", "FreeSans.ttf"];

/// Gives the icon font to egui, and a place to look for letters the built-in fonts lack.
///
/// The system's fonts are read only when a name needs them.
pub fn install(ctx: &egui::Context) {
    egui_material_icons::initialize(ctx);
    ctx.add_font_provider(Arc::new(system_font));
}

/// A font of the system that has the asked letter, if one of the known ones is installed.
fn system_font(request: &FallbackRequest<'_>) -> Option<FontInsert> {
    let letter = request.cluster.chars().next()?;
    let names: &[&str] = if is_east_asian(letter) {
        &CJK_FONTS
    } else {
        &WIDE_FONTS
    };
    let path = find_font(names)?;
    let bytes = std::fs::read(&path).ok()?;
    let name = path.file_name()?.to_string_lossy().into_owned();
    Some(FontInsert::new(
        &name,
        FontData::from_owned(bytes),
        vec![egui::epaint::text::InsertFontFamily {
            family: FontFamily::Proportional,
            priority: egui::epaint::text::FontPriority::Lowest,
        }],
    ))
}

/// Whether a letter is one of the East Asian scripts.
fn is_east_asian(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0x1100..=0x11FF | 0x2E80..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF
            | 0xFF00..=0xFFEF | 0x2_0000..=0x3_FFFF
    )
}

/// The first of these files in the system's font folders.
fn find_font(names: &[&str]) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = ["/usr/share/fonts", "/usr/local/share/fonts"]
        .map(PathBuf::from)
        .into();
    if let Some(base) = directories::BaseDirs::new() {
        folders.push(base.data_local_dir().join("fonts"));
    }
    let mut found: Vec<Option<PathBuf>> = vec![None; names.len()];
    // Font folders are shallow; the limit keeps a loop of links from running for ever.
    let mut depth_left = 5;
    while !folders.is_empty() && depth_left > 0 {
        depth_left -= 1;
        let mut next = Vec::new();
        for folder in folders {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    next.push(path);
                    continue;
                }
                let file_name = entry.file_name();
                let position = names.iter().position(|name| file_name == **name);
                if let Some(slot) = position.and_then(|position| found.get_mut(position)) {
                    slot.get_or_insert(path);
                }
            }
        }
        folders = next;
    }
    found.into_iter().flatten().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_asks_for_an_east_asian_font_and_russian_does_not() {
        assert!(is_east_asian('头'));
        assert!(!is_east_asian('г'));
        assert!(!is_east_asian('a'));
    }
}
