//! The timeline: transport bar, ruler and dope sheet, on one time axis with the curve editor.
//!
//! `time_axis`, `frames`, `sheet`, `sheet_area` and `key_mesh` are geometry and know no widget;
//! `panel` puts the parts together.

mod axis_facts;
mod axis_keys;
mod axis_panel;
mod band_drag;
mod band_strip;
mod bands;
mod dope_sheet;
mod frames;
mod hints;
mod key_drag;
mod key_edits;
mod key_menu;
mod key_mesh;
mod key_operators;
mod neighbours;
mod panel;
mod panel_keys;
mod row_filter;
mod row_id;
mod row_labels;
mod ruler;
mod selected_times;
mod sheet;
mod sheet_area;
mod sheet_cache;
mod sheet_input;
mod sheet_loops;
mod sheet_paint;
mod state;
mod time_axis;
mod transport;
mod view;

pub use axis_facts::{AxisFacts, AxisFactsCache};
pub use band_drag::BandDrag;
pub use bands::{Band, BandKind, BandPart, Bands};
pub use frames::{
    DISPLAY_CHOICES, display_label, is_on_frame, number_text, parse_ms, snap_ms, stepped_ms,
    stride_ms,
};
pub use key_drag::{HeldBy, KeyDrag, KeyMove, MoveKind};
pub use key_mesh::{KEY_RADIUS, KeyColours, KeyMeshInput, build_key_mesh, outline_of, push_key};
pub use key_operators::{KeyChange, KeyOperators};
pub use panel::timeline_ui;
pub use panel_keys::timeline_keys;
pub use row_filter::RowFilter;
pub use row_id::{OpenRows, PartGroup, RowId};
pub use selected_times::SelectedTimes;
pub use sheet::{KeyShape, Sheet, SheetChannel, SheetRow};
pub use sheet_area::{HIT_RADIUS_PX, RowKey, SheetArea, keys_of_row, keys_of_row_at, nearest};
pub use sheet_cache::SheetCache;
pub use state::{TimelineMode, TimelineSpan, TimelineState};
pub use time_axis::{Tick, TimeAxis};
pub use view::{ShownClip, TimelineView};

pub(crate) use key_menu::key_menu_ui;
pub(crate) use sheet_paint::tag;
pub(crate) use transport::time_field_ui;

use axis_keys::axis_keys_ui;
use axis_panel::axis_body_ui;
use band_strip::{LANE_HEIGHT, band_colour, band_strip_ui};
use dope_sheet::{SheetPane, dope_sheet_ui};
use hints::hints;
use key_edits::{begin_move, cancel_move, commit_move, duplicate_to, nudge, update_move};
use key_menu::{begin_drag, interpolation_menu_ui, select_all};
use row_labels::{filter_ui, is_row_selected, row_labels_ui};
use ruler::{RULER_HEIGHT, ruler_ui};
use transport::{toggle_button, transport_ui};
