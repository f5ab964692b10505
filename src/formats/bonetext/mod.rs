//! The text skeleton: bones as lines of text that people write, to and from plain structs.
//!
//! The grammar is in `docs/formats/bonetext.md`. Every line keeps its text, so that what is not
//! changed is written back as it was typed, comments and blanks included.

mod bone_line;
mod error;
mod skeleton_file;
mod token;

pub use bone_line::{BoneLine, LARGEST_ID, LARGEST_NUMBER};
pub use error::{BoneTextError, BoneTextErrorKind};
pub use skeleton_file::{HEADER, SkeletonFile, TextLine, VERSION, begins_like_a_skeleton};
