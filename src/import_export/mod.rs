//! Between file structs and the document, with a report of everything odd or lost.

mod profile;

pub use profile::{Profile, UnknownProfile};
