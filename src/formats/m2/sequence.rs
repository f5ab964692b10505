//! One animation sequence (a clip's header), 64 bytes.

use super::bounds::Bounds;
use super::record::record;

record! {
    /// A sequence.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 2 | animation id |
    /// | 2 | 2 | variation |
    /// | 4 | 4 | duration in ms |
    /// | 8 | 4 | move speed |
    /// | 12 | 4 | flags |
    /// | 16 | 2 | frequency |
    /// | 18 | 2 | padding |
    /// | 20 | 8 | least and most repeats |
    /// | 28 | 4 | blend times in and out |
    /// | 32 | 28 | bounds |
    /// | 60 | 2 | next variation, -1 none |
    /// | 62 | 2 | alias target |
    #[derive(Copy)]
    pub struct Sequence {
        /// Row of the game's animation table: 0 stand, 4 walk, ...
        pub id: u16,
        /// Number among the sequences of one id.
        pub variation: u16,
        /// Length in milliseconds; may be 0.
        pub duration_ms: u32,
        /// Yards a second while the model moves with this sequence.
        pub move_speed: f32,
        /// Bits, see the constants of [`Sequence`]; the others have no known meaning.
        pub flags: u32,
        /// Chance among the variations of one id, meant to add up to 32767.
        pub frequency: i16,
        /// Without meaning, kept.
        pub padding: u16,
        /// Least number of times the sequence is played on.
        pub repeat_min: u32,
        /// Most number of times the sequence is played on.
        pub repeat_max: u32,
        /// Milliseconds to blend from the sequence before.
        pub blend_in_ms: u16,
        /// Milliseconds to blend to the sequence after; 0 where only one time is given.
        pub blend_out_ms: u16,
        /// Bounds while the sequence plays.
        pub bounds: Bounds,
        /// Index of the next sequence of the same id, -1 none.
        pub next_variation: i16,
        /// Index of the sequence to play instead, if the alias flag is set.
        pub alias_target: u16,
    }
}

impl Sequence {
    /// The keys are in the model file.
    pub const KEYS_IN_MODEL: u32 = 0x20;
    /// The sequence plays another one; its own keys must not be read.
    pub const ALIAS: u32 = 0x40;
    /// The sequence is blended.
    pub const BLENDED: u32 = 0x80;

    /// Whether the sequence plays another one.
    pub fn is_alias(&self) -> bool {
        self.flags & Self::ALIAS != 0
    }

    /// Whether the keys are in an `.anim` file.
    pub fn is_external(&self) -> bool {
        !self.is_alias() && self.flags & Self::KEYS_IN_MODEL == 0
    }
}
