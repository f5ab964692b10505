//! What the frame strip remembers between frames: the selected range, names being typed, scroll.

use super::cell_keys::CellKeysCache;
use crate::anim::ClipId;
use crate::document::ModelId;
use crate::editor::{Cells, Editor};

/// A name being typed for a range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Naming {
    /// The name so far.
    pub(super) name: String,
    /// Whether the first pose comes again at the end.
    pub(super) closes_loop: bool,
    /// Whether the field was not shown yet, so that it has to take the keyboard.
    pub(super) is_new: bool,
}

/// View state of the frame strip.
#[derive(Clone, Debug, Default)]
pub struct FrameStripState {
    /// Whether the pointer was over the panel in the last frame.
    pub is_hovered: bool,
    /// The first and last selected cell.
    pub(super) selected: Option<[u32; 2]>,
    /// The cell at which a range began that is being dragged or goes on with Shift.
    pub(super) anchor: Option<u32>,
    /// Whether a range follows the mouse.
    pub(super) is_dragging: bool,
    /// The name being typed for the range.
    pub(super) naming: Option<Naming>,
    /// The clip being renamed, and what was typed so far.
    pub(super) renaming: Option<(ClipId, String)>,
    /// The cell that was scrolled to last.
    pub(super) shown_cell: Option<u32>,
    /// What the range belongs to: the model, and the clip where each has a strip of its own.
    pub(super) strip: Option<(ModelId, Option<ClipId>)>,
    pub(super) cache: CellKeysCache,
}

impl FrameStripState {
    /// The first and last selected cell; the current cell if none was selected.
    pub fn range(&self, cells: &Cells) -> [u32; 2] {
        let current = cells.current();
        self.selected.unwrap_or([current, current])
    }

    /// Asks for the name of the selected range.
    pub fn begin_naming(&mut self, editor: &Editor) {
        let taken: Vec<String> = editor
            .model()
            .map(|model| model.clips.iter().map(|clip| clip.display_name()).collect())
            .unwrap_or_default();
        let name = (1..=taken.len() + 1)
            .map(|number| format!("Range {number}"))
            .find(|name| !taken.contains(name));
        self.naming = Some(Naming {
            name: name.unwrap_or_default(),
            closes_loop: false,
            is_new: true,
        });
    }

    /// Forgets what belongs to another strip than the one that is shown now.
    pub(super) fn follow(&mut self, editor: &Editor, cells: &Cells) {
        let clip = editor.selection.clip.filter(|_| !cells.is_shared);
        let strip = editor.selection.model.map(|model| (model, clip));
        if self.strip != strip {
            self.strip = strip;
            self.selected = None;
            self.anchor = None;
            self.is_dragging = false;
            self.naming = None;
            self.shown_cell = None;
        }
    }

    /// Selects from where the range began to a cell.
    pub(super) fn select_to(&mut self, cell: u32) {
        let anchor = *self.anchor.get_or_insert(cell);
        self.selected = Some([anchor.min(cell), anchor.max(cell)]);
    }
}
