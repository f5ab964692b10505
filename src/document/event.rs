//! A moment of a clip at which the game does something: a sound, a footprint, a hit.

use crate::anim::Track;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// An event on a bone, with the times at which it fires.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Four letters that say what happens, such as `$HIT`.
    pub tag: [u8; 4],
    /// What the tag needs: a sound's number, a shake's number.
    pub payload: u32,
    /// The bone it happens at.
    pub bone: BoneId,
    /// Where, in model space.
    pub position: Vec3,
    /// When.
    pub times: Track<()>,
}

impl Event {
    /// The tag as text; bytes that are no ASCII become `?`.
    pub fn tag_text(&self) -> String {
        self.tag
            .iter()
            .map(|&b| if b.is_ascii_graphic() { b as char } else { '?' })
            .collect()
    }
}
