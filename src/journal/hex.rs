//! Bytes as hexadecimal text, for the few bytes that stand in JSON.

/// Two digits a byte.
pub(super) fn encode(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The bytes; `None` if it is not that.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let digit = |byte: u8| (byte as char).to_digit(16);
    pairs
        .iter()
        .map(|&[high, low]| u8::try_from(digit(high)? << 4 | digit(low)?).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_other_text_does_not() {
        let bytes = [0, 1, 0x9f, 0xff];
        assert_eq!(decode(&encode(&bytes)).as_deref(), Some(&bytes[..]));
        assert_eq!(decode("0g"), None);
        assert_eq!(decode("abc"), None);
    }
}
