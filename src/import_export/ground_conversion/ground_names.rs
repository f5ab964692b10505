//! How ground is converted: the scale, and which texture stands for which ground type.

use crate::terrain::{TypeId, share_key};
use std::collections::BTreeMap;

/// Ground types of the game that stand for textures nobody named, in this order.
pub(super) const STAND_INS: [TypeId; 16] = [
    *b"Ldrt", *b"Lgrs", *b"Lrok", *b"Lgrd", *b"Ldrg", *b"Ldro", *b"Ndrt", *b"Ngrs", *b"Nrck",
    *b"Nice", *b"Nsnw", *b"Ndrd", *b"Adrt", *b"Agrs", *b"Arck", *b"Alvd",
];

/// How ground is converted.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundConversion {
    /// Units of the target for one of the source; above 0.
    pub scale: f64,
    /// Ground types by the textures they stand for; paths as they are compared.
    names: BTreeMap<String, TypeId>,
}

impl Default for GroundConversion {
    fn default() -> Self {
        Self {
            scale: 1.0,
            names: BTreeMap::new(),
        }
    }
}

/// A name of a ground type that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{name}', given for '{path}', is no ground type: these have four letters")]
pub struct GroundNameError {
    /// The texture.
    pub path: String,
    /// What was given for it.
    pub name: String,
}

impl GroundConversion {
    /// One of a scale and of names: the ground type of each texture.
    pub fn new(scale: f64, names: &BTreeMap<String, String>) -> Result<Self, GroundNameError> {
        let names = names.iter().map(|(path, name)| {
            let id = TypeId::try_from(name.as_bytes()).map_err(|_| GroundNameError {
                path: path.clone(),
                name: name.clone(),
            });
            Ok((share_key(path), id?))
        });
        Ok(Self {
            scale,
            names: names.collect::<Result<_, _>>()?,
        })
    }

    /// The ground type that was given for a texture.
    pub(super) fn type_of(&self, path: &str) -> Option<TypeId> {
        self.names.get(&share_key(path)).copied()
    }

    /// The texture that was given for a ground type; of several the first.
    pub(super) fn texture_of(&self, id: TypeId) -> Option<&str> {
        let mut names = self.names.iter();
        names
            .find(|(_, name)| **name == id)
            .map(|(path, _)| path.as_str())
    }
}
