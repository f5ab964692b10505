//! Strokes that are painted live: the history gets what the operator alone does, or nothing at all.

use crate::random_operators::Dice;
use crate::weight_model::weighted_document;
use bonewright::document::Document;
use bonewright::edit::operator::PaintWeights;
use bonewright::edit::{
    DabArgument, EntryFocus, History, Operator, StrokeMemory, WeightMode, WeightStroke,
};

fn operator(mode: WeightMode, accumulate: bool, value: f32, mirror: bool) -> PaintWeights {
    let json = serde_json::json!({
        "bone": "#2", "mode": mode, "accumulate": accumulate, "value": value, "mirror": mirror,
    });
    serde_json::from_value(json).unwrap()
}

/// A dab on a few vertices, as the brush makes them: with welds, one vertex stands for all that
/// coincide.
fn random_dab(dice: &mut Dice, document: &Document) -> DabArgument {
    let model = &document.models[0];
    let topology = model.topology();
    let mut dab = DabArgument::default();
    for _ in 0..1 + dice.below(12) {
        let vertex = dice.below(model.vertices.len()) as u32;
        let vertex = if model.skin_settings.welds {
            topology.weld_of(vertex)
        } else {
            vertex
        };
        if !dab.vertices.contains(&vertex) {
            dab.vertices.push(vertex);
            dab.strengths.push(dice.below(101) as f32 / 100.0);
            dab.sources.push(dice.below(model.vertices.len()) as u32);
        }
    }
    dab
}

#[test]
fn a_live_stroke_is_what_its_operator_does_and_a_cancelled_one_is_nothing() {
    let modes = [
        WeightMode::Add,
        WeightMode::Subtract,
        WeightMode::Set,
        WeightMode::Scale,
        WeightMode::Smooth,
        WeightMode::Average,
        WeightMode::Sharpen,
        WeightMode::Smear,
    ];
    let mut memory = StrokeMemory::default();
    let mut landed = 0;
    for seed in 1..=160u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut document = weighted_document(&mut dice);
        let start = document.clone();
        let mode = modes[seed as usize % modes.len()];
        let operator = operator(
            mode,
            dice.below(2) == 0,
            dice.below(5) as f32 / 4.0,
            dice.below(2) == 0,
        );
        let stroke = match WeightStroke::begin(&document, operator, memory) {
            Ok(stroke) => stroke,
            Err(refused) => {
                let (error, kept) = *refused;
                // The bone is locked.
                assert!(error.to_string().contains("locked"), "{error}");
                memory = kept;
                continue;
            }
        };
        let mut stroke = stroke;
        for _ in 0..1 + dice.below(6) {
            let dab = random_dab(&mut dice, &document);
            stroke.dab(&mut document, &dab);
            assert_eq!(document.check_invariants(), []);
        }
        if dice.below(4) == 0 {
            let (_, kept) = stroke.cancel(&mut document);
            memory = kept;
            assert_eq!(document, start, "seed {seed}");
            continue;
        }
        let shown = document.clone();
        let mut history = History::default();
        let (applied, operator, kept) =
            stroke.commit(&mut document, &mut history, EntryFocus::default());
        memory = kept;
        let applied = applied.unwrap().expect("it touched something");
        assert_eq!(
            document, shown,
            "{mode:?} of seed {seed} jumped when it was let go"
        );
        let mut replayed = start.clone();
        let json = serde_json::to_string(&operator).unwrap();
        let read: Operator = serde_json::from_str(&json).unwrap();
        let mut other = History::default();
        other
            .apply(&mut replayed, &read, EntryFocus::default())
            .unwrap();
        assert_eq!(
            replayed.content_hash(),
            document.content_hash(),
            "seed {seed}"
        );
        if !applied.changes.is_empty() && history.can_undo() {
            landed += 1;
            history.undo(&mut document).unwrap();
            assert_eq!(document.models, start.models, "seed {seed}");
        }
    }
    assert!(landed > 60, "{landed} strokes landed");
}
