//! A batch on the graphics card: its plan and the uniform block that its shader reads.
//!
//! The block is sent only when it differs from what was sent last.

use three_d::core::{Context, UniformBuffer};

use super::batch_plan::BatchPlan;
use super::surface::alpha_floor;
use super::{Moment, UvAffine};
use crate::mesh::{BlendMode, MaterialFlags};

/// Numbers in the block `Batch` of `batch.glsl`, in its order.
type BatchFloats = [f32; 4 * 7];

/// A batch that can be drawn.
pub(super) struct DrawnBatch {
    pub plan: BatchPlan,
    pub block: UniformBuffer,
    sent: BatchFloats,
}

impl DrawnBatch {
    pub fn new(context: &Context, plan: BatchPlan) -> Self {
        let sent: BatchFloats = [0.0; 28];
        Self {
            plan,
            block: UniformBuffer::new(context, &[sent.len() as u32]),
            sent,
        }
    }

    /// Makes it look as its material does at `moment`.
    pub fn send_material(&mut self, moment: &Moment) {
        self.send(material_floats(&self.plan, moment));
    }

    /// Makes it light grey, lit, without a texture.
    pub fn send_solid(&mut self) {
        let mut floats: BatchFloats = [0.0; 28];
        floats[..4].copy_from_slice(&[0.72, 0.72, 0.72, 1.0]);
        floats[21] = 1.0;
        self.send(floats);
    }

    fn send(&mut self, floats: BatchFloats) {
        if floats != self.sent {
            self.sent = floats;
            self.block.update(0, &floats);
        }
    }
}

fn material_floats(plan: &BatchPlan, moment: &Moment) -> BatchFloats {
    let uv = |unit: usize| {
        plan.transforms[unit]
            .and_then(|index| moment.texture_transforms.get(index))
            .unwrap_or(&UvAffine::IDENTITY)
    };
    let (first, second) = (uv(0), uv(1));
    let [red, green, blue, alpha] = plan.mesh_colour(moment);
    let is_lit = f32::from(u8::from(!plan.flags.has(MaterialFlags::UNLIT)));
    let floor = alpha_floor(plan.blend, plan.floors, alpha);
    let combine = f32::from(plan.units.combine as u8);
    let mixing = match plan.blend {
        BlendMode::Opaque | BlendMode::AlphaKey | BlendMode::Alpha => 0.0,
        BlendMode::NoAlphaAdd | BlendMode::Add | BlendMode::BlendAdd => 1.0,
        BlendMode::Modulate => 2.0,
        BlendMode::Modulate2x => 3.0,
    };
    let [source_0, source_1] = plan.units.sources.map(|source| f32::from(source as u8));
    [
        red,
        green,
        blue,
        alpha, //
        first.x[0],
        first.x[1],
        first.x[2],
        0.0, //
        second.x[0],
        second.x[1],
        second.x[2],
        0.0, //
        first.y[0],
        first.y[1],
        first.y[2],
        0.0, //
        second.y[0],
        second.y[1],
        second.y[2],
        0.0, //
        floor,
        is_lit,
        combine,
        0.0, //
        source_0,
        source_1,
        mixing,
        0.0,
    ]
}
