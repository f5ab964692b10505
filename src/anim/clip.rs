//! A clip: one named piece of animation, and the flags and links the game keeps with it.

use crate::math::{Aabb, Vec3};
use std::collections::HashMap;

/// Names a clip for as long as the document lives; never reused.
///
/// Clips of an imported file get their file index, clips made later start at
/// [`ClipId::FIRST_NEW`]; see [`crate::skeleton::BoneId`] for why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClipId(pub u32);

impl ClipId {
    /// What formats with 16-bit references write for "no clip".
    pub const NONE: Self = Self(0xFFFF);
    /// Ids from here on were made by an edit, not read from a file.
    pub const FIRST_NEW: u32 = 0x1_0000;
}

/// The flag word of a clip, as M2 264 stores it; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClipFlags(pub u32);

impl ClipFlags {
    /// The clip plays once and holds its last pose.
    pub const PLAYS_ONCE: u32 = 0x1;
    /// The keys are in the model file, not in a file of their own.
    pub const KEYS_INLINE: u32 = 0x20;
    /// The clip plays another clip's keys.
    pub const ALIAS: u32 = 0x40;

    /// Whether any of `bits` is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// One clip ("sequence" in the files).
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Stable name of this clip inside the document.
    pub id: ClipId,
    /// A name given by the user; without one the game's name for `animation_id` is shown.
    pub name: Option<String>,
    /// The game's number for what this clip shows (0 Stand, 4 Walk, ...).
    pub animation_id: u16,
    /// Counts the clips of one animation id.
    pub variation: u16,
    /// Where the clip starts on the file's axis; 0 where every clip has its own axis.
    pub start_ms: i32,
    /// Length; may be 0. Past [`i32::MAX`] it is a negative number in disguise: the clip ends
    /// before it starts.
    pub duration_ms: u32,
    /// Speed at which the game moves the model while this plays, file units a second.
    pub move_speed: f32,
    /// Flag word.
    pub flags: ClipFlags,
    /// How often this variation is chosen, out of 32767.
    pub frequency: i16,
    /// Two bytes after the frequency; kept.
    pub padding: u16,
    /// Least and most number of repeats.
    pub repeat: [u32; 2],
    /// Blend time in ms, in the low half; the high half is a second one in later versions.
    pub blend_time: u32,
    /// Box around the model in this clip.
    pub bounds: Aabb,
    /// Radius of a sphere around the model in this clip.
    pub bounds_radius: f32,
    /// The next variation of the same animation id; [`ClipId::NONE`] for none.
    pub variation_next: ClipId,
    /// The clip whose keys play, if [`ClipFlags::ALIAS`] is set; else whatever the file holds.
    pub alias_of: ClipId,
    /// MDX: how rarely this clip is chosen among those of its name; 0 = as often as others.
    pub rarity: f32,
    /// MDX: a number the game keeps with the clip; not used by anything seen.
    pub sync_point: u32,
}

impl Clip {
    /// A clip without a name, length or link, as a new one begins.
    pub fn blank(id: ClipId) -> Self {
        let nothing = Aabb {
            min: Vec3::zeros(),
            max: Vec3::zeros(),
        };
        Self {
            id,
            name: None,
            animation_id: 0,
            variation: 0,
            start_ms: 0,
            duration_ms: 0,
            move_speed: 0.0,
            flags: ClipFlags(0),
            frequency: 0,
            padding: 0,
            repeat: [0, 0],
            blend_time: 150,
            bounds: nothing,
            bounds_radius: 0.0,
            variation_next: ClipId::NONE,
            alias_of: id,
            rarity: 0.0,
            sync_point: 0,
        }
    }

    /// Whether the clip plays another clip's keys.
    pub fn is_alias(&self) -> bool {
        self.flags.has(ClipFlags::ALIAS)
    }

    /// Whether the clip repeats.
    pub fn is_looping(&self) -> bool {
        !self.flags.has(ClipFlags::PLAYS_ONCE)
    }

    /// Whether the clip ends before it starts, as damaged files have it; it shows its start only.
    pub fn runs_backwards(&self) -> bool {
        self.duration_ms > i32::MAX.cast_unsigned()
    }

    /// How long the clip plays, ms; nothing of one that runs backwards.
    pub fn length_ms(&self) -> u32 {
        if self.runs_backwards() {
            0
        } else {
            self.duration_ms
        }
    }

    /// What to call the clip: the user's name, else the game's, with the variation if not the first.
    pub fn display_name(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let name = super::animation_name(self.animation_id);
        match self.variation {
            0 => name,
            variation => format!("{name} ({variation})"),
        }
    }
}

/// Position of the clip with this id.
///
/// A clip of a file sits where its id says, or before that once clips were deleted: there it is
/// looked for first.
pub fn clip_position(clips: &[Clip], id: ClipId) -> Option<usize> {
    let guess = id.0 as usize;
    if clips.get(guess).is_some_and(|clip| clip.id == id) {
        return Some(guess);
    }
    let (before, after) = clips.split_at(guess.min(clips.len()));
    let in_after = || after.iter().position(|clip| clip.id == id);
    before
        .iter()
        .rposition(|clip| clip.id == id)
        .or_else(|| in_after().map(|at| before.len() + at))
}

/// Follows aliases from the clip at `index` to the clip that holds the keys.
///
/// `None` if the chain leaves the list or runs in a circle.
pub fn resolve_alias(clips: &[Clip], index: usize) -> Option<usize> {
    let mut at = index;
    for _ in 0..=clips.len() {
        let clip = clips.get(at)?;
        if !clip.is_alias() {
            return Some(at);
        }
        at = clip_position(clips, clip.alias_of)?;
    }
    None
}

/// What [`resolve_alias`] gives for every clip, in time that grows with their number only.
pub fn resolve_aliases(clips: &[Clip]) -> Vec<Option<usize>> {
    let positions: HashMap<ClipId, usize> = clips.iter().map(|clip| clip.id).zip(0..).collect();
    let next = |at: usize| {
        let clip = clips.get(at).filter(|clip| clip.is_alias())?;
        positions.get(&clip.alias_of).copied()
    };
    // Whether a clip was looked at, and where it leads.
    let mut known: Vec<Option<Option<usize>>> = clips
        .iter()
        .zip(0..)
        .map(|(clip, at)| (!clip.is_alias()).then_some(Some(at)))
        .collect();
    let mut path = Vec::new();
    for start in 0..clips.len() {
        let (mut at, mut end) = (Some(start), None);
        while let Some(here) = at {
            match known.get_mut(here) {
                Some(Some(found)) => {
                    end = *found;
                    break;
                }
                Some(unknown) => *unknown = Some(None),
                None => break,
            }
            path.push(here);
            at = next(here);
        }
        for passed in path.drain(..) {
            if let Some(known) = known.get_mut(passed) {
                *known = Some(end);
            }
        }
    }
    known.into_iter().map(Option::flatten).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clip(id: u32, alias_of: Option<u32>) -> Clip {
        let nothing = Aabb {
            min: Vec3::zeros(),
            max: Vec3::zeros(),
        };
        Clip {
            id: ClipId(id),
            name: None,
            animation_id: 0,
            variation: 0,
            start_ms: 0,
            duration_ms: 0,
            move_speed: 0.0,
            flags: ClipFlags(alias_of.map_or(0, |_| ClipFlags::ALIAS)),
            frequency: 0,
            padding: 0,
            repeat: [0; 2],
            blend_time: 0,
            bounds: nothing,
            bounds_radius: 0.0,
            variation_next: ClipId::NONE,
            alias_of: ClipId(alias_of.unwrap_or(0)),
            rarity: 0.0,
            sync_point: 0,
        }
    }

    #[track_caller]
    fn check_holders(aliases: &[(u32, Option<u32>)], expected: &[Option<usize>]) {
        let clips: Vec<Clip> = aliases
            .iter()
            .map(|&(id, target)| clip(id, target))
            .collect();
        assert_eq!(resolve_aliases(&clips), expected);
        let one_by_one: Vec<_> = (0..clips.len())
            .map(|index| resolve_alias(&clips, index))
            .collect();
        assert_eq!(one_by_one, expected);
    }

    #[test]
    fn aliases_lead_to_a_clip_with_keys_or_nowhere() {
        let chain = [(0, None), (1, Some(2)), (2, Some(0)), (3, Some(1))];
        check_holders(&chain, &[Some(0); 4]);
        let circle = [(0, Some(1)), (1, Some(2)), (2, Some(1)), (3, Some(3))];
        check_holders(&circle, &[None; 4]);
        let strays = [(0, Some(9)), (1, Some(0)), (2, None)];
        check_holders(&strays, &[None, None, Some(2)]);
    }

    #[test]
    fn a_clip_is_found_where_edits_put_it() {
        let ids = [7, 0x1_0000, 2, 3, 0];
        let clips: Vec<Clip> = ids.iter().map(|&id| clip(id, None)).collect();
        for (index, &id) in ids.iter().enumerate() {
            assert_eq!(clip_position(&clips, ClipId(id)), Some(index));
        }
        assert_eq!(clip_position(&clips, ClipId(4)), None);
        assert_eq!(clip_position(&[], ClipId(0)), None);
        check_holders(&[(5, Some(6)), (6, None)], &[Some(1), Some(1)]);
    }
}
