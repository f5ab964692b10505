//! Another form for alpha maps as it is prepared: what each form would cost is measured in the
//! background before anything is done.

use super::jobs::JobId;
use super::{DocumentState, Editor, JobOutcome, ScopeChoice, Toast};
use crate::document::{Document, TerrainId};
use crate::edit::operator::ConvertAlphas;
use crate::edit::{
    AlphaEdgesArgument, AlphaFigures, AlphaFormArgument, EditError, GroundScope, Operator,
};

/// A form that alpha maps can come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlphaChoice {
    /// 4 bits, all texels of which count.
    #[default]
    FourBits,
    /// 4 bits, the last row and column of which are copies.
    FourBitsRepeated,
    /// 8 bits.
    EightBits,
    /// 8 bits, run-length coded.
    Runs,
}

/// Another form for alpha maps as it is prepared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlphaDraft {
    /// The form.
    pub choice: AlphaChoice,
    /// Where.
    pub scope: ScopeChoice,
}

/// What each form would change, or why it can't be had; in the order of [`AlphaChoice::ALL`].
pub type AlphaCosts = Vec<Result<AlphaFigures, String>>;

/// For what costs were measured.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaSubject {
    state: DocumentState,
    terrain: TerrainId,
    scope: GroundScope,
}

/// The costs that were measured last, and what is measured now.
#[derive(Debug, Default)]
pub struct AlphaMeasuring {
    found: Option<(AlphaSubject, AlphaCosts)>,
    running: Option<JobId>,
}

impl AlphaChoice {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::FourBits,
        Self::FourBitsRepeated,
        Self::EightBits,
        Self::Runs,
    ];

    /// What buttons say.
    pub fn title(self) -> &'static str {
        match self {
            Self::FourBits => "4 bits, 64 by 64",
            Self::FourBitsRepeated => "4 bits, 63 by 63",
            Self::EightBits => "8 bits",
            Self::Runs => "8 bits, compressed",
        }
    }

    /// More about it, in one sentence.
    pub fn hint(self) -> &'static str {
        match self {
            Self::FourBits => "16 values a texel; the last row and column count (flag 0x8000).",
            Self::FourBitsRepeated => {
                "16 values a texel; the game copies the last row and column from those before."
            }
            Self::EightBits => "256 values a texel, 4096 bytes a map (big alpha).",
            Self::Runs => "256 values a texel, run-length coded; nothing is lost.",
        }
    }

    fn operator(self, terrain: TerrainId, scope: GroundScope) -> ConvertAlphas {
        let (form, edges) = match self {
            Self::FourBits => (AlphaFormArgument::FourBits, AlphaEdgesArgument::All),
            Self::FourBitsRepeated => (AlphaFormArgument::FourBits, AlphaEdgesArgument::Repeated),
            Self::EightBits => (AlphaFormArgument::EightBits, AlphaEdgesArgument::Keep),
            Self::Runs => (AlphaFormArgument::Runs, AlphaEdgesArgument::Keep),
        };
        ConvertAlphas {
            terrain: Some(terrain.0),
            form: Some(form),
            edges,
            scope,
        }
    }
}

impl Editor {
    /// What each form would cost there; `None` while it is measured, a sentence where the scope
    /// means nothing.
    pub fn alpha_costs(&self, draft: AlphaDraft) -> Result<Option<&AlphaCosts>, String> {
        let subject = self.alpha_subject(draft)?;
        let found = self.alpha_measuring.found.as_ref();
        let found = found.filter(|(known, _)| *known == subject && !self.has_gesture());
        Ok(found.map(|(_, costs)| costs))
    }

    /// The operator that does it; a sentence where it can't be done or changes nothing.
    pub fn alpha_operator(&self, draft: AlphaDraft) -> Result<Operator, String> {
        let costs = self.alpha_costs(draft)?;
        let costs = costs.ok_or_else(|| "What it costs is being measured.".to_owned())?;
        let mut choices = AlphaChoice::ALL.iter().zip(costs);
        let cost = choices.find(|(choice, _)| **choice == draft.choice);
        match cost {
            Some((_, Err(reason))) => return Err(reason.clone()),
            Some((_, Ok(figures))) if figures.is_nothing() => {
                return Err("All alpha maps there are stored so already.".to_owned());
            }
            _ => {}
        }
        let subject = self.alpha_subject(draft)?;
        Ok(draft.choice.operator(subject.terrain, subject.scope).into())
    }

    fn alpha_subject(&self, draft: AlphaDraft) -> Result<AlphaSubject, String> {
        let terrain = self.terrain().ok_or_else(|| "No map is open.".to_owned())?;
        Ok(AlphaSubject {
            state: self.document_state(),
            terrain: terrain.id,
            scope: self.ground_scope(draft.scope)?,
        })
    }

    /// Measures what each form costs while one is being chosen.
    pub(super) fn follow_alphas(&mut self) {
        let Some(draft) = self.ground_view.alphas else {
            return;
        };
        let running = self.alpha_measuring.running;
        let is_busy = running.is_some_and(|id| self.jobs.running().iter().any(|it| it.id == id));
        if is_busy || self.has_gesture() || self.is_on_ground() {
            return;
        }
        let (Ok(subject), Ok(None)) = (self.alpha_subject(draft), self.alpha_costs(draft)) else {
            return;
        };
        let Some(terrain) = self.terrain().cloned() else {
            return;
        };
        let mut document = Document::new();
        document.terrains.push(terrain);
        let started = self.jobs.start("Measure alpha maps", move |control| {
            let mut costs = AlphaCosts::new();
            for choice in AlphaChoice::ALL {
                if control.is_cancelled() {
                    return JobOutcome::Cancelled;
                }
                control.report(choice.title(), Some(costs.len() as f32 / 4.0));
                let operator = choice.operator(subject.terrain, subject.scope.clone());
                costs.push(
                    operator
                        .figures(&document)
                        .map_err(|error| sentence(&error)),
                );
            }
            JobOutcome::AlphasMeasured(Box::new(subject), costs)
        });
        match started {
            Ok(id) => self.alpha_measuring.running = Some(id),
            Err(message) => self.toast(Toast::failure(message)),
        }
    }

    pub(super) fn alphas_measured(&mut self, subject: AlphaSubject, costs: AlphaCosts) {
        self.alpha_measuring.found = Some((subject, costs));
    }
}

/// A refusal without the name of the argument, which windows do not show.
fn sentence(error: &EditError) -> String {
    match error {
        EditError::Value { reason, .. } => format!("Alphas {reason}."),
        error => format!("{error}."),
    }
}
