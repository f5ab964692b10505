//! How a batch meets the picture behind it: blending, depth, culling and the alpha cut-off.

use three_d::core::{
    Blend, BlendEquationType, BlendMultiplierType, Cull, DepthTest, RenderStates, WriteMask,
};

use crate::mesh::{BlendMode, MaterialFlags};

/// Alphas below which fragments are dropped, by game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AlphaFloors {
    /// Of an alpha key; it shrinks with the batch's own alpha so that a fading batch fades as a
    /// whole.
    key: f32,
    /// Of what multiplies.
    multiplied: f32,
    /// Of a whole batch: at or below it nothing is drawn.
    pub hidden: f32,
}

impl AlphaFloors {
    pub const M2: Self = Self {
        key: 224.0 / 255.0,
        multiplied: 0.0,
        hidden: 0.0,
    };
    pub const MDX: Self = Self {
        key: 0.75,
        multiplied: 0.02,
        hidden: FAINTEST_ALPHA * 0.5,
    };
}

/// Fragments fainter than this change nothing, but would still write depth.
const FAINTEST_ALPHA: f32 = 1.0 / 255.0;
/// From here on a batch counts as not faded.
const WHOLE_ALPHA: f32 = 1.0 - 0.5 / 255.0;

/// The states to draw a batch with whose own alpha is `alpha`.
///
/// A covering batch that is faded mixes by its alpha, as the client does when models fade.
pub(super) fn render_states(blend: BlendMode, flags: MaterialFlags, alpha: f32) -> RenderStates {
    let is_faded = alpha < WHOLE_ALPHA;
    let blend = match blend {
        BlendMode::Opaque | BlendMode::AlphaKey if is_faded => BlendMode::Alpha,
        other => other,
    };
    RenderStates {
        write_mask: WriteMask {
            // The picture stays opaque, also where a key let a fragment through.
            alpha: false,
            depth: !flags.has(MaterialFlags::NO_DEPTH_WRITE),
            ..WriteMask::COLOR
        },
        depth_test: if flags.has(MaterialFlags::NO_DEPTH_TEST) {
            DepthTest::Always
        } else {
            DepthTest::LessOrEqual
        },
        cull: if flags.has(MaterialFlags::TWO_SIDED) {
            Cull::None
        } else {
            Cull::Back
        },
        blend: blend_state(blend),
    }
}

/// Alpha below which a fragment is dropped.
pub(super) fn alpha_floor(blend: BlendMode, floors: AlphaFloors, alpha: f32) -> f32 {
    match blend {
        // These do not look at alpha at all.
        BlendMode::Opaque | BlendMode::NoAlphaAdd => 0.0,
        BlendMode::AlphaKey => floors.key * alpha,
        BlendMode::Modulate | BlendMode::Modulate2x => floors.multiplied,
        BlendMode::Alpha | BlendMode::Add | BlendMode::BlendAdd => FAINTEST_ALPHA,
    }
}

/// The picture's own alpha is never touched: it stays opaque.
fn blend_state(blend: BlendMode) -> Blend {
    use BlendMultiplierType::{DstColor, One, OneMinusSrcAlpha, SrcAlpha, SrcColor, Zero};
    let (source, destination) = match blend {
        BlendMode::Opaque | BlendMode::AlphaKey => return Blend::Disabled,
        BlendMode::Alpha => (SrcAlpha, OneMinusSrcAlpha),
        BlendMode::NoAlphaAdd => (One, One),
        BlendMode::Add => (SrcAlpha, One),
        BlendMode::Modulate => (DstColor, Zero),
        BlendMode::Modulate2x => (DstColor, SrcColor),
        BlendMode::BlendAdd => (One, OneMinusSrcAlpha),
    };
    Blend::Enabled {
        source_rgb_multiplier: source,
        destination_rgb_multiplier: destination,
        source_alpha_multiplier: Zero,
        destination_alpha_multiplier: One,
        rgb_equation: BlendEquationType::Add,
        alpha_equation: BlendEquationType::Add,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_batch_covers_and_a_faded_one_mixes() {
        for blend in [BlendMode::Opaque, BlendMode::AlphaKey] {
            let states = |alpha| render_states(blend, MaterialFlags(0), alpha);
            assert_eq!(states(1.0).blend, Blend::Disabled);
            assert_ne!(states(0.5).blend, Blend::Disabled);
        }
    }

    #[test]
    fn each_flag_changes_its_own_state() {
        let states = |flags| render_states(BlendMode::Opaque, MaterialFlags(flags), 1.0);
        assert_eq!(states(0).cull, Cull::Back);
        assert_eq!(states(MaterialFlags::TWO_SIDED).cull, Cull::None);
        assert_eq!(
            states(MaterialFlags::NO_DEPTH_TEST).depth_test,
            DepthTest::Always
        );
        assert!(states(0).write_mask.depth);
        assert!(!states(MaterialFlags::NO_DEPTH_WRITE).write_mask.depth);
    }

    #[test]
    fn the_key_follows_the_fade() {
        let floor = |blend, alpha| alpha_floor(blend, AlphaFloors::M2, alpha);
        assert_eq!(floor(BlendMode::AlphaKey, 1.0), 224.0 / 255.0);
        assert_eq!(floor(BlendMode::AlphaKey, 0.5), 112.0 / 255.0);
        assert_eq!(floor(BlendMode::Opaque, 0.1), 0.0);
        let floor = |blend, alpha| alpha_floor(blend, AlphaFloors::MDX, alpha);
        assert_eq!(floor(BlendMode::AlphaKey, 0.5), 0.375);
    }
}
