//! Weights in the pictures of `bonewright render`.

use super::CliError;
use super::args::RenderArguments;
use crate::document::Model;
use crate::edit::BoneRef;
use crate::render::{WeightColouring, WeightLooks, WeightRamp, WeightStyle};

/// How weights are drawn and what each vertex shows, if the arguments ask for weights or dots.
pub(super) fn weights_of(
    arguments: &RenderArguments,
    model: &Model,
) -> Result<Option<(WeightStyle, WeightLooks)>, CliError> {
    let colouring = colouring(arguments, model)?;
    if colouring.is_none() && arguments.dots.is_none() {
        return Ok(None);
    }
    let ramp = match arguments.weights_colours.as_str() {
        "heat" => WeightRamp::Heat,
        "colour-blind" => WeightRamp::ColourBlind,
        "grey" => WeightRamp::Grey,
        other => {
            return Err(CliError::usage(format!(
                "--weights-colours takes heat, colour-blind or grey, not \"{other}\""
            )));
        }
    };
    let style = WeightStyle {
        opacity: match colouring {
            Some(_) => arguments.weights_opacity.clamp(0.0, 1.0),
            None => 0.0,
        },
        ramp,
        dot_size: arguments.dots.unwrap_or(0.0).clamp(0.0, 64.0),
        ..WeightStyle::default()
    };
    let shown = colouring.unwrap_or(WeightColouring::AllBones);
    Ok(Some((style, WeightLooks::of(model, shown))))
}

fn colouring(
    arguments: &RenderArguments,
    model: &Model,
) -> Result<Option<WeightColouring>, CliError> {
    let mode = arguments.weights_mode.as_deref();
    match (mode, arguments.weights.as_deref()) {
        (None, None) => Ok(None),
        (None | Some("one"), Some(bone)) => {
            let index = BoneRef::from(bone)
                .resolve(model)
                .map_err(CliError::usage)?;
            let bone = model.skeleton.bones.get(index).map(|bone| bone.id);
            Ok(Some(WeightColouring::OneBone(bone)))
        }
        (Some("one"), None) => Err(CliError::usage(
            "--weights-mode one needs a bone: --weights BONE".to_owned(),
        )),
        (Some("all"), _) => Ok(Some(WeightColouring::AllBones)),
        (Some("dominant"), _) => Ok(Some(WeightColouring::DominantBone)),
        (Some(other), _) => Err(CliError::usage(format!(
            "--weights-mode takes one, all or dominant, not \"{other}\""
        ))),
    }
}
