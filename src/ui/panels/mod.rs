//! The panels beside the viewport and the timeline.

mod clips;
mod history;
mod inspector;
mod inspector_bone;
mod inspector_channel;
mod inspector_clip;
mod inspector_geoset;
mod inspector_keys;
mod inspector_node;
mod inspector_shape;
mod outliner;
mod outliner_filter;
mod outliner_menu;
mod outliner_rows;
mod report;
mod textures;
mod weight_check;
mod weight_groups;
mod weight_influences;
mod weight_movers;
mod weight_pose;
mod weight_rules;
mod weight_sides;
mod weight_tool_rows;
mod weights;

pub use clips::{ClipsState, clips_ui};
pub use history::history_ui;
pub use inspector::{InspectorState, inspector_ui};
pub use outliner::{OutlinerNode, OutlinerState, outliner_ui};
pub use outliner_filter::OutlinerFilter;
pub use report::{ReportState, report_ui};
pub use textures::textures_ui;
pub use weight_check::{WeightCheckState, weight_check_badge, weight_check_ui};
pub use weights::{WeightsState, weights_ui};
