//! What is drawn around and over the models, as a plain value that the caller fills in.

use super::{GroundOverlay, WeightStyle};
use crate::skeleton::Bone;

/// A colour with alpha, as stored in pictures, 0 to 1.
pub type Colour = [f32; 4];

/// How bones are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoneStyle {
    /// Not at all.
    #[default]
    Hidden,
    /// Thin sticks between small joints.
    Sticks,
    /// Long octahedra that show which end is the parent.
    Octahedra,
}

/// What hides bones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoneDepth {
    /// Other bones only.
    #[default]
    InFront,
    /// Surfaces too, as if the bones were things in the model.
    AmongSurfaces,
}

/// How surfaces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurfaceStyle {
    /// As the game shows them.
    #[default]
    Textured,
    /// Lit and grey, every part once, whatever its material.
    Solid,
    /// Not at all.
    Hidden,
}

/// How a wireframe is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WireStyle {
    /// Not at all.
    #[default]
    Hidden,
    /// All edges that no surface hides.
    Shown,
}

/// What stands out about one bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoneState {
    /// Nothing.
    #[default]
    Plain,
    /// Not shown; its children hang on the nearest ancestor that is.
    Hidden,
    /// Part of the selection.
    Selected,
    /// The bone of the selection that the inspector shows.
    Active,
    /// Under the cursor: a click would select it.
    Hovered,
}

/// The look of one bone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoneLook {
    /// What stands out about it.
    pub state: BoneState,
    /// Its colour when nothing stands out; `None` for one that follows from its position.
    pub colour: Option<Colour>,
}

/// The colours of everything that is not the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Background at the bottom of the picture.
    pub background_bottom: Colour,
    /// Background at the top.
    pub background_top: Colour,
    /// Grid lines.
    pub grid: Colour,
    /// The X axis on the ground.
    pub x_axis: Colour,
    /// The Y axis on the ground.
    pub y_axis: Colour,
    /// The wireframe.
    pub wire: Colour,
    /// Selected bones.
    pub selected: Colour,
    /// The active bone.
    pub active: Colour,
    /// The bone under the cursor.
    pub hovered: Colour,
    /// The rim of joints.
    pub joint_rim: Colour,
}

impl Default for Palette {
    fn default() -> Self {
        Self {
            background_bottom: [0.125, 0.127, 0.133, 1.0],
            background_top: [0.235, 0.242, 0.254, 1.0],
            grid: [0.62, 0.64, 0.67, 0.34],
            x_axis: [0.86, 0.30, 0.32, 0.85],
            y_axis: [0.45, 0.72, 0.27, 0.85],
            wire: [0.05, 0.06, 0.07, 0.55],
            selected: [1.0, 0.66, 0.22, 1.0],
            active: [1.0, 0.86, 0.45, 1.0],
            hovered: [1.0, 1.0, 1.0, 1.0],
            joint_rim: [0.07, 0.075, 0.085, 0.9],
        }
    }
}

/// What is drawn around and over the models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Colours.
    pub palette: Palette,
    /// The grid and the axes on the ground, if they are shown.
    pub grid: GridStyle,
    /// How surfaces are drawn.
    pub surface: SurfaceStyle,
    /// The wireframe.
    pub wire: WireStyle,
    /// How weights are drawn.
    pub weights: WeightStyle,
    /// How the ground of maps is drawn.
    pub ground: GroundStyle,
    /// What lies over it.
    pub ground_overlay: GroundOverlay,
    /// How bones are drawn.
    pub bone_style: BoneStyle,
    /// What hides them.
    pub bone_depth: BoneDepth,
    /// The look of each bone, in file order; bones past the end are plain.
    pub bones: Vec<BoneLook>,
    /// How much of what is behind them plain bones hide.
    pub bone_alpha: BoneAlpha,
    /// Screen pixels per logical point: joints and sticks grow with it. 0 counts as 1.
    pub pixels_per_point: f32,
}

/// How much of what is behind them bones hide, 0 to 1; those that stand out hide it all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneAlpha(pub f32);

impl Default for BoneAlpha {
    /// All of it.
    fn default() -> Self {
        Self(1.0)
    }
}

/// How the ground of maps is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroundStyle {
    /// Whether light falls on it.
    pub light: GroundLight,
    /// Whether liquids lie over it.
    pub liquids: LiquidStyle,
}

/// What light does to the ground of maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroundLight {
    /// It is lit and tinted as in the game; the edge of the map is dark.
    #[default]
    Lit,
    /// Nothing: textures are shown as they are mixed.
    Even,
}

/// Whether liquids are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LiquidStyle {
    /// As surfaces that what is below shines through.
    #[default]
    Shown,
    /// Not at all.
    Hidden,
}

/// Whether the grid is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridStyle {
    /// Not at all.
    #[default]
    Hidden,
    /// Lines on the ground plane, finer ones near.
    Shown,
}

impl Overlay {
    /// Screen pixels per logical point, never 0.
    pub fn scale(&self) -> f32 {
        if self.pixels_per_point > 0.0 {
            self.pixels_per_point
        } else {
            1.0
        }
    }

    /// The look of the bone at `index`.
    pub fn bone(&self, index: usize) -> BoneLook {
        self.bones.get(index).copied().unwrap_or_default()
    }
}

/// The colour of a bone of which nothing stands out: its own, or one that follows from its position.
pub(super) fn bone_tint(bone: &Bone, index: usize) -> Colour {
    match bone.shape {
        Some(shape) => {
            let [red, green, blue] = shape.colour.map(|part| f32::from(part) / 255.0);
            [red, green, blue, 1.0]
        }
        None => bone_colour(index),
    }
}

/// A colour for the bone at `index` that differs well from its neighbours'.
///
/// Hues go round by the golden angle; brightness and strength stay readable on grey.
pub fn bone_colour(index: usize) -> Colour {
    let hue = (index as f32 * 0.618_034 + 0.55).fract() * 6.0;
    let ramp = |offset: f32| {
        let place = (hue + offset).rem_euclid(6.0);
        (2.0 - (place - 3.0).abs()).clamp(0.0, 1.0)
    };
    let mix = |full: f32| 0.42 + 0.46 * full;
    [mix(ramp(3.0)), mix(ramp(1.0)), mix(ramp(5.0)), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_bones_differ_in_colour() {
        for index in 0..200 {
            let (a, b) = (bone_colour(index), bone_colour(index + 1));
            let difference: f32 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
            assert!(
                difference > 0.25,
                "bones {index} and the next look alike: {a:?} {b:?}"
            );
        }
    }
}
