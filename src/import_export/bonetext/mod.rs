//! Text skeletons to and from models of the document.

mod export;
mod import;
mod losses;

pub use export::{write_fresh, write_over};
pub use import::model_from_bytes;
