//! Reading and writing little-endian bytes; every failure knows its offset.
