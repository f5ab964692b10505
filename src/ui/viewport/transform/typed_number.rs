//! A number typed while a transform runs, digit by digit.

/// A number on its way; empty while nothing was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedNumber {
    digits: String,
    is_negative: bool,
}

/// More digits than an `f32` can tell apart.
const MAX_DIGITS: usize = 12;

impl TypedNumber {
    /// Adds a digit, or a point if there is none yet; anything else changes nothing.
    pub fn push(&mut self, letter: char) {
        let fits = match letter {
            '0'..='9' => true,
            '.' => !self.digits.contains('.'),
            _ => false,
        };
        if fits && self.digits.len() < MAX_DIGITS {
            self.digits.push(letter);
        }
    }

    /// Changes the sign, whatever was typed before.
    pub fn flip_sign(&mut self) {
        self.is_negative = !self.is_negative;
    }

    /// Takes the last digit back, then the sign; `false` if nothing was typed.
    pub fn pop(&mut self) -> bool {
        self.digits.pop().is_some() || std::mem::take(&mut self.is_negative)
    }

    /// The number; `None` while there is no digit.
    pub fn value(&self) -> Option<f32> {
        let text = self.digits.trim_end_matches('.');
        let text = if text.is_empty() { "0" } else { text };
        let has_digit = self.digits.contains(|letter: char| letter.is_ascii_digit());
        let size: f32 = text.parse().ok()?;
        has_digit.then_some(if self.is_negative { -size } else { size })
    }

    /// What was typed, as the label shows it; `None` if that is nothing.
    pub fn text(&self) -> Option<String> {
        let sign = if self.is_negative { "-" } else { "" };
        let is_empty = self.digits.is_empty() && !self.is_negative;
        (!is_empty).then(|| format!("{sign}{}", self.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_typed(keys: &str, expected: Option<f32>, text: Option<&str>) {
        let mut number = TypedNumber::default();
        for key in keys.chars() {
            match key {
                '-' => number.flip_sign(),
                '<' => {
                    number.pop();
                }
                other => number.push(other),
            }
        }
        assert_eq!(number.value(), expected, "{keys}");
        assert_eq!(number.text().as_deref(), text, "{keys}");
    }

    #[test]
    fn digits_point_sign_and_backspace_make_a_number() {
        check_typed("", None, None);
        check_typed("45", Some(45.0), Some("45"));
        check_typed("4-5", Some(-45.0), Some("-45"));
        check_typed("-4-5", Some(45.0), Some("45"));
        check_typed(".5", Some(0.5), Some(".5"));
        check_typed("1.2.5", Some(1.25), Some("1.25"));
        check_typed("12.", Some(12.0), Some("12."));
        check_typed("-", None, Some("-"));
        check_typed("-<", None, None);
        check_typed("12<<", None, None);
        check_typed("12<3x", Some(13.0), Some("13"));
    }

    #[test]
    fn taking_back_from_nothing_says_so() {
        let mut number = TypedNumber::default();
        assert!(!number.pop());
        number.push('7');
        assert!(number.pop());
        assert!(!number.pop());
    }
}
