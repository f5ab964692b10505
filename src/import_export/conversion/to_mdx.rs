//! A model of World of Warcraft as one of Warcraft III.

use super::axis::Axis;
use super::convert::{Converted, Origin};
use super::mdx_groups::Fit;
use super::vertex_error::vertex_errors;
use super::{mdx_clips, mdx_meshes, mdx_nodes};
use crate::document::{Model, ModelFormat};
use crate::import_export::Report;
use crate::math::Vec3;
use crate::mesh::{Texture, TextureKind, TextureTransform};

/// Wrap bits, the only flags of a texture that both formats have.
const WRAP_FLAGS: u32 = 3;

/// Converts an M2 to MDX.
pub fn to_mdx(source: &Model, format: ModelFormat) -> Converted {
    let mut report = Report::default();
    let mut axis = Axis::of(source);
    let mut target = Model::new(source.id, &source.title, format);
    target.name = name_of(source);
    target.global_loops_ms.clone_from(&source.global_loops_ms);
    target.clips = mdx_clips::clips(source, &axis, &mut report);
    target.blend_ms = mdx_clips::blend_ms(source, &mut report);
    target.bounds = source.bounds;
    target.bounds_radius = source.bounds_radius;
    mdx_nodes::bones(source, &mut target, &mut axis, &mut report);
    target.texture_transforms = source
        .texture_transforms
        .iter()
        .map(|transform| transform_of(transform, &mut axis))
        .collect();
    let textures = textures(source, &mut report);
    let meshed = mdx_meshes::meshes(source, &mut target, textures, &mut axis, &mut report);
    let mut origin = Origin {
        clips: axis
            .windows
            .iter()
            .map(|window| Some(window.source))
            .collect(),
        bones: (0..source.skeleton.bones.len()).map(Some).collect(),
        vertices: meshed.vertices,
    };
    if meshed.needs_still {
        mdx_nodes::still_bone(&mut target);
    }
    mdx_nodes::helpers(&mut target);
    mdx_nodes::carried(source, &mut target, &mut axis, &mut report);
    origin.bones.resize(target.skeleton.bones.len(), None);
    axis.tell(&mut report);
    tell(source, &mut report);
    tell_weights(source, &target, &origin, &meshed.fits, &mut report);
    Converted {
        model: target,
        report,
        origin,
    }
}

/// Says how far groups of bones take vertices from where their weights would.
fn tell_weights(
    source: &Model,
    target: &Model,
    origin: &Origin,
    fits: &[Fit],
    report: &mut Report,
) {
    if fits.iter().all(|fit| *fit == Fit::Exact) {
        return;
    }
    let errors = vertex_errors(source, target, origin);
    for (kind, what) in [
        (
            Fit::Averaged,
            "vertices go with the average of a group of bones instead of by their weights",
        ),
        (
            Fit::Rounded,
            "vertices have equal weights but for the rounding to bytes; the shares become exact",
        ),
    ] {
        let own = || errors.iter().zip(fits).filter(|(_, fit)| **fit == kind);
        let largest = own().map(|(error, _)| *error).fold(0.0, f32::max);
        let count = own().count();
        if count > 0 {
            let what = format!("{count} {what}");
            report.lose("vertices.influences", what, largest.into(), "units");
        }
    }
}

/// The name in the file where it is one, else what people call the model.
fn name_of(source: &Model) -> Vec<u8> {
    let name = source.name.split(|&byte| byte == 0).next();
    let name = name.unwrap_or_default();
    let is_text = !name.is_empty() && name.iter().all(|byte| (0x20..0x7F).contains(byte));
    if is_text {
        name.to_vec()
    } else {
        source.title.clone().into_bytes()
    }
}

fn transform_of(from: &TextureTransform, axis: &mut Axis) -> TextureTransform {
    TextureTransform {
        translation: axis.track(&from.translation),
        rotation: axis.track(&from.rotation),
        scale: axis.track(&from.scale),
    }
}

/// The textures; what the game fills in World of Warcraft is a file in Warcraft III.
fn textures(source: &Model, report: &mut Report) -> Vec<Texture> {
    let mut filled = Vec::new();
    let textures = source.textures.iter().map(|texture| {
        let path = match texture.kind.replaceable_name() {
            None => texture.path_text(),
            Some(name) => {
                let path = format!(
                    "{}_{}.blp",
                    source.title,
                    name.replace([' ', '(', ')'], "_")
                );
                filled.push(format!("{name} is {path}"));
                path
            }
        };
        Texture {
            kind: TextureKind::NAMED,
            flags: texture.flags & WRAP_FLAGS,
            path: path.into_bytes(),
        }
    });
    let textures: Vec<Texture> = textures.collect();
    if !filled.is_empty() {
        let what = format!(
            "{} textures that the game fills are read from a file: {}",
            filled.len(),
            filled.join(", ")
        );
        report.lose("textures", what, 0.0, "");
    }
    if !textures.is_empty() {
        report.note(
            "textures",
            "Warcraft III reads BLP1 and TGA; textures of World of Warcraft are BLP2 and need converting.",
        );
    }
    textures
}

fn tell(source: &Model, report: &mut Report) {
    if source.flags != 0 {
        let what = format!("the model's flags 0x{:x}", source.flags);
        report.lose("flags", what, 0.0, "");
    }
    let still = source.clips.iter().filter(|clip| {
        clip.bounds.max - clip.bounds.min == Vec3::zeros() && clip.bounds_radius == 0.0
    });
    let still = still.count();
    if still > 0 {
        report.note("clips", format!("{still} clips have no box around them"));
    }
}
