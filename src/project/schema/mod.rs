//! What is written to a project file, one folder per version of the schema.
//!
//! A version that a released program has written is never changed: a change makes the next
//! version, and `open` turns the old one into the document as before.

pub(super) mod v1;
