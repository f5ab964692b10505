//! What to call a bone whose file stores no name.

use super::Model;

impl Model {
    /// What to call the bone at `index`.
    pub fn bone_name(&self, index: usize) -> String {
        match self
            .skeleton
            .bones
            .get(index)
            .and_then(|bone| bone.name.clone())
        {
            Some(name) => name,
            None => format!("Bone {index}"),
        }
    }
}
