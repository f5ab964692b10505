//! Strokes in progress: each dab shows at once, the end is what the operator does, and cancelling
//! leaves no trace.

use crate::ground::{MEETING, document, motley_corners, op, tile_map};
use crate::random::Random;
use bonewright::document::{Document, TerrainShape};
use bonewright::edit::{EntryFocus, GroundMemory, GroundSample, History, Operator, TerrainStroke};

const CORNER_STROKES: &[&str] = &[
    r#"{"op":"sculpt_terrain","mode":"raise","amount":90,"radius":500,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"lower","amount":4000,"radius":700,"falloff":"flat","samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"smooth","radius":600,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"noise","amount":60,"seed":4,"radius":600,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"flatten","height":31.3,"radius":600,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"plateau","radius":600,"masks":{"slope":{"from_deg":0,"to_deg":20,"soft_deg":9},"height":{"from":-10,"to":300,"soft":50}},"samples":[]}"#,
    r#"{"op":"paint_corners","texture":"Lrok","radius":500,"strength":0.3,"seed":8,"masks":{"only_textures":["Lgrs"]},"samples":[]}"#,
    r#"{"op":"paint_texture_layer","texture":"1","radius":700,"falloff":"flat","samples":[]}"#,
    r#"{"op":"paint_corner_flags","set":["water"],"radius":500,"falloff":"flat","samples":[]}"#,
    r#"{"op":"set_water_level","level":12,"radius":500,"falloff":"flat","samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"raise","amount":90,"radius":900,"shape":"square","tip":{"picture":"cloud","aspect":0.6,"angle_deg":30},"samples":[]}"#,
    r#"{"op":"paint_corners","texture":"Lrok","radius":900,"falloff":"flat","seed":3,"tip":{"spray":{"density":0.6,"core":0.2,"fleck":150}},"symmetry":{"kind":{"turn":3}},"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"noise","amount":60,"radius":600,"symmetry":{"kind":"four_way","centre":[1500,2000]},"samples":[]}"#,
];

const TILE_STROKES: &[&str] = &[
    r#"{"op":"sculpt_terrain","mode":"raise","amount":6,"radius":14,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"smooth","radius":17,"masks":{"only_textures":["tileset/rock.blp"]},"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"noise","amount":3,"radius":20,"samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"plateau","radius":12,"masks":{"slope":{"from_deg":0,"to_deg":30,"soft_deg":9}},"samples":[]}"#,
    r#"{"op":"paint_holes","radius":9,"samples":[]}"#,
    r#"{"op":"paint_vertex_colours","colour":[10,200,127],"radius":16,"strength":0.6,"samples":[]}"#,
    r#"{"op":"set_area_id","area":99,"radius":40,"falloff":"flat","samples":[]}"#,
    r#"{"op":"set_chunk_flags","set":2,"radius":40,"falloff":"flat","samples":[]}"#,
    r#"{"op":"sculpt_terrain","mode":"raise","amount":6,"radius":24,"tip":{"picture":"cracks","aspect":0.5,"spray":{"density":0.7,"fleck":3}},"symmetry":{"kind":"west_east"},"samples":[]}"#,
    r#"{"op":"paint_holes","radius":16,"tip":{"aspect":0.5},"symmetry":{"kind":{"turn":5}},"samples":[]}"#,
    r#"{"op":"paint_texture_layer","texture":"tileset/snow.blp","radius":14,"seed":5,"tip":{"picture":"blots","aspect":0.7,"angle_deg":-20,"spray":{"density":0.8,"core":0.3,"fleck":2}},"symmetry":{"kind":"four_way"},"samples":[]}"#,
    r#"{"op":"smooth_texture_layers","radius":7,"reach":1,"tip":{"aspect":0.4},"symmetry":{"kind":{"turn":2},"centre":[5,-8]},"samples":[]}"#,
];

fn begin(document: &Document, operator: Operator) -> TerrainStroke {
    TerrainStroke::begin(document, operator, GroundMemory::default()).unwrap()
}

fn with_accumulate(json: &str, accumulate: bool) -> Operator {
    let mut value = serde_json::to_value(op(json)).unwrap();
    value["accumulate"] = accumulate.into();
    serde_json::from_value(value).unwrap()
}

fn check_strokes(start: &Document, strokes: &[&str], way: &[GroundSample]) {
    for json in strokes {
        for accumulate in [false, true] {
            let operator = with_accumulate(json, accumulate);
            let mut document = start.clone();
            let mut stroke = begin(&document, operator.clone());
            let mut touched = bonewright::edit::ChangeSet::default();
            for sample in way {
                touched.merge(stroke.dab(&mut document, *sample));
            }
            let live = document.clone();
            assert_ne!(
                live.content_hash(),
                start.content_hash(),
                "{json} does nothing"
            );
            assert!(!touched.terrain.is_empty());
            let mut history = History::default();
            let (applied, sent, _) =
                stroke.commit(&mut document, &mut history, EntryFocus::default());
            assert!(applied.unwrap().is_some());
            assert!(
                document == live,
                "{json} {accumulate}: the end is not what was shown"
            );
            assert_eq!(history.entries().count(), 1);
            let mut replayed = start.clone();
            let again: Operator =
                serde_json::from_str(&serde_json::to_string(&sent).unwrap()).unwrap();
            History::default()
                .apply(&mut replayed, &again, EntryFocus::default())
                .unwrap();
            assert!(replayed == live, "{json} {accumulate}: the replay differs");
            history.undo(&mut document).unwrap();
            assert!(document == *start, "{json}: undo is not exact");

            let mut stroke = begin(&document, operator);
            for sample in way {
                stroke.dab(&mut document, *sample);
            }
            let _ = stroke.cancel(&mut document);
            assert!(document == *start, "{json}: cancelling left a trace");
            assert_eq!(document.content_hash(), start.content_hash());
        }
    }
}

fn way(random: &mut Random, middle: [f32; 2], width: f32) -> Vec<GroundSample> {
    let mut share = || random.below(1000) as f32 / 1000.0;
    let samples = (0..9).map(|_| {
        let position = [0, 1].map(|axis| middle[axis] + (share() - 0.5) * width);
        GroundSample {
            turn_deg: (share() - 0.5) * 300.0,
            scale: 0.5 + 0.5 * share(),
            ..GroundSample::new(position, 0.3 + 0.7 * share())
        }
    });
    samples.collect()
}

#[test]
fn a_live_stroke_over_corners_is_what_its_operator_does() {
    let mut random = Random(31);
    let start = document(TerrainShape::Corners(motley_corners(&mut random)));
    let way = way(&mut random, [1500.0, 2000.0], 3000.0);
    check_strokes(&start, CORNER_STROKES, &way);
}

#[test]
fn a_live_stroke_over_tiles_is_what_its_operator_does() {
    let mut random = Random(32);
    let map = tile_map(
        |x, y| (x / 9.0).sin() * 5.0 + (y / 13.0).cos() * 3.0,
        |place| f32::from(place.column) * 0.37 + f32::from(place.row) * 1.13,
    );
    let start = document(TerrainShape::Tiles(map));
    let way = way(&mut random, MEETING, 70.0);
    check_strokes(&start, TILE_STROKES, &way);
}

#[test]
fn an_operator_that_is_no_stroke_and_a_sample_that_is_no_number_do_nothing() {
    let mut document = document(TerrainShape::Corners(motley_corners(&mut Random(1))));
    let before = document.clone();
    for json in [
        r#"{"op":"set_ground_types","drop_unused":true}"#,
        r#"{"op":"paint_corners","texture":"none","radius":5,"samples":[]}"#,
    ] {
        assert!(TerrainStroke::begin(&document, op(json), GroundMemory::default()).is_err());
    }
    let mut stroke = begin(&document, op(CORNER_STROKES[0]));
    for bad in [f32::NAN, f32::INFINITY] {
        for sample in [
            GroundSample::new([bad, 0.0], 1.0),
            GroundSample {
                turn_deg: bad,
                ..GroundSample::new([0.0; 2], 1.0)
            },
            GroundSample {
                scale: -1.0,
                ..GroundSample::new([0.0; 2], 1.0)
            },
        ] {
            assert!(stroke.dab(&mut document, sample).is_empty());
        }
    }
    let mut history = History::default();
    let (applied, ..) = stroke.commit(&mut document, &mut history, EntryFocus::default());
    assert!(applied.unwrap().is_none());
    assert!(document == before);
}
