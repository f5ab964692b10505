//! The project file: versioned sections with checksums, written atomically.
