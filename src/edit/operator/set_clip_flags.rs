//! Sets what the game does with a clip. What is left out stays.

use super::spec::operator;
use crate::anim::{Clip, ClipFlags, resolve_alias};
use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::{AliasArgument, ClipRef, EditError};

operator! {
    /// Sets what the game does with a clip. What is left out stays.
    SetClipFlags = "set_clip_flags" {
        /// The clip.
        clip: ClipRef,
        /// The whole flag word, set before `looping` and `alias`.
        #[serde(default)]
        flags: Option<u32> = "null",
        /// Whether it repeats.
        #[serde(default)]
        looping: Option<bool> = "null",
        /// Speed at which the game moves the model, file units a second.
        #[serde(default)]
        move_speed: Option<f32> = "null",
        /// How often this variation is chosen, out of 32767.
        #[serde(default)]
        frequency: Option<i16> = "null",
        /// Least and most number of repeats.
        #[serde(default)]
        repeat: Option<[u32; 2]> = "null",
        /// Blend time in ms.
        #[serde(default)]
        blend_time_ms: Option<u16> = "null",
        /// How rarely Warcraft III chooses it among the clips of its name; 0 = as often as others.
        #[serde(default)]
        rarity: Option<f32> = "null",
        /// Whose keyframes it plays.
        #[serde(default)]
        alias: Option<AliasArgument> = "null",
    }
    example r##"{"op":"set_clip_flags","model":1,"clip":"#0","flags":null,"looping":true,"move_speed":2.5,"frequency":32767,"repeat":[0,0],"blend_time_ms":150,"rarity":0.0,"alias":null}"##
}

impl SetClipFlags {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let index = self.clip.resolve(draft.model)?;
        let name = draft.clip_name(index);
        if let Some(speed) = self.move_speed {
            finite("move_speed", &[speed])?;
        }
        if let Some(rarity) = self.rarity {
            finite("rarity", &[rarity])?;
        }
        if draft.model.format.is_mdx() {
            let of_wow = [
                ("alias", matches!(self.alias, Some(AliasArgument::Of(_)))),
                (
                    "flags",
                    self.flags
                        .is_some_and(|flags| flags & !ClipFlags::PLAYS_ONCE != 0),
                ),
                ("frequency", self.frequency.is_some()),
                ("repeat", self.repeat.is_some()),
                ("blend_time_ms", self.blend_time_ms.is_some()),
            ];
            if let Some((argument, _)) = of_wow.into_iter().find(|(_, is_set)| *is_set) {
                return Err(EditError::Value {
                    argument,
                    reason: "is nothing that a clip of Warcraft III has".to_owned(),
                });
            }
        }
        let target = match &self.alias {
            Some(AliasArgument::Of(target)) => Some(
                draft
                    .model
                    .clips
                    .get(target.resolve(draft.model)?)
                    .map(|clip| clip.id),
            ),
            _ => None,
        };
        let clips = draft.clips_mut();
        if let Some(clip) = clips.get_mut(index) {
            if let Some(flags) = self.flags {
                clip.flags = ClipFlags(flags);
            }
            match self.looping {
                Some(true) => clip.flags.0 &= !ClipFlags::PLAYS_ONCE,
                Some(false) => clip.flags.0 |= ClipFlags::PLAYS_ONCE,
                None => {}
            }
            match &self.alias {
                Some(AliasArgument::None) => {
                    clip.flags.0 &= !ClipFlags::ALIAS;
                    clip.alias_of = clip.id;
                }
                Some(AliasArgument::Of(_)) => {
                    clip.flags.0 |= ClipFlags::ALIAS;
                    clip.alias_of = target.flatten().unwrap_or(clip.alias_of);
                }
                None => {}
            }
            clip.move_speed = self.move_speed.unwrap_or(clip.move_speed);
            clip.frequency = self.frequency.unwrap_or(clip.frequency);
            clip.rarity = self.rarity.unwrap_or(clip.rarity);
            clip.repeat = self.repeat.unwrap_or(clip.repeat);
            if let Some(blend) = self.blend_time_ms {
                clip.blend_time = (clip.blend_time & 0xFFFF_0000) | u32::from(blend);
            }
        }
        let is_alias = clips.get(index).is_some_and(Clip::is_alias);
        if is_alias && resolve_alias(clips, index).is_none() {
            return Err(EditError::BrokenAlias { clip: name });
        }
        Ok(format!("Set properties of {name}"))
    }
}
