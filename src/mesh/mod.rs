//! Vertices, submeshes, materials and textures of a model.
