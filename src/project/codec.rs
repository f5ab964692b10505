//! The one place that knows bincode: how values of the schema become bytes and come back.
//!
//! * Numbers have a fixed width, so that no input decodes to many times its own length.
//! * Lists, blobs and texts are types of this module, because bincode's own set memory aside for
//!   whatever length the input claims; these look at what is left of the input first.
//! * A limit is always set.

use super::pack::Pack;
use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::de::{BorrowDecode, BorrowDecoder, Decoder, read::Reader};
pub(super) use bincode::enc::Encoder;
use bincode::enc::{EncoderImpl, write::Writer};
use bincode::error::DecodeError;
pub(super) use bincode::error::EncodeError;
pub(super) use bincode::{Decode, Encode};

/// The most bytes that one section may hold.
pub(super) const SECTION_LIMIT: usize = 1 << 31;

const CONFIG: Configuration<LittleEndian, Fixint, Limit<SECTION_LIMIT>> =
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<SECTION_LIMIT>();

/// Bytes packed at a time before they go to the writer.
const PACK_BUFFER: usize = 4096;

/// The bytes that `write` writes, some `expected_length` of them; an error if they pass
/// [`SECTION_LIMIT`] or a list has no room for its count.
pub(super) fn encode(
    expected_length: usize,
    write: impl FnOnce(&mut SectionEncoder) -> Result<(), EncodeError>,
) -> Result<Vec<u8>, String> {
    let bytes = ByteVec(Vec::with_capacity(expected_length));
    let mut encoder = EncoderImpl::new(bytes, CONFIG);
    write(&mut encoder).map_err(|error| match error {
        EncodeError::Other(message) => message.to_owned(),
        other => other.to_string(),
    })?;
    Ok(encoder.into_writer().0)
}

/// What the types of the schema are written to.
pub(super) type SectionEncoder =
    EncoderImpl<ByteVec, Configuration<LittleEndian, Fixint, Limit<SECTION_LIMIT>>>;

/// Bytes in memory, up to the limit of a section.
pub(super) struct ByteVec(Vec<u8>);

impl Writer for ByteVec {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        if self.0.len() + bytes.len() > SECTION_LIMIT {
            return Err(EncodeError::Other("a section would pass its limit"));
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// The value in `bytes`, which must be all of them.
pub(super) fn decode<T: Decode<()>>(bytes: &[u8]) -> Result<T, String> {
    let (value, used) = bincode::decode_from_slice(bytes, CONFIG).map_err(|error| match error {
        DecodeError::Other(message) => message.to_owned(),
        other => other.to_string(),
    })?;
    match bytes.len() - used {
        0 => Ok(value),
        left => Err(format!("{left} bytes are left over")),
    }
}

/// How many items follow.
pub(super) fn write_count<E: Encoder>(count: usize, encoder: &mut E) -> Result<(), EncodeError> {
    u32::try_from(count)
        .map_err(|_| EncodeError::Other("a list is longer than its count can say"))?
        .encode(encoder)
}

fn read_count<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<usize, DecodeError> {
    Ok(u32::decode(decoder)? as usize)
}

/// The next `count` bytes of the input go to `read`, if there are so many.
fn read_bytes<D: Decoder, T>(
    decoder: &mut D,
    count: usize,
    read: impl FnOnce(&[u8]) -> T,
) -> Result<T, DecodeError> {
    decoder.claim_bytes_read(count)?;
    let reader = decoder.reader();
    let bytes = reader
        .peek_read(count)
        .ok_or(DecodeError::Other("a list is longer than what is left"))?;
    let value = read(bytes);
    reader.consume(count);
    Ok(value)
}

/// A list of numbers of a fixed width, as one blob. `()` takes no bytes and comes back empty.
#[derive(Debug, Default)]
pub(super) struct Packed<T>(pub Vec<T>);

/// Writes what [`Packed`] reads: the items of all `lists`, one list after the other.
pub(super) fn write_packed<'a, T: Pack + 'a, E: Encoder>(
    lists: impl Iterator<Item = &'a [T]> + Clone,
    to: &mut E,
) -> Result<(), EncodeError> {
    if T::SIZE == 0 {
        return write_count(0, to);
    }
    write_count(lists.clone().map(<[T]>::len).sum(), to)?;
    let mut buffer = [0u8; PACK_BUFFER];
    for items in lists.flat_map(|list| list.chunks((PACK_BUFFER / T::SIZE).max(1))) {
        let packed = buffer
            .get_mut(..items.len() * T::SIZE)
            .ok_or(EncodeError::Other("an item is wider than the buffer"))?;
        for (item, slot) in items.iter().zip(packed.chunks_exact_mut(T::SIZE)) {
            item.put(slot);
        }
        to.writer().write(packed)?;
    }
    Ok(())
}

impl<T: Pack> Decode<()> for Packed<T> {
    fn decode<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let count = read_count(decoder)?;
        if T::SIZE == 0 {
            return Ok(Self(Vec::new()));
        }
        let length = count
            .checked_mul(T::SIZE)
            .ok_or(DecodeError::Other("a list is longer than what is left"))?;
        read_bytes(decoder, length, |bytes| {
            Self(bytes.chunks_exact(T::SIZE).map(T::take).collect())
        })
    }
}

/// Bytes as they are.
#[derive(Debug, Default)]
pub(super) struct Bytes<B>(pub B);

/// Writes what [`Bytes`] and [`Text`] read.
pub(super) fn write_bytes<E: Encoder>(bytes: &[u8], to: &mut E) -> Result<(), EncodeError> {
    write_count(bytes.len(), to)?;
    to.writer().write(bytes)
}

impl<B: for<'a> From<&'a [u8]>> Decode<()> for Bytes<B> {
    fn decode<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let count = read_count(decoder)?;
        read_bytes(decoder, count, |bytes| Self(B::from(bytes)))
    }
}

/// Text in UTF-8.
#[derive(Debug, Default)]
pub(super) struct Text(pub String);

impl Decode<()> for Text {
    fn decode<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let count = read_count(decoder)?;
        read_bytes(decoder, count, |bytes| {
            std::str::from_utf8(bytes)
                .map(|text| Self(text.to_owned()))
                .map_err(|_| DecodeError::Other("a text is not UTF-8"))
        })?
    }
}

/// A list of records.
#[derive(Debug, Default)]
pub(super) struct List<T>(pub Vec<T>);

impl<T: Decode<()>> Decode<()> for List<T> {
    fn decode<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let count = read_count(decoder)?;
        // Memory is set aside at once only where it is at most twice what is left of the input.
        let backing = count.saturating_mul((size_of::<T>() / 2).max(1));
        let capacity = match decoder.reader().peek_read(backing) {
            Some(_) => count,
            None => 0,
        };
        if decoder.reader().peek_read(count).is_none() {
            return Err(DecodeError::Other("a list is longer than what is left"));
        }
        let mut items = Vec::with_capacity(capacity);
        for _ in 0..count {
            items.push(T::decode(decoder)?);
        }
        Ok(Self(items))
    }
}

/// The two items of an array of two.
#[derive(Debug)]
pub(super) struct Pair<T>(pub T, pub T);

impl<T: Decode<()>> Decode<()> for Pair<T> {
    fn decode<D: Decoder<Context = ()>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Ok(Self(T::decode(decoder)?, T::decode(decoder)?))
    }
}

/// Bincode's derive asks every field for a second way to decode, which nothing here uses.
macro_rules! borrow_by_copying {
    ($($kind:ident<$param:ident: $bound:path>),+) => {$(
        impl<'de, $param: $bound> BorrowDecode<'de, ()> for $kind<$param> {
            fn borrow_decode<D: BorrowDecoder<'de, Context = ()>>(
                decoder: &mut D,
            ) -> Result<Self, DecodeError> {
                Self::decode(decoder)
            }
        }
    )+};
}
borrow_by_copying!(Packed<T: Pack>, List<T: Decode<()>>, Pair<T: Decode<()>>);

impl<'de, B: for<'a> From<&'a [u8]>> BorrowDecode<'de, ()> for Bytes<B> {
    fn borrow_decode<D: BorrowDecoder<'de, Context = ()>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}

impl<'de> BorrowDecode<'de, ()> for Text {
    fn borrow_decode<D: BorrowDecoder<'de, Context = ()>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}
