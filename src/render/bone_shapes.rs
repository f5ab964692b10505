//! The skeleton over the model: a shape from each joint to each child's, and the joints.
//!
//! - A bone with a length of its own is drawn that long, the way it points at rest.
//! - Everything lies in front of the model, unless the overlay puts it among the surfaces.
//! - Sizes are in pixels, so bones stay readable at any distance.
//! - The buffers grow to the largest skeleton seen and are filled again for every picture.

use three_d::core::{Context, DepthTest, InstanceBuffer, RenderStates, VertexBuffer, Viewport};

use super::backdrop::MIXED;
use super::overlay::bone_tint;
use super::scene_block::SceneBlock;
use super::shader::{Shader, ShaderText, shader_file};
use super::{BoneState, BoneStyle, Camera, Overlay, RenderError};
use crate::math::{Affine, Vec3};
use crate::skeleton::{Bone, Hierarchy, RestRotation, fill_rest_frames, rest_tip};

static BONE: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("bone.vert")],
    fragment: &[shader_file!("bone.frag")],
};
static JOINT: ShaderText = ShaderText {
    vertex: &[shader_file!("scene.glsl"), shader_file!("joint.vert")],
    fragment: &[shader_file!("joint.frag")],
};

/// Where an octahedron is widest, as a part of its length.
const WAIST: f32 = 0.16;
/// Half the width of an octahedron as a part of its length, and its least and most pixels.
const HALF_WIDTH: f32 = 0.085;
const HALF_WIDTH_PX: [f32; 2] = [1.6, 9.0];
const STICK_HALF_WIDTH_PX: f32 = 1.1;
const JOINT_RADIUS_PX: f32 = 3.4;
const STANDING_OUT_RADIUS_PX: f32 = 5.0;

/// Where a bone's joint is in a pose, in model space.
pub fn joint_position(bone: &Bone, model_from_bind: Option<&Affine>) -> Vec3 {
    model_from_bind.map_or(bone.pivot, |matrix| matrix.point(&bone.pivot))
}

/// Draws skeletons.
pub(super) struct BoneShapes {
    bone: Shader,
    joint: Shader,
    octahedron: VertexBuffer<[f32; 4]>,
    octahedron_corners: u32,
    square: VertexBuffer<[f32; 2]>,
    lists: Lists,
    buffers: Buffers,
}

/// One entry per shape, as the shaders take them.
#[derive(Default)]
struct Lists {
    starts: Vec<[f32; 4]>,
    ends: Vec<[f32; 4]>,
    bone_tints: Vec<[f32; 4]>,
    centres: Vec<[f32; 4]>,
    joint_tints: Vec<[f32; 4]>,
    rims: Vec<[f32; 4]>,
    /// Of a skeleton with bones that have a length of their own.
    rest_frames: Vec<RestRotation>,
}

struct Buffers {
    starts: InstanceBuffer<[f32; 4]>,
    ends: InstanceBuffer<[f32; 4]>,
    bone_tints: InstanceBuffer<[f32; 4]>,
    centres: InstanceBuffer<[f32; 4]>,
    joint_tints: InstanceBuffer<[f32; 4]>,
    rims: InstanceBuffer<[f32; 4]>,
}

impl BoneShapes {
    pub fn new(context: &Context) -> Result<Self, RenderError> {
        let corners = octahedron();
        let square = [
            [-1.0, -1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
        ];
        let buffer = || InstanceBuffer::new(context);
        Ok(Self {
            bone: Shader::new(context, &BONE)?,
            joint: Shader::new(context, &JOINT)?,
            octahedron_corners: u32::try_from(corners.len()).unwrap_or(0),
            octahedron: VertexBuffer::new_with_data(context, &corners),
            square: VertexBuffer::new_with_data(context, &square),
            lists: Lists::default(),
            buffers: Buffers {
                starts: buffer(),
                ends: buffer(),
                bone_tints: buffer(),
                centres: buffer(),
                joint_tints: buffer(),
                rims: buffer(),
            },
        })
    }

    /// Takes up changed shader files.
    pub fn refresh(&mut self) {
        self.bone.refresh();
        self.joint.refresh();
    }

    /// Draws one skeleton in the pose of `model_from_bind`.
    #[allow(
        clippy::too_many_arguments,
        reason = "they are the picture: nothing groups them"
    )]
    pub fn draw(
        &mut self,
        block: &SceneBlock,
        bones: &[Bone],
        hierarchy: &Hierarchy,
        model_from_bind: &[Affine],
        camera: &Camera,
        overlay: &Overlay,
        viewport: Viewport,
    ) {
        if overlay.bone_style == BoneStyle::Hidden {
            return;
        }
        let height_px = viewport.height as f32;
        self.lists.fill(
            bones,
            hierarchy,
            model_from_bind,
            camera,
            overlay,
            height_px,
        );
        self.buffers.fill(&self.lists);
        self.draw_bones(block, viewport);
        self.draw_joints(block, viewport);
    }

    fn draw_bones(&self, block: &SceneBlock, viewport: Viewport) {
        let count = self.buffers.starts.instance_count();
        if self.lists.starts.is_empty() {
            return;
        }
        let program = self.bone.program();
        block.bind(program);
        program.use_vertex_attribute("shape", &self.octahedron);
        program.use_instance_attribute("start", &self.buffers.starts);
        program.use_instance_attribute("end", &self.buffers.ends);
        program.use_instance_attribute("tint", &self.buffers.bone_tints);
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            blend: MIXED,
            ..RenderStates::default()
        };
        program.draw_arrays_instanced(states, viewport, self.octahedron_corners, count);
    }

    fn draw_joints(&self, block: &SceneBlock, viewport: Viewport) {
        let count = self.buffers.centres.instance_count();
        if self.lists.centres.is_empty() {
            return;
        }
        let program = self.joint.program();
        block.bind(program);
        program.use_vertex_attribute("corner", &self.square);
        program.use_instance_attribute("centre", &self.buffers.centres);
        program.use_instance_attribute("tint", &self.buffers.joint_tints);
        program.use_instance_attribute("rim", &self.buffers.rims);
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            blend: MIXED,
            ..RenderStates::default()
        };
        program.draw_arrays_instanced(states, viewport, 6, count);
    }
}

impl Lists {
    fn clear(&mut self) {
        for list in [
            &mut self.starts,
            &mut self.ends,
            &mut self.bone_tints,
            &mut self.centres,
            &mut self.joint_tints,
            &mut self.rims,
        ] {
            list.clear();
        }
    }

    fn fill(
        &mut self,
        bones: &[Bone],
        hierarchy: &Hierarchy,
        model_from_bind: &[Affine],
        camera: &Camera,
        overlay: &Overlay,
        height_px: f32,
    ) {
        self.clear();
        let is_long = |bone: &Bone| bone.shape.is_some_and(|shape| shape.length > 0.0);
        if bones.iter().any(is_long) {
            fill_rest_frames(bones, hierarchy, &mut self.rest_frames);
        }
        for (index, bone) in bones.iter().enumerate() {
            let look = overlay.bone(index);
            if look.state == BoneState::Hidden {
                continue;
            }
            let matrix = model_from_bind.get(index);
            let joint = joint_position(bone, matrix);
            self.add_joint(joint, bone, index, overlay);
            if let Some(tip) = rest_tip(bone, self.rest_frames.get(index)) {
                let tip = matrix.map_or(tip, |matrix| matrix.point(&tip));
                self.add_bone([joint, tip], bone, index, camera, overlay, height_px);
            }
            let Some(parent) = shown_ancestor(index, hierarchy, overlay) else {
                continue;
            };
            let Some(parent_bone) = bones.get(parent) else {
                continue;
            };
            // A bone with a length of its own is drawn that long, and not to its children.
            if parent_bone.shape.is_some_and(|shape| shape.length > 0.0) {
                continue;
            }
            let start = joint_position(parent_bone, model_from_bind.get(parent));
            let ends = [start, joint];
            self.add_bone(ends, parent_bone, parent, camera, overlay, height_px);
        }
    }

    /// Adds the shape of a bone between two points.
    fn add_bone(
        &mut self,
        [start, end]: [Vec3; 2],
        bone: &Bone,
        index: usize,
        camera: &Camera,
        overlay: &Overlay,
        height_px: f32,
    ) {
        let middle = nalgebra::Point3::from((start + end) * 0.5);
        let pixel = camera.world_per_pixel_at(&middle, height_px) * overlay.scale();
        let length = (end - start).norm();
        if length > pixel * 0.5 {
            let own = bone.shape.map_or(0.0, |shape| shape.width) * 0.5;
            let half_width = if own > 0.0 && overlay.bone_style == BoneStyle::Octahedra {
                own.max(pixel * HALF_WIDTH_PX[0])
            } else {
                half_width(overlay.bone_style, length, pixel)
            };
            self.starts.push([start.x, start.y, start.z, half_width]);
            self.ends.push([end.x, end.y, end.z, 0.0]);
            self.bone_tints.push(tint(bone, index, overlay));
        }
    }

    fn add_joint(&mut self, joint: Vec3, bone: &Bone, index: usize, overlay: &Overlay) {
        let stands_out = overlay.bone(index).state != BoneState::Plain;
        let radius = if stands_out {
            STANDING_OUT_RADIUS_PX
        } else {
            JOINT_RADIUS_PX
        };
        self.centres
            .push([joint.x, joint.y, joint.z, radius * overlay.scale()]);
        let tint = tint(bone, index, overlay);
        let [red, green, blue, alpha] = overlay.palette.joint_rim;
        self.rims.push([red, green, blue, alpha * tint[3]]);
        self.joint_tints.push(tint);
    }
}

impl Buffers {
    fn fill(&mut self, lists: &Lists) {
        self.starts.fill(&lists.starts);
        self.ends.fill(&lists.ends);
        self.bone_tints.fill(&lists.bone_tints);
        self.centres.fill(&lists.centres);
        self.joint_tints.fill(&lists.joint_tints);
        self.rims.fill(&lists.rims);
    }
}

fn tint(bone: &Bone, index: usize, overlay: &Overlay) -> [f32; 4] {
    let look = overlay.bone(index);
    match look.state {
        BoneState::Selected => overlay.palette.selected,
        BoneState::Active => overlay.palette.active,
        BoneState::Hovered => overlay.palette.hovered,
        BoneState::Plain | BoneState::Hidden => {
            let [red, green, blue, alpha] = look.colour.unwrap_or_else(|| bone_tint(bone, index));
            [red, green, blue, alpha * overlay.bone_alpha.0]
        }
    }
}

fn half_width(style: BoneStyle, length: f32, pixel: f32) -> f32 {
    match style {
        BoneStyle::Octahedra => {
            (length * HALF_WIDTH).clamp(pixel * HALF_WIDTH_PX[0], pixel * HALF_WIDTH_PX[1])
        }
        BoneStyle::Sticks | BoneStyle::Hidden => pixel * STICK_HALF_WIDTH_PX,
    }
}

/// The nearest bone above that is shown.
pub fn shown_ancestor(index: usize, hierarchy: &Hierarchy, overlay: &Overlay) -> Option<usize> {
    let mut at = hierarchy.parent(index);
    while let Some(ancestor) = at {
        if overlay.bone(ancestor).state != BoneState::Hidden {
            return Some(ancestor);
        }
        at = hierarchy.parent(ancestor);
    }
    None
}

/// Eight faces: place along the bone, two places across, and the face's shade.
fn octahedron() -> Vec<[f32; 4]> {
    let ring = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let shades = [[0.92, 0.72, 0.55, 0.78], [1.0, 0.84, 0.64, 0.88]];
    let mut corners = Vec::with_capacity(24);
    for (side, tip) in [0.0, 1.0].into_iter().enumerate() {
        for face in 0..4 {
            let (a, b) = (ring[face], ring[(face + 1) % 4]);
            let shade = shades[side][face];
            corners.push([tip, 0.0, 0.0, shade]);
            corners.push([WAIST, a[0], a[1], shade]);
            corners.push([WAIST, b[0], b[1], shade]);
        }
    }
    corners
}
