//! How the brush on the ground gets a picture of its own from a file.

use super::files::file_name;
use super::{Editor, JobOutcome, Toast};
use crate::brush::MOST_TIP_SIDE;
use crate::edit::TipPictureArgument;
use crate::formats::picture::{Picture, decode_picture};
use std::path::{Path, PathBuf};

impl Editor {
    /// Starts to read the picture at `path` for the brush on the ground.
    pub(super) fn load_brush_picture(&mut self, path: PathBuf) {
        let label = format!("Read brush picture {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            control.report("Reading", None);
            match read(&path) {
                Ok(picture) => JobOutcome::BrushPictureRead {
                    name: file_name(&path),
                    picture: Box::new(picture),
                },
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Gives the brush a picture that was read.
    pub(super) fn brush_picture_read(&mut self, name: String, read: BrushPicture) {
        let BrushPicture { picture, shrunk } = read;
        self.ground_brush.tip.picture = Some(picture);
        if let Some([width, height]) = shrunk {
            self.toast(Toast::note(format!(
                "{name} has {width} x {height} pixels; the brush has it at {MOST_TIP_SIDE} pixels \
                 a side."
            )));
        } else {
            self.toast(Toast::note(format!("The brush has the picture {name}.")));
        }
        self.ground_brush.tip.picture_name = name;
    }
}

/// A picture for the brush that was read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct BrushPicture {
    /// The picture.
    pub picture: TipPictureArgument,
    /// Its size in the file, where that was too large.
    pub shrunk: Option<[u32; 2]>,
}

fn read(path: &Path) -> Result<BrushPicture, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
    let picture = decode_picture(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    let brush = brush_picture(&picture);
    brush.ok_or_else(|| format!("{shown}: the picture has no pixels"))
}

/// A picture as a brush has it: light and opaque is whole; one that is too large is made smaller,
/// each pixel the mean of those it stands for.
pub(super) fn brush_picture(picture: &Picture) -> Option<BrushPicture> {
    let size = [picture.width, picture.height];
    let [width, height] = size.map(|side| side as usize);
    let longest = width.max(height);
    if width == 0 || height == 0 {
        return None;
    }
    let side = |own: usize| match longest > MOST_TIP_SIDE {
        true => (own * MOST_TIP_SIDE / longest).max(1),
        false => own,
    };
    let (across, down) = (side(width), side(height));
    let span = |at: usize, count: usize, of: usize| {
        let first = at * of / count;
        first..((at + 1) * of / count).max(first + 1).min(of)
    };
    let mut shades = Vec::with_capacity(across * down);
    for row in 0..down {
        for column in 0..across {
            let (mut sum, mut count) = (0u64, 0u64);
            for y in span(row, down, height) {
                for x in span(column, across, width) {
                    let pixel = picture.rgba.get((y * width + x) * 4..).unwrap_or_default();
                    if let [red, green, blue, opacity, ..] = *pixel {
                        let light =
                            299 * u64::from(red) + 587 * u64::from(green) + 114 * u64::from(blue);
                        sum += light * u64::from(opacity);
                        count += 1;
                    }
                }
            }
            // Light is in thousandths, opacity of 255.
            let whole = (count * 255_000).max(1);
            shades.push(((sum + whole / 2) / whole).min(255) as u8);
        }
    }
    Some(BrushPicture {
        picture: TipPictureArgument::of_pixels(across, down, shades)?,
        shrunk: (longest > MOST_TIP_SIDE).then_some(size),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::picture::PictureFormat;

    fn picture(width: u32, height: u32, rgba: Vec<u8>) -> Picture {
        Picture {
            width,
            height,
            rgba,
            format: PictureFormat::Png,
        }
    }

    #[test]
    fn light_and_opaque_is_whole() {
        let rgba = vec![
            255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 0, 100, 100, 100, 255, 0, 255, 0, 255,
            200, 200, 200, 128,
        ];
        let read = brush_picture(&picture(3, 2, rgba)).expect("pixels");
        assert_eq!(read.shrunk, None);
        let tip = read.picture.picture().expect("it unpacks");
        assert_eq!(tip.size(), [3, 2]);
        assert_eq!(tip.shades(), [255, 0, 0, 100, 150, 100]);
        assert!(brush_picture(&picture(0, 5, Vec::new())).is_none());
    }

    #[test]
    fn a_picture_that_is_too_large_is_made_smaller_by_means() {
        let wide = 2 * MOST_TIP_SIDE as u32;
        // Columns of 0 and 200.
        let rgba = (0..wide * 3).flat_map(|pixel| {
            let shade = (pixel % 2 * 200) as u8;
            [shade, shade, shade, 255]
        });
        let read = brush_picture(&picture(wide, 3, rgba.collect())).expect("pixels");
        assert_eq!(read.shrunk, Some([wide, 3]));
        let tip = read.picture.picture().expect("it unpacks");
        assert_eq!(tip.size(), [MOST_TIP_SIDE, 1]);
        assert!(tip.shades().iter().all(|shade| *shade == 100));
    }
}
