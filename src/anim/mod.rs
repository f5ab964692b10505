//! Clips, tracks, keyframes, interpolation and sampling.

mod axis_cover;
mod bake;
mod bone_cursors;
mod cell;
mod clip;
mod clip_lookup;
mod clock;
mod cursor;
mod interpolate;
mod key_place;
mod key_slice;
mod keys;
mod lanes;
mod names;
mod playback;
mod sample;
mod track;

pub use axis_cover::AxisCover;
pub use bake::{BakeBound, BakeSource, BakedClip, BoneChannel};
pub use bone_cursors::BoneCursors;
pub use cell::{FASTEST_RATE, cell_ms, is_rate, nearest_cell};
pub use clip::{Clip, ClipFlags, ClipId, clip_position, resolve_alias, resolve_aliases};
pub use clip_lookup::clip_lookup;
pub use clock::{Clock, KeyWindow};
pub use cursor::TrackCursor;
pub use interpolate::{Cubic, Interpolate};
pub use key_place::KeyPlace;
pub use key_slice::KeySlice;
pub use keys::{AnyKeys, KeyList, KeyValue, Tangents};
pub use names::{animation_id, animation_name};
pub use playback::Playback;
pub use track::{BoneTracks, Driver, Interpolation, Track, TrackKeys, TrackMut, TrackRef};
