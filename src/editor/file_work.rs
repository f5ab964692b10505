//! What runs on the worker thread when a file is opened, saved or exported.

use super::jobs::JobControl;
use super::map_export::{TakenAlong, settle_left_tiles, take_along};
use super::{JobOutcome, KeptModel, ProjectOrigin, ReportLine, Session, Severity};
use crate::document::{Document, Model, ModelFormat, ModelId, Terrain};
use crate::edit::skeleton_bones;
use crate::import_export::{
    self, ExportLayout, Exported, ImportedFile, Profile, Report, TilesToOpen,
};
use crate::project::Disk;
use crate::project::atomic_write::{AtomicWriteError, Previous, atomic_write_set};
use crate::project::{self, KeptSection, SaveError, SaveOptions, SaveStep, Snapshot};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Reads a project, a model or a terrain; what it is, is told by its first bytes, not by its name. With
/// `keeps` it also makes what the journal needs.
pub(super) fn read_file(
    path: &Path,
    keeps: bool,
    tiles: TilesToOpen,
    control: &JobControl,
) -> Result<JobOutcome, String> {
    control.report("Reading", None);
    if has_project_magic(path) {
        return read_project(path, keeps);
    }
    let imported = import_export::open_file_with(path, tiles).map_err(|error| error.to_string())?;
    if control.is_cancelled() {
        return Ok(JobOutcome::Cancelled);
    }
    Ok(match imported {
        ImportedFile::Model(imported) => JobOutcome::Model {
            path: path.to_owned(),
            lines: report_lines(&imported.report),
            kept: keeps.then(|| kept_model(path, &imported.model)),
            model: Box::new(imported.model),
        },
        ImportedFile::Terrain(imported) => JobOutcome::Terrain {
            path: path.to_owned(),
            lines: report_lines(&imported.report),
            kept: keeps.then(|| kept_terrain(path, &imported.terrain)),
            terrain: Box::new(imported.terrain),
        },
    })
}

/// Makes ground of a height map and weight pictures.
pub(super) fn read_splat_pictures(
    paths: &[PathBuf],
    keeps: bool,
    control: &JobControl,
) -> Result<JobOutcome, String> {
    control.report("Reading", None);
    let imported = import_export::open_splat_pictures(paths).map_err(|error| error.to_string())?;
    let path = paths.first().cloned().unwrap_or_default();
    Ok(JobOutcome::Terrain {
        lines: report_lines(&imported.report),
        kept: keeps.then(|| kept_terrain(&path, &imported.terrain)),
        terrain: Box::new(imported.terrain),
        path,
    })
}

/// Reads the bones of a text skeleton, or of a model in any format.
pub(super) fn read_skeleton(path: &Path, control: &JobControl) -> Result<JobOutcome, String> {
    control.report("Reading", None);
    let imported =
        import_export::import_file(path, ModelId(0)).map_err(|error| error.to_string())?;
    Ok(JobOutcome::Skeleton {
        bones: skeleton_bones(&imported.model),
        lines: report_lines(&imported.report),
    })
}

/// A model as the journal keeps it: neither its file nor the program that read it is needed again.
fn kept_model(path: &Path, model: &Model) -> KeptModel {
    let mut document = Document::new();
    document.models.push(model.clone());
    kept_document(path, &document, model.content_hash())
}

/// The same of a terrain.
fn kept_terrain(path: &Path, terrain: &Terrain) -> KeptModel {
    let mut document = Document::new();
    document.terrains.push(terrain.clone());
    kept_document(path, &document, terrain.content_hash())
}

fn kept_document(path: &Path, document: &Document, content: u64) -> KeptModel {
    let encoded = project::encode(&Snapshot::of(document), project::Compression::default());
    KeptModel {
        xxh3: std::fs::read(path).map_or(0, |bytes| xxh3_64(&bytes)),
        content,
        bytes: encoded.ok().map(|encoded| encoded.to_vec()),
    }
}

fn read_project(path: &Path, keeps: bool) -> Result<JobOutcome, String> {
    let opened = project::open(path).map_err(|error| error.to_string())?;
    let lines = opened
        .problems
        .iter()
        .map(|problem| ReportLine {
            severity: Severity::Error,
            code: "PROJECT-DAMAGED".to_owned(),
            path: String::new(),
            message: problem.to_string(),
        })
        .collect();
    let content = keeps.then(|| opened.document.content_hash());
    Ok(JobOutcome::Project {
        origin: content.and_then(|content| ProjectOrigin::of_file(path, content)),
        path: path.to_owned(),
        document: Box::new(opened.document),
        session: opened
            .editor
            .as_deref()
            .map(Session::read)
            .unwrap_or_default(),
        kept: opened.kept,
        lines,
    })
}

/// Whether a file begins as projects do, whatever it is called.
pub(super) fn has_project_magic(path: &Path) -> bool {
    use std::io::Read as _;
    let mut start = Vec::new();
    let limit = project::MAGIC.len() as u64;
    let read = std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut start));
    read.is_ok() && start == project::MAGIC
}

/// What is written into a project beside the document.
pub(super) struct ProjectExtras {
    /// What the editor wants back.
    pub session: Session,
    /// Sections that this program does not know.
    pub kept: Vec<KeptSection>,
    /// Whether the project was opened with damage, and may hold more than was read of it.
    pub was_damaged: bool,
}

/// Writes the project, reads it back and compares. Gives the content hash; none if the user stopped
/// it.
pub(super) fn write_project(
    path: &Path,
    document: &Document,
    extras: &ProjectExtras,
    control: &JobControl,
) -> Result<Option<u64>, String> {
    let session = extras.session.write();
    let snapshot = Snapshot {
        document,
        editor: Some(&session),
        kept: &extras.kept,
    };
    let options = SaveOptions {
        previous: if extras.was_damaged {
            Previous::SetAside
        } else {
            Previous::Backup
        },
        ..SaveOptions::default()
    };
    let mut on_progress = |progress: project::Progress| {
        let step = match progress.step {
            SaveStep::Encode => "Packing",
            SaveStep::Write => "Writing",
            SaveStep::Verify => "Reading back",
        };
        let total = progress.total.max(1) as f32;
        control.report(step, Some(progress.done as f32 / total));
        if control.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    match project::save(path, &snapshot, options, &mut on_progress) {
        Ok(saved) => Ok(Some(saved.content_hash)),
        Err(SaveError::Write(AtomicWriteError::CalledOff { .. })) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What to do when the target can't hold everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LossPolicy {
    /// Write nothing and say what would be lost.
    Ask,
    /// Write it; the user said yes.
    Accept,
}

/// What an export came to.
pub(super) enum ExportWork {
    /// The files are written; what there is to say about them.
    Written(Vec<ReportLine>),
    /// Nothing is written; what would be lost.
    Asks(Vec<ReportLine>),
}

/// Writes a model and its companions, in the format that the name's ending stands for; a file that
/// was there stays as `.bak`.
pub(super) fn export_model(
    path: &Path,
    model: &Model,
    policy: LossPolicy,
    control: &JobControl,
) -> Result<ExportWork, String> {
    control.report("Laying out", None);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let own = match model.format {
        ModelFormat::BoneText => Profile::M2 { version: 264 },
        format => Profile::of(format),
    };
    let profile = Profile::of_extension(&extension).unwrap_or(own);
    let exported = import_export::export_as(model, profile, &name, ExportLayout::default())
        .map_err(|error| error.to_string())?;
    write_exported(path, exported, &Vec::new(), policy, control)
}

/// Writes a terrain in the format that the name's ending stands for; a file that was there stays as
/// `.bak`.
pub(super) fn export_terrain(
    path: &Path,
    terrain: &Terrain,
    policy: LossPolicy,
    control: &JobControl,
) -> Result<ExportWork, String> {
    control.report("Laying out", None);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let profile = Profile::of_terrain_file(&terrain.shape, &extension);
    let mut exported = import_export::export_terrain(terrain, profile, &name)
        .map_err(|error| error.to_string())?;
    let along = settle_left_tiles(path, terrain, &mut exported)?;
    write_exported(path, exported, &along, policy, control)
}

fn write_exported(
    path: &Path,
    exported: Exported,
    along: &TakenAlong,
    policy: LossPolicy,
    control: &JobControl,
) -> Result<ExportWork, String> {
    if policy == LossPolicy::Ask && !exported.report.losses.is_empty() {
        let losses = Report {
            items: Vec::new(),
            ..exported.report
        };
        return Ok(ExportWork::Asks(report_lines(&losses)));
    }
    take_along(along, control)?;
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    // Companions first: a model file never stands there without what it needs.
    let paths: Vec<_> = exported
        .files
        .iter()
        .rev()
        .map(|file| (folder.join(&file.name), file.bytes.as_slice()))
        .collect();
    let files: Vec<_> = paths
        .iter()
        .map(|(path, bytes)| (path.as_path(), *bytes))
        .collect();
    let mut done = 0;
    atomic_write_set(&Disk, &files, Previous::Backup, &mut |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        control.report(&*name, Some(done as f32 / files.len().max(1) as f32));
        done += 1;
    })
    .map_err(|error| error.to_string())?;
    Ok(ExportWork::Written(report_lines(&exported.report)))
}

pub(super) fn report_lines(report: &Report) -> Vec<ReportLine> {
    let items = report.items.iter().map(|item| ReportLine {
        severity: match item.severity {
            import_export::Severity::Note => Severity::Note,
            import_export::Severity::Warning => Severity::Warning,
            import_export::Severity::Error => Severity::Error,
        },
        code: String::new(),
        path: item.path.clone(),
        message: match item.count {
            0 | 1 => item.message.clone(),
            count => format!("{} ({count} places)", item.message),
        },
    });
    let losses = report.losses.iter().map(|loss| ReportLine {
        severity: Severity::Warning,
        code: "LOSS".to_owned(),
        path: loss.path.clone(),
        message: match loss.unit.as_str() {
            "" => loss.what.clone(),
            unit => format!("{} (at most {} {unit})", loss.what, loss.max_error),
        },
    });
    items.chain(losses).collect()
}
