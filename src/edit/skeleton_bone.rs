//! A bone of a skeleton that is attached to a model, as scripts write it.

use crate::document::Model;
use crate::math::Vec3;
use crate::skeleton::BoneShape;
use serde::{Deserialize, Serialize};

/// One bone of a skeleton that is attached to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkeletonBone {
    /// Its name; a bone of the model with the same name is meant, if there is one.
    pub name: String,
    /// Its parent, as a position in the same list; without one it is a root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Its pivot, in model space and file units.
    pub position: [f32; 3],
    /// How it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapeArgument>,
}

/// How a bone is drawn, as scripts write it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeArgument {
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// File units; 0 is as long as bones are drawn anyway.
    #[serde(default)]
    pub length: f32,
    /// File units; 0 is as wide as bones are drawn anyway.
    #[serde(default)]
    pub width: f32,
    /// Degrees about its own Z, then Y, then X.
    #[serde(default)]
    pub rest_degrees: [f32; 3],
}

impl From<BoneShape> for ShapeArgument {
    fn from(shape: BoneShape) -> Self {
        Self {
            colour: shape.colour,
            length: shape.length,
            width: shape.width,
            rest_degrees: shape.rest_degrees.into(),
        }
    }
}

impl From<ShapeArgument> for BoneShape {
    fn from(shape: ShapeArgument) -> Self {
        Self {
            colour: shape.colour,
            length: shape.length,
            width: shape.width,
            rest_degrees: Vec3::from(shape.rest_degrees),
        }
    }
}

/// The bones of a model, to attach them to another.
pub fn skeleton_bones(model: &Model) -> Vec<SkeletonBone> {
    let hierarchy = model.skeleton.hierarchy();
    let names = model.bone_names();
    let bones = model.skeleton.bones.iter().zip(names).enumerate();
    bones
        .map(|(index, (bone, name))| SkeletonBone {
            name,
            parent: hierarchy
                .parent(index)
                .and_then(|parent| u32::try_from(parent).ok()),
            position: bone.pivot.into(),
            shape: bone.shape.map(Into::into),
        })
        .collect()
}
