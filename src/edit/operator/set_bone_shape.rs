//! Sets how bones are drawn: colour, length, width, and which way they point at rest.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::{BoneRef, EditError};
use crate::math::Vec3;
use crate::skeleton::BoneShape;

operator! {
    /// Sets how bones are drawn: colour, length, width, and which way they point at rest. What is left out stays.
    SetBoneShape = "set_bone_shape" {
        /// The bones.
        bones: Vec<BoneRef>,
        /// Red, green and blue, 0 to 255.
        #[serde(default)]
        colour: Option<[u8; 3]> = "null",
        /// Length in file units; 0 is as long as bones are drawn anyway.
        #[serde(default)]
        length: Option<f32> = "null",
        /// Width in file units; 0 is as wide as bones are drawn anyway.
        #[serde(default)]
        width: Option<f32> = "null",
        /// The rest rotation against the parent in degrees: about its own Z, then Y, then X. No pivot moves.
        #[serde(default)]
        rest_degrees: Option<[f32; 3]> = "null",
        /// Whether what was set before is forgotten first.
        #[serde(default)]
        reset: bool = "false",
    }
    example r##"{"op":"set_bone_shape","model":1,"bones":["#0"],"colour":[230,180,60],"length":0.5,"width":0.1,"rest_degrees":[0.0,0.0,90.0],"reset":false}"##
}

impl SetBoneShape {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let bones = draft.bones(&self.bones)?;
        let sizes = [("length", self.length), ("width", self.width)];
        for (argument, size) in sizes {
            check_size(argument, size.unwrap_or(0.0))?;
        }
        finite("rest_degrees", &self.rest_degrees.unwrap_or_default())?;
        let says_something = self.colour.is_some()
            || self.length.is_some()
            || self.width.is_some()
            || self.rest_degrees.is_some();
        for &index in &bones {
            let Some(bone) = draft.bone_mut(index) else {
                continue;
            };
            if self.reset {
                bone.shape = None;
            }
            if !says_something {
                continue;
            }
            let mut shape = bone.shape.unwrap_or(BoneShape::PLAIN);
            shape.colour = self.colour.unwrap_or(shape.colour);
            shape.length = self.length.unwrap_or(shape.length);
            shape.width = self.width.unwrap_or(shape.width);
            shape.rest_degrees = self.rest_degrees.map_or(shape.rest_degrees, Vec3::from);
            bone.shape = Some(shape);
        }
        Ok(format!("Set look of {}", draft.bones_label(&bones)))
    }
}

/// Refuses a size that is no number or below 0.
pub(super) fn check_size(argument: &'static str, size: f32) -> Result<(), EditError> {
    finite(argument, &[size])?;
    if size < 0.0 {
        return Err(EditError::Value {
            argument,
            reason: "must not be below 0".to_owned(),
        });
    }
    Ok(())
}
