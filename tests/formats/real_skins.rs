//! Every `.skin` of the corpus: read, written back, laid out anew, changed and changed back.

use bonewright::formats::FormatErrorKind;
use bonewright::formats::m2::{M2File, Record, ShadowBatch, SkinFile};

use crate::corpus::{Corpus, ModelFiles, read};

/// `.skin` files in the corpus, without patches.
const SKINS: usize = 40;

fn for_each_skin(check: impl Fn(&str, &[u8], &SkinFile)) {
    let Some(corpus) = Corpus::open() else { return };
    let (mut skins, mut patches) = (0, 0);
    for path in corpus.with_extension("skin") {
        let bytes = read(path);
        match SkinFile::read(&bytes) {
            Ok(skin) => {
                check(&path.display().to_string(), &bytes, &skin);
                skins += 1;
            }
            Err(error) if error.kind == FormatErrorKind::PatchFile => patches += 1,
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }
    assert!(
        skins >= SKINS && patches >= 1,
        "{skins} skins, {patches} patches"
    );
}

#[test]
fn an_unchanged_skin_is_written_back_byte_for_byte() {
    for_each_skin(|name, bytes, skin| {
        assert!(skin.write_over(bytes).unwrap() == bytes, "{name}");
    });
}

#[test]
fn a_skin_laid_out_anew_reads_as_the_same_struct() {
    for_each_skin(|name, _, skin| {
        let written = skin.write_fresh().unwrap();
        let again = SkinFile::read(&written).unwrap();
        assert!(again == *skin, "{name}");
        again.visit_spans(&mut |span| assert_eq!(span.start % 16, 0, "{name}"));
    });
}

/// Whether another array has a share in the bytes of the batches, as some converters left it.
fn shares_its_batches(skin: &SkinFile) -> bool {
    let batches = skin.batches.span();
    let shadows = skin.shadow_batches.as_ref().and_then(|array| array.span());
    batches
        .zip(shadows)
        .is_some_and(|(a, b)| a.start < b.end && b.start < a.end)
}

#[test]
fn a_changed_batch_changes_its_bytes_alone_and_back() {
    let shared = std::cell::Cell::new(0);
    for_each_skin(|name, bytes, skin| {
        let mut changed = skin.clone();
        let Some(batch) = changed.batches.items.last_mut() else {
            return;
        };
        batch.priority_plane ^= 1;
        let written = changed.write_over(bytes).unwrap();
        let differing = written.iter().zip(bytes).filter(|(a, b)| a != b).count();
        if shares_its_batches(skin) {
            shared.set(shared.get() + 1);
            assert!(
                differing <= 4,
                "{name}: more than the offset of the batches changed"
            );
            assert_eq!(
                written.len(),
                bytes.len().next_multiple_of(16) + 24 * skin.batches.items.len()
            );
        } else {
            assert_eq!((differing, written.len()), (1, bytes.len()), "{name}");
        }
        assert!(SkinFile::read(&written).unwrap() == changed, "{name}");
        changed.batches = skin.batches.clone();
        assert!(changed.write_over(bytes).unwrap() == bytes, "{name}");
    });
    if Corpus::open().is_some() {
        assert!(
            shared.get() >= 1,
            "no skin with batches under its shadow batches"
        );
    }
}

#[test]
fn both_header_sizes_are_there_and_can_be_changed_into_each_other() {
    let tally = std::cell::Cell::new([0; 2]);
    for_each_skin(|name, bytes, skin| {
        let mut changed = skin.clone();
        let mut counts = tally.get();
        if skin.shadow_batches.is_some() {
            counts[1] += 1;
        } else {
            counts[0] += 1;
            changed.shadow_batches = Some(vec![ShadowBatch::default()].into());
            let written = changed.write_over(bytes).unwrap();
            assert!(SkinFile::read(&written).unwrap() == changed, "{name}");
        }
        tally.set(counts);
    });
    let [short, long] = tally.get();
    assert!(
        Corpus::open().is_none() || (short >= 5 && long >= 5),
        "{short} short, {long} long"
    );
}

#[test]
fn properties_name_the_bones_of_the_vertices() {
    let Some(corpus) = Corpus::open() else { return };
    let mut checked = 0;
    for path in corpus.models(264) {
        let files = ModelFiles::load(path);
        let model = M2File::read(&files.model, &files.anim_set()).unwrap();
        for skin in &files.skins {
            let Ok(skin) = SkinFile::read(skin) else {
                continue;
            };
            for submesh in &skin.submeshes.items {
                let first = usize::from(submesh.vertex_start);
                for position in first..first + usize::from(submesh.vertex_count) {
                    let vertex = model.vertices.items[usize::from(skin.indices.items[position])];
                    for slot in (0..4).filter(|slot| vertex.weights[*slot] > 0) {
                        let local = usize::from(skin.properties.items[position][slot]);
                        let combo = usize::from(submesh.bone_combo_start) + local;
                        let bone = model.bone_combos.items[combo];
                        assert_eq!(bone, u16::from(vertex.bones[slot]), "{}", path.display());
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 20_000, "{checked} influences");
}
