//! What a game will get of the selected model's weights: worked out in the background, and shown
//! as long as nothing was changed since.

use super::jobs::{JobControl, JobId};
use super::{Editor, JobOutcome, Toast, WeightColours, Workspace};
use crate::document::{Model, ModelId, MomentLimit};
use crate::import_export::{PreviewError, Profile, TargetPreview};
use crate::validate::{
    BudgetRow, StressOptions, StressReport, WeightCensus, stress_test, weight_budget,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Weights below this are dust.
const DUST: f32 = 0.01;

/// What is known of the weights of a model for a target.
#[derive(Debug)]
pub struct TargetCheck {
    /// The model.
    pub model: ModelId,
    /// The target.
    pub profile: Profile,
    /// Its vertices by their influences.
    pub census: WeightCensus,
    /// What it uses of the target's room.
    pub budget: Vec<BudgetRow>,
    /// The weights as the target will have them; a sentence where it can't be written.
    pub preview: Result<TargetPreview, String>,
    /// Where the clips tear it.
    pub stress: StressReport,
}

/// The last check, and the one that runs.
#[derive(Debug, Default)]
pub struct TargetChecking {
    found: Option<(DocumentState, Arc<TargetCheck>)>,
    running: Option<JobId>,
}

/// Tells whether the document was changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentState {
    document: u64,
    step_count: u64,
}

impl Editor {
    /// The last check of the selected model, also where edits have made it old.
    pub fn target_check(&self) -> Option<&TargetCheck> {
        let (_, check) = self.target_checking.found.as_ref()?;
        (Some(check.model) == self.selection.model).then_some(check)
    }

    /// Whether the last check tells of the model as it is now.
    pub fn is_target_check_current(&self) -> bool {
        let found = self.target_checking.found.as_ref();
        let is_same = |found: &(DocumentState, _)| found.0 == self.document_state();
        self.target_check().is_some() && !self.has_gesture() && found.is_some_and(is_same)
    }

    /// For each vertex of the selected model the largest change of one bone's share, 0 to 1, that
    /// the target makes; `None` without a check of the model as it is now.
    pub fn target_difference(&self) -> Option<&[f32]> {
        self.current_preview()
            .map(|preview| preview.largest.as_slice())
    }

    /// For each vertex of the selected model how far the target puts it from where it should be,
    /// at the worst moment of all clips, file units; `None` without a check of the model as it is
    /// now.
    pub fn target_shift(&self) -> Option<&[f32]> {
        self.current_preview()
            .map(|preview| preview.shift.as_slice())
    }

    /// What the target makes of the model as it is now; `None` without a check of that.
    pub fn current_preview(&self) -> Option<&TargetPreview> {
        let check = self.target_check()?;
        let is_current = self.is_target_check_current();
        check.preview.as_ref().ok().filter(|_| is_current)
    }

    /// Whether the viewport shows what the target makes of the weights.
    pub fn shows_target(&self) -> bool {
        self.view.workspace == Workspace::Weights
            && self.view.weights.colours == WeightColours::Target
    }

    /// Keeps the check in step with the model while the viewport shows it.
    pub(super) fn follow_target(&mut self) {
        let is_needed = self.shows_target() && self.model().is_some();
        let is_busy = self.is_painting() || self.has_gesture() || !self.jobs.is_idle();
        if is_needed && !is_busy && !self.is_target_check_current() {
            self.check_target(None);
        }
    }

    /// Whether a check runs.
    pub fn is_target_check_running(&self) -> bool {
        let running = self.target_checking.running;
        running.is_some_and(|id| self.jobs.running().iter().any(|job| job.id == id))
    }

    /// Starts a check of the selected model for a target, by default its own format; one that
    /// runs is stopped.
    pub(super) fn check_target(&mut self, profile: Option<Profile>) {
        let Some(model) = self.model().cloned() else {
            self.refuse("There is no model to check; open one first.");
            return;
        };
        if self.is_target_check_running()
            && let Some(id) = self.target_checking.running
        {
            self.jobs.cancel(id);
        }
        let state = self.document_state();
        let profile = profile.unwrap_or_else(|| Profile::of(model.format));
        let label = format!("Check the weights of {}", model.title);
        let started = self.jobs.start(label, move |control| {
            match check(&model, profile, control) {
                Some(check) => JobOutcome::TargetChecked(state, Box::new(check)),
                None => JobOutcome::Cancelled,
            }
        });
        match started {
            Ok(id) => self.target_checking.running = Some(id),
            Err(message) => self.toast(Toast::failure(message)),
        }
    }

    pub(super) fn target_checked(&mut self, state: DocumentState, check: TargetCheck) {
        self.target_checking.found = Some((state, Arc::new(check)));
    }

    fn document_state(&self) -> DocumentState {
        DocumentState {
            document: self.document_number(),
            step_count: self.history.step_count(),
        }
    }
}

/// Looks at everything; `None` if it was stopped.
fn check(model: &Model, profile: Profile, control: &JobControl) -> Option<TargetCheck> {
    let report = |step: &'static str, from: f32, to: f32| {
        let control = control.clone();
        move |fraction: f32| {
            control.report(step, Some(from + (to - from) * fraction));
            if control.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    };
    let census = WeightCensus::of(model, DUST);
    let mut on_preview = report("Writing and reading back", 0.0, 0.5);
    let limit = MomentLimit::default();
    let mut preview = match TargetPreview::of(model, profile, limit, &mut on_preview) {
        Err(PreviewError::Stopped) => return None,
        other => other.map_err(|error| error.to_string()),
    };
    // Only its budget is kept of a converted model.
    let converted = preview.as_mut().ok();
    let converted = converted.and_then(|preview| preview.converted.take());
    let budget = weight_budget(converted.as_deref().unwrap_or(model));
    drop(converted);
    let mut on_stress = report("Bending through all clips", 0.5, 1.0);
    let stress = stress_test(model, StressOptions::default(), &mut on_stress)?;
    Some(TargetCheck {
        model: model.id,
        profile,
        census,
        budget,
        preview,
        stress,
    })
}
