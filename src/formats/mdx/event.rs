//! One event: a sound, a splat or a footprint at moments of the time axis, `EVTS`.

use super::node::Node;
use super::record::{Record, read_count, record, write_all};
use super::section::Section;
use super::sink::Sink;
use crate::formats::FormatError;

const KEVT: [u8; 4] = *b"KEVT";

record! {
    merged
    /// An event; its node's name says what happens.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | `KEVT`; it and the rest may be missing |
    /// | 4 | 4 | number of times |
    /// | 8 | 4 | global sequence, -1 none |
    /// | 12 | | i32 times in ms |
    pub struct Event {
        /// Its place in the tree.
        pub node: Node,
        /// Whether the list of times is there, which may be empty.
        pub has_times: bool,
        /// Index of the global sequence whose clock it runs on, -1 for none.
        pub global_sequence: i32,
        /// When it happens, as found. They are written even if `has_times` is not set.
        pub times: Vec<i32>,
    }
}

impl Record for Event {
    const LEAST: usize = Node::LEAST;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let mut event = Self {
            node: Node::read(section).map_err(|error| error.within("node"))?,
            has_times: section.peek() == Some(KEVT),
            global_sequence: -1,
            times: Vec::new(),
        };
        if event.has_times {
            let times = event.read_times(section);
            times.map_err(|error| error.within("times"))?;
        }
        Ok(event)
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        self.node
            .write(sink)
            .map_err(|error| error.within("node"))?;
        if self.has_times || !self.times.is_empty() {
            sink.bytes(&KEVT);
            sink.count("times", self.times.len())?;
            self.global_sequence.write(sink)?;
            write_all(&self.times, sink)?;
        }
        Ok(())
    }
}

impl Event {
    fn read_times(&mut self, section: &mut Section<'_>) -> Result<(), FormatError> {
        section.tag(KEVT)?;
        let start = section.position();
        let count = section.u32()?;
        self.global_sequence = i32::read(section)?;
        section.check_room(start, count, 4)?;
        self.times = read_count(section, count as usize)?;
        Ok(())
    }
}
