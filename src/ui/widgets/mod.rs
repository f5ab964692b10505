//! Small parts that several panels share.

mod command_button;
mod falloff_plot;
mod fixed_panel;
mod icon_button;
mod node_icon;
mod number_field;
mod rename_field;
mod rename_row;
mod selected_text;
mod staying_menu;
mod texture_thumb;

pub use command_button::{CommandOutput, command_button, command_icon, menu_command};
pub use falloff_plot::{falloff_button, falloff_plot};
pub use fixed_panel::fixed_panel;
pub use icon_button::{icon_button, icon_label};
pub use node_icon::node_icon;
pub use number_field::{FieldEvent, number_field, property_row};
pub use rename_field::{RenameOutcome, rename_field};
pub use rename_row::rename_row;
pub use selected_text::{name_in_path, select_text};
pub use staying_menu::staying_menu;
pub use texture_thumb::Thumbnails;
