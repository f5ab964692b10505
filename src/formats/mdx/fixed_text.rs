//! Text of a fixed width, padded with zeros, and whatever stands behind the first of them.

use std::borrow::Cow;

/// Text in bytes of a fixed number; its encoding is what the maker's system had.
pub trait FixedText: Sized {
    /// The bytes before the first zero, or all.
    fn text_bytes(&self) -> &[u8];

    /// The text, with a replacement mark for each sequence of bytes that isn't UTF-8.
    fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.text_bytes())
    }

    /// `text` padded with zeros; `None` if no zero would be left at its end, or one is in it.
    fn from_text(text: &str) -> Option<Self>;
}

impl<const N: usize> FixedText for [u8; N] {
    fn text_bytes(&self) -> &[u8] {
        self.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    fn from_text(text: &str) -> Option<Self> {
        let mut bytes = [0; N];
        if text.len() >= N || text.contains('\0') {
            return None;
        }
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_ends_at_the_first_zero_or_at_the_end() {
        assert_eq!(b"Stand\0junk".text(), "Stand");
        assert_eq!(b"Stand".text(), "Stand");
        assert_eq!(b"\0tand".text(), "");
        assert_eq!(b"\xc4\xe3\0".text_bytes(), b"\xc4\xe3");
        assert!(b"\xc4\xe3\0".text().contains('\u{fffd}'));
    }

    #[test]
    fn text_that_does_not_fit_is_refused() {
        assert_eq!(<[u8; 4]>::from_text("abc"), Some(*b"abc\0"));
        assert_eq!(<[u8; 4]>::from_text("abcd"), None);
        assert_eq!(<[u8; 4]>::from_text("a\0"), None);
    }
}
