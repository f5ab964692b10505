//! Opening whatever file a command is given.

use super::CliError;
use crate::document::{Document, Model, Terrain, TerrainId};
use crate::edit::ClipRef;
use crate::import_export::{
    ImportedFile, Profile, Report, ReportItem, Severity, load_left_tiles, open_file,
};
use crate::project;
use std::io::Write;
use std::path::Path;

/// A file that was opened.
pub struct Opened {
    /// What is in it.
    pub document: Document,
    /// What was odd about it.
    pub report: Report,
    /// Companions that were not found.
    pub missing: Vec<String>,
    /// How many sections of a project were damaged.
    pub damaged_sections: usize,
    /// What the editor keeps in a project.
    pub editor: Option<Vec<u8>>,
}

impl Opened {
    /// Says on `err` what was damaged or missing, for commands that write something made of it.
    pub fn tell(&self, err: &mut dyn Write) -> Result<(), CliError> {
        for item in self.report.items.iter().filter(|item| is_fault(item)) {
            let (path, message) = (&item.path, &item.message);
            writeln!(err, "{}: {path}: {message}", item.severity.word())
                .map_err(CliError::output)?;
        }
        for loss in &self.report.losses {
            writeln!(err, "lost: {loss}").map_err(CliError::output)?;
        }
        Ok(())
    }

    /// Keeps of several terrains the one that is named, and of models none; a project is written
    /// whole, so nothing is named for one.
    pub fn keep_terrain(&mut self, name: Option<&str>, profile: Profile) -> Result<(), CliError> {
        let Some(name) = name else {
            return Ok(());
        };
        if !profile.is_terrain() {
            return Err(CliError::usage(format!(
                "--terrain is for an output that is one terrain, and {profile} is not."
            )));
        }
        let id = name.strip_prefix('#').and_then(|id| id.parse().ok());
        let is_named = |terrain: &Terrain| match id {
            Some(id) => terrain.id == TerrainId(id),
            None => terrain.name == name,
        };
        let terrains = &self.document.terrains;
        match terrains.iter().filter(|terrain| is_named(terrain)).count() {
            1 => {}
            count => {
                let what = if count == 0 {
                    "is not there"
                } else {
                    "is not the name of one alone"
                };
                return Err(CliError::usage(format!(
                    "The terrain '{name}' {what}; there are {}.",
                    terrain_choices(&self.document)
                )));
            }
        }
        self.document.terrains.retain(is_named);
        self.document.models.clear();
        Ok(())
    }

    /// The only model, or a sentence that there are more.
    pub fn model(&self) -> Result<&Model, CliError> {
        match self.document.models.as_slice() {
            [model] => Ok(model),
            [] => Err(match self.document.terrains.first() {
                Some(terrain) => CliError::usage(format!(
                    "{} is a terrain ({}), and this command takes a model.",
                    terrain.name,
                    terrain.size_text()
                )),
                None => CliError::input("There is no model in the file."),
            }),
            models => {
                let titles: Vec<&str> = models.iter().map(|model| model.title.as_str()).collect();
                Err(CliError::input(format!(
                    "The project holds {} models ({}); this command takes a file with one.",
                    models.len(),
                    titles.join(", ")
                )))
            }
        }
    }
}

/// The terrains of a document, as they may be named.
pub fn terrain_choices(document: &Document) -> String {
    let terrains = document.terrains.iter();
    let names: Vec<String> = terrains
        .map(|terrain| format!("#{} ({})", terrain.id.0, terrain.name))
        .collect();
    names.join(", ")
}

fn is_fault(item: &ReportItem) -> bool {
    item.severity != Severity::Note
}

/// Opens a project, a model or a terrain; which it is, is told by its first bytes.
pub fn open(path: &Path) -> Result<Opened, CliError> {
    if starts_with(path, &project::MAGIC) {
        let opened = project::open(path).map_err(CliError::input)?;
        let mut report = Report::default();
        for problem in &opened.problems {
            report.warn(path.display().to_string(), problem.to_string());
        }
        let damaged_sections = opened.problems.len();
        let project::Opened {
            mut document,
            editor,
            ..
        } = opened;
        for terrain in &mut document.terrains {
            load_left_tiles(terrain, &mut report);
        }
        return Ok(Opened {
            document,
            report,
            missing: Vec::new(),
            damaged_sections,
            editor,
        });
    }
    let mut document = Document::new();
    let (report, missing) = match open_file(path).map_err(CliError::input)? {
        ImportedFile::Model(imported) => {
            document.models.push(imported.model);
            (imported.report, imported.missing)
        }
        ImportedFile::Terrain(imported) => {
            document.terrains.push(imported.terrain);
            (imported.report, Vec::new())
        }
    };
    Ok(Opened {
        document,
        report,
        missing,
        damaged_sections: 0,
        editor: None,
    })
}

/// The position of the clip that `name` means; `None` for `bind`.
pub fn find_clip(model: &Model, name: &str) -> Result<Option<usize>, CliError> {
    if name == "bind" {
        return Ok(None);
    }
    ClipRef::from(name)
        .resolve(model)
        .map(Some)
        .map_err(CliError::usage)
}

fn starts_with(path: &Path, magic: &[u8]) -> bool {
    use std::io::Read as _;
    let mut start = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(magic.len() as u64).read_to_end(&mut start))
        .is_ok_and(|_| start == magic)
}
