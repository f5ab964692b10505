//! Pictures of the games: BLP, DDS, PNG and TGA, to plain RGBA.

mod blp;
mod dds;
mod decode;

pub use blp::{decode_blp, encode_blp, encode_blp1};
pub use decode::{Picture, PictureError, PictureFormat, decode_picture, encode_png};
