//! How much memory an edit holds, for the budget of the history.

use super::any_track::for_kept_track;
use super::{AnyTrack, Edit};
use crate::anim::{AnyKeys, BoneTracks, KeyList};
use crate::skeleton::{Bone, BoneId};
use crate::skinning::SkinSettings;

impl Edit {
    /// Bytes it holds, counted for the budget of the history.
    pub fn byte_count(&self) -> usize {
        let held = match self {
            Self::SwapKeys { keys, .. } => keys_bytes(keys),
            Self::SwapTrack { track, .. } => track_bytes(track),
            Self::SwapBone { bone, .. } => size_of::<Bone>() + name_bytes(bone),
            Self::ToggleBone { bone, .. } => bone.as_ref().map_or(0, |pair| {
                let (bone, tracks) = pair.as_ref();
                size_of::<(Bone, BoneTracks)>()
                    + name_bytes(bone)
                    + list_bytes(tracks.translation.lists())
                    + list_bytes(tracks.rotation.lists())
                    + list_bytes(tracks.scale.lists())
            }),
            Self::SwapClips { clips, lookup, .. } => {
                size_of_val(clips.as_slice()) + size_of_val(lookup.as_slice())
            }
            Self::ToggleLists { paths, lists, .. } => {
                let lists = lists.as_deref().unwrap_or_default();
                size_of_val(paths.as_slice()) + lists.iter().map(keys_bytes).sum::<usize>()
            }
            Self::SwapInfluences { vertices, .. } => {
                let more = vertices.iter().filter_map(|(_, _, more)| more.as_deref());
                size_of_val(vertices.as_slice()) + more.map(size_of_val).sum::<usize>()
            }
            Self::SwapSkinSettings { settings, .. } => {
                let per_bone = settings.locked_bones.len() + 2 * settings.mirror_bones.len();
                size_of::<SkinSettings>() + per_bone * size_of::<BoneId>()
            }
            Self::SwapCarriers { carriers, .. } => size_of_val(carriers.as_slice()),
            Self::SwapKeyBones { lookup, .. } => size_of_val(lookup.as_slice()),
            Self::SwapPalettes {
                bones,
                centre_bones,
                ..
            } => {
                let centres = centre_bones.iter().map(|view| size_of_val(view.as_slice()));
                size_of_val(bones.as_slice()) + centres.sum::<usize>()
            }
            Self::SwapGeosetGroups {
                groups,
                vertex_groups,
                ..
            } => {
                let bones = groups.iter().map(|group| size_of_val(group.as_slice()));
                size_of_val(groups.as_slice()) + bones.sum::<usize>() + vertex_groups.len()
            }
            Self::SwapTerrain { patch, .. } => patch.byte_count(),
            Self::Group(edits) => edits.iter().map(Self::byte_count).sum(),
        };
        size_of::<Self>() + held
    }
}

fn name_bytes(bone: &Bone) -> usize {
    bone.name.as_ref().map_or(0, String::len)
}

fn list_bytes<T>(lists: &[KeyList<T>]) -> usize {
    let one = |list: &KeyList<T>| {
        size_of::<KeyList<T>>()
            + size_of_val(list.times_ms.as_slice())
            + size_of_val(list.values.as_slice())
            + size_of_val(list.tangents.as_slice())
    };
    lists.iter().map(one).sum()
}

fn keys_bytes(keys: &AnyKeys) -> usize {
    match keys {
        AnyKeys::Vector(list) => list_bytes(std::slice::from_ref(list)),
        AnyKeys::Rotation(list) => list_bytes(std::slice::from_ref(list)),
        AnyKeys::Scalar(list) => list_bytes(std::slice::from_ref(list)),
        AnyKeys::Integer(list) => list_bytes(std::slice::from_ref(list)),
        AnyKeys::Event(list) => list_bytes(std::slice::from_ref(list)),
    }
}

fn track_bytes(track: &AnyTrack) -> usize {
    size_of::<AnyTrack>() + for_kept_track!(track, track => list_bytes(track.lists()))
}
