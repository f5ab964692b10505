//! The pictures a model names, in the form that the target's game reads.

use crate::assets::{GamePath, TextureFinder, TextureSource};
use crate::document::Model;
use crate::formats::picture::{
    Picture, PictureError, decode_picture, encode_blp, encode_blp1, encode_png,
};
use crate::import_export::{ExportedFile, Report};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Sides that Warcraft III reads whole.
const WARCRAFT_SIDE: u32 = 512;

/// The form in which pictures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureTarget {
    /// What Warcraft III reads: JPEG inside, or a palette where that loses nothing.
    Blp1,
    /// What World of Warcraft reads: DXT inside.
    Blp2,
    /// What picture editors read; neither game does.
    Png,
}

impl PictureTarget {
    /// The extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Blp1 | Self::Blp2 => "blp",
            Self::Png => "png",
        }
    }

    fn encode(self, picture: &Picture) -> Result<Vec<u8>, PictureError> {
        let (width, height, rgba) = (picture.width, picture.height, &picture.rgba);
        match self {
            Self::Blp1 => encode_blp1(width, height, rgba),
            Self::Blp2 => encode_blp(width, height, rgba),
            Self::Png => encode_png(width, height, rgba),
        }
    }
}

impl fmt::Display for PictureTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blp1 => "blp1",
            Self::Blp2 => "blp2",
            Self::Png => "png",
        })
    }
}

impl FromStr for PictureTarget {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "blp1" => Ok(Self::Blp1),
            "blp2" => Ok(Self::Blp2),
            "png" => Ok(Self::Png),
            _ => Err("there are blp1, blp2 and png".to_owned()),
        }
    }
}

/// Makes files of all pictures that `model` names and `finder` finds, at the paths it names.
///
/// For a BLP the path in the model gets that ending, if it has another. Each file is read back; how
/// far its colours are from the original's is a loss. What is not found is a warning.
pub fn convert_pictures(
    model: &mut Model,
    finder: &mut TextureFinder,
    target: PictureTarget,
    report: &mut Report,
) -> Vec<ExportedFile> {
    let found = finder.load_all(model);
    let mut files: Vec<ExportedFile> = Vec::new();
    let mut names = BTreeSet::new();
    let mut worst = Difference::default();
    let mut large = 0;
    for (texture, found) in model.textures.iter_mut().zip(found) {
        let text = texture.path_text();
        let Some(picture) = found.picture else {
            if let TextureSource::Missing(reason) = found.source {
                report.warn("textures", format!("The picture is not written: {reason}."));
            }
            continue;
        };
        let Ok(path) = GamePath::parse(&text) else {
            continue;
        };
        let path = path.with_extension(target.extension());
        if target != PictureTarget::Png {
            let ending = texture.path.iter().rev().take_while(|byte| **byte == 0);
            let ending = ending.count().min(1);
            texture.path = path.to_string().into_bytes();
            texture.path.extend(std::iter::repeat_n(0, ending));
        }
        let name = path.parts().join("/");
        if !names.insert(name.to_lowercase()) {
            continue;
        }
        match target.encode(&picture) {
            Ok(bytes) => {
                worst.join(&Difference::between(&picture, &bytes));
                large += usize::from(picture.width.max(picture.height) > WARCRAFT_SIDE);
                files.push(ExportedFile { name, bytes });
            }
            Err(error) => {
                report.warn(
                    "textures",
                    format!("{name}: the picture is not written: {error}"),
                );
            }
        }
    }
    if worst.largest > 0 {
        let what = format!(
            "{} pictures are packed as {target}; colours are off by {:.1} of 255 on average in the worst",
            worst.changed, worst.mean
        );
        report.lose("textures", what, worst.largest.into(), "of 255");
    }
    if target == PictureTarget::Blp1 && large > 0 {
        let message = format!(
            "{large} pictures are larger than {WARCRAFT_SIDE} a side, which older versions of Warcraft III do not show sharply"
        );
        report.note("textures", message);
    }
    files
}

/// How far a picture is from what was read back of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Difference {
    changed: usize,
    largest: u8,
    mean: f64,
}

impl Difference {
    fn between(picture: &Picture, bytes: &[u8]) -> Self {
        let Ok(back) = decode_picture(bytes) else {
            return Self {
                changed: 1,
                largest: u8::MAX,
                mean: 255.0,
            };
        };
        let pairs = picture.rgba.iter().zip(&back.rgba);
        let off = pairs.map(|(a, b)| a.abs_diff(*b));
        let largest = off.clone().max().unwrap_or(0);
        let sum: u64 = off.map(u64::from).sum();
        Self {
            changed: usize::from(largest > 0),
            largest,
            mean: sum as f64 / picture.rgba.len().max(1) as f64,
        }
    }

    fn join(&mut self, other: &Self) {
        self.changed += other.changed;
        self.largest = self.largest.max(other.largest);
        self.mean = self.mean.max(other.mean);
    }
}
