//! Bones, their hierarchy and poses.
