//! Small pictures of textures: read ones as they are, missing ones as a pattern of their own.

use crate::assets::TexturePicture;
use eframe::egui::{self, TextureHandle};
use std::collections::BTreeMap;

/// Side of a thumbnail, in texels.
const SIDE: usize = 64;

/// Thumbnails by the names of their textures, made when they are first shown.
#[derive(Default)]
pub struct Thumbnails {
    /// Which set of pictures they were made of.
    revision: Option<u64>,
    made: BTreeMap<String, TextureHandle>,
}

impl std::fmt::Debug for Thumbnails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thumbnails")
            .field("count", &self.made.len())
            .finish_non_exhaustive()
    }
}

impl Thumbnails {
    /// Forgets them where the pictures were read anew.
    pub fn keep_to(&mut self, revision: u64) {
        if self.revision != Some(revision) {
            self.revision = Some(revision);
            self.made.clear();
        }
    }

    /// The thumbnail of a texture.
    pub fn of(
        &mut self,
        ctx: &egui::Context,
        name: &str,
        read: Option<&TexturePicture>,
    ) -> egui::TextureId {
        let made = self.made.entry(name.to_owned()).or_insert_with(|| {
            let picture = read.and_then(|read| read.picture.as_ref());
            let rgba = match picture {
                Some(picture) => shrunk(picture.width, picture.height, &picture.rgba),
                None => stand_in(name),
            };
            let image = egui::ColorImage::from_rgba_unmultiplied([SIDE, SIDE], &rgba);
            ctx.load_texture(name, image, egui::TextureOptions::LINEAR)
        });
        made.id()
    }
}

/// A picture at the size of a thumbnail, every texel the mean of those it stands for; ground hides
/// nothing, so it is whole.
fn shrunk(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let (width, height) = (width as usize, height as usize);
    let mut small = Vec::with_capacity(SIDE * SIDE * 4);
    let span = |at: usize, of: usize| {
        let first = at * of / SIDE;
        first..((at + 1) * of / SIDE).max(first + 1).min(of)
    };
    for row in 0..SIDE {
        for column in 0..SIDE {
            let (mut sums, mut count) = ([0_u32; 3], 0);
            for y in span(row, height) {
                for x in span(column, width) {
                    let texel = rgba.get((y * width + x) * 4..).unwrap_or_default();
                    for (sum, part) in sums.iter_mut().zip(texel) {
                        *sum += u32::from(*part);
                    }
                    count += 1;
                }
            }
            let mean = sums.map(|sum| sum.checked_div(count).unwrap_or(0) as u8);
            small.extend(mean);
            small.push(255);
        }
    }
    small
}

/// A pattern that tells textures apart that were not found: two tones from their name.
fn stand_in(name: &str) -> Vec<u8> {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    let [red, green, blue, _] = hash.to_le_bytes();
    let tone = [red, green, blue].map(|part| 60 + part / 2);
    let mut rgba = Vec::with_capacity(SIDE * SIDE * 4);
    for row in 0..SIDE {
        for column in 0..SIDE {
            let is_dark = (row + column) / 8 % 2 == 0;
            let shade = if is_dark { 24 } else { 0 };
            rgba.extend(tone.map(|part| part - shade));
            rgba.push(255);
        }
    }
    rgba
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumbnail_is_the_mean_of_its_picture() {
        // Columns of black and white, twice as wide as the thumbnail.
        let wide = 2 * SIDE as u32;
        let texels = (0..wide * 2).flat_map(|at| [(at % 2 * 200) as u8, 10, 20, 3]);
        let small = shrunk(wide, 2, &texels.collect::<Vec<u8>>());
        assert_eq!(small.len(), SIDE * SIDE * 4);
        assert!(
            small
                .chunks_exact(4)
                .all(|texel| texel == [100, 10, 20, 255])
        );
        assert!(
            shrunk(0, 0, &[])
                .chunks_exact(4)
                .all(|texel| texel == [0, 0, 0, 255])
        );
    }

    #[test]
    fn missing_textures_are_told_apart_by_name_alone() {
        assert_eq!(stand_in("A\\b.blp"), stand_in("a\\B.BLP"));
        assert_ne!(stand_in("grass"), stand_in("rock"));
    }
}
