//! The two sides of a model: which bone and which vertex is the mirror image of which.

use super::Model;
use crate::skeleton::MirrorPairs;

/// How far places may be apart and count as the same, as a share of the model's size.
const SHARE_OF_SIZE: f32 = 1e-3;

impl Model {
    /// The mirror image of each bone: by what the user said, by names, by places.
    pub fn mirror_pairs(&self) -> MirrorPairs {
        let told = &self.skin_settings.mirror_bones;
        MirrorPairs::new(&self.skeleton, &self.bone_names(), told, self.size())
    }

    /// How far places of the mesh may be apart and still count as the same, file units.
    pub fn place_tolerance(&self) -> f32 {
        let size = self.size();
        if size.is_finite() {
            size * SHARE_OF_SIZE
        } else {
            0.0
        }
    }
}
