//! The shape of a model's mesh, worked out once.

use super::Model;
use crate::mesh::{MirrorMap, Topology};
use std::sync::{Arc, Mutex, PoisonError};

/// Remembers the topology of a mesh, and what its sides are, for as long as the mesh is the same.
///
/// It is no content: all are equal, and a copy of a model works it out for itself.
#[derive(Default)]
pub(crate) struct MeshShape(Mutex<Option<Kept>>);

/// What was worked out.
struct Kept {
    of: Key,
    topology: Arc<Topology>,
    mirror: Option<Arc<MirrorMap>>,
}

/// Where the arrays are that the topology was made of, and their lengths.
type Key = [(usize, usize); 3];

impl Clone for MeshShape {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for MeshShape {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for MeshShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MeshShape")
    }
}

impl Model {
    /// The shape of the mesh as its first view cuts it: worked out when first asked for.
    ///
    /// No edit moves vertices or changes triangles; code that builds a model does so in arrays of
    /// its own, and is then given the shape of these.
    pub fn topology(&self) -> Arc<Topology> {
        self.with_shape(|kept| Arc::clone(&kept.topology))
    }

    /// The mirror image of each vertex by its place, worked out when first asked for.
    pub fn mirror_map(&self) -> Arc<MirrorMap> {
        self.with_shape(|kept| {
            let make = || {
                let tolerance = self.place_tolerance();
                let map = MirrorMap::by_place(&self.vertices, &kept.topology, tolerance);
                Arc::new(map)
            };
            Arc::clone(kept.mirror.get_or_insert_with(make))
        })
    }

    /// Gives `use_it` what is known of the shape of the mesh as it is.
    fn with_shape<T>(&self, use_it: impl FnOnce(&mut Kept) -> T) -> T {
        let positions = &self.vertices.positions;
        let view = self.views.first();
        let indices = view.map_or(&[][..], |view| &view.vertex_indices);
        let triangles = view.map_or(&[][..], |view| &view.triangles);
        let key = [
            (positions.as_ptr().addr(), positions.len()),
            (indices.as_ptr().addr(), indices.len()),
            (triangles.as_ptr().addr(), triangles.len()),
        ];
        let mut kept = self.shape.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || Kept {
            of: key,
            topology: Arc::new(Topology::new(&self.vertices, view)),
            mirror: None,
        };
        if kept.as_ref().is_some_and(|kept| kept.of != key) {
            *kept = None;
        }
        use_it(kept.get_or_insert_with(fresh))
    }

    /// The most influences a vertex may have when a tool changed it; `None` for any number.
    pub fn influence_limit(&self) -> Option<usize> {
        match (self.skin_settings.influence_limit, self.format) {
            (Some(0), _) => None,
            (Some(limit), _) => Some(usize::from(limit)),
            (None, super::ModelFormat::M2 { .. }) => Some(crate::mesh::SLOTS),
            (None, _) => None,
        }
    }
}
