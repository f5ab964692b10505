//! The panels: what a person sees of the editor and the intents they send back.
//!
//! * A panel is a function `xyz_ui(editor, state, ui, intents)`: it reads the editor, keeps only
//!   view state, and asks for everything else with an [`crate::editor::Intent`].
//! * Panels see the keyboard first; what none of them takes goes to [`shortcuts`].

pub mod curve_editor;
pub mod fonts;
mod hint;
pub mod shortcuts;
pub mod theme;
pub mod timeline;
pub mod viewport;

pub use hint::Hint;
