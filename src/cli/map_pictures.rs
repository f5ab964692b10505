//! `bonewright alphamaps` and `bonewright heightmap`: a map as pictures, and back onto a map.

use super::args_map_pictures::{
    AlphamapsCommand, HeightmapCommand, MapPicturesLoadArguments, RangeArguments,
};
use super::edited::{apply_one, write_edited};
use super::opened::{Opened, open};
use super::output::{Overwrite, check_free, profile_for};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::document::Terrain;
use crate::edit::Operator;
use crate::editor::{alphamaps_operator, heights_operator};
use crate::import_export::{
    HeightForm, MapCoverage, SavedPictures, load_alphamaps, load_heightmap, save_alphamaps,
    save_heightmap,
};
use crate::project::Disk;
use crate::project::atomic_write::{Previous, atomic_write_set};
use crate::terrain::HeightRange;
use std::io::Write;
use std::path::Path;

/// Saves or loads shares of textures; notes go to `err`.
pub fn run_alphamaps(command: &AlphamapsCommand, err: &mut dyn Write) -> CommandResult {
    match command {
        AlphamapsCommand::Save(arguments) => {
            let opened = open(&arguments.file)?;
            opened.tell(err)?;
            let coverage = coverage(arguments.whole);
            let name = list_name(&arguments.output)?;
            let saved = save_alphamaps(terrain_of(&opened)?, &name, coverage);
            let saved = saved.map_err(|error| at(&arguments.file, error))?;
            write(&saved, &arguments.output, arguments.force, err)
        }
        AlphamapsCommand::Load(arguments) => load(arguments, err, |list, read, terrain| {
            let loaded = load_alphamaps(list, read).map_err(|error| error.to_string())?;
            alphamaps_operator(terrain, &loaded, String::new()).ok_or_else(no_memory)
        }),
    }
}

/// Saves or loads heights; notes go to `err`.
pub fn run_heightmap(command: &HeightmapCommand, err: &mut dyn Write) -> CommandResult {
    match command {
        HeightmapCommand::Save(arguments) => {
            let range = range(&arguments.range)?;
            let opened = open(&arguments.pictures.file)?;
            opened.tell(err)?;
            let pictures = &arguments.pictures;
            let form = if arguments.raw {
                HeightForm::Raw
            } else {
                HeightForm::Png
            };
            let name = list_name(&pictures.output)?;
            let coverage = coverage(pictures.whole);
            let saved = save_heightmap(terrain_of(&opened)?, &name, coverage, form, range);
            let saved = saved.map_err(|error| at(&pictures.file, error))?;
            write(&saved, &pictures.output, pictures.force, err)
        }
        HeightmapCommand::Load(arguments) => load(arguments, err, |list, read, terrain| {
            let loaded = load_heightmap(list, read).map_err(|error| error.to_string())?;
            heights_operator(terrain, &loaded, String::new()).ok_or_else(no_memory)
        }),
    }
}

fn no_memory() -> String {
    "there is no memory to pack the pictures".to_owned()
}

fn at(path: &Path, error: impl std::fmt::Display) -> CliError {
    CliError::input(format!("{}: {error}", path.display()))
}

fn coverage(is_whole: bool) -> MapCoverage {
    if is_whole {
        MapCoverage::Whole
    } else {
        MapCoverage::EachTile
    }
}

fn range(arguments: &RangeArguments) -> Result<Option<HeightRange>, CliError> {
    match (arguments.low, arguments.high) {
        (Some(low), Some(high)) if low < high => Ok(Some(HeightRange {
            low: low as f32,
            high: high as f32,
        })),
        (None, None) => Ok(None),
        _ => Err(CliError::usage(
            "--low and --high go together, and --low is below --high.",
        )),
    }
}

/// The only terrain, or a sentence that there is none or more.
fn terrain_of(opened: &Opened) -> Result<&Terrain, CliError> {
    match opened.document.terrains.as_slice() {
        [terrain] => Ok(terrain),
        terrains => Err(CliError::usage(format!(
            "There are {} maps in the file; this command takes a file with one.",
            terrains.len()
        ))),
    }
}

fn list_name(path: &Path) -> Result<String, CliError> {
    let is_list = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let name = path.file_name().filter(|_| is_list).ok_or_else(|| {
        CliError::usage(format!(
            "{}: the list of the pictures has to end in .json",
            path.display()
        ))
    })?;
    Ok(name.to_string_lossy().into_owned())
}

fn write(saved: &SavedPictures, list: &Path, force: bool, err: &mut dyn Write) -> CommandResult {
    for note in &saved.notes {
        writeln!(err, "{note}").map_err(CliError::output)?;
    }
    let folder = list.parent().unwrap_or(Path::new(""));
    let overwrite = Overwrite::from_force(force);
    let files = saved.files.iter();
    let files: Vec<_> = files
        .map(|file| (folder.join(&file.name), file.bytes.as_slice()))
        .collect();
    for (path, _) in &files {
        check_free(path, overwrite)?;
    }
    // The list comes last, so that it never stands without its pictures.
    let files: Vec<_> = files
        .iter()
        .rev()
        .map(|(path, bytes)| (path.as_path(), *bytes))
        .collect();
    atomic_write_set(&Disk, &files, Previous::Replace, &mut |_| {}).map_err(CliError::output)?;
    Ok(Exit::Fine)
}

/// Reads the bytes of a file beside a list.
type ReadBeside<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

fn load(
    arguments: &MapPicturesLoadArguments,
    err: &mut dyn Write,
    read: impl FnOnce(&[u8], ReadBeside<'_>, Option<u32>) -> Result<Operator, String>,
) -> CommandResult {
    let profile = profile_for(None, &arguments.output)?;
    let path = &arguments.list;
    let list = std::fs::read(path).map_err(|error| at(path, error))?;
    let mut opened = open(&arguments.file)?;
    opened.tell(err)?;
    let terrain = Some(terrain_of(&opened)?.id.0);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut beside =
        |file: &str| std::fs::read(folder.join(file)).map_err(|error| error.to_string());
    let operator = read(&list, &mut beside, terrain).map_err(|reason| at(path, reason))?;
    apply_one(&mut opened, &operator, err)?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_edited(&opened, &arguments.output, profile, overwrite, err)
}
