//! Points of a model that other things hang on or happen at: attachments and events.

use super::record::record;
use super::track::{EventTrack, Track};

record! {
    /// A point to attach another model to, 40 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | id |
    /// | 4 | 2 | bone |
    /// | 6 | 2 | unknown |
    /// | 8 | 12 | position |
    /// | 20 | 20 | visibility track |
    pub struct Attachment {
        /// What is attached here: 0 shield, 1 right hand, 2 left hand, 11 helm, ...
        pub id: u32,
        /// Index of the bone that carries it.
        pub bone: u16,
        /// Without known meaning, kept.
        pub unknown: u16,
        /// Model space.
        pub position: [f32; 3],
        /// 0 hides what is attached.
        pub visibility: Track<u8>,
    }
}

record! {
    /// Something that happens at times of sequences, 36 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | id |
    /// | 4 | 4 | argument |
    /// | 8 | 4 | bone |
    /// | 12 | 12 | position |
    /// | 24 | 12 | event track |
    pub struct Event {
        /// Four letters such as `$HIT`.
        pub id: [u8; 4],
        /// Depends on the id, often the row of a sound.
        pub argument: u32,
        /// Index of the bone it happens at.
        pub bone: u32,
        /// Model space.
        pub position: [f32; 3],
        /// When it happens.
        pub track: EventTrack,
    }
}
