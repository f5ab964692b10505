//! Reading and writing little-endian bytes; every failure knows its offset.

mod reader;
mod writer;

pub use reader::{ByteReader, ReadError};
pub use writer::ByteWriter;
