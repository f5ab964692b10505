//! Puts the bramblehog together: a mesh on bones, then the script of poses and ranges.

use super::body::{Body, part};
use super::bones::{HogBone, parents, skeleton, stretches};
use super::paint;
use super::script::bramblehog_script;
use crate::anim::{BoneTracks, ClipId};
use crate::document::{Document, Model, ModelFormat, ModelId};
use crate::edit::{EntryFocus, History};
use crate::mesh::{Texture, TextureKind};
use crate::samples::assemble::{Look, Piece, assemble};
use crate::samples::atlas::unwrap_surface;
use crate::samples::bake::bake;
use crate::samples::bounds;
use crate::samples::field::openness;
use crate::samples::keys::constant;
use crate::samples::stretches::weigh;
use crate::samples::{Picture, SampleModel};

/// Side of the hide's picture.
const PICTURE_PX: u32 = 1024;
const TEXTURE_PATH: &str = "creature\\bramblehog\\bramblehog_hide.blp";

/// The bramblehog with its clips, made by [`bramblehog_script`]; the same on every call.
pub fn bramblehog() -> SampleModel {
    let SampleModel { model, textures } = bramblehog_at_rest();
    let mut document = Document::new();
    document.models.push(model);
    let mut history = History::default();
    for operator in bramblehog_script() {
        // The script names only what this model has; a test runs it and looks at what it made.
        let applied = history.apply(&mut document, &operator, EntryFocus::default());
        debug_assert!(applied.is_ok(), "{applied:?}");
    }
    let made = document.models.pop();
    let mut model = made.unwrap_or_else(|| Model::new(ModelId(0), "bramblehog", FORMAT));
    number_clips(&mut model);
    bounds::fill(&mut model);
    SampleModel { model, textures }
}

/// Gives clips the ids that they would have if the model had been read from a file.
fn number_clips(model: &mut Model) {
    let ids: Vec<ClipId> = model.clips.iter().map(|clip| clip.id).collect();
    let number = |id: ClipId| {
        let position = ids.iter().position(|&other| other == id);
        position.map_or(id, |position| ClipId(position as u32))
    };
    for clip in &mut model.clips {
        clip.id = number(clip.id);
        clip.alias_of = number(clip.alias_of);
        clip.variation_next = number(clip.variation_next);
    }
    for id in &mut model.clip_lookup {
        *id = number(*id);
    }
}

const FORMAT: ModelFormat = ModelFormat::M2 { version: 264 };

/// The bramblehog before anybody posed it: mesh, bones and texture, no clips.
pub fn bramblehog_at_rest() -> SampleModel {
    let mut model = Model::new(ModelId(0), "bramblehog", FORMAT);
    model.name = b"Bramblehog\0".to_vec();
    model.skeleton = skeleton();
    model.bone_tracks = vec![BoneTracks::default(); HogBone::COUNT];
    model.clip_lookup = vec![ClipId::NONE];
    model.textures = vec![Texture {
        kind: TextureKind::NAMED,
        flags: 0,
        path: TEXTURE_PATH.bytes().chain([0]).collect(),
    }];
    model.replaceable_lookup = vec![0];
    model.texture_weights = vec![constant(1.0)];
    let (piece, picture) = hide();
    assemble(&mut model, &[piece]);
    bounds::fill(&mut model);
    model.bounds = model.vertices.bounds();
    model.bounds_radius = model.bounds.max.norm().max(model.bounds.min.norm());
    SampleModel {
        model,
        textures: vec![(TEXTURE_PATH.to_owned(), picture)],
    }
}

/// The hide as one piece, and its picture.
fn hide() -> (Piece, Picture) {
    let body = Body::new();
    let skin = body.surface();
    let weights = weigh(&skin, &stretches(), &parents());
    let density = |tag: u8| match tag {
        part::HEAD | part::SNOUT | part::EYE => 1.7,
        part::TUSK | part::EAR => 1.2,
        part::THORN => 0.7,
        _ => 0.9,
    };
    let (unwrapped, source) = unwrap_surface(&skin, density, PICTURE_PX as f32, 5.0);
    let field = |p: &_| body.distance(p);
    let both = unwrapped.positions.iter().zip(&unwrapped.normals);
    let open: Vec<f32> = both.map(|(p, n)| openness(&field, p, n)).collect();
    let picture = bake(&unwrapped, &open, PICTURE_PX, |place| {
        paint::hide(&body, place)
    });
    let influences = source
        .iter()
        .filter_map(|&vertex| weights.get(vertex as usize).copied());
    let piece = Piece {
        influences: influences.collect(),
        surface: unwrapped,
        geoset: 0,
        look: Look::default(),
    };
    (piece, picture)
}
