//! Paths as game files write them: backslashes, any case, and never to be trusted.

use std::fmt;

/// A relative path inside the game's folders, split into its parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GamePath {
    parts: Vec<String>,
}

/// Why a path in a file is not followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamePathError {
    /// There is nothing in it.
    #[error("the path is empty")]
    Empty,
    /// It would leave the chosen folders.
    #[error("the path \"{0}\" would leave the chosen folders and is not followed")]
    Escapes(String),
}

impl GamePath {
    /// Splits a path at either kind of slash; refuses parts that climb, drives and NULs.
    pub fn parse(text: &str) -> Result<Self, GamePathError> {
        let text = text.split('\0').next().unwrap_or_default().trim();
        let mut parts = Vec::new();
        for part in text.split(['\\', '/']) {
            match part {
                "" | "." => {}
                ".." => return Err(GamePathError::Escapes(text.to_owned())),
                part if part.contains(':') => return Err(GamePathError::Escapes(text.to_owned())),
                part => parts.push(part.to_owned()),
            }
        }
        if parts.is_empty() {
            Err(GamePathError::Empty)
        } else {
            Ok(Self { parts })
        }
    }

    /// The parts, folders first.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// The last part.
    pub fn file_name(&self) -> &str {
        self.parts.last().map_or("", String::as_str)
    }

    /// The same path with another extension (given without its dot).
    #[must_use]
    pub fn with_extension(&self, extension: &str) -> Self {
        let mut parts = self.parts.clone();
        if let Some(last) = parts.last_mut() {
            let stem = last
                .rsplit_once('.')
                .map_or(last.as_str(), |(stem, _)| stem);
            *last = format!("{stem}.{extension}");
        }
        Self { parts }
    }

    /// Only the file's name, without its folders.
    #[must_use]
    pub fn name_only(&self) -> Self {
        Self {
            parts: self.parts.last().cloned().into_iter().collect(),
        }
    }
}

impl fmt::Display for GamePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts.join("\\"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_of_both_kinds_split_a_path() {
        let path = GamePath::parse("Creature\\Imp/Skin.BLP\0junk").unwrap();
        assert_eq!(path.parts(), ["Creature", "Imp", "Skin.BLP"]);
        assert_eq!(
            path.with_extension("png").to_string(),
            "Creature\\Imp\\Skin.png"
        );
    }

    #[test]
    fn a_path_that_climbs_or_names_a_drive_is_refused() {
        for text in ["..\\..\\etc\\passwd", "C:\\Windows\\a.blp", "a\\..\\..\\b"] {
            assert!(
                matches!(GamePath::parse(text), Err(GamePathError::Escapes(_))),
                "{text}"
            );
        }
        assert_eq!(GamePath::parse("\\\\"), Err(GamePathError::Empty));
    }
}
