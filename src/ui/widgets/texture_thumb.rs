//! Small pictures of ground textures: read ones as they are, missing ones as the pattern that the
//! viewport shows in their place.

use crate::assets::GroundTexture;
use crate::render::ground_stand_in;
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
        read: Option<&GroundTexture>,
    ) -> egui::TextureId {
        let made = self.made.entry(name.to_owned()).or_insert_with(|| {
            let picture = read.and_then(|read| read.picture.as_ref().ok());
            let rgba = match picture {
                Some(picture) => {
                    // Ground types have several pictures side by side: the first is shown.
                    let is_atlas = !name.contains('.');
                    let part = if is_atlas { picture.height / 4 } else { 0 };
                    shrunk(picture.width, picture.height, part, &picture.rgba)
                }
                None => {
                    let path = name.to_lowercase();
                    let shown = if name.contains('.') { &path } else { name };
                    ground_stand_in(shown, SIDE as u32).into_raw()
                }
            };
            let image = egui::ColorImage::from_rgba_unmultiplied([SIDE, SIDE], &rgba);
            ctx.load_texture(name, image, egui::TextureOptions::LINEAR)
        });
        made.id()
    }
}

/// A picture at the size of a thumbnail, every texel the mean of those it stands for; ground hides
/// nothing, so it is whole.
///
/// A `part` above 0 is the side of the square at the upper left that alone is shown.
fn shrunk(width: u32, height: u32, part: u32, rgba: &[u8]) -> Vec<u8> {
    let stride = width as usize;
    let cut = |side: u32| if part > 0 { side.min(part) } else { side } as usize;
    let (width, height) = (cut(width), cut(height));
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
                    let texel = rgba.get((y * stride + x) * 4..).unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thumbnail_is_the_mean_of_its_picture() {
        // Columns of black and white, twice as wide as the thumbnail.
        let wide = 2 * SIDE as u32;
        let texels = (0..wide * 2).flat_map(|at| [(at % 2 * 200) as u8, 10, 20, 3]);
        let small = shrunk(wide, 2, 0, &texels.collect::<Vec<u8>>());
        assert_eq!(small.len(), SIDE * SIDE * 4);
        assert!(
            small
                .chunks_exact(4)
                .all(|texel| texel == [100, 10, 20, 255])
        );
        assert!(
            shrunk(0, 0, 0, &[])
                .chunks_exact(4)
                .all(|texel| texel == [0, 0, 0, 255])
        );
    }
}
