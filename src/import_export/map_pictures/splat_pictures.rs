//! A list for splat pictures of other programs, which have none.

use super::MapPictureError;
use super::heightmap::HeightForm;
use super::list::{ListHead, write_list};
use super::splat_list::{KIND, SplatHeights, SplatLayer, SplatList, SplatWeights};
use crate::formats::picture::decode_grey;
use crate::import_export::ExportedFile;
use crate::terrain::HeightRange;

/// What the pictures themselves do not say.
#[derive(Clone, Debug, PartialEq)]
pub struct SplatPictures {
    /// The height map: a PNG, or raw numbers of two bytes, the lower first.
    pub heights: String,
    /// Columns and rows of raw numbers; by default they are a square.
    pub raw_size: Option<(usize, usize)>,
    /// The heights of black and of white.
    pub range: HeightRange,
    /// Yards between two heights.
    pub cell: f64,
    /// The weight pictures, each with its texture; by default that is the name of the picture.
    pub layers: Vec<(Option<String>, String)>,
}

/// Makes the list; `read` gives the bytes of a file beside it.
pub fn list_splat(
    pictures: &SplatPictures,
    list_name: &str,
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<ExportedFile, MapPictureError> {
    let mut bytes_of = |file: &str| {
        read(file).map_err(|reason| MapPictureError::File {
            file: file.to_owned(),
            reason,
        })
    };
    let size_of = |file: &str, bytes: &[u8]| {
        let picture = decode_grey(bytes).map_err(|source| MapPictureError::Picture {
            file: file.to_owned(),
            source,
        })?;
        Ok((picture.width as usize, picture.height as usize))
    };
    let bytes = bytes_of(&pictures.heights)?;
    let is_png = bytes.starts_with(b"\x89PNG");
    let (form, (width, height)) = match (is_png, pictures.raw_size) {
        (true, _) => (HeightForm::Png, size_of(&pictures.heights, &bytes)?),
        (false, Some(size)) => (HeightForm::Raw, size),
        (false, None) => {
            let side = (bytes.len() / 2).isqrt();
            if side * side * 2 != bytes.len() {
                return Err(MapPictureError::Size {
                    file: pictures.heights.clone(),
                    found: format!("{} bytes", bytes.len()),
                    wanted: "two for each pixel of a square, or a size,".to_owned(),
                });
            }
            (HeightForm::Raw, (side, side))
        }
    };
    let mut size = None;
    let mut layers = Vec::new();
    for (texture, file) in &pictures.layers {
        let found = size_of(file, &bytes_of(file)?)?;
        size.get_or_insert(found);
        let stem = file
            .rsplit_once('.')
            .map_or(file.as_str(), |(stem, _)| stem);
        layers.push(SplatLayer {
            texture: texture.clone().unwrap_or_else(|| format!("{stem}.blp")),
            file: file.clone(),
        });
    }
    let (layer_width, layer_height) = size.unwrap_or((0, 0));
    let list = SplatList {
        head: ListHead::new(KIND),
        cell: pictures.cell,
        first: None,
        heights: SplatHeights {
            file: pictures.heights.clone(),
            form,
            width,
            height,
            low: pictures.range.low,
            high: pictures.range.high,
        },
        weights: SplatWeights {
            width: layer_width,
            height: layer_height,
            layers,
        },
    };
    list.check()?;
    write_list(list_name.to_owned(), &list)
}
