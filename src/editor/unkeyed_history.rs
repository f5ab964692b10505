//! The unkeyed poses made since the last keyframe, to step back through.

use super::UnkeyedPose;

/// The unkeyed poses made one after the other; the last one is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnkeyedHistory {
    done: Vec<Option<UnkeyedPose>>,
    undone: Vec<Option<UnkeyedPose>>,
}

impl UnkeyedHistory {
    /// The pose that is shown.
    pub fn current(&self) -> Option<&UnkeyedPose> {
        self.done.last().and_then(Option::as_ref)
    }

    /// Shows another pose; `None` if the gesture led back to the keyframes.
    pub(super) fn push(&mut self, pose: Option<UnkeyedPose>) {
        self.done.push(pose);
        self.undone.clear();
    }

    /// Goes back to the pose before; `false` if there is none.
    pub(super) fn undo(&mut self) -> bool {
        match self.done.pop() {
            Some(pose) => {
                self.undone.push(pose);
                true
            }
            None => false,
        }
    }

    /// Goes forward again; `false` if there is nothing to go to.
    pub(super) fn redo(&mut self) -> bool {
        match self.undone.pop() {
            Some(pose) => {
                self.done.push(pose);
                true
            }
            None => false,
        }
    }

    /// Whether undo would go back to another unkeyed pose.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether redo would go forward to another unkeyed pose.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Drops all.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Drops all and gives the pose that was shown.
    pub(super) fn take(&mut self) -> Option<UnkeyedPose> {
        let shown = self.done.pop().flatten();
        self.clear();
        shown
    }
}
