//! What there is to say about automatic weights that were found, in sentences.

use super::AutomaticFound;
use crate::document::Model;
use crate::skinning::automatic::{BoneFallback, MeshDefects};

/// Something to say about automatic weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AutomaticNote {
    /// A bone did not get all its vertices by the method asked for.
    Fallback {
        /// The bone as reports write it, such as `bones[12]`.
        path: String,
        /// Which bone, how it got its vertices, and why.
        sentence: String,
    },
    /// What is wrong with the mesh; none of it stops automatic weights.
    Mesh(String),
}

impl AutomaticNote {
    /// What there is to say.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Fallback { sentence, .. } | Self::Mesh(sentence) => sentence,
        }
    }
}

impl AutomaticFound {
    /// What there is to say: bones that fell back, then the mesh.
    pub fn notes(&self, model: &Model) -> Vec<AutomaticNote> {
        let fallbacks = self.weights.fallbacks.iter();
        let fallbacks = fallbacks.map(|fallback| AutomaticNote::Fallback {
            path: format!("bones[{}]", fallback.bone),
            sentence: fallback_sentence(fallback, &model.bone_name(fallback.bone)),
        });
        let mesh = mesh_sentence(&self.weights.defects);
        fallbacks.chain(mesh.map(AutomaticNote::Mesh)).collect()
    }
}

fn fallback_sentence(fallback: &BoneFallback, bone: &str) -> String {
    let BoneFallback {
        method,
        vertex_count,
        reason,
        ..
    } = fallback;
    match method {
        Some(method) => {
            let vertices = many(*vertex_count, "vertex", "vertices");
            format!(
                "Bone '{bone}': {vertices} by {}, for {reason}.",
                method.word()
            )
        }
        None => format!("Bone '{bone}' moves no vertex, for {reason}."),
    }
}

/// Everything that is wrong with a mesh in one sentence; `None` where nothing is.
fn mesh_sentence(defects: &MeshDefects) -> Option<String> {
    // Several parts are no fault, unless one of them sees no bone.
    let of_parts = |count: usize| format!("{count} of {} parts see no bone", defects.islands);
    let counts = [
        (
            defects.duplicate_vertices,
            "vertex at the place of another",
            "vertices at the place of another",
        ),
        (
            defects.loose_vertices,
            "vertex of no triangle",
            "vertices of no triangle",
        ),
        (
            defects.vertices_without_place,
            "vertex whose position is not a number",
            "vertices whose positions are not numbers",
        ),
        (
            defects.degenerate_triangles,
            "triangle without area, left out",
            "triangles without area, left out",
        ),
        (
            defects.duplicate_triangles,
            "triangle that is there twice, left out once",
            "triangles that are there twice, left out once",
        ),
        (
            defects.flipped_triangles,
            "triangle that faces the wrong way, turned for the search",
            "triangles that face the wrong way, turned for the search",
        ),
        (
            defects.non_manifold_edges,
            "edge of more than two triangles",
            "edges of more than two triangles",
        ),
        (defects.open_edges, "open edge", "open edges"),
    ];
    let mut faults: Vec<String> = counts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, more)| many(count, one, more))
        .collect();
    if defects.islands_without_bones > 0 {
        faults.push(of_parts(defects.islands_without_bones));
    }
    (!faults.is_empty()).then(|| format!("The mesh has {}.", faults.join("; ")))
}

fn many(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
