//! The semantic difference of two documents, by path.
