//! Pictures of the games: BLP, DDS, PNG and TGA, to plain RGBA.

mod blp;
mod dds;
mod decode;
mod grey;

pub use blp::{decode_blp, encode_blp, encode_blp1};
pub use decode::{Picture, PictureError, PictureFormat, decode_picture, encode_png};
pub use grey::{GreyPicture, GreyPixels, decode_grey, encode_grey8, encode_grey16};
