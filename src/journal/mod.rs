//! The crash journal's place: what each landed operator is written as.

mod entry;

pub use entry::Entry;
