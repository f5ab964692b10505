//! Weight pictures, and what painting changes of them pixel by pixel.

use super::pixel_reach::PixelReach;
use crate::formats::picture::GreyPixels;
use crate::terrain::{ShareMap, share_key};
use std::collections::BTreeMap;

/// The shares of ground before and after it was painted, by the textures' keys.
#[derive(Debug)]
pub(super) struct PaintedShares<'a> {
    textures: BTreeMap<&'a str, PaintedTexture<'a>>,
}

#[derive(Debug, Default)]
struct PaintedTexture<'a> {
    path: &'a str,
    old: Option<&'a [u8]>,
    new: Option<&'a [u8]>,
}

impl PaintedTexture<'_> {
    fn at(&self, at: usize) -> (u8, u8) {
        let share = |plane: Option<&[u8]>| plane.and_then(|plane| plane.get(at).copied());
        (share(self.old).unwrap_or(0), share(self.new).unwrap_or(0))
    }
}

impl<'a> PaintedShares<'a> {
    /// Of the same area, before and after.
    pub fn new(old: &'a ShareMap, new: &'a ShareMap) -> Self {
        let mut textures: BTreeMap<&str, PaintedTexture<'a>> = BTreeMap::new();
        for (texture, plane) in old.textures.iter().zip(&old.planes) {
            let known = textures.entry(&texture.key).or_default();
            (known.path, known.old) = (&texture.path, Some(plane.as_slice()));
        }
        for (texture, plane) in new.textures.iter().zip(&new.planes) {
            let known = textures.entry(&texture.key).or_default();
            (known.path, known.new) = (&texture.path, Some(plane.as_slice()));
        }
        Self { textures }
    }

    /// Whether each of so many texels has another share of a texture than before.
    pub fn changed_texels(&self, count: usize) -> Vec<bool> {
        let mut changed = vec![false; count];
        for texture in self.textures.values() {
            match (texture.old, texture.new) {
                (Some(old), Some(new)) => {
                    for (changed, (old, new)) in changed.iter_mut().zip(old.iter().zip(new)) {
                        *changed |= old != new;
                    }
                }
                (one, other) => {
                    let shares = one.or(other).unwrap_or_default();
                    for (changed, share) in changed.iter_mut().zip(shares) {
                        *changed |= *share > 0;
                    }
                }
            }
        }
        changed
    }

    /// Whether the share of a texture changed at a texel.
    pub fn differs(&self, at: usize) -> bool {
        let mut textures = self.textures.values();
        textures.any(|texture| {
            let (old, new) = texture.at(at);
            old != new
        })
    }

    /// The largest change of a share at a texel, of which 255 is all.
    pub fn largest_difference(&self, at: usize) -> u8 {
        let changes = self.textures.values().map(|texture| {
            let (old, new) = texture.at(at);
            old.abs_diff(new)
        });
        changes.max().unwrap_or(0)
    }

    /// Key and path of the textures that were not there before.
    pub fn new_textures(&self) -> Vec<(String, String)> {
        let textures = self.textures.iter();
        let is_new = |(_, texture): &(&&str, &PaintedTexture<'_>)| {
            let is_seen = |plane: &[u8]| plane.iter().any(|share| *share > 0);
            texture.old.is_none() && texture.new.is_some_and(is_seen)
        };
        let new = textures.filter(is_new);
        new.map(|(key, texture)| (share_key(key), texture.path.to_owned()))
            .collect()
    }
}

/// A weight picture.
#[derive(Debug)]
pub(super) struct WeightPicture {
    /// Its pixels, as finely as its file has them.
    pub pixels: GreyPixels,
    /// The key of its texture.
    key: String,
    /// Whether a pixel changed.
    pub is_changed: bool,
}

impl WeightPicture {
    /// The picture of the texture with this key.
    pub fn new(pixels: GreyPixels, key: String) -> Self {
        Self {
            pixels,
            key,
            is_changed: false,
        }
    }

    /// A pixel, 0 to 255.
    fn weight(&self, at: usize) -> f64 {
        match &self.pixels {
            GreyPixels::Eight(pixels) => pixels.get(at).map_or(0.0, |it| f64::from(*it)),
            GreyPixels::Sixteen(pixels) => pixels.get(at).map_or(0.0, |it| f64::from(*it) / 257.0),
        }
    }

    fn set(&mut self, at: usize, weight: f64) {
        let weight = weight.clamp(0.0, 255.0);
        let is_new = match &mut self.pixels {
            GreyPixels::Eight(pixels) => pixels.get_mut(at).is_some_and(|pixel| {
                let old = std::mem::replace(pixel, weight.round() as u8);
                old != *pixel
            }),
            GreyPixels::Sixteen(pixels) => pixels.get_mut(at).is_some_and(|pixel| {
                let old = std::mem::replace(pixel, (weight * 257.0).round() as u16);
                old != *pixel
            }),
        };
        self.is_changed |= is_new;
    }
}

/// A share of a picture where the ground's went from `old` to `new`: as far on its own way to nothing
/// or to all, so that what is painted whole is whole, also where both began apart.
fn repainted(share: f64, old: f64, new: f64) -> f64 {
    let repainted = if new < old {
        share * new / old
    } else if new > old {
        255.0 - (255.0 - share) * (255.0 - new) / (255.0 - old)
    } else {
        share
    };
    repainted.clamp(0.0, 255.0)
}

/// All weight pictures of a splat with what is painted on them.
#[derive(Debug)]
pub(super) struct SplatWeights<'a> {
    pictures: Vec<WeightPicture>,
    /// Which picture has which texture; of several the first.
    owners: Vec<Option<&'a PaintedTexture<'a>>>,
    painted: &'a PaintedShares<'a>,
    /// Texels of a row of the ground.
    columns: usize,
}

impl<'a> SplatWeights<'a> {
    /// Over ground that has so many texels to a row.
    pub fn new(
        pictures: Vec<WeightPicture>,
        painted: &'a PaintedShares<'a>,
        columns: usize,
    ) -> Self {
        let mut owners = Vec::with_capacity(pictures.len());
        for (number, picture) in pictures.iter().enumerate() {
            let mut earlier = pictures.iter().take(number);
            let is_first = earlier.all(|other| other.key != picture.key);
            let texture = painted.textures.get(picture.key.as_str());
            owners.push(texture.filter(|_| is_first));
        }
        Self {
            pictures,
            owners,
            painted,
            columns,
        }
    }

    /// Changes a pixel by what the texels that it stands for were changed by.
    ///
    /// Textures that the map chunk had no room for go down as those do that it has.
    pub fn paint(
        &mut self,
        pixel: usize,
        x: &PixelReach,
        column: usize,
        y: &PixelReach,
        row: usize,
    ) {
        let texels = y.of(row).flat_map(|(row, part)| {
            let row = row * self.columns;
            x.of(column)
                .map(move |(at, other)| (row + at, part * other))
        });
        if texels.clone().all(|(at, _)| !self.painted.differs(at)) {
            return;
        }
        let mean = |texture: &PaintedTexture<'_>| {
            texels.clone().fold((0.0, 0.0), |(old, new), (at, part)| {
                let (was, is) = texture.at(at);
                (old + part * f64::from(was), new + part * f64::from(is))
            })
        };
        let shares: Vec<(f64, f64)> = self
            .owners
            .iter()
            .map(|owner| owner.map_or((0.0, 0.0), mean))
            .collect();
        let lost = shares.iter().filter(|(old, new)| new < old);
        let (before, after) = lost.fold((0.0, 0.0), |sum, (old, new)| (sum.0 + old, sum.1 + new));
        let rest = if before > 0.0 { after / before } else { 1.0 };
        let weights: Vec<f64> = self.pictures.iter().map(|it| it.weight(pixel)).collect();
        let whole: f64 = weights.iter().sum();
        // Where all pictures are black the ground has the first texture.
        let bare = [255.0];
        let (weights, whole) = match whole > 0.0 {
            true => (weights.as_slice(), whole),
            false => (bare.as_slice(), 255.0),
        };
        let wanted: Vec<f64> = shares
            .iter()
            .enumerate()
            .map(|(number, (old, new))| {
                let share = weights.get(number).copied().unwrap_or(0.0) * 255.0 / whole;
                match *old == 0.0 && *new == 0.0 {
                    true => share * rest,
                    false => repainted(share, *old, *new),
                }
            })
            .collect();
        let sum: f64 = wanted.iter().sum();
        if sum <= 0.0 {
            return;
        }
        let scale = whole.min(255.0) / sum;
        for (picture, share) in self.pictures.iter_mut().zip(wanted) {
            picture.set(pixel, share * scale);
        }
    }

    /// The pictures, in their order.
    pub fn into_pictures(self) -> impl Iterator<Item = WeightPicture> {
        self.pictures.into_iter()
    }
}
