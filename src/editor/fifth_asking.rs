//! How the editor asks what to do on map chunks with four other textures: at the end of a stroke, or
//! when the user comes back to one that left them alone. The ground shows an answer before it is kept.

use super::fifth_question::{FifthQuestion, Judging};
use super::{Editor, GroundIntent, Intent, Toast, ViewIntent};
use crate::edit::{FifthArgument, Operator};
use crate::terrain::{ChunkPlace, TileMap, audit_seams_around};
use std::collections::BTreeSet;

/// The last stroke, where it left map chunks alone that had four other textures.
#[derive(Clone, Debug)]
pub(super) struct CrowdedStroke {
    pub operator: Operator,
    pub places: Vec<ChunkPlace>,
    /// Where the history was before it and after.
    pub positions: [usize; 2],
}

/// Why nothing is written while the user is asked.
pub(super) const ASKING: &str =
    "Answer the question about a fifth texture first: what the ground shows is not kept yet.";

/// Whether the button of a message makes room.
fn offers_room(toast: &Toast) -> bool {
    let fix = toast.fix.as_ref().map(|fix| fix.intent.as_ref());
    matches!(
        fix,
        Some(Intent::Ui(ViewIntent::Ground(GroundIntent::AskFifth)))
    )
}

impl Editor {
    /// What the user is asked about map chunks with four other textures.
    pub fn fifth_question(&self) -> Option<&FifthQuestion> {
        self.fifth_question.as_ref()
    }

    /// Asks what to do on map chunks where a stroke, which left them alone, could not paint.
    pub(super) fn ask_fifth(&mut self, stroke: Operator, places: &[ChunkPlace]) {
        let Some(map) = self.tile_map() else {
            return;
        };
        let question = FifthQuestion::new(stroke, places, map);
        self.fifth_question = Some(question);
        self.show_fifth(FifthArgument::Refuse);
    }

    /// The stroke that left map chunks alone, while it is the last step.
    pub(super) fn crowded_last_stroke(&self) -> Option<&CrowdedStroke> {
        let position = self.history.position();
        let last = self.crowded_stroke.as_ref();
        last.filter(|last| last.positions[1] == position)
    }

    /// Comes back to the last stroke, which left map chunks alone.
    pub(super) fn ask_fifth_again(&mut self) {
        let last = self.crowded_last_stroke().cloned();
        self.crowded_stroke = None;
        // What offers this has been taken up.
        self.toasts.retain(|toast| !offers_room(toast));
        let Some(last) = last else {
            self.refuse(
                "The stroke that left map chunks out is not the last step any more. Undo to it, or \
                 paint there again.",
            );
            return;
        };
        if last.positions[0] != last.positions[1] {
            self.undo();
        }
        self.ground_view.chunk = last.places.first().copied();
        self.ask_fifth(last.operator, &last.places);
        // Who asks for room sees at once what is best.
        self.show_fifth(FifthArgument::Solve {
            look_alikes: self.ground_brush.look_alikes.clone(),
        });
    }

    /// Refuses to write what is only shown while the user is asked.
    pub(super) fn refuses_while_asking(&mut self) -> bool {
        let asks = self.fifth_question.is_some();
        if asks {
            self.refuse(ASKING);
        }
        asks
    }

    /// Keeps in mind a stroke that left map chunks alone, and puts a button on the message about it.
    pub(super) fn offer_room(&mut self, stroke: CrowdedStroke) {
        if stroke.places.is_empty() {
            return;
        }
        if let Some(toast) = self.toasts.pop() {
            let ask = GroundIntent::AskFifth.into();
            self.toasts.push(toast.with_fix("Make room there…", ask));
        }
        self.crowded_stroke = Some(stroke);
    }

    /// Shows the stroke with an answer, and works out what each would cost.
    pub(super) fn show_fifth(&mut self, shown: FifthArgument) {
        let Some(mut question) = self.fifth_question.take() else {
            return;
        };
        self.put_stroke_back();
        let judging = Judging {
            look_alikes: self.ground_brush.look_alikes.clone(),
            faint_percent: self.ground_brush.faint_percent,
        };
        let places: BTreeSet<ChunkPlace> = question.chunks.iter().map(|it| it.place).collect();
        if let Some(map) = self.tile_map() {
            question.judge(map, judging);
            question.seams[0] = audit_seams_around(map, &places).len();
        }
        let shown = match shown {
            // Without a pair nothing can go into another.
            FifthArgument::Merge(pairs) if pairs.is_empty() => FifthArgument::Refuse,
            FifthArgument::Solve { .. } => question.best(),
            shown => shown,
        };
        let shown = match shown {
            FifthArgument::Chosen(choices) if choices.is_empty() => FifthArgument::Refuse,
            shown => shown,
        };
        let stroke = question.stroke_with(shown.clone());
        (question.shown, question.shows_before) = (shown, false);
        self.fifth_question = Some(question);
        if let Some(stroke) = stroke {
            self.update_gesture(stroke);
        }
        let after = self.tile_map().map(|map| audit_seams_around(map, &places));
        if let (Some(after), Some(question)) = (after, &mut self.fifth_question) {
            question.seams[1] = after.len();
        }
    }

    /// Shows the stroke without those map chunks, to compare, or with the answer again.
    pub(super) fn compare_fifth(&mut self, shows_before: bool) {
        let Some(mut question) = self.fifth_question.take() else {
            return;
        };
        if question.shows_before != shows_before {
            self.put_stroke_back();
            question.shows_before = shows_before;
            let policy = match shows_before {
                true => FifthArgument::Refuse,
                false => question.shown.clone(),
            };
            let stroke = question.stroke_with(policy);
            self.fifth_question = Some(question);
            if let Some(stroke) = stroke {
                self.update_gesture(stroke);
            }
            return;
        }
        self.fifth_question = Some(question);
    }

    /// Ends the question: keeps the stroke with the answer, or without those map chunks.
    pub(super) fn answer_fifth(&mut self, keeps_shown: bool) {
        if keeps_shown {
            self.compare_fifth(false);
        } else {
            self.show_fifth(FifthArgument::Refuse);
        }
        if self.fifth_question.take().is_some() {
            self.commit_gesture();
        }
    }

    fn tile_map(&self) -> Option<&TileMap> {
        self.terrain().and_then(|terrain| terrain.shape.tiles())
    }

    fn put_stroke_back(&mut self) {
        if let Some(gesture) = self.gesture.take() {
            let changes = gesture.cancel(&mut self.document);
            self.changes.merge(changes);
        }
    }
}
