//! Transforms, rotations, rays, boxes and colours: plain numbers, nothing else.
