//! How the editor opens, saves and exports, and what it asks before work would be lost.

use super::file_work::{ProjectExtras, has_project_magic, read_file, write_project};
use super::journaling::Origin;
use super::tile_streaming::{TILE_VIEW_BYTES, held_tiles};
use super::{
    Answer, Dialog, Editor, JobOutcome, KeptModel, MapPictures, ProjectOrigin, ReportLine, Request,
    SavedState, Session, Severity, Toast,
};
use crate::document::{Document, Model, ModelId, NativeRole, Terrain, TerrainId};
use crate::import_export::{Profile, TilesToOpen};
use crate::journal::add_model;
use crate::project::KeptSection;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Where the document came from, and what is not saved.
#[derive(Clone, Debug, Default)]
pub struct FileState {
    /// The project's file; `None` if it was never saved.
    pub project_path: Option<PathBuf>,
    /// The files that models were imported from.
    pub model_paths: BTreeMap<ModelId, PathBuf>,
    /// The files that terrains were imported from.
    pub terrain_paths: BTreeMap<TerrainId, PathBuf>,
    /// Folders to look for textures in, in order.
    pub asset_folders: Vec<PathBuf>,
    /// Pictures that the user chose for texture slots.
    pub assigned: BTreeMap<(ModelId, u32), PathBuf>,
    /// Whether a model was added to a saved project since it was saved.
    pub has_unsaved_import: bool,
    /// Whether this was recovered after a crash and not saved since.
    pub is_recovered: bool,
    /// When the project was saved last.
    pub saved_at: Option<Instant>,
    pub(super) kept: Vec<KeptSection>,
    pub(super) was_damaged: bool,
}

impl FileState {
    /// Where a dialog starts: beside what is open, with a name that fits.
    /// `shown` is the terrain that is shown.
    pub fn suggestion(
        &self,
        dialog: &Dialog,
        document: &Document,
        shown: Option<&Terrain>,
    ) -> Option<PathBuf> {
        let Some(model) = document.models.first() else {
            return self.terrain_suggestion(dialog, shown?);
        };
        let origin = self.project_path.clone();
        let origin = origin.or_else(|| self.model_paths.get(&model.id).cloned());
        let folder = origin
            .as_ref()
            .and_then(|path| path.parent().map(Path::to_owned));
        match dialog {
            Dialog::Open
            | Dialog::AssignTexture { .. }
            | Dialog::AttachSkeleton
            | Dialog::LoadWeights
            | Dialog::SaveMapPictures(_)
            | Dialog::LoadMapPictures(_)
            | Dialog::LoadBrushPicture
            | Dialog::SaveSplat
            | Dialog::ImportSplat
            | Dialog::AddAssetFolder => folder,
            Dialog::SaveWeights => Some(folder?.join(format!("{}.weights", model.title))),
            Dialog::ExportSkeleton => Some(folder?.join(format!("{}_edited.skl", model.title))),
            Dialog::SaveAs => {
                let name = origin?.file_stem()?.to_owned();
                Some(folder?.join(name).with_extension("bwp"))
            }
            Dialog::Export => {
                let extension = Profile::of(model.format).extension();
                Some(folder?.join(format!("{}_edited.{extension}", model.title)))
            }
        }
    }

    /// The same where there is no model but a terrain.
    fn terrain_suggestion(&self, dialog: &Dialog, terrain: &Terrain) -> Option<PathBuf> {
        let own = self.terrain_paths.get(&terrain.id).cloned();
        let splat = terrain.native.as_ref();
        let splat = splat.and_then(|native| native.file(NativeRole::SplatList));
        if let (Some(list), Dialog::Export | Dialog::SaveSplat) = (splat, dialog) {
            // Pictures go back to where they came from, under the names they have.
            let folder = own.as_ref().or(self.project_path.as_ref())?.parent()?;
            return Some(folder.join(&list.name));
        }
        let origin = self.project_path.clone().or(own)?;
        let folder = origin.parent()?.to_owned();
        match dialog {
            Dialog::SaveAs => Some(folder.join(origin.file_stem()?).with_extension("bwp")),
            // Only tiles that were edited are written where the others lie.
            Dialog::Export if terrain.tiles_on_disk() > 0 && is_map_file(&origin) => Some(origin),
            Dialog::Export => {
                let extension = extension_of_terrain(terrain);
                Some(folder.join(format!("{}_edited.{extension}", terrain.name)))
            }
            Dialog::SaveSplat => Some(folder.join(format!("{}.splat", terrain.name))),
            Dialog::SaveMapPictures(pictures) => {
                let kind = match pictures {
                    MapPictures::Alphamaps => "alphamaps",
                    MapPictures::Heightmap => "heights",
                };
                Some(folder.join(format!("{}_{kind}.json", terrain.name)))
            }
            _ => Some(folder),
        }
    }

    /// What to call what is open; `None` if nothing is.
    pub fn shown_name(&self, document: &Document) -> Option<String> {
        if let Some(path) = &self.project_path {
            return Some(file_name(path));
        }
        let titles = document.models.iter().map(|model| &model.title);
        let names = document.terrains.iter().map(|terrain| &terrain.name);
        let title = titles.chain(names).next()?.clone();
        match document.models.len() + document.terrains.len() {
            1 => Some(title),
            count => Some(format!("{title} and {} more", count - 1)),
        }
    }
}

/// The extension of the file that a terrain goes into: that of the archive it came from, where it
/// came from one.
fn extension_of_terrain(terrain: &Terrain) -> String {
    let native = terrain.native.as_ref();
    let archive = native.and_then(|native| native.file(NativeRole::Archive));
    let own = archive.and_then(|file| Path::new(&file.name).extension());
    match own {
        Some(own) => own.to_string_lossy().into_owned(),
        None => Profile::of_terrain(&terrain.shape).extension().to_owned(),
    }
}

/// What the user wanted to do when something was found unsaved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterSave {
    /// Close the program.
    Quit,
    /// Start with an empty project.
    NewProject,
    /// Open a project instead.
    Open(PathBuf),
    /// Open what this journal holds instead.
    Recover(PathBuf),
}

impl Editor {
    pub(super) fn new_project(&mut self) {
        self.leave(AfterSave::NewProject);
    }

    pub(super) fn open(&mut self, paths: Vec<PathBuf>) {
        for path in paths {
            if is_project(&path) || has_project_magic(&path) {
                self.leave(AfterSave::Open(path));
            } else {
                self.start_reading(path);
            }
        }
    }

    pub(super) fn save(&mut self) {
        match self.files.project_path.clone() {
            Some(path) => self.save_as(path),
            None if self.document.is_empty() => {
                self.refuse("There is nothing to save yet: open a model or a map first.");
            }
            None => self.requests.push(Request::Dialog(Dialog::SaveAs)),
        }
    }

    pub(super) fn save_as(&mut self, path: PathBuf) {
        if self.refuses_while_asking() {
            return;
        }
        self.cancel_gesture();
        let path = with_extension(path, "bwp");
        let document = self.document.clone();
        let state = self.saved_state();
        self.streaming.at_save = held_tiles(&document);
        let _ = self.journal.sync();
        let extras = ProjectExtras {
            session: Session::of(self),
            kept: self.files.kept.clone(),
            was_damaged: self.files.was_damaged,
        };
        let label = format!("Save {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            match write_project(&path, &document, &extras, control) {
                Ok(Some(content)) => JobOutcome::Saved {
                    origin: ProjectOrigin::of_file(&path, content),
                    path,
                    state,
                },
                Ok(None) => JobOutcome::Cancelled,
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Leaves the document for something else; asks first if something is unsaved.
    pub(super) fn leave(&mut self, next: AfterSave) {
        self.cancel_gesture();
        if self.is_dirty() {
            self.question = Some(next);
        } else {
            self.go_on(next);
        }
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Stay => self.question = None,
            Answer::Discard => {
                if let Some(next) = self.question.take() {
                    self.go_on(next);
                }
            }
            // The question stays until the project is saved; `saved` then goes on.
            Answer::Save => self.save(),
        }
    }

    /// Takes what a job gave.
    pub(super) fn job_ended(&mut self, label: &str, outcome: JobOutcome) {
        match outcome {
            JobOutcome::Project {
                path,
                document,
                session,
                kept,
                lines,
                origin,
            } => {
                self.close_document();
                self.journal.origin = origin.map_or(Origin::Document, Origin::Project);
                self.document = *document;
                self.recent.add(&path);
                self.files.project_path = Some(path);
                self.files.kept = kept;
                self.files.was_damaged = !lines.is_empty();
                session.restore_files(&mut self.files);
                self.add_lines(lines);
                self.document_replaced();
                session.restore_view(self);
                self.look_for_journals();
            }
            JobOutcome::Model {
                path,
                model,
                lines,
                kept,
            } => self.model_read(path, *model, lines, kept),
            JobOutcome::Terrain {
                path,
                terrain,
                lines,
                kept,
            } => self.terrain_read(path, *terrain, lines, kept),
            JobOutcome::Saved {
                path,
                state,
                origin,
            } => self.saved(path, state, origin),
            JobOutcome::Journals(found) => self.journals_found(found),
            JobOutcome::Recovered(recovered) => self.recovered(*recovered),
            JobOutcome::Skeleton { bones, lines } => self.skeleton_read(bones, lines),
            JobOutcome::Exported { path, lines } => {
                self.toasts.push(Toast::note(format!(
                    "Exported {} ({}).",
                    file_name(&path),
                    notes_text(&lines)
                )));
                self.add_lines(lines);
            }
            JobOutcome::WeightsSaved(path) => {
                let name = file_name(&path);
                self.toasts
                    .push(Toast::note(format!("Saved the weights to {name}.")));
            }
            JobOutcome::WeightLines { path, lines } => self.weights_read(&path, &lines),
            JobOutcome::MapPicturesSaved { path, notes } => self.map_pictures_saved(&path, notes),
            JobOutcome::MapPicturesRead(operator) => self.apply(&operator),
            JobOutcome::BrushPictureRead { name, picture } => {
                self.brush_picture_read(name, *picture);
            }
            JobOutcome::ExportAsks(pending) => self.pending_export = Some(pending),
            JobOutcome::Textures {
                model,
                request,
                pictures,
            } => self.textures_read(model, request, pictures),
            JobOutcome::GroundTextures {
                request,
                textures,
                cliff_grounds,
                known,
                problems,
            } => {
                self.ground_read(request, textures, cliff_grounds, problems);
                self.ground_known(request, known);
            }
            JobOutcome::WeightsFound(found) => self.weights_found(label, *found),
            JobOutcome::TargetChecked(state, check) => self.target_checked(state, *check),
            JobOutcome::Tiles(tiles) => self.tiles_read(tiles),
            JobOutcome::AlphasMeasured(subject, costs) => self.alphas_measured(*subject, costs),
            JobOutcome::GroundExamined(state, census) => self.ground_examined(state, *census),
            JobOutcome::Failed(message) => {
                self.question = None;
                self.toast(Toast::failure(message));
            }
            JobOutcome::Cancelled => self.toast(Toast::note(format!("{label} was stopped."))),
        }
    }

    fn go_on(&mut self, next: AfterSave) {
        match next {
            AfterSave::Quit => {
                self.journal.end(Origin::Empty);
                self.requests.push(Request::CloseWindow);
            }
            AfterSave::NewProject => {
                self.close_document();
                self.document = Document::new();
                self.document_replaced();
            }
            AfterSave::Open(path) => self.start_reading(path),
            AfterSave::Recover(journal) => self.start_recovering(journal),
        }
    }

    /// Leaves what is open; the user said that it may be lost if it was not saved.
    pub(super) fn close_document(&mut self) {
        self.report.clear();
        self.journal.end(Origin::Empty);
        // Asset folders stay: they belong to the user's disk, not to one document.
        self.files = FileState {
            asset_folders: std::mem::take(&mut self.files.asset_folders),
            ..FileState::default()
        };
    }

    pub(super) fn start_reading(&mut self, path: PathBuf) {
        let label = format!("Open {}", file_name(&path));
        let keeps = self.journal.folder().is_some();
        let tiles = TilesToOpen::Near {
            budget: self.ground_view.tile_budget(),
            beside: TILE_VIEW_BYTES,
        };
        let started = self.jobs.start(label, move |control| {
            read_file(&path, keeps, tiles, control).unwrap_or_else(JobOutcome::Failed)
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    fn model_read(
        &mut self,
        path: PathBuf,
        model: Model,
        lines: Vec<ReportLine>,
        kept: Option<KeptModel>,
    ) {
        let used = self.document.models.iter().map(|model| model.id.0).max();
        let id = ModelId(used.map_or(0, |id| id + 1));
        self.recent.add(&path);
        self.files.model_paths.insert(id, path.clone());
        self.files.has_unsaved_import |= self.files.project_path.is_some();
        let is_first = self.document.is_empty();
        add_model(&mut self.document, model, id);
        self.journal_import(&path, id, kept);
        self.add_lines(lines);
        if is_first {
            self.document_replaced();
        } else {
            self.drop_unkeyed_pose();
            self.selection = super::Selection::of_model(id);
            self.playback.seek(0.0);
            self.model_shown();
        }
    }

    fn saved_state(&self) -> SavedState {
        SavedState {
            step_count: self.history.step_count(),
            model_count: self.document.models.len(),
            terrain_count: self.document.terrains.len(),
        }
    }

    fn saved(&mut self, path: PathBuf, state: SavedState, origin: Option<ProjectOrigin>) {
        self.files.was_damaged = false;
        self.files.saved_at = Some(Instant::now());
        self.recent.add(&path);
        self.last_action = Some(format!("Saved {}", file_name(&path)));
        self.tell_left_tiles();
        self.files.project_path = Some(path);
        // What was edited while the file was written is not in it; the journal then goes on, for
        // it starts from before the save.
        if state == self.saved_state() {
            self.history.set_saved();
            self.files.has_unsaved_import = false;
            self.files.is_recovered = false;
            self.journal_saved(origin);
            // Tiles may have come or gone while the project was written.
            self.streaming.journaled = std::mem::take(&mut self.streaming.at_save);
        }
        if let Some(next) = self.question.take() {
            self.leave(next);
        }
    }

    pub(super) fn add_lines(&mut self, lines: Vec<ReportLine>) {
        for line in lines {
            self.report.push(line);
        }
    }
}

fn notes_text(lines: &[ReportLine]) -> String {
    let serious = lines
        .iter()
        .filter(|line| line.severity > Severity::Note)
        .count();
    match serious {
        0 => "nothing was lost".to_owned(),
        1 => "1 warning in the report".to_owned(),
        count => format!("{count} warnings in the report"),
    }
}

/// Whether a path names a project by its extension.
pub(super) fn is_project(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("bwp"))
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Whether a path names a map of tiles, not one of them.
fn is_map_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("wdt"))
}

fn with_extension(mut path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_none() {
        path.set_extension(extension);
    }
    path
}
