//! Small files with very much in them: work and memory grow with the file and not with its square.

use bonewright::assets::AssetError;
use bonewright::document::ModelId;
use bonewright::formats::FormatErrorKind;
use bonewright::formats::m2::{Attachment, Batch, Bone, Event, M2File, Sequence, Submesh, Vertex};

use bonewright::import_export::{ImportError, import_file};

use crate::case::{Case, MODEL};
use crate::made_model::{constant, made_model, made_skin};
use crate::survive::Tally;

/// About as many as a file can number with 16 bits.
const MANY: usize = 60_000;

fn sequence(flags: u32) -> Sequence {
    Sequence {
        flags,
        next_variation: -1,
        duration_ms: 100,
        ..made_model().sequences.items[0]
    }
}

/// A model with this many clips, all alike.
fn with_clips(count: usize, flags: u32) -> M2File {
    let mut file = M2File::empty(264);
    file.sequences = vec![sequence(flags); count].into();
    file
}

/// A model with this many bones in a chain.
fn with_bones(count: usize) -> M2File {
    let mut file = with_clips(2, Sequence::KEYS_IN_MODEL);
    let bone = Bone {
        key_bone: -1,
        ..Bone::default()
    };
    file.bones = vec![bone; count].into();
    for (index, bone) in (0..).zip(file.bones.items.iter_mut().skip(1)) {
        bone.parent = i16::try_from(index % 32_000).unwrap();
    }
    file
}

/// Survives a case that must open.
#[track_caller]
fn check_opens(name: &str, case: &Case) {
    let mut tally = Tally::default();
    let opened = tally.survive(name, case);
    println!("{tally}");
    assert!(opened.is_some(), "{name} is refused");
}

/// Survives a case that must be refused for its numbers, not for being cut.
#[track_caller]
fn check_refused(name: &str, case: &Case) {
    assert!(Tally::default().survive(name, case).is_none(), "{name}");
    let error = import_file(&case.put().model(), ModelId(0)).unwrap_err();
    let (ImportError::Format { source, .. }
    | ImportError::Asset(AssetError::Format { source, .. })) = error
    else {
        panic!("{name}: {error}")
    };
    let is_named = matches!(
        source.kind,
        FormatErrorKind::OutOfRange { .. } | FormatErrorKind::LimitExceeded { .. }
    );
    assert!(is_named, "{name}: {source}");
}

#[test]
fn a_long_chain_of_aliases() {
    let mut file = with_clips(MANY, Sequence::ALIAS);
    for (index, sequence) in (1..).zip(&mut file.sequences.items) {
        sequence.alias_target = index;
    }
    check_opens("alias chain", &Case::laid_out(&file, &[]));
}

#[test]
fn very_many_aliases_of_nothing() {
    let mut file = with_clips(MANY, Sequence::ALIAS);
    for sequence in &mut file.sequences.items {
        sequence.alias_target = 0xFFFE;
        sequence.next_variation = -2;
    }
    check_opens("aliases of nothing", &Case::laid_out(&file, &[]));
}

#[test]
fn very_many_key_files_that_are_not_there() {
    let mut file = with_clips(MANY, 0);
    for (index, sequence) in (0..).zip(&mut file.sequences.items) {
        sequence.id = index;
    }
    let mut case = Case::laid_out(&file, &[]);
    for number in 0..300 {
        case.files.insert(format!("other{number}.blp"), vec![]);
    }
    check_opens("missing key files", &case);
}

#[test]
fn very_many_clips_that_name_one_key_file() {
    let mut case = Case::laid_out(&with_clips(MANY, 0), &[]);
    let id = made_model().sequences.items[0].id;
    let name = format!("case{id:04}-00.anim");
    case.files.insert(name, vec![0; 1 << 20]);
    check_opens("one key file", &case);
}

#[test]
fn very_many_clips_and_a_lookup_that_leads_nowhere() {
    let mut file = with_clips(MANY, Sequence::KEYS_IN_MODEL);
    for (index, sequence) in (0..).zip(&mut file.sequences.items) {
        sequence.id = index;
    }
    file.sequence_lookup = vec![-2; 400_000].into();
    check_opens("clip lookup", &Case::laid_out(&file, &[]));
}

#[test]
fn more_bones_and_clips_than_16_bits_can_number() {
    let bones = with_bones(70_000);
    check_refused("bones", &Case::laid_out(&bones, &[]));
    let clips = with_clips(70_000, Sequence::KEYS_IN_MODEL);
    check_refused("clips", &Case::laid_out(&clips, &[]));
}

#[test]
fn a_deep_tree_with_very_many_things_on_bones_that_are_not_there() {
    let mut file = with_bones(30_000);
    file.bone_combos = vec![40_000; 500_000].into();
    file.key_bone_lookup = vec![-3; 100_000].into();
    let attachment = Attachment {
        bone: 50_000,
        ..made_model().attachments.items[0].clone()
    };
    file.attachments = vec![
        Attachment {
            visibility: constant(1),
            ..attachment
        };
        10_000
    ]
    .into();
    let event = Event {
        bone: 60_000,
        ..Event::default()
    };
    file.events = vec![event; 20_000].into();
    check_opens("deep tree", &Case::laid_out(&file, &[]));
}

#[test]
fn very_many_submeshes_of_the_same_vertices() {
    let mut file = made_model();
    file.vertices.items.resize(65_000, Vertex::default());
    let mut skin = made_skin();
    skin.indices.items = (0..65_000).collect();
    skin.triangles.items = (0..64_998).collect();
    skin.properties.items = vec![[0; 4]; 65_000];
    let submesh = Submesh {
        vertex_count: 65_000,
        triangle_count: 64_998,
        bone_count: 1,
        ..Submesh::default()
    };
    skin.submeshes.items = vec![submesh; 20_000];
    skin.batches.items = vec![
        Batch {
            color: 0xFFFF,
            ..Batch::default()
        };
        50_000
    ];
    check_refused("batches", &Case::laid_out(&file, &[skin.clone()]));
    skin.batches.items.truncate(10);
    check_refused("submeshes", &Case::laid_out(&file, &[skin.clone()]));
    skin.submeshes.items.truncate(10);
    check_opens("some of them", &Case::laid_out(&file, &[skin]));
}

#[test]
fn bones_that_all_share_long_lists() {
    let mut file = with_bones(2_000);
    let mut case = {
        file.bones.items[0].rotation.times = vec![vec![0].into(); 2_000].into();
        file.bones.items[0].rotation.values = vec![vec![[0; 4]].into(); 2_000].into();
        Case::laid_out(&file, &[])
    };
    // Every track of every bone points at the lists of the first one's.
    let model = case.files.get_mut(MODEL).unwrap();
    let word = |model: &[u8], at: usize| -> usize {
        u32::from_le_bytes(model[at..at + 4].try_into().unwrap()) as usize
    };
    let bones = word(model, 0x30);
    let lists: [u8; 16] = model[bones + 0x28..bones + 0x38].try_into().unwrap();
    for bone in 1..2_000 {
        for track in [0x10, 0x24, 0x38] {
            let at = bones + bone * 88 + track + 4;
            model[at..at + 16].copy_from_slice(&lists);
        }
    }
    check_refused("shared lists", &case);
}
