//! Deforming a mesh by a pose.
