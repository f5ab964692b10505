//! How scripts name bones, clips and tracks, and how a name is looked up.

use super::EditError;
use crate::anim::{Clip, ClipId};
use crate::document::{Model, TrackOwner, TrackPath};
use crate::skeleton::BoneId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A bone: its name, `"#index"` in file order, or `{"id": n}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum BoneRef {
    /// Stable id inside the document.
    Id {
        /// The number of the [`BoneId`].
        id: u32,
    },
    /// A name, or `#` and a position in file order.
    Text(String),
}

/// A clip: its name, `"#index"` in file order, or `{"id": n}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ClipRef {
    /// Stable id inside the document.
    Id {
        /// The number of the [`ClipId`].
        id: u32,
    },
    /// A name, or `#` and a position in file order.
    Text(String),
}

/// A track: `"bones[3].rotation"` as reports write it, or a bone and a channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum TrackAddress {
    /// A track of a bone, safe against a change of the order of bones.
    Bone {
        /// The bone.
        bone: BoneRef,
        /// `translation`, `rotation` or `scale`.
        channel: String,
    },
    /// The list, the position in it, and the channel, such as `colours[0].alpha`.
    Text(String),
}

impl From<BoneId> for BoneRef {
    fn from(id: BoneId) -> Self {
        Self::Id { id: id.0 }
    }
}

impl From<ClipId> for ClipRef {
    fn from(id: ClipId) -> Self {
        Self::Id { id: id.0 }
    }
}

impl From<&str> for BoneRef {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&str> for ClipRef {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&str> for TrackAddress {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl fmt::Display for BoneRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { id } => write!(f, "id {id}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for ClipRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { id } => write!(f, "id {id}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for TrackAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bone { bone, channel } => write!(f, "{bone}.{channel}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl BoneRef {
    /// The position of the bone in file order.
    pub fn resolve(&self, model: &Model) -> Result<usize, EditError> {
        let text = match self {
            Self::Id { id } => {
                return model
                    .skeleton
                    .index_of(BoneId(*id))
                    .ok_or_else(|| unknown("bone", self, Vec::new()));
            }
            Self::Text(text) => text,
        };
        look_up("bone", text, model.skeleton.bones.len(), || {
            model.bone_names()
        })
    }
}

impl ClipRef {
    /// The position of the clip in file order.
    pub fn resolve(&self, model: &Model) -> Result<usize, EditError> {
        let text = match self {
            Self::Id { id } => {
                return model
                    .clip_index(ClipId(*id))
                    .ok_or_else(|| unknown("clip", self, Vec::new()));
            }
            Self::Text(text) => text,
        };
        look_up("clip", text, model.clips.len(), || {
            model.clips.iter().map(Clip::display_name).collect()
        })
    }
}

impl TrackAddress {
    /// The path of the track; the track exists.
    pub fn resolve(&self, model: &Model) -> Result<TrackPath, EditError> {
        let path = match self {
            Self::Bone { bone, channel } => {
                let index = bone.resolve(model)?;
                model
                    .skeleton
                    .bones
                    .get(index)
                    .and_then(|bone| TrackPath::named(TrackOwner::Bone(bone.id), channel))
            }
            Self::Text(text) => parse(text, model)?,
        };
        path.filter(|&path| model.track(path).is_some())
            .ok_or_else(|| unknown("track", self, Vec::new()))
    }
}

/// Takes `list[index].channel` apart; a bone may be named by name inside the brackets.
fn parse(text: &str, model: &Model) -> Result<Option<TrackPath>, EditError> {
    let Some((list, rest)) = text.split_once('[') else {
        return Ok(None);
    };
    let Some((inside, channel)) = rest.rsplit_once("].") else {
        return Ok(None);
    };
    if list == "bones" && inside.parse::<u32>().is_err() {
        let index = BoneRef::Text(inside.to_owned()).resolve(model)?;
        let bone = model.skeleton.bones.get(index);
        return Ok(bone.and_then(|bone| TrackPath::named(TrackOwner::Bone(bone.id), channel)));
    }
    let Ok(index) = inside.parse::<u32>() else {
        return Ok(None);
    };
    let owner = TrackOwner::in_list(model, list, index);
    Ok(owner.and_then(|owner| TrackPath::named(owner, channel)))
}

fn unknown(what: &'static str, name: &impl fmt::Display, near: Vec<String>) -> EditError {
    EditError::Unknown {
        what,
        name: name.to_string(),
        near,
    }
}

/// Finds the one position whose name is `text`, or that `#index` names.
///
/// A full match wins over one that ignores letter case; `#index` over a name that starts with `#`.
fn look_up(
    what: &'static str,
    text: &str,
    count: usize,
    names: impl FnOnce() -> Vec<String>,
) -> Result<usize, EditError> {
    if let Some(index) = text.strip_prefix('#').and_then(|t| t.parse::<usize>().ok())
        && index < count
    {
        return Ok(index);
    }
    let names = names();
    let exact: Vec<usize> = (0..names.len())
        .filter(|&i| names.get(i).is_some_and(|name| name == text))
        .collect();
    let found = if exact.is_empty() {
        (0..names.len())
            .filter(|&i| names.get(i).is_some_and(|n| n.eq_ignore_ascii_case(text)))
            .collect()
    } else {
        exact
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(unknown(what, &text, near_names(text, &names))),
        several => Err(EditError::Ambiguous {
            what,
            name: text.to_owned(),
            choices: several.iter().map(|index| format!("#{index}")).collect(),
        }),
    }
}

/// Up to five names that share the most letter pairs with `text`, the likest first.
fn near_names(text: &str, names: &[String]) -> Vec<String> {
    let wanted = letter_pairs(text);
    let mut scored: Vec<(usize, &String)> = names
        .iter()
        .map(|name| {
            let pairs = letter_pairs(name);
            let shared = pairs.iter().filter(|pair| wanted.contains(pair)).count();
            let all = (pairs.len() + wanted.len()).max(1);
            (shared * 200 / all, name)
        })
        .filter(|&(score, _)| score >= 40)
        .collect();
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored
        .into_iter()
        .take(5)
        .map(|(_, name)| name.clone())
        .collect()
}

fn letter_pairs(text: &str) -> Vec<(char, char)> {
    let lower: Vec<char> = text.to_lowercase().chars().collect();
    lower
        .iter()
        .copied()
        .zip(lower.iter().copied().skip(1))
        .collect()
}
