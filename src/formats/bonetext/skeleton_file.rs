//! A whole text skeleton: its lines in order, bones and all others.

use super::token::words;
use super::{BoneLine, BoneTextError, BoneTextErrorKind};

/// The word that the first line begins with.
pub const HEADER: &str = "bonetext";
/// The version of the grammar, behind the header word.
pub const VERSION: &str = "1";
/// Most bones of a file: one for each number.
const MOST_BONES: usize = super::LARGEST_ID as usize + 1;
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A line of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextLine {
    /// The bone it says something of; `None` for the header, comments and empty lines.
    pub bone: Option<BoneLine>,
    /// The comment at its end, `#` included; may be empty.
    pub comment: String,
    /// The line as it was typed, its line end included.
    pub text: String,
}

/// A text skeleton, line by line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkeletonFile {
    /// The lines, the header first.
    pub lines: Vec<TextLine>,
}

/// Whether a file that starts with these bytes (four or more) could be a text skeleton.
pub fn begins_like_a_skeleton(start: &[u8]) -> bool {
    let text = start
        .strip_prefix(BYTE_ORDER_MARK.as_bytes())
        .unwrap_or(start);
    let length = text.len().min(HEADER.len());
    length > 0 && text.get(..length) == HEADER.as_bytes().get(..length)
}

impl SkeletonFile {
    /// A file without bones.
    pub fn empty() -> Self {
        Self {
            lines: vec![TextLine {
                bone: None,
                comment: String::new(),
                text: format!("{HEADER} {VERSION}\n"),
            }],
        }
    }

    /// Reads a file. Nothing is repaired.
    pub fn read(bytes: &[u8]) -> Result<Self, BoneTextError> {
        let text = std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error))?;
        let mut lines = Vec::new();
        let mut bone_count = 0;
        for (number, whole) in (1..).zip(text.split_inclusive('\n')) {
            let content = match number {
                1 => whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole),
                _ => whole,
            };
            let found = words(content, number)?;
            let bone = match (number, found.tokens.as_slice()) {
                (1, tokens) => {
                    header(tokens)?;
                    None
                }
                (_, []) => None,
                (_, tokens) => Some(BoneLine::read(tokens, number)?),
            };
            bone_count += usize::from(bone.is_some());
            if bone_count > MOST_BONES {
                let limit = MOST_BONES;
                return Err(BoneTextError {
                    line: number,
                    column: 1,
                    kind: BoneTextErrorKind::TooManyBones { limit },
                });
            }
            lines.push(TextLine {
                bone,
                comment: found.comment,
                text: whole.to_owned(),
            });
        }
        if lines.is_empty() {
            header(&[])?;
        }
        Ok(Self { lines })
    }

    /// The bones, in the order of their lines.
    pub fn bones(&self) -> impl Iterator<Item = &BoneLine> {
        self.lines.iter().filter_map(|line| line.bone.as_ref())
    }

    /// Adds a bone as a new last line.
    pub fn push(&mut self, bone: BoneLine) {
        let line_end = self.line_end();
        if let Some(last) = self.lines.last_mut()
            && !last.text.ends_with('\n')
        {
            last.text.push_str(line_end);
        }
        let text = format!("{}{line_end}", bone.write());
        self.lines.push(TextLine {
            bone: Some(bone),
            comment: String::new(),
            text,
        });
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let texts = self.lines.iter().map(|line| line.text.as_str());
        texts.collect::<String>().into_bytes()
    }

    /// How the lines of this file end.
    fn line_end(&self) -> &'static str {
        match self.lines.first() {
            Some(first) if first.text.ends_with("\r\n") => "\r\n",
            _ => "\n",
        }
    }
}

impl TextLine {
    /// Makes the line say something else of its bone; its comment and line end stay.
    pub fn set(&mut self, bone: BoneLine) {
        let line_end: String = {
            let content = self.text.trim_end_matches(['\r', '\n']);
            self.text.get(content.len()..).unwrap_or("\n").to_owned()
        };
        let gap = if self.comment.is_empty() { "" } else { "  " };
        self.text = format!("{}{gap}{}{line_end}", bone.write(), self.comment);
        self.bone = Some(bone);
    }
}

fn header(tokens: &[super::token::Token]) -> Result<(), BoneTextError> {
    let fail = |column, kind| {
        Err(BoneTextError {
            line: 1,
            column,
            kind,
        })
    };
    let column = tokens.first().map_or(1, |token| token.column);
    match tokens {
        [word, version, rest @ ..] if word.text == HEADER && !word.is_quoted => {
            if version.text != VERSION || version.is_quoted {
                let found = version.text.clone();
                return fail(version.column, BoneTextErrorKind::Version { found });
            }
            match rest.first() {
                Some(more) => fail(more.column, BoneTextErrorKind::NoHeader),
                None => Ok(()),
            }
        }
        _ => fail(column, BoneTextErrorKind::NoHeader),
    }
}

/// Where bytes stop being text.
fn not_text(bytes: &[u8], error: std::str::Utf8Error) -> BoneTextError {
    let sound = bytes.get(..error.valid_up_to()).unwrap_or_default();
    let line_start = sound.iter().rposition(|&byte| byte == b'\n');
    let in_line = sound
        .get(line_start.map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    let column = std::str::from_utf8(in_line).map_or(0, |text| text.chars().count()) + 1;
    BoneTextError {
        line: sound.iter().filter(|&&byte| byte == b'\n').count() + 1,
        column,
        kind: BoneTextErrorKind::NotText,
    }
}
