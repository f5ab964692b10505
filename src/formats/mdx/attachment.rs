//! One attachment: a place where other models are hung, `ATCH`.

use super::node::Node;
use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// An attachment; behind its node 264 bytes and the track `KATV`.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 260 | path |
    /// | 260 | 4 | attachment id |
    /// | 264 | | tracks |
    pub struct Attachment {
        /// Its place in the tree.
        pub node: Node,
        /// Path of a model that always hangs there, padded with zeros; empty in most.
        pub path: [u8; 260],
        /// Number among the attachments.
        pub attachment_id: u32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}
