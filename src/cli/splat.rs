//! `bonewright splat`: a list for a height map and weight pictures of other programs.

use super::args_map_pictures::SplatArguments;
use super::output::{Overwrite, write_whole};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::import_export::{SplatPictures, list_splat};
use crate::terrain::HeightRange;
use std::path::Path;

/// Writes the list beside the pictures.
pub fn run(arguments: &SplatArguments) -> CommandResult {
    let folder = arguments.output.parent().unwrap_or(Path::new(""));
    let name_of = |path: &Path| -> Result<String, CliError> {
        let is_beside = path.parent().unwrap_or(Path::new("")) == folder;
        let name = path.file_name().filter(|_| is_beside);
        let name = name.ok_or_else(|| {
            CliError::usage(format!(
                "{}: the pictures have to lie beside the list, in the same folder as {}.",
                path.display(),
                arguments.output.display()
            ))
        })?;
        Ok(name.to_string_lossy().into_owned())
    };
    let layers = arguments.layers.iter().map(|layer| {
        let (texture, path) = match layer.split_once('=') {
            Some((texture, path)) => (Some(texture.to_owned()), path),
            None => (None, layer.as_str()),
        };
        Ok((texture, name_of(Path::new(path))?))
    });
    let pictures = SplatPictures {
        heights: name_of(&arguments.heights)?,
        raw_size: arguments.size.as_deref().map(parse_size).transpose()?,
        range: HeightRange {
            low: arguments.low as f32,
            high: arguments.high as f32,
        },
        cell: arguments.cell,
        layers: layers.collect::<Result<_, CliError>>()?,
    };
    let mut read = |file: &str| {
        let path = folder.join(file);
        std::fs::read(path).map_err(|error| error.to_string())
    };
    let name = name_of(&arguments.output)?;
    let list = list_splat(&pictures, &name, &mut read).map_err(CliError::input)?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_whole(&arguments.output, &list.bytes, overwrite)?;
    Ok(Exit::Fine)
}

fn parse_size(text: &str) -> Result<(usize, usize), CliError> {
    let sides = text.split_once('x');
    let sides = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    sides.ok_or_else(|| CliError::usage("--size takes columns and rows, such as 513x513."))
}
