//! The words of one line: bare words, quoted names, and where the comment begins.

use super::{BoneTextError, BoneTextErrorKind};

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it says, without quotes.
    pub(super) text: String,
    /// Whether it stood in quotes, so that it is no keyword.
    pub(super) is_quoted: bool,
    /// Its first character in the line, counted from 1.
    pub(super) column: usize,
}

/// The words of a line and its comment, `#` included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// The words.
    pub(super) tokens: Vec<Token>,
    /// The comment at the end; empty if there is none.
    pub(super) comment: String,
}

/// Takes a line apart. `line` is its number, for errors.
pub(super) fn words(text: &str, line: usize) -> Result<Words, BoneTextError> {
    let mut out = Words::default();
    let mut chars = text.char_indices().zip(1..).peekable();
    while let Some(((at, char), column)) = chars.next() {
        if char == '#' {
            out.comment = text.get(at..).unwrap_or_default().trim_end().to_owned();
            break;
        }
        if char.is_whitespace() {
            continue;
        }
        let is_quoted = char == '"';
        let mut word = String::new();
        if is_quoted {
            let fail = |column, kind| BoneTextError { line, column, kind };
            loop {
                let Some(((_, char), here)) = chars.next() else {
                    return Err(fail(column, BoneTextErrorKind::OpenQuote));
                };
                match char {
                    '"' => break,
                    '\\' => {
                        let escaped = escape(&mut chars.by_ref().map(|((_, char), _)| char));
                        let bad = || fail(here, BoneTextErrorKind::BadEscape);
                        word.push(escaped.ok_or_else(bad)?);
                    }
                    other => word.push(other),
                }
            }
        } else {
            word.push(char);
            let goes_on = |char: char| !char.is_whitespace() && char != '#' && char != '"';
            while let Some(((_, char), _)) = chars.next_if(|&((_, char), _)| goes_on(char)) {
                word.push(char);
            }
        }
        out.tokens.push(Token {
            text: word,
            is_quoted,
            column,
        });
    }
    Ok(out)
}

/// What follows a backslash: a character, or `u{hexadecimal number}`.
fn escape(chars: &mut impl Iterator<Item = char>) -> Option<char> {
    match chars.next()? {
        char @ ('"' | '\\') => Some(char),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => {
            if chars.next()? != '{' {
                return None;
            }
            let mut number = 0u32;
            for count in 0..=6 {
                match chars.next()? {
                    '}' if count > 0 => return char::from_u32(number),
                    digit => number = number.checked_mul(16)? + digit.to_digit(16)?,
                }
            }
            None
        }
        _ => None,
    }
}

/// A name in quotes, as [`words`] reads it back.
pub(super) fn quoted(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('"');
    for char in name.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other if other.is_control() || other == '\u{feff}' => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(other)));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_quotes_come_back_whatever_is_in_them() {
        for name in [
            "Arm",
            "a # b",
            "a\"b\\c",
            "\n\r\t\u{1}\u{feff}",
            "骨 кость",
            " ",
        ] {
            let found = words(&format!("bone 1 {} # c", quoted(name)), 1).expect(name);
            assert_eq!(found.tokens[2].text, name);
            assert!(found.tokens[2].is_quoted);
            assert_eq!(found.comment, "# c");
        }
    }

    #[test]
    fn faults_in_quotes_name_their_column() {
        let column = |text| words(text, 4).expect_err(text).column;
        assert_eq!(column("bone 1 \"Arm"), 8);
        assert_eq!(column("骨 \"a\\q\""), 5);
        assert_eq!(column("\"\\u{110000}\""), 2);
        assert_eq!(column("\"\\u{}\""), 2);
        assert_eq!(column("\"\\u{0000000041}\""), 2);
    }
}
