//! How weights of a model may be edited, as a section of its own.

use super::stored::{Stored, stored};
use crate::document::Model;
use crate::project::codec::{EncodeError, Encoder, Packed};
use crate::skeleton::BoneId;
use crate::skinning::SkinSettings;
use std::collections::{BTreeMap, BTreeSet};

/// The settings as lists; what is true is 1.
#[derive(Debug)]
struct Lists {
    locked_bones: Vec<BoneId>,
    normalises: u8,
    limits: u8,
    influence_limit: u8,
    welds: u8,
    mirror_from: Vec<BoneId>,
    mirror_to: Vec<BoneId>,
}

stored! {
    /// The section.
    SkinSettingsSection for Lists {
        locked_bones: Packed<BoneId>,
        normalises: u8,
        limits: u8,
        influence_limit: u8,
        welds: u8,
        mirror_from: Packed<BoneId>,
        mirror_to: Packed<BoneId>,
    }
}

impl Stored<SkinSettings> for SkinSettingsSection {
    fn write<E: Encoder>(value: &SkinSettings, to: &mut E) -> Result<(), EncodeError> {
        let SkinSettings {
            locked_bones,
            normalises,
            influence_limit,
            welds,
            mirror_bones,
        } = value;
        let lists = Lists {
            locked_bones: locked_bones.iter().copied().collect(),
            normalises: u8::from(*normalises),
            limits: u8::from(influence_limit.is_some()),
            influence_limit: influence_limit.unwrap_or(0),
            welds: u8::from(*welds),
            mirror_from: mirror_bones.keys().copied().collect(),
            mirror_to: mirror_bones.values().copied().collect(),
        };
        <Self as Stored<Lists>>::write(&lists, to)
    }

    fn restore(self) -> Result<SkinSettings, String> {
        let lists: Lists = Stored::<Lists>::restore(self)?;
        let pairs = lists.mirror_from.into_iter().zip(lists.mirror_to);
        Ok(SkinSettings {
            locked_bones: lists.locked_bones.into_iter().collect::<BTreeSet<_>>(),
            normalises: lists.normalises != 0,
            influence_limit: (lists.limits != 0).then_some(lists.influence_limit),
            welds: lists.welds != 0,
            mirror_bones: pairs.collect::<BTreeMap<_, _>>(),
        })
    }
}

impl SkinSettingsSection {
    /// Writes what the section holds of `model`.
    pub fn write_of<E: Encoder>(model: &Model, to: &mut E) -> Result<(), EncodeError> {
        <Self as Stored<SkinSettings>>::write(&model.skin_settings, to)
    }

    /// Puts what the section holds into `model`.
    pub fn put_into(self, model: &mut Model) -> Result<(), String> {
        model.skin_settings = Stored::<SkinSettings>::restore(self)?;
        Ok(())
    }
}
