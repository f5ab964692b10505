//! Clips, tracks, keyframes, interpolation and sampling.

mod clip;
mod keys;
mod names;
mod track;

pub use clip::{Clip, ClipFlags, ClipId, resolve_alias};
pub use keys::{AnyKeys, KeyList, KeyValue, Tangents};
pub use names::{animation_id, animation_name};
pub use track::{BoneTracks, Driver, Interpolation, Track, TrackKeys, TrackMut, TrackRef};
