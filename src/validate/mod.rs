//! Rules that look at a document and name what is wrong with it.
