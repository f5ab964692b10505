//! Textures that look alike, by the mean colours of their pictures.

use super::{Editor, GroundTextures};

/// How many texels of a picture count, at most.
const MOST_TEXELS: usize = 4096;
/// Colours farther apart than this do not look alike, of 255 in each of three channels.
const MOST_DISTANCE: f32 = 48.0;

/// Two textures that look alike, and how far their colours are apart.
#[derive(Clone, Debug, PartialEq)]
pub struct LookAlike {
    /// The texture that covers less.
    pub from: String,
    /// The one that covers more.
    pub into: String,
    /// Distance of the mean colours; 0 is the same.
    pub distance: f32,
}

/// The mean colour of a picture, from texels spread evenly over it.
fn mean_colour(rgba: &[u8]) -> [f32; 3] {
    let texels = rgba.chunks_exact(4);
    let step = (texels.len() / MOST_TEXELS).max(1);
    let (mut sums, mut count) = ([0.0; 3], 0.0);
    for texel in texels.step_by(step) {
        for (sum, part) in sums.iter_mut().zip(texel) {
            *sum += f32::from(*part);
        }
        count += 1.0;
    }
    sums.map(|sum| sum / f32::max(count, 1.0))
}

impl GroundTextures {
    /// The mean colour of a texture whose picture was found.
    pub fn mean_colour(&self, name: &str) -> Option<[f32; 3]> {
        let texture = self.texture(name)?;
        let picture = texture.picture.as_ref().ok()?;
        Some(mean_colour(&picture.rgba))
    }
}

impl Editor {
    /// Pairs of textures of the map whose pictures look alike, the most alike first.
    pub fn look_alikes(&self) -> Vec<LookAlike> {
        let Some(census) = self.ground_census() else {
            return Vec::new();
        };
        // Those that cover more come first.
        let used = census.textures.iter().filter(|it| it.place_count > 0);
        let coloured: Vec<(&String, [f32; 3])> = used
            .filter_map(|it| Some((&it.name, self.ground.mean_colour(&it.name)?)))
            .collect();
        let mut found = Vec::new();
        for (at, (into, colour)) in coloured.iter().enumerate() {
            for (from, other) in coloured.iter().skip(at + 1) {
                let parts = colour.iter().zip(other).map(|(a, b)| (a - b).powi(2));
                let distance = parts.sum::<f32>().sqrt();
                if distance <= MOST_DISTANCE {
                    found.push(LookAlike {
                        from: (*from).clone(),
                        into: (*into).clone(),
                        distance,
                    });
                }
            }
        }
        found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_colour_is_that_of_all_texels_of_a_small_picture() {
        let rgba = [[0, 10, 20, 255], [100, 30, 40, 0]].concat();
        assert_eq!(mean_colour(&rgba), [50.0, 20.0, 30.0]);
    }
}
