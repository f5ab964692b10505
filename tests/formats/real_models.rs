//! Every M2 264 of the corpus: read, written back, laid out anew, changed and changed back.

use bonewright::formats::FormatErrorKind;
use bonewright::formats::m2::{
    AnimSet, Bone, M2Array, M2Bytes, M2File, Origin, Place, Record, Track, VERSION_264,
};

use crate::corpus::{Corpus, ModelFiles, read};

/// Models of version 264 in the corpus.
const MODELS: usize = 30;

/// Calls `check` with every model, its files and what was read from them.
fn for_each_model(check: impl Fn(&ModelFiles, &M2Bytes, &M2File)) {
    let Some(corpus) = Corpus::open() else { return };
    let paths = corpus.models(VERSION_264);
    assert!(paths.len() >= MODELS, "only {} models", paths.len());
    for path in paths {
        let files = ModelFiles::load(path);
        let file = M2File::read(&files.model, &files.anim_set());
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let bytes = M2Bytes {
            model: files.model.clone(),
            anims: files.anims.clone(),
        };
        check(&files, &bytes, &file);
    }
}

#[test]
fn an_unchanged_model_is_written_back_byte_for_byte() {
    for_each_model(|files, bytes, file| {
        let written = file.write_over(bytes).unwrap();
        assert!(written == *bytes, "{}", files.path.display());
    });
}

#[test]
fn a_model_laid_out_anew_reads_as_the_same_struct() {
    for_each_model(|files, _, file| {
        let written = file.write_fresh().unwrap();
        let again = M2File::read(&written.model, &written.anim_set()).unwrap();
        assert!(again == *file, "{}", files.path.display());
        assert!(
            written
                .anims
                .keys()
                .all(|index| files.anims.contains_key(index))
        );
    });
}

#[test]
fn a_layout_from_nothing_is_aligned_and_written_over_itself_byte_for_byte() {
    for_each_model(|files, _, file| {
        let written = file.write_fresh().unwrap();
        let again = M2File::read(&written.model, &written.anim_set()).unwrap();
        again.visit_spans(&mut |span| {
            assert_eq!(span.start % 16, 0, "{}", files.path.display());
        });
        assert!(
            again.write_over(&written).unwrap() == written,
            "{}",
            files.path.display()
        );
    });
}

/// Where one list of keys is in its file, and what points at it.
struct KeyList {
    bone: usize,
    sequence: usize,
    origin: Origin,
    /// The places of the list's own header and of the header of the list of lists.
    headers: [(Place, usize, usize); 2],
}

/// The first list of rotation values in `wanted` (any `.anim` file, or the model).
fn find_rotation(file: &M2File, wanted: fn(Place) -> bool) -> Option<KeyList> {
    let bones_offset = file.bones.origin?.offset as usize;
    for (bone, record) in file.bones.items.iter().enumerate() {
        let outer = &record.rotation.values;
        for (sequence, inner) in outer.items.iter().enumerate() {
            let Some(origin) = inner.origin.filter(|origin| wanted(origin.place)) else {
                continue;
            };
            if inner.items.is_empty() {
                continue;
            }
            let in_outer = outer.origin?.offset as usize + sequence * 8;
            let in_bone = bones_offset + bone * Bone::SIZE + 36 + 12;
            let headers = [(Place::Model, in_outer, 8), (Place::Model, in_bone, 8)];
            return Some(KeyList {
                bone,
                sequence,
                origin,
                headers,
            });
        }
    }
    None
}

/// The byte ranges in which `written` differs from `source` and that are not in `allowed`.
fn stray_changes(
    source: &M2Bytes,
    written: &M2Bytes,
    allowed: &[(Place, usize, usize)],
) -> Vec<(Place, usize)> {
    let mut stray = Vec::new();
    let mut compare = |place: Place, old: &[u8], new: &[u8]| {
        assert!(new.len() >= old.len(), "a file became shorter");
        for (offset, (old, new)) in old.iter().zip(new).enumerate() {
            let is_allowed = allowed.iter().any(|(in_place, start, length)| {
                *in_place == place && (*start..start + length).contains(&offset)
            });
            if old != new && !is_allowed {
                stray.push((place, offset));
            }
        }
    };
    compare(Place::Model, &source.model, &written.model);
    assert!(source.anims.keys().eq(written.anims.keys()));
    for (index, old) in &source.anims {
        compare(Place::Anim(*index as u32), old, &written.anims[index]);
    }
    stray
}

/// Changes a key, adds one, takes one away, and changes everything back; how many lists there were.
fn check_change_of_one_track(bytes: &M2Bytes, file: &M2File, wanted: fn(Place) -> bool) -> usize {
    let Some(list) = find_rotation(file, wanted) else {
        return 0;
    };
    let span_length = list.origin.count as usize * 8;
    let span = (list.origin.place, list.origin.offset as usize, span_length);
    let changes: [fn(&mut Vec<[i16; 4]>); 3] = [
        |values| values[0][1] ^= 0x155,
        |values| values.push([7, 8, 9, 10]),
        |values| values.truncate(values.len() - 1),
    ];
    for change in changes {
        let mut changed = file.clone();
        let rotation = &mut changed.bones.items[list.bone].rotation;
        let before = rotation.values.items[list.sequence].items.clone();
        change(&mut rotation.values.items[list.sequence].items);
        assert!(changed != *file);
        let written = changed.write_over(bytes).unwrap();
        assert!(written != *bytes, "the change was not written");
        let allowed = [span, list.headers[0], list.headers[1]];
        assert_eq!(stray_changes(bytes, &written, &allowed), []);
        let again = M2File::read(&written.model, &written.anim_set()).unwrap();
        assert!(again == changed, "the written change reads differently");
        let rotation = &mut changed.bones.items[list.bone].rotation;
        rotation.values.items[list.sequence].items = before;
        assert!(changed.write_over(bytes).unwrap() == *bytes, "changed back");
    }
    1
}

#[test]
fn a_changed_track_changes_only_its_own_bytes_and_changing_back_gives_the_original() {
    let tally = std::cell::Cell::new([0; 2]);
    for_each_model(|_, bytes, file| {
        let [inline, external] = tally.get();
        tally.set([
            inline + check_change_of_one_track(bytes, file, |place| place == Place::Model),
            external
                + check_change_of_one_track(bytes, file, |place| matches!(place, Place::Anim(_))),
        ]);
    });
    if Corpus::open().is_some() {
        let [inline, external] = tally.get();
        assert!(
            inline >= 8,
            "only {inline} models with rotation keys of their own"
        );
        assert!(external >= 1, "no model with rotation keys in .anim files");
    }
}

#[test]
fn every_block_that_differs_is_written_and_only_that() {
    for_each_model(|files, bytes, file| {
        let mut changed = file.clone();
        changed.bounds.radius += 1.0;
        if let Some(vertex) = changed.vertices.items.last_mut() {
            vertex.normal[2] = 0.25;
        }
        if let Some(attachment) = changed.attachments.items.first_mut() {
            attachment.position[0] += 1.0;
        }
        let written = changed.write_over(bytes).unwrap();
        let again = M2File::read(&written.model, &written.anim_set()).unwrap();
        assert!(again == changed, "{}", files.path.display());
        let differing = written
            .model
            .iter()
            .zip(&bytes.model)
            .filter(|(a, b)| a != b)
            .count();
        assert!((1..=12).contains(&differing), "{differing} bytes differ");
        assert_eq!(written.model.len(), bytes.model.len());
    });
}

#[test]
fn goblin_male_has_its_external_keys_and_its_missing_file_is_kept() {
    let Some(corpus) = Corpus::open() else { return };
    let files = corpus.model("GoblinMale.M2");
    assert_eq!((files.anims.len(), files.missing_anims), (48, 1));
    let file = M2File::read(&files.model, &files.anim_set()).unwrap();
    assert_eq!(file.bones.items.len(), 149);
    assert_eq!(file.vertices.items.len(), 14_929);
    assert_eq!(file.sequences.items.len(), 186);
    let rotations = file
        .bones
        .items
        .iter()
        .flat_map(|bone| &bone.rotation.values.items);
    let (mut keys, mut unread) = (0, 0);
    for list in rotations {
        keys += usize::from(matches!(
            list.origin,
            Some(Origin {
                place: Place::Anim(_),
                ..
            })
        )) * list.items.len();
        unread += usize::from(list.is_unread());
    }
    assert!(keys > 50_000, "{keys} rotation keys in .anim files");
    assert!(unread > 0, "tracks of aliases and of the missing file");
}

#[test]
fn keys_for_a_missing_anim_file_make_a_new_one() {
    let Some(corpus) = Corpus::open() else { return };
    let files = corpus.model("GoblinMale.M2");
    let bytes = M2Bytes {
        model: files.model.clone(),
        anims: files.anims.clone(),
    };
    let mut file = M2File::read(&files.model, &files.anim_set()).unwrap();
    let is_missing = |index: &usize| {
        file.sequences.items[*index].is_external() && !files.anims.contains_key(index)
    };
    let missing = (0..file.sequences.items.len()).find(is_missing).unwrap();
    let with_list = |bone: &&mut Bone| bone.rotation.values.items.len() > missing;
    let bone = file.bones.items.iter_mut().find(with_list).unwrap();
    set_keys(&mut bone.rotation, missing, vec![0], vec![[1, 2, 3, 4]]);
    let written = file.write_over(&bytes).unwrap();
    assert!(written.anims.contains_key(&missing));
    let again = M2File::read(&written.model, &written.anim_set()).unwrap();
    assert!(again == file);
    assert_eq!(written.anims.len(), bytes.anims.len() + 1);
}

fn set_keys<T>(track: &mut Track<T>, sequence: usize, times: Vec<u32>, values: Vec<T>) {
    track.times.items[sequence].items = times;
    track.values.items[sequence].items = values;
}

#[test]
fn moving_keys_into_the_model_drops_the_anim_file() {
    let Some(corpus) = Corpus::open() else { return };
    let files = corpus.model("GoblinMale.M2");
    let bytes = M2Bytes {
        model: files.model.clone(),
        anims: files.anims.clone(),
    };
    let mut file = M2File::read(&files.model, &files.anim_set()).unwrap();
    let moved = *files.anims.keys().next().unwrap();
    file.sequences.items[moved].flags |= 0x20;
    let written = file.write_over(&bytes).unwrap();
    assert_eq!(written.anims.len(), bytes.anims.len() - 1);
    assert!(!written.anims.contains_key(&moved));
    assert!(M2File::read(&written.model, &written.anim_set()).unwrap() == file);
}

#[test]
fn turning_on_the_combiner_combos_moves_what_lies_behind_the_header() {
    for_each_model(|files, bytes, file| {
        if file.flags & M2File::HAS_COMBINER_COMBOS != 0 {
            return;
        }
        let mut changed = file.clone();
        changed.flags |= M2File::HAS_COMBINER_COMBOS;
        changed.texture_combiner_combos = Some(M2Array::from(vec![1, 2]));
        let written = changed.write_over(bytes).unwrap();
        let again = M2File::read(&written.model, &written.anim_set()).unwrap();
        assert!(again == changed, "{}", files.path.display());
    });
}

#[test]
fn patches_and_other_versions_get_a_sentence() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut patches, mut others) = (0, 0);
    for path in corpus.with_extension("m2") {
        let bytes = read(path);
        let error = match M2File::read(&bytes, &AnimSet::new()) {
            Ok(file) => {
                assert_eq!(file.version, VERSION_264);
                continue;
            }
            Err(error) => error,
        };
        match error.kind {
            FormatErrorKind::PatchFile => {
                patches += 1;
                assert!(error.to_string().contains("incremental patch (PTCH)"));
            }
            FormatErrorKind::UnsupportedVersion { version } => {
                others += 1;
                assert!(error.to_string().contains(&version.to_string()));
                assert_eq!(version.to_le_bytes(), bytes[4..8]);
            }
            _ => panic!("{}: {error}", path.display()),
        }
    }
    assert!(
        patches >= 1 && others >= 50,
        "{patches} patches, {others} of other versions"
    );
}
