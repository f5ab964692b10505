//! Writing files whole or not at all, and only where nothing is lost.

use super::CliError;
use super::opened::terrain_choices;
use crate::assets::MAP_TERRAIN;
use crate::document::{Document, TerrainShape};
use crate::import_export::{
    ExportLayout, ExportedFile, Profile, Report, export_as, export_terrain,
};
use crate::project;
use crate::project::Disk;
use crate::project::atomic_write::{Previous, atomic_write, atomic_write_set};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Whether files that exist may be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Never; the command stops before it writes anything.
    Refuse,
    /// The user said yes.
    Allow,
}

impl Overwrite {
    /// From the `--force` switch.
    pub fn from_force(force: bool) -> Self {
        if force { Self::Allow } else { Self::Refuse }
    }
}

/// Everything that is written for one output, made before any of it touches the disk.
pub struct Output {
    files: Vec<(PathBuf, Vec<u8>)>,
    /// What becomes of files that are overwritten.
    previous: Previous,
    /// What is lost and noted.
    pub report: Report,
}

/// The profile asked for, or the one that the extension of `path` names.
pub fn profile_for(target: Option<&str>, path: &Path) -> Result<Profile, CliError> {
    let profile = match target {
        Some(name) => name.parse().map_err(CliError::usage)?,
        None => {
            let extension = path
                .extension()
                .map(|e| e.to_string_lossy().to_lowercase())
                .unwrap_or_default();
            match extension.as_str() {
                "m2" => Profile::M2 { version: 264 },
                "bwp" => Profile::Project,
                "mdx" => Profile::Mdx { version: 800 },
                "mdl" => Profile::Mdl,
                "skl" => Profile::BoneText,
                "w3e" | "w3x" | "w3m" => Profile::W3e { version: 11 },
                "adt" | "wdt" => Profile::AdtWotlk,
                "splat" => Profile::Splat,
                "gltf" => Profile::Gltf,
                "glb" => Profile::Glb,
                "" => {
                    return Err(CliError::usage(format!(
                        "{}: a name without an extension tells no format; name one with --target",
                        path.display()
                    )));
                }
                other => {
                    return Err(CliError::usage(format!(
                        "{}: no format is known by the extension \".{other}\"; name one with \
                         --target",
                        path.display()
                    )));
                }
            }
        }
    };
    supported(profile, "write")
}

/// The profile of the version that the document has, where the extension of the name told only the
/// format.
pub fn own_version(profile: Profile, target: Option<&str>, document: &Document) -> Profile {
    match (profile, target, document.terrains.as_slice()) {
        (Profile::W3e { .. }, None, [terrain]) => match &terrain.shape {
            TerrainShape::Corners(_) => Profile::of_terrain(&terrain.shape),
            TerrainShape::Tiles(_) => profile,
        },
        _ => profile,
    }
}

/// Refuses a profile that this version can't `deed` yet.
pub fn supported(profile: Profile, deed: &str) -> Result<Profile, CliError> {
    if profile.is_supported() {
        Ok(profile)
    } else {
        Err(CliError::usage(format!(
            "This version can't {deed} {profile} yet."
        )))
    }
}

/// Makes the bytes of a document in a format.
pub fn make_output(
    document: &Document,
    editor: Option<&[u8]>,
    path: &Path,
    profile: Profile,
    layout: ExportLayout,
) -> Result<Output, CliError> {
    if profile == Profile::Project {
        let snapshot = project::Snapshot {
            editor,
            ..project::Snapshot::of(document)
        };
        let encoded = project::encode(&snapshot, project::Compression::default())
            .map_err(CliError::output)?;
        let files = vec![(path.to_owned(), encoded.to_vec())];
        return Ok(Output {
            files,
            previous: Previous::Replace,
            report: Report::default(),
        });
    }
    // A folder that stands for a map gets the ground in it.
    let inside = path.join(MAP_TERRAIN);
    let path = if matches!(profile, Profile::W3e { .. }) && path.is_dir() {
        inside.as_path()
    } else {
        path
    };
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let exported = match (document.models.as_slice(), document.terrains.as_slice()) {
        ([model], []) => export_as(model, profile, &name, layout),
        ([], [terrain]) => export_terrain(terrain, profile, &name),
        // Of a project with both, the profile tells which is meant.
        (_, [terrain]) if profile.is_terrain() => export_terrain(terrain, profile, &name),
        ([model], _) if !profile.is_terrain() => export_as(model, profile, &name, layout),
        (models, terrains) => {
            let (count, kind) = if profile.is_terrain() {
                (terrains.len(), "terrains")
            } else {
                (models.len(), "models")
            };
            let choices = match profile.is_terrain() && count > 1 {
                true => format!(": {}; name one with --terrain", terrain_choices(document)),
                false => String::new(),
            };
            return Err(CliError::input(format!(
                "There are {count} {kind}; {profile} holds one{choices}."
            )));
        }
    };
    let exported =
        exported.map_err(|error| CliError::output(format!("{}: {error}", path.display())))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let files = exported
        .files
        .into_iter()
        .map(|ExportedFile { name, bytes }| (folder.join(name), bytes))
        .collect();
    Ok(Output {
        files,
        // A map is more than its ground, and often the only copy.
        previous: if profile.is_terrain() {
            Previous::Backup
        } else {
            Previous::Replace
        },
        report: exported.report,
    })
}

impl Output {
    /// Adds files that lie beside the first, in folders of their own where their names say so.
    pub fn add(&mut self, path: &Path, files: Vec<ExportedFile>) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = files.into_iter();
        self.files
            .extend(files.map(|ExportedFile { name, bytes }| (folder.join(name), bytes)));
    }

    /// Whether `path` is one of the files.
    pub fn has_file(&self, path: &Path) -> bool {
        self.files.iter().any(|(file, _)| file == path)
    }

    /// Refuses if a file would be overwritten and may not be.
    pub fn check_free(&self, overwrite: Overwrite) -> Result<(), CliError> {
        self.files
            .iter()
            .try_for_each(|(path, _)| check_free(path, overwrite))
    }

    /// Writes all files, companions first, so that a model never stands without them.
    pub fn write(&self, overwrite: Overwrite) -> Result<(), CliError> {
        self.check_free(overwrite)?;
        self.make_folders()?;
        let files: Vec<_> = self
            .files
            .iter()
            .rev()
            .map(|(path, bytes)| (path.as_path(), bytes.as_slice()))
            .collect();
        atomic_write_set(&Disk, &files, self.previous, &mut |_| {}).map_err(CliError::output)
    }

    /// Makes the folders that added files want below that of the first, which must be there.
    fn make_folders(&self) -> Result<(), CliError> {
        let mut folders = self.files.iter().filter_map(|(path, _)| path.parent());
        let Some(own) = folders.next() else {
            return Ok(());
        };
        if !own.as_os_str().is_empty() && !own.is_dir() {
            // Writing the first file says so.
            return Ok(());
        }
        for folder in folders.filter(|folder| *folder != own) {
            std::fs::create_dir_all(folder).map_err(CliError::output)?;
        }
        Ok(())
    }
}

/// Writes one file whole.
pub fn write_whole(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), CliError> {
    check_free(path, overwrite)?;
    atomic_write(path, &[bytes], Previous::Replace).map_err(CliError::output)
}

/// Refuses if a file would be overwritten and may not be.
pub fn check_free(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    if overwrite == Overwrite::Refuse && path.exists() {
        return Err(CliError::output(format!(
            "{}: the file exists; give --force to overwrite it",
            path.display()
        )));
    }
    Ok(())
}

/// Saves a project with its `.bak`, as the editor does.
pub fn save_project(document: &Document, path: &Path) -> Result<(), CliError> {
    let mut on_progress = |_| ControlFlow::Continue(());
    project::save(
        path,
        &project::Snapshot::of(document),
        project::SaveOptions::default(),
        &mut on_progress,
    )
    .map(|_| ())
    .map_err(CliError::output)
}

/// Writes a JSON value with a line end.
pub fn write_json(out: &mut dyn Write, value: &serde_json::Value) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(CliError::output)?;
    writeln!(out).map_err(CliError::output)
}
