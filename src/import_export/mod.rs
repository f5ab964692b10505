//! Between file structs and the document, with a report of everything odd or lost.
