//! The panels: what a person sees of the editor and the intents they send back.
//!
//! * A panel is a function `xyz_ui(editor, state, ui, intents)`: it reads the editor, keeps only
//!   view state, and asks for everything else with an [`crate::editor::Intent`].
//! * Panels see the keyboard first; what none of them takes goes to [`shortcuts`].
//! * [`shell_ui`] is the whole window for one frame; a test drives it as the program does.

mod alphas_dialog;
mod brush_bar;
mod command_palette;
pub mod curve_editor;
mod dialogs;
mod dock;
mod fifth_chunks;
mod fifth_question;
pub mod fonts;
pub mod frame_strip;
mod ground_bar;
mod ground_header;
mod ground_name;
mod ground_tools;
mod header;
mod hint;
mod hint_bar;
mod menu_bar;
pub mod panels;
mod path_prompt;
mod recovery;
mod shell;
pub mod shortcuts;
mod swap_dialog;
pub mod theme;
pub mod timeline;
mod toasts;
mod tool_strip;
mod types_dialog;
pub mod viewport;
mod weight_header;
mod welcome;
pub mod widgets;

pub use command_palette::matching_commands;
pub use dock::{Layout, is_complete};
pub use hint::Hint;
pub use shell::{Shell, shell_ui};
