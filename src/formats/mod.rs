//! Exact structs of the games' files, to and from bytes; knows nothing of the document.
