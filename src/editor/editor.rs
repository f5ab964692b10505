//! The editor: the document, its history, what is selected and shown, and what is being done.

use super::automatic::WeightSearching;
use super::exporting::PendingExport;
use super::fifth_asking::CrowdedStroke;
use super::files::{AfterSave, FileState};
use super::ground_stroke::GroundStroke;
use super::jobs::JobList;
use super::key_focus::KeyFocus;
use super::terrain_census::GroundCensusing;
use super::{
    AlphaMeasuring, FifthQuestion, GestureSummary, GroundBrush, GroundTextures, GroundView, Intent,
    JobOutcome, Journaling, PaintState, PendingGesture, Playback, ProtectedPlaces, RecentFiles,
    Recovery, ReportLine, ReportLog, Request, SelectMode, Selection, Severity, TargetChecking,
    TextureSlots, TileStreaming, Toast, UnkeyedHistory, ViewIntent, ViewOptions, WeightBrush,
    WeightClipboard,
};
use crate::anim::Clip;
use crate::anim::Clock;
use crate::document::{Document, Model, Pose, TerrainId};
use crate::edit::{BonePose, ChangeSet, GroundMemory, History};
use crate::skeleton::Hierarchy;

/// Everything about one open window but its pixels.
///
/// [`Editor::handle`] is the only place that turns intents into changes; panels read the rest.
#[derive(Debug, Default)]
pub struct Editor {
    pub(super) document: Document,
    pub(super) history: History,
    /// What is selected, for all panels.
    pub selection: Selection,
    /// The playhead.
    pub playback: Playback,
    /// What the viewport shows.
    pub view: ViewOptions,
    /// What import, checks and refusals had to say.
    pub report: ReportLog,
    /// Messages on the screen, oldest first.
    pub toasts: Vec<Toast>,
    /// Where the document came from, and what is not saved.
    pub files: FileState,
    /// The pictures of the selected model's texture slots.
    pub textures: TextureSlots,
    /// The pictures of the shown terrain's textures.
    pub ground: GroundTextures,
    /// The files opened last.
    pub recent: RecentFiles,
    /// The pose that Paste puts down.
    pub pose_clipboard: Vec<BonePose>,
    /// The brush that paints weights.
    pub brush: WeightBrush,
    /// The surface that is painted, and the stroke in progress.
    pub(super) painting: PaintState,
    /// The weights that Paste weights puts down.
    pub weight_clipboard: WeightClipboard,
    /// What is chosen in the terrain workspace.
    pub ground_view: GroundView,
    /// The brush that works on the ground.
    pub ground_brush: GroundBrush,
    /// The terrain that is shown; the first if it is none of the document's.
    pub(super) chosen_terrain: Option<TerrainId>,
    pub(super) ground_memory: GroundMemory,
    pub(super) ground_stroke: Option<GroundStroke>,
    pub(super) fifth_question: Option<FifthQuestion>,
    pub(super) crowded_stroke: Option<CrowdedStroke>,
    pub(super) protected_places: ProtectedPlaces,
    pub(super) ground_censusing: GroundCensusing,
    pub(super) alpha_measuring: AlphaMeasuring,
    pub(super) streaming: TileStreaming,
    /// Work that a crash left behind.
    pub recovery: Recovery,
    pub(super) jobs: JobList<JobOutcome>,
    pub(super) journal: Journaling,
    pub(super) was_over_budget: bool,
    pub(super) requests: Vec<Request>,
    pub(super) gesture: Option<PendingGesture>,
    pub(super) unkeyed: UnkeyedHistory,
    pub(super) target_checking: TargetChecking,
    pub(super) weight_searching: WeightSearching,
    pub(super) key_focus: Vec<KeyFocus>,
    pub(super) shown_vertices: Vec<u32>,
    pub(super) changes: ChangeSet,
    pub(super) last_action: Option<String>,
    pub(super) question: Option<AfterSave>,
    pub(super) pending_export: Option<PendingExport>,
    pub(super) hierarchy: Hierarchy,
    pub(super) pose: Pose,
    pub(super) revision: u64,
    document_revision: u64,
    document_number: u64,
}

impl Editor {
    /// An editor with nothing open.
    pub fn new() -> Self {
        Self {
            document: Document::new(),
            ..Self::default()
        }
    }

    /// An editor on a document that was made elsewhere, with its first model and clip selected.
    pub fn with_document(document: Document) -> Self {
        let mut editor = Self {
            document,
            ..Self::default()
        };
        editor.document_replaced();
        editor
    }

    /// What is being edited.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What was done, and the way back.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The selected model.
    pub fn model(&self) -> Option<&Model> {
        self.selection.model.and_then(|id| self.document.model(id))
    }

    /// The selected clip.
    pub fn clip(&self) -> Option<&Clip> {
        self.model()?.clip(self.selection.clip?)
    }

    /// Position of the selected clip in the model.
    pub fn clip_index(&self) -> Option<usize> {
        self.model()?.clip_index(self.selection.clip?)
    }

    /// Position of the clip whose keyframes play: the selected one, aliases followed.
    pub fn key_clip_index(&self) -> Option<usize> {
        let index = self.clip_index()?;
        self.model()?.key_clip(index)
    }

    /// The clock that tracks of the selected model are sampled at.
    pub fn clock(&self) -> Option<Clock> {
        let model = self.model()?;
        let clock = Clock::of(model, self.clip_index(), self.playback.time_ms);
        Some(clock.with_loop_time(self.playback.global_ms))
    }

    /// The pose of the selected model at the playhead, unkeyed changes and gestures included.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The bone tree of the selected model.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// Changes whenever the document, the pose or a setting does; views redraw on a new value.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Changes whenever the document may have changed, gestures included; not while time passes.
    pub fn document_revision(&self) -> u64 {
        self.document_revision
    }

    /// Changes whenever another document takes the place of this one; edits leave it.
    pub fn document_number(&self) -> u64 {
        self.document_number
    }

    /// What was done or undone last, such as `Undid: Rotate 2 bones`.
    pub fn last_action(&self) -> Option<&str> {
        self.last_action.as_deref()
    }

    /// What runs in the background.
    pub fn jobs(&self) -> &JobList<JobOutcome> {
        &self.jobs
    }

    /// The jobs, to set what wakes the window.
    pub fn jobs_mut(&mut self) -> &mut JobList<JobOutcome> {
        &mut self.jobs
    }

    /// Whether a gesture shows something that is not kept yet.
    pub fn has_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// What the gesture in progress would do if it ended now.
    pub fn gesture_summary(&self) -> Option<&GestureSummary> {
        self.gesture.as_ref().map(PendingGesture::summary)
    }

    /// What closing would lose, if the user is being asked about it.
    pub fn question(&self) -> Option<&AfterSave> {
        self.question.as_ref()
    }

    /// Whether closing now would lose work.
    pub fn is_dirty(&self) -> bool {
        !self.history.is_saved() || self.files.has_unsaved_import || self.files.is_recovered
    }

    /// What edits touched since this was last called; views refresh only that.
    pub fn take_changes(&mut self) -> ChangeSet {
        self.note_edited_tiles();
        let changes = std::mem::take(&mut self.changes);
        self.note_surface(&changes);
        changes
    }

    /// What the window is asked to do since this was last called.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// The title of the window: what is open, and a mark if it is not saved.
    pub fn title(&self) -> String {
        let mark = if self.is_dirty() { "*" } else { "" };
        match self.files.shown_name(&self.document) {
            Some(name) => format!("{mark}{name} - Bonewright"),
            None => format!("{mark}Bonewright"),
        }
    }

    /// Carries out what the user asks for.
    pub fn handle(&mut self, intent: Intent) {
        // Anything may end a gesture, and that changes the document.
        if self.gesture.is_some() || !intent.leaves_document() {
            self.document_revision += 1;
        }
        match intent {
            Intent::Apply(operator) => self.apply(&operator),
            Intent::Ui(intent) => self.handle_view(intent),
        }
        self.write_journal();
        self.refresh();
    }

    /// Takes what background work has finished; call it once a frame.
    pub fn poll(&mut self) {
        self.poll_journal();
        self.follow_target();
        self.follow_census();
        self.follow_alphas();
        self.follow_ground();
        if self.take_waiting_tiles() {
            self.document_revision += 1;
            self.refresh();
        }
        self.weigh_tiles();
        self.follow_tiles();
        let ended = self.jobs.collect();
        if ended.is_empty() {
            return;
        }
        self.document_revision += 1;
        for (label, outcome) in ended {
            match outcome {
                Some(outcome) => self.job_ended(&label, outcome),
                None => self.toast(Toast::failure(format!(
                    "{label} stopped because of a fault in the program; nothing was changed."
                ))),
            }
        }
        self.write_journal();
        self.refresh();
    }

    /// Shows a message; warnings and errors are kept in the report.
    pub fn toast(&mut self, toast: Toast) {
        // Said once it is on the screen, also where a key is pressed again and again.
        let is_there = self.toasts.last();
        if is_there.is_some_and(|last| (last.severity, &last.text) == (toast.severity, &toast.text))
        {
            return;
        }
        if toast.severity > Severity::Note {
            self.report.push(ReportLine {
                severity: toast.severity,
                code: String::new(),
                path: String::new(),
                message: toast.text.clone(),
            });
        }
        self.toasts.push(toast);
    }

    pub(super) fn refuse(&mut self, text: impl Into<String>) {
        self.toast(Toast::refusal(text));
    }

    /// Another document came in: nothing of the old one may stay selected.
    pub(super) fn document_replaced(&mut self) {
        self.document_revision += 1;
        self.document_number += 1;
        self.fresh_history();
        self.selection = Selection::default();
        self.playback.is_playing = false;
        self.playback.seek(0.0);
        self.gesture = None;
        self.unkeyed = UnkeyedHistory::default();
        self.key_focus.clear();
        self.changes = ChangeSet::default();
        self.streaming = TileStreaming::default();
        self.tiles_are_journaled();
        self.last_action = None;
        self.model_shown();
        self.ground_replaced();
        self.refresh();
    }

    /// Another model is shown: what was hidden in the old one has no meaning here.
    pub(super) fn model_shown(&mut self) {
        self.selection.prune(&self.document);
        self.view.hidden_bones.clear();
        self.view.hidden_vertices.clear();
        self.view.hidden_geosets = match self
            .model()
            .and_then(|model| Some((model, model.views.first()?)))
        {
            Some((model, view)) => {
                let shown = model.default_geosets(view);
                let all = view.submeshes.iter().map(|submesh| submesh.geoset);
                all.filter(|geoset| !shown.contains(geoset)).collect()
            }
            None => std::collections::BTreeSet::new(),
        };
        self.load_textures();
    }

    /// Brings everything derived from the document and the playhead up to date.
    pub(super) fn refresh(&mut self) {
        // While keyframes are dragged those selected are not where the document has them.
        if self.gesture.is_none() {
            self.selection.prune(&self.document);
        }
        self.revision += 1;
        let mut pose = std::mem::take(&mut self.pose);
        match (self.model(), self.clock()) {
            (Some(model), Some(clock)) => {
                let hierarchy = model.skeleton.hierarchy();
                model.evaluate(&clock, &hierarchy, &mut pose);
                if let Some(unkeyed) = self.unkeyed_pose() {
                    unkeyed.apply(&model.skeleton, &mut pose.local);
                    crate::skeleton::model_matrices(
                        &model.skeleton.bones,
                        &hierarchy,
                        &pose.local,
                        &mut pose.model_from_bind,
                    );
                }
                self.hierarchy = hierarchy;
            }
            _ => {
                self.hierarchy = Hierarchy::default();
                pose = Pose::default();
            }
        }
        self.pose = pose;
        self.follow_protected();
    }

    fn handle_view(&mut self, intent: ViewIntent) {
        match intent {
            ViewIntent::NewProject => self.new_project(),
            ViewIntent::Open(paths) => self.open(paths),
            ViewIntent::OpenSample(name) => self.open_sample(&name),
            ViewIntent::ForgetRecent(path) => self.recent.remove(&path),
            ViewIntent::Save => self.save(),
            ViewIntent::SaveAs(path) => self.save_as(path),
            ViewIntent::Export(path) => self.export(path),
            ViewIntent::AttachSkeleton(path) => self.attach_skeleton(path),
            ViewIntent::SelectUnmirrored => self.select_unmirrored(),
            ViewIntent::SaveWeights(path) => self.save_weights(path),
            ViewIntent::SaveMapPictures(kind, path) => self.save_map_pictures(kind, path),
            ViewIntent::ImportSplat(paths) => self.import_splat(paths),
            ViewIntent::LoadMapPictures(kind, path) => self.load_map_pictures(kind, path),
            ViewIntent::LoadWeights(path) => self.load_weights(path),
            ViewIntent::LoadBrushPicture(path) => self.load_brush_picture(path),
            ViewIntent::AddAssetFolder(path) => self.add_asset_folder(path),
            ViewIntent::RemoveAssetFolder(path) => self.remove_asset_folder(&path),
            ViewIntent::AssignTexture { slot, path } => self.assign_texture(slot, path),
            ViewIntent::ClearTexture { slot } => self.clear_texture(slot),
            ViewIntent::CancelJob(id) => self.cancel_job(id),
            ViewIntent::FindWeights(search) => self.find_weights(search),
            ViewIntent::CheckTarget(profile) => self.check_target(profile),
            ViewIntent::Quit => self.leave(AfterSave::Quit),
            ViewIntent::Answer(answer) => self.answer(answer),
            ViewIntent::AnswerLosses(is_yes) => self.answer_losses(is_yes),
            ViewIntent::Recover(journal) => self.recover(journal),
            ViewIntent::RemoveJournal(journal) => self.remove_journal(&journal),
            ViewIntent::ShowRecovery => self.show_recovery(),
            ViewIntent::PutOffRecovery => self.put_off_recovery(),
            ViewIntent::DialogDismissed => self.question = None,
            ViewIntent::Undo => self.undo(),
            ViewIntent::Redo => self.redo(),
            ViewIntent::JumpTo(position) => self.jump_to(position),
            ViewIntent::CopyPose => self.copy_pose(),
            ViewIntent::PastePose => self.paste_pose(),
            ViewIntent::PastePoseFlipped => self.paste_pose_flipped(),
            ViewIntent::UpdateGesture(operator) => self.update_gesture(operator),
            ViewIntent::CommitGesture => self.commit_gesture(),
            ViewIntent::CancelGesture => self.cancel_gesture(),
            ViewIntent::DropPose => self.drop_unkeyed_pose(),
            ViewIntent::BeginStroke(start) => self.begin_stroke(&start),
            ViewIntent::ContinueStroke(points) => self.continue_stroke(&points),
            ViewIntent::EndStroke => self.end_stroke(),
            ViewIntent::CancelStroke => self.cancel_stroke(),
            ViewIntent::SetBrush(brush) => self.brush = *brush,
            ViewIntent::Ground(intent) => self.handle_ground(intent),
            ViewIntent::ShowEverything => self.show_everything(),
            ViewIntent::SelectModel(id) => {
                self.drop_unkeyed_pose();
                self.selection = Selection::of_model(id);
                self.playback.seek(0.0);
                self.model_shown();
            }
            ViewIntent::SelectBones { bones, mode } => self.selection.select_bones(bones, mode),
            ViewIntent::SelectPart(part) => {
                let node = part.zip(self.model());
                let node = node.and_then(|(part, model)| super::own_node(model, part));
                self.selection.select_bones(node, SelectMode::Replace);
                self.selection.part = part;
            }
            ViewIntent::SelectGeoset(geoset) => {
                self.selection.select_bones([], SelectMode::Replace);
                self.selection.geoset = Some(geoset);
            }
            ViewIntent::SelectClip(id) => self.show_clip(Some(id)),
            ViewIntent::SelectKeys { keys, mode } => self.selection.select_keys(keys, mode),
            ViewIntent::SelectChannel(path) => self.selection.channel = path,
            ViewIntent::SelectVertices { vertices, mode } => self.select_vertices(vertices, mode),
            ViewIntent::SelectVerticesBy(query) => self.select_vertices_by(query),
            ViewIntent::HideVertices(vertices) => self.hide_vertices(&vertices),
            ViewIntent::IsolateVertices(shown) => self.isolate_vertices(&shown),
            ViewIntent::ShowAllVertices => self.view.hidden_vertices.clear(),
            ViewIntent::CopyWeights => self.copy_weights(),
            ViewIntent::SelectPath(path) => self.select_path(&path),
            ViewIntent::HideBones(bones) => self.view.hidden_bones.extend(bones),
            ViewIntent::ShowBones(bones) => {
                self.view.hidden_bones.retain(|id| !bones.contains(id));
            }
            ViewIntent::IsolateBones(bones) => self.isolate_bones(&bones),
            ViewIntent::SetGeosetHidden { geoset, is_hidden } => {
                if is_hidden {
                    self.view.hidden_geosets.insert(geoset);
                } else {
                    self.view.hidden_geosets.remove(&geoset);
                }
            }
            ViewIntent::Set(setting) => self.set(setting),
            ViewIntent::Seek(time_ms) => self.seek(time_ms),
            ViewIntent::Step(steps) => self.step(steps),
            ViewIntent::NextKey => self.seek_key(super::KeyDirection::Next),
            ViewIntent::PreviousKey => self.seek_key(super::KeyDirection::Previous),
            ViewIntent::TogglePlay => self.toggle_play(),
            ViewIntent::Advance { elapsed_secs } => self.advance(elapsed_secs),
            ViewIntent::ClearReport => self.report.clear(),
            ViewIntent::Refuse(reason) => self.refuse(reason),
            ViewIntent::DismissToast(index) => {
                if index < self.toasts.len() {
                    self.toasts.remove(index);
                }
            }
            ViewIntent::Request(request) => self.requests.push(request),
        }
    }
}
