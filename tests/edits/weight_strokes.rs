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

fn weight(document: &Document, vertex: usize, bone: u32) -> f32 {
    let own = document.models[0].vertices.influences.of(vertex);
    let own = own.filter(|one| one.bone == bonewright::skeleton::BoneId(bone));
    own.map(|one| one.weight).sum()
}

/// A flat sheet of 25 vertices, half a unit apart, on bones 0 and 1.
fn sheet() -> Document {
    let mut model = crate::sheet::model(1, &["Spine", "Arm", "Hand"]);
    let (positions, triangles) = crate::sheet::grid([0.0, 0.0], [2.0, 2.0], 4);
    crate::sheet::add_mesh(&mut model, &positions, &triangles, |_| {
        vec![(0, 0.75), (1, 0.25)]
    });
    crate::sheet::document([model])
}

#[test]
fn a_drawn_falloff_tells_how_strongly_each_vertex_is_painted() {
    let mut document = sheet();
    let json = r#"{"op":"paint_weights","bone":"Hand","mode":"set","value":1,"radius":2,
        "falloff":{"custom":[[0,0.2],[0.25,1],[0.5,0.4],[1,0]]},
        "samples":[{"position":[0,0,0]}]}"#;
    crate::apply(&mut document, json).unwrap();
    let positions = document.models[0].vertices.positions.clone();
    for (vertex, at) in positions.iter().enumerate() {
        let found = weight(&document, vertex, 2);
        // The points of the curve are met, and nothing beyond the radius is touched.
        for (distance, expected) in [(0.0, 0.2), (0.5, 1.0), (1.0, 0.4)] {
            if (at.norm() - distance).abs() < 1e-6 {
                assert!((found - expected).abs() < 1e-3, "{at:?}: {found}");
            }
        }
        assert!(at.norm() < 2.0 || found == 0.0, "{at:?}: {found}");
    }
    for odd in [
        "[]",
        "[[0,1]]",
        "[[0,1],[0,0]]",
        "[[0,1],[1,2]]",
        "[[0.5,1],[0.2,0]]",
    ] {
        let json = json.replace("[[0,0.2],[0.25,1],[0.5,0.4],[1,0]]", odd);
        let refusal = crate::apply(&mut sheet(), &json).unwrap_err().to_string();
        assert!(refusal.contains("2 to 12 points"), "{odd}: {refusal}");
    }
}

#[test]
fn a_stroke_that_normalises_after_paints_freely_and_scales_everything_at_its_end() {
    let json = r#"{"op":"paint_weights","bone":"Arm","mode":"add","value":0.75,
        "normalise_after":true,"dabs":[{"vertices":[3,4],"strengths":[1.0,0.0]}]}"#;
    let operator: Operator = serde_json::from_str(json).unwrap();
    let Operator::PaintWeights(paint) = operator.clone() else {
        panic!("it paints");
    };
    let mut document = sheet();
    let stroke = WeightStroke::begin(&document, paint.clone(), StrokeMemory::default());
    let mut stroke = stroke.map_err(|refused| refused.0).unwrap();
    stroke.dab(&mut document, &paint.dabs[0]);
    // While it is painted others keep theirs, and the sum is above 1.
    assert_eq!(
        (weight(&document, 3, 0), weight(&document, 3, 1)),
        (0.75, 1.0)
    );
    let mut history = History::default();
    let (applied, _, _) = stroke.commit(&mut document, &mut history, EntryFocus::default());
    applied.unwrap().expect("it painted");
    // Then all are scaled, the painted one too.
    assert!((weight(&document, 3, 0) - 0.75 / 1.75).abs() < 1e-6);
    assert!((weight(&document, 3, 1) - 1.0 / 1.75).abs() < 1e-6);
    assert_eq!(
        (weight(&document, 4, 0), weight(&document, 4, 1)),
        (0.75, 0.25)
    );
    assert_eq!(history.position(), 1);
    history.undo(&mut document).unwrap();
    assert_eq!(document.content_hash(), sheet().content_hash());
    // Locked bones keep theirs, and what has nothing left gets back what it had.
    let mut locked = sheet();
    crate::apply(
        &mut locked,
        r#"{"op":"lock_bones","bones":["Spine"],"locked":true}"#,
    )
    .unwrap();
    crate::apply(&mut locked, json).unwrap();
    assert!((weight(&locked, 3, 0) - 0.75).abs() < 1e-6);
    assert!((weight(&locked, 3, 1) - 0.25).abs() < 1e-6);
    let mut emptied = sheet();
    let flood = r#"{"op":"flood_weights","bone":"Arm","value":1}"#;
    crate::apply(&mut emptied, flood).unwrap();
    let away = json.replace("\"add\"", "\"set\"").replace("0.75", "0");
    let applied = crate::apply(&mut emptied, &away).unwrap();
    assert!(crate::notes(&applied).contains("no other weight was left"));
    assert_eq!(weight(&emptied, 3, 1), 1.0);
    // Where the model is not normalised it changes nothing.
    let mut free = sheet();
    crate::apply(&mut free, r#"{"op":"set_skin_settings","normalise":false}"#).unwrap();
    crate::apply(&mut free, json).unwrap();
    assert_eq!((weight(&free, 3, 0), weight(&free, 3, 1)), (0.75, 1.0));
}
