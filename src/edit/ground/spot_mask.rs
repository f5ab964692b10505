//! The textures that masks of a brush name.

use crate::edit::{EditError, TerrainMasks};

/// The textures of the masks, by their numbers among the names of the ground's textures.
#[derive(Clone, Debug, Default)]
pub struct MaskTextures {
    /// Only where these are.
    pub only: Vec<usize>,
    /// Not where these are.
    pub never: Vec<usize>,
}

impl MaskTextures {
    /// Finds the textures of masks by name, without regard to letter case and kind of slash.
    pub fn new(masks: &TerrainMasks, names: &[String]) -> Result<Self, EditError> {
        let find = |wanted: &[String]| {
            let numbers = wanted.iter().map(|wanted| {
                let key = name_key(wanted);
                let number = names.iter().position(|name| name_key(name) == key);
                number.ok_or_else(|| EditError::Unknown {
                    what: "texture",
                    name: wanted.clone(),
                    near: Vec::new(),
                })
            });
            numbers.collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            only: find(&masks.only_textures)?,
            never: find(&masks.never_textures)?,
        })
    }
}

fn name_key(name: &str) -> String {
    name.replace('/', "\\").to_lowercase()
}
