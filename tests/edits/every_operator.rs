//! Each operator once on a model: it changes something, and undo and redo are exact.

use crate::made_ground::{Order, ground_document, made_ground};
use crate::random_operators::Dice;
use crate::small_model::small_document;
use crate::terrain::small_terrain;
use crate::{apply, op};
use bonewright::document::{Document, Terrain, TerrainId};
use bonewright::edit::Operator;
use bonewright::terrain::{AlphaDepth, BlendRule, ChunkPlace, Corner, TileId};
use std::collections::BTreeSet;

/// An operator of every kind that changes the small model of version 264 and of version 256.
const CASES: &[&str] = &[
    r##"{"op":"rotate_bones","clip":"Walk","bones":["ArmL","HandL"],"time_ms":250,"axis":[0,0,1],"degrees":30,"space":"model","pivot":"median"}"##,
    r##"{"op":"move_bones","clip":"#0","bones":["ArmL"],"time_ms":400,"offset":[0,1,0],"space":"parent"}"##,
    r##"{"op":"scale_bones","clip":"Walk","bones":["Spine"],"time_ms":0,"factors":[2,1,1],"pivot":[0,0,0]}"##,
    r##"{"op":"set_bone_transform","clip":"Walk","bones":["#3"],"time_ms":10,"values":{"rotation":{"euler_deg":[0,0,45]},"scale":[1,2,1]}}"##,
    r##"{"op":"clear_to_rest","clip":"Walk","bones":["ArmL"],"time_ms":400}"##,
    r##"{"op":"insert_keyframe","clip":"Walk","bones":["ArmL","ArmR"],"channels":["rotation"],"time_ms":700}"##,
    r##"{"op":"insert_track_keyframe","clip":"Walk","tracks":["events[0].times"],"time_ms":123}"##,
    r##"{"op":"delete_keyframes","keys":[{"track":"bones[2].rotation","clip":"Walk","time_ms":400},{"track":"events[0].times","clip":"Walk","time_ms":0}]}"##,
    r##"{"op":"move_keyframes","keys":[{"track":"bones[ArmR].translation","clip":"Walk","time_ms":400}],"delta_ms":100,"value_delta":[1,0,0]}"##,
    r##"{"op":"duplicate_keyframes","keys":[{"track":{"bone":"ArmL","channel":"rotation"},"clip":"Walk","time_ms":400}],"delta_ms":-100}"##,
    r##"{"op":"set_key_value","track":"bones[ArmR].translation","clip":"Walk","time_ms":400,"value":[0,0,9],"outgoing":[1,2,3]}"##,
    r##"{"op":"set_interpolation","tracks":["bones[2].rotation","bones[ArmR].translation"],"interpolation":"bezier"}"##,
    r##"{"op":"rename_bone","bone":"Tail","name":"ForearmL"}"##,
    r##"{"op":"rename_clip","clip":"Walk","name":"Stand"}"##,
    r##"{"op":"add_clip","name":"Death","duration_ms":2000}"##,
    r##"{"op":"name_range","name":"Run","first_cell":1,"last_cell":5,"rate":10,"clip":"#0"}"##,
    r##"{"op":"duplicate_clip","clip":"Walk"}"##,
    r##"{"op":"delete_clip","clip":"#0"}"##,
    r##"{"op":"set_clip_range","clip":"Walk","duration_ms":500}"##,
    r##"{"op":"set_clip_flags","clip":"Walk","looping":false,"move_speed":3,"alias":{"of":"#0"}}"##,
    r##"{"op":"add_bone","name":"New","parent":"TipL","position":[0,0,1]}"##,
    r##"{"op":"delete_bone","bone":"ArmL"}"##,
    r##"{"op":"reparent_bone","bone":"HandL","parent":"ArmR"}"##,
    r##"{"op":"set_pivot","bone":"ArmL","position":[3,2,1]}"##,
    r##"{"op":"paste_pose","clip":"Walk","time_ms":500,"pose":[{"bone":"ArmL","rotation":[0,0,0,1]},{"bone":"ArmR","scale":[2,2,2]}]}"##,
    r##"{"op":"set_bone_flags","bones":["ArmL"],"set":8}"##,
    r##"{"op":"set_bone_shape","bones":["ArmL","#0"],"colour":[1,2,3],"width":0.5}"##,
    r##"{"op":"attach_skeleton","bones":[{"name":"ArmL","position":[3,2,1]},{"name":"NewTip","parent":0,"position":[0,0,2],"shape":{"colour":[9,8,7],"length":1}}]}"##,
    r##"{"op":"paint_weights","bone":"Tail","mode":"add","value":0.5,"dabs":[{"vertices":[0,1],"strengths":[1,0.5]}]}"##,
    r##"{"op":"flood_weights","bone":"Tail","value":0.5}"##,
    r##"{"op":"set_vertex_weight","bone":"Tail","vertices":[0,1],"weight":0.25}"##,
    r##"{"op":"set_vertex_weights","vertices":[0],"influences":[[{"bone":"Tail","weight":1}]]}"##,
    r##"{"op":"normalise_weights","bone":"Root"}"##,
    r##"{"op":"limit_influences","limit":2}"##,
    r##"{"op":"prune_weights","below":0.15}"##,
    r##"{"op":"lock_bones","bones":["Tail"]}"##,
    r##"{"op":"set_skin_settings","normalise":false,"influence_limit":3}"##,
    r##"{"op":"mirror_weights","from":"left"}"##,
    r##"{"op":"transfer_weights","by":"nearest","vertices":[3,4,5]}"##,
    r##"{"op":"set_mirror_bone","bone":"Tail","partner":"HandL"}"##,
    r##"{"op":"hammer_weights","vertices":[1]}"##,
    r##"{"op":"relax_weights","strength":0.5,"iterations":2}"##,
    r##"{"op":"gradient_weights","from":[0,0,1],"to":[4,0,1],"bones":["#0"]}"##,
    r##"{"op":"move_weights","from":"#0","to":"#1"}"##,
    r##"{"op":"swap_weights","a":"#0","b":"#1"}"##,
    r##"{"op":"split_weights","from":"#0","to":["#1","#2"]}"##,
    r##"{"op":"bind_rigid"}"##,
    r##"{"op":"quantise_weights"}"##,
];

/// Operators that only a Warcraft III model has something for.
const WARCRAFT_CASES: &[&str] = &[
    r##"{"op":"set_vertex_group","vertices":[1,2],"bones":["#1","#2"]}"##,
    r##"{"op":"convert_to_groups"}"##,
];

/// Operators on the ground of a map of tiles.
const TILE_CASES: &[&str] = &[
    r##"{"op":"paint_texture_layer","texture":"tileset/snow.blp","target":0.5,"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"smooth_texture_layers","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"convert_alphas","form":"runs","scope":{"chunks":[[31,31,15,15]]}}"##,
    r##"{"op":"sculpt_terrain","mode":"raise","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"paint_holes","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"paint_vertex_colours","colour":[9,8,7],"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_area_id","area":77,"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_chunk_flags","set":2,"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_base_texture","texture":"tileset/mud.blp"}"##,
    r##"{"op":"swap_texture","from":"tileset/grass.blp","to":"TILESET/ROCK.BLP","scope":{"tiles":[[31,31]]}}"##,
    r##"{"op":"remove_texture_layer","texture":"tileset/rock.blp"}"##,
    r##"{"op":"move_texture_layer","texture":"tileset/rock.blp","to":9}"##,
    r##"{"op":"merge_texture_layers","from":"tileset/sand.blp","into":"tileset/grass.blp"}"##,
    r##"{"op":"drop_unused_layers","most":3}"##,
    r##"{"op":"set_layer_flags","texture":"tileset/rock.blp","set":65,"ground_effect":7}"##,
    r##"{"op":"heal_seams"}"##,
    r##"{"op":"solve_slots","most":2}"##,
    r##"{"op":"solve_slots","most":2,"aim":"borders"}"##,
    r##"{"op":"set_blend_rule","rule":"ordered","keep":"look"}"##,
    r##"{"op":"set_blend_rule","rule":"ordered"}"##,
    r##"{"op":"sculpt_terrain","mode":"raise","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"paint_holes","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"paint_vertex_colours","colour":[9,8,7],"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_area_id","area":77,"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_chunk_flags","set":2,"radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"fill_texture","texture":"tileset/new.blp","scope":{"chunks":[[31,32,3,4]]}}"##,
    r##"{"op":"paint_texture_swap","from":"tileset/grass.blp","to":"tileset/snow.blp","radius":9,"samples":[{"position":[1,-2]}]}"##,
    r##"{"op":"set_tile_textures","tile":[31,31],"replace":{"tileset/snow.blp":"tileset/ice.blp"}}"##,
];

/// Operators on a map of corners.
const CORNER_CASES: &[&str] = &[
    r##"{"op":"sculpt_terrain","mode":"lower","amount":70,"radius":300,"samples":[{"position":[0,500]}]}"##,
    r##"{"op":"paint_texture_layer","texture":"Xgrs","radius":300,"samples":[{"position":[0,500]}]}"##,
    r##"{"op":"paint_corners","texture":"Xgrs","radius":300,"samples":[{"position":[0,500]}]}"##,
    r##"{"op":"paint_corner_flags","set":["blight"],"clear":["edge"],"radius":300,"samples":[{"position":[0,500]}]}"##,
    r##"{"op":"set_water_level","level":5,"radius":300,"samples":[{"position":[0,500]}]}"##,
    r##"{"op":"set_ground_types","replace":{"Xgrs":"Xnew"}}"##,
    r##"{"op":"fill_corners","texture":"Xgrs","area":[0,0,2,2]}"##,
];

#[test]
fn every_operator_changes_the_document_and_comes_undone() {
    let mut covered = BTreeSet::new();
    for version in [264, 256] {
        for case in CASES {
            let mut document = small_document(version);
            let before = document.content_hash();
            let applied = apply(&mut document, case).unwrap_or_else(|e| panic!("{e}: {case}"));
            assert_ne!(document.content_hash(), before, "{case} changed nothing");
            assert!(
                !applied.changes.is_empty(),
                "{case} says it touched nothing"
            );
            assert!(!applied.label.is_empty());
            let value: serde_json::Value = serde_json::from_str(case).unwrap();
            covered.insert(value["op"].as_str().unwrap().to_owned());
        }
    }
    for case in WARCRAFT_CASES {
        let mut document = crate::weight_model::weighted_warcraft(&mut Dice(9));
        document.models[0].skin_settings = Default::default();
        let before = document.content_hash();
        let applied = apply(&mut document, case).unwrap_or_else(|e| panic!("{e}: {case}"));
        assert_ne!(document.content_hash(), before, "{case} changed nothing");
        assert!(!applied.changes.palettes.is_empty() && !applied.changes.vertices.is_empty());
        let value: serde_json::Value = serde_json::from_str(case).unwrap();
        covered.insert(value["op"].as_str().unwrap().to_owned());
    }
    let made = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    for case in TILE_CASES {
        let mut document = ground_document(made.clone());
        let before = document.content_hash();
        let applied = apply(&mut document, case).unwrap_or_else(|e| panic!("{e}: {case}"));
        assert_ne!(document.content_hash(), before, "{case} changed nothing");
        assert!(!applied.changes.terrain.is_empty() && !applied.label.is_empty());
        let value: serde_json::Value = serde_json::from_str(case).unwrap();
        covered.insert(value["op"].as_str().unwrap().to_owned());
    }
    let corner_case = |case: &str, terrain: Terrain| {
        let mut document = Document::new();
        document.terrains.push(terrain);
        let before = document.content_hash();
        let applied = apply(&mut document, case).unwrap_or_else(|e| panic!("{e}: {case}"));
        assert_ne!(document.content_hash(), before, "{case} changed nothing");
        assert!(!applied.changes.terrain.is_empty() && !applied.label.is_empty());
        let value: serde_json::Value = serde_json::from_str(case).unwrap();
        value["op"].as_str().unwrap().to_owned()
    };
    for case in CORNER_CASES {
        covered.insert(corner_case(case, small_terrain(TerrainId(3))));
    }
    let mut level = small_terrain(TerrainId(3));
    let map = level.shape.corners_mut().unwrap();
    map.corners_mut().fill(Corner::LEVEL);
    let case = r#"{"op":"set_cliff_level","change":{"by":1},"radius":300,"samples":[{"position":[0,500]}]}"#;
    covered.insert(corner_case(case, level));
    // Only where a map chunk has a texture twice is there something to merge.
    let mut doubled = made.clone();
    let place = ChunkPlace {
        tile: TileId { x: 31, y: 31 },
        column: 15,
        row: 15,
    };
    let layers = &mut doubled.chunk_mut(place).unwrap().layers;
    layers[2].texture = layers[1].texture;
    let mut document = ground_document(doubled);
    let before = document.content_hash();
    apply(&mut document, r#"{"op":"merge_duplicate_layers"}"#).unwrap();
    assert_ne!(document.content_hash(), before);
    covered.insert("merge_duplicate_layers".to_owned());
    let mut document = ground_document(made);
    let map = document.terrains[0].shape.tiles_mut().unwrap();
    let place = map.chunks().next().unwrap().0;
    map.chunk_mut(place).unwrap().holes = 0x0420;
    let applied = apply(&mut document, r#"{"op":"clear_holes"}"#).unwrap();
    assert_eq!(applied.label, "Fill 2 holes of 1 map chunk");
    let map = document.terrains[0].shape.tiles().unwrap();
    assert_eq!(map.chunk(place).unwrap().holes, 0);
    covered.insert("clear_holes".to_owned());
    // Only on a shared axis can keyframes be outside every clip.
    let mut document = small_document(256);
    document.models[0].clips[3].duration_ms = 500;
    let before = document.content_hash();
    apply(&mut document, r#"{"op":"delete_stray_keyframes"}"#).unwrap();
    assert_ne!(document.content_hash(), before);
    covered.insert("delete_stray_keyframes".to_owned());
    for (mut document, operator) in crate::map_pictures::cases() {
        let json = serde_json::to_string(&operator).unwrap();
        apply(&mut document, &json).unwrap();
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        covered.insert(value["op"].as_str().unwrap().to_owned());
    }
    let all: BTreeSet<String> = Operator::specs()
        .iter()
        .map(|s| s.name.to_owned())
        .collect();
    assert_eq!(covered, all);
}

#[test]
fn every_example_parses_and_has_exactly_the_listed_arguments() {
    let specs = Operator::specs();
    assert!(specs.len() >= 25);
    for spec in specs {
        let whole: serde_json::Value = serde_json::from_str(spec.example).unwrap();
        let operator = op(spec.example);
        assert_eq!(whole["op"], spec.name);
        assert!(spec.doc.ends_with('.'), "{}", spec.name);
        let back = serde_json::to_value(&operator).unwrap();
        assert_eq!(
            serde_json::from_value::<Operator>(back.clone()).unwrap(),
            operator
        );
        let mut listed: BTreeSet<&str> = spec.arguments.iter().map(|a| a.name).collect();
        listed.insert("op");
        let fields = |value: &serde_json::Value| -> BTreeSet<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        let listed: BTreeSet<String> = listed.into_iter().map(str::to_owned).collect();
        assert_eq!(fields(&back), listed, "{}", spec.name);
        assert_eq!(
            fields(&whole),
            listed,
            "the example of {} has every argument",
            spec.name
        );
        for argument in &spec.arguments {
            assert!(!argument.doc.is_empty() && !argument.kind.is_empty());
            let mut without = whole.clone();
            without.as_object_mut().unwrap().remove(argument.name);
            let parsed = serde_json::from_value::<Operator>(without);
            let path = (spec.name, argument.name);
            let Some(default) = &argument.default else {
                assert!(parsed.is_err(), "{path:?} must be given");
                continue;
            };
            let value = serde_json::to_value(parsed.unwrap()).unwrap();
            let found = value.get(argument.name).unwrap_or(&serde_json::Value::Null);
            assert_eq!(found, default, "{path:?}");
        }
    }
}

#[test]
fn unknown_fields_and_operators_are_refused() {
    for json in [
        r#"{"op":"rename_bone","bone":"a","name":"b","colour":1}"#,
        r#"{"op":"paint_the_town"}"#,
        r#"{"bone":"a","name":"b"}"#,
        r#"{"op":"set_key_value","track":{"bone":"a","channel":"rotation","x":1},"clip":"b","time_ms":0}"#,
    ] {
        assert!(serde_json::from_str::<Operator>(json).is_err(), "{json}");
    }
}

#[test]
fn journal_entries_come_back_as_they_were_written() {
    use bonewright::journal::Entry;
    for entry in [
        Entry::Apply(Box::new(op(CASES[0]))),
        Entry::Undo,
        Entry::Redo,
        Entry::Jump(3),
        Entry::Import {
            path: "a/b.m2".to_owned(),
            xxh3: u64::MAX,
            model: 0,
            content: 7,
            kept: Some("work.journal.kept-0".to_owned()),
        },
    ] {
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(
            serde_json::from_str::<Entry>(&text).unwrap(),
            entry,
            "{text}"
        );
    }
}
