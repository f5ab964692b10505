//! One bone as a line: `bone 2 "Arm" parent 1 position 0 0 0.4 rotation 0 90 0 length 0.3`.

use super::token::{Token, quoted};
use super::{BoneTextError, BoneTextErrorKind};
use std::fmt::Write as _;

/// The largest number of a bone.
pub const LARGEST_ID: u32 = 0xFFFE;
/// The largest size, place and angle; beyond it nobody means what they wrote.
pub const LARGEST_NUMBER: f64 = 1e9;

/// What a line says of a bone. What it leaves out is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneLine {
    /// Its number, by which others name it.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The number of its parent; `None` for a root.
    pub parent: Option<u32>,
    /// Where it is, in the rest frame of its parent, or in the model for a root.
    pub position: [f64; 3],
    /// Its rest rotation against its parent, degrees about X, Y and Z: it turns about its own Z
    /// first, then its own Y, then its own X.
    pub rotation: Option<[f32; 3]>,
    /// How long it is drawn, 0 or more.
    pub length: Option<f32>,
    /// How wide it is drawn, 0 or more.
    pub width: Option<f32>,
    /// Red, green and blue.
    pub colour: Option<[u8; 3]>,
}

impl BoneLine {
    /// Reads the words of a line that has any.
    pub(super) fn read(tokens: &[Token], line: usize) -> Result<Self, BoneTextError> {
        let mut words = Reader {
            tokens,
            line,
            end: tokens.last().map_or(1, |token| {
                token.column + token.text.chars().count() + 2 * usize::from(token.is_quoted)
            }),
        };
        let first = words.next("\"bone\"")?;
        if first.is_quoted || first.text != "bone" {
            let found = first.text.clone();
            return Err(words.fault(first, BoneTextErrorKind::NoBone { found }));
        }
        let id = words.id("the bone's number")?;
        let name = words.next("the bone's name")?;
        if name.text.is_empty() {
            return Err(words.wrong(name, "a name that is not empty"));
        }
        let mut bone = Self {
            id,
            name: name.text.clone(),
            ..Self::default()
        };
        let mut seen = Vec::new();
        while let Some(token) = words.take() {
            let field = match token.text.as_str() {
                "parent" => "parent",
                "position" => "position",
                "rotation" => "rotation",
                "length" => "length",
                "width" => "width",
                "colour" | "color" => "colour",
                other => {
                    let found = other.to_owned();
                    return Err(words.fault(token, BoneTextErrorKind::NoField { found }));
                }
            };
            if seen.contains(&field) {
                return Err(words.fault(token, BoneTextErrorKind::Twice { field }));
            }
            seen.push(field);
            match field {
                "parent" => bone.parent = words.parent()?,
                "position" => bone.position = words.three()?,
                "rotation" => bone.rotation = Some(words.three()?.map(|angle| angle as f32)),
                "length" => bone.length = Some(words.size()?),
                "width" => bone.width = Some(words.size()?),
                _ => bone.colour = Some([words.share()?, words.share()?, words.share()?]),
            }
        }
        Ok(bone)
    }

    /// The line, without comment and line end.
    pub fn write(&self) -> String {
        let mut out = format!("bone {} {}", self.id, quoted(&self.name));
        // Writing to a string can't fail.
        let _ = match self.parent {
            Some(parent) => write!(out, " parent {parent}"),
            None => write!(out, " parent none"),
        };
        let [x, y, z] = self.position;
        let _ = write!(out, " position {x} {y} {z}");
        if let Some([x, y, z]) = self.rotation {
            let _ = write!(out, " rotation {x} {y} {z}");
        }
        if let Some(length) = self.length {
            let _ = write!(out, " length {length}");
        }
        if let Some(width) = self.width {
            let _ = write!(out, " width {width}");
        }
        if let Some([red, green, blue]) = self.colour {
            let _ = write!(out, " colour {red} {green} {blue}");
        }
        out
    }
}

/// Takes words one after the other.
struct Reader<'a> {
    tokens: &'a [Token],
    line: usize,
    /// The column behind the last word.
    end: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn next(&mut self, wanted: &'static str) -> Result<&'a Token, BoneTextError> {
        let missing = BoneTextError {
            line: self.line,
            column: self.end,
            kind: BoneTextErrorKind::Missing { wanted },
        };
        self.take().ok_or(missing)
    }

    fn fault(&self, token: &Token, kind: BoneTextErrorKind) -> BoneTextError {
        BoneTextError {
            line: self.line,
            column: token.column,
            kind,
        }
    }

    fn wrong(&self, token: &Token, wanted: &'static str) -> BoneTextError {
        let found = token.text.clone();
        self.fault(token, BoneTextErrorKind::Wrong { wanted, found })
    }

    fn out_of_range(&self, token: &Token, wanted: &'static str) -> BoneTextError {
        let found = token.text.clone();
        self.fault(token, BoneTextErrorKind::OutOfRange { wanted, found })
    }

    /// A whole number; a sign, a point and quotes are no part of one.
    fn whole(&mut self, wanted: &'static str) -> Result<(u64, &'a Token), BoneTextError> {
        let token = self.next(wanted)?;
        let is_whole = !token.text.is_empty() && token.text.bytes().all(|b| b.is_ascii_digit());
        if token.is_quoted || !is_whole {
            return Err(self.wrong(token, wanted));
        }
        // Only a number that is too large to hold fails here.
        Ok((token.text.parse().unwrap_or(u64::MAX), token))
    }

    fn id(&mut self, wanted: &'static str) -> Result<u32, BoneTextError> {
        let (number, token) = self.whole(wanted)?;
        u32::try_from(number)
            .ok()
            .filter(|&id| id <= LARGEST_ID)
            .ok_or_else(|| self.out_of_range(token, "a number from 0 to 65534"))
    }

    fn parent(&mut self) -> Result<Option<u32>, BoneTextError> {
        let wanted = "the number of the parent, or \"none\",";
        match self.tokens.first() {
            Some(token) if token.text == "none" && !token.is_quoted => {
                self.take();
                Ok(None)
            }
            _ => self.id(wanted).map(Some),
        }
    }

    fn number(&mut self) -> Result<(f64, &'a Token), BoneTextError> {
        let token = self.next("a number")?;
        let is_number = token
            .text
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
        match token.text.parse::<f64>() {
            Ok(number) if is_number && !token.is_quoted => {
                if number.abs() <= LARGEST_NUMBER {
                    Ok((number, token))
                } else {
                    Err(self.out_of_range(token, "a number up to 1,000,000,000"))
                }
            }
            _ => Err(self.wrong(token, "a number")),
        }
    }

    fn three(&mut self) -> Result<[f64; 3], BoneTextError> {
        Ok([self.number()?.0, self.number()?.0, self.number()?.0])
    }

    fn size(&mut self) -> Result<f32, BoneTextError> {
        let (number, token) = self.number()?;
        if number < 0.0 {
            return Err(self.out_of_range(token, "0 or more"));
        }
        Ok(number as f32)
    }

    fn share(&mut self) -> Result<u8, BoneTextError> {
        let (number, token) = self.whole("a part of the colour, 0 to 255,")?;
        u8::try_from(number).map_err(|_| self.out_of_range(token, "a whole number from 0 to 255"))
    }
}
