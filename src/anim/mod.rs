//! Clips, tracks, keyframes, interpolation and sampling.
