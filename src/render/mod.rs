//! Drawing a document with three-d, in a window or without a display.
