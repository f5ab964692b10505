//! Finding and decoding game files: folders, companions, textures.
