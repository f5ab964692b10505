//! Automatic weights: searched for in the background, and put on the model as one entry of the
//! history if nothing was changed meanwhile.

use super::editing::sentence;
use super::jobs::{JobControl, JobId};
use super::plan_parts::{Plan, bones, something_open, ui};
use super::weight_plan::with_mesh;
use super::{
    Command, DocumentState, Editor, Intent, JobOutcome, ReportLine, Severity, Toast, ViewIntent,
};
use crate::edit::operator::LockBones;
use crate::edit::{AutomaticFound, AutomaticNote, AutomaticRequest, BoneRef, EditError};
use crate::skeleton::BoneId;
use crate::skinning::automatic::{AutomaticError, AutomaticMethod, Watch};

/// What is asked for when automatic weights are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSearch {
    /// How they are found.
    pub method: AutomaticMethod,
    /// The bones that get weights between those of the others; `None` for all-new weights.
    pub bones: Option<Vec<BoneId>>,
}

/// Automatic weights that were found.
#[derive(Clone, Debug)]
pub struct FoundWeights {
    search: WeightSearch,
    /// Counts the searches; what an old one found is dropped.
    number: u64,
    /// The document that they were found for.
    state: DocumentState,
    found: AutomaticFound,
}

/// The search that runs, if any.
#[derive(Debug, Default)]
pub(super) struct WeightSearching {
    count: u64,
    running: Option<JobId>,
}

impl Command {
    /// What a command that finds weights asks for.
    pub(super) fn plan_automatic(self, editor: &Editor) -> Plan {
        something_open(editor)?;
        if with_mesh(editor)?.skeleton.bones.is_empty() {
            return Err(
                "This model has no bones: add one first (Bone > Add child bone).".to_owned(),
            );
        }
        let search = |method| {
            let bones = None;
            ui(ViewIntent::FindWeights(WeightSearch { method, bones }))
        };
        match self {
            Self::AutomaticWeightsOfBones => ui(ViewIntent::FindWeights(WeightSearch {
                method: AutomaticMethod::Best,
                bones: Some(bones(editor)?.to_vec()),
            })),
            Self::BoneHeat => search(AutomaticMethod::Heat),
            Self::GeodesicVoxels => search(AutomaticMethod::GeodesicVoxels),
            Self::ClosestBone => search(AutomaticMethod::Closest),
            _ => search(AutomaticMethod::Best),
        }
    }
}

impl Editor {
    /// Starts to search for weights of the selected vertices, else of those shown; a search that
    /// runs is stopped.
    pub(super) fn find_weights(&mut self, search: WeightSearch) {
        self.cancel_gesture();
        if let Some(id) = self.weight_searching.running.take() {
            self.jobs.cancel(id);
        }
        let model = match with_mesh(self) {
            Ok(model) => model,
            Err(message) => return self.refuse(message),
        };
        if model.skeleton.bones.is_empty() {
            return self.refuse("This model has no bones to give weights to; add one first.");
        }
        let bones = search.bones.as_ref();
        let bones: Option<Vec<BoneRef>> =
            bones.map(|bones| bones.iter().map(|&bone| bone.into()).collect());
        let vertices = self.edited_vertices();
        let (bones, vertices) = (bones.as_deref(), vertices.as_deref());
        let label = format!("Find weights of {}", model.title);
        let request = match AutomaticRequest::new(model, bones, vertices, search.method) {
            Ok(request) => request,
            Err(EditError::Empty {
                argument: "vertices",
            }) => {
                return self.refuse("Every vertex is hidden; show some or select some first.");
            }
            Err(error) => {
                let mut toast = Toast::refusal(sentence(&error.to_string()));
                if let EditError::Locked { id, .. } = error {
                    let unlock = LockBones {
                        model: Some(model.id.0),
                        bones: vec![id.into()],
                        locked: false,
                    };
                    toast = toast.with_fix("Unlock it", Intent::Apply(unlock.into()));
                }
                return self.toast(toast);
            }
        };
        self.weight_searching.count += 1;
        let (number, state) = (self.weight_searching.count, self.document_state());
        let started = self.jobs.start(label, move |control| {
            match request.find(&JobWatch(control)) {
                Ok(found) => JobOutcome::WeightsFound(Box::new(FoundWeights {
                    search,
                    number,
                    state,
                    found,
                })),
                Err(AutomaticError::Cancelled) => JobOutcome::Cancelled,
                Err(error) => JobOutcome::Failed(sentence(&error.to_string())),
            }
        });
        match started {
            Ok(id) => self.weight_searching.running = Some(id),
            Err(message) => self.toast(Toast::failure(message)),
        }
    }

    /// Stops a job; what a search for weights found just before is dropped.
    pub(super) fn cancel_job(&mut self, id: JobId) {
        self.jobs.cancel(id);
        let running = &mut self.weight_searching.running;
        running.take_if(|running| *running == id);
    }

    /// Puts weights that were found on the model, if it is still as it was.
    pub(super) fn weights_found(&mut self, label: &str, found: FoundWeights) {
        let FoundWeights {
            search,
            number,
            state,
            found,
        } = found;
        let searching = &mut self.weight_searching;
        if number != searching.count || searching.running.take().is_none() {
            self.toast(Toast::note(format!("{label} was stopped.")));
            return;
        }
        let again = ViewIntent::FindWeights(search);
        if state != self.document_state() || self.has_gesture() || self.is_painting() {
            let text = "The weights that were found are dropped, for the document was changed \
                        while they were searched for.";
            self.toast(Toast::refusal(text).with_fix("Run again", again.into()));
            return;
        }
        let count = found.operator.vertices.len();
        let note_count = self.report_weights(&found);
        if count == 0 {
            self.refuse(
                "No vertex gets weight from the chosen bones, so nothing was changed: other bones \
                 are nearer. Select vertices beside them, or move the bones into the mesh.",
            );
            return;
        }
        let before = self.history.step_count();
        self.apply(&found.operator.into());
        if self.history.step_count() == before {
            self.toast(Toast::note("The vertices have these weights already."));
            return;
        }
        let vertices = match count {
            1 => "1 vertex has".to_owned(),
            count => format!("{count} vertices have"),
        };
        self.toast(Toast::note(match note_count {
            0 => format!("{vertices} automatic weights."),
            1 => format!("{vertices} automatic weights; the report says more."),
            count => format!("{vertices} automatic weights; {count} notes are in the report."),
        }));
    }

    /// Puts into the report what there is to say about weights that were found; gives the number of
    /// lines.
    fn report_weights(&mut self, found: &AutomaticFound) -> usize {
        let model = found.operator.model;
        let mut models = self.document.models.iter();
        let model = models.find(|it| Some(it.id.0) == model);
        let notes = model.map(|model| found.notes(model)).unwrap_or_default();
        let count = notes.len();
        for note in notes {
            let (severity, path, message) = match note {
                AutomaticNote::Fallback { path, sentence } => (Severity::Warning, path, sentence),
                AutomaticNote::Mesh(sentence) => (Severity::Note, String::new(), sentence),
            };
            self.report.push(ReportLine {
                severity,
                code: String::new(),
                path,
                message,
            });
        }
        count
    }
}

/// Shows how far a search is, and stops it with its job.
struct JobWatch<'a>(&'a JobControl);

impl Watch for JobWatch<'_> {
    fn progress(&self, share: f32) {
        self.0.report("Finding weights", Some(share));
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
