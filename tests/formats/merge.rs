//! The merge that gives unchanged parts of an exported model their raw values and places back.

use bonewright::formats::m2::{M2Array, M2Bytes, M2File, Record, SkinFile, VERSION_264};

use crate::corpus::{Corpus, ModelFiles};
use crate::made_model::{made_model, made_skin};

/// What an importer and exporter between them make of `base`: new places, tidied values.
fn exported(base: &M2File) -> M2File {
    let laid_out = base.write_fresh().unwrap();
    let mut file = M2File::read(&laid_out.model, &laid_out.anim_set()).unwrap();
    for texture in &mut file.textures.items {
        texture.flags &= 3;
    }
    for bone in &mut file.bones.items {
        bone.flags &= 0xff;
        for key in bone
            .rotation
            .values
            .items
            .iter_mut()
            .flat_map(|list| &mut list.items)
        {
            key[3] &= !1;
        }
    }
    file
}

#[test]
fn an_unchanged_export_becomes_the_original_bytes() {
    let bytes = made_model().write_fresh().unwrap();
    let base = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    let fresh = exported(&base);
    assert!(fresh != base);
    let mut target = fresh.clone();
    target.overlay(&base, &fresh);
    assert!(target == base);
    assert!(target.write_over(&bytes).unwrap() == bytes);
}

#[test]
fn a_changed_export_keeps_the_raw_values_of_the_rest() {
    let bytes = made_model().write_fresh().unwrap();
    let base = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    let fresh = exported(&base);
    let mut target = fresh.clone();
    target.bones.items[1].rotation.values.items[0].items[0] = [1, 2, 3, 5];
    target.bones.items[1].scale.values.items[0]
        .items
        .push([4.0; 3]);
    target.overlay(&base, &fresh);
    let mut expected = base.clone();
    expected.bones.items[1].rotation.values.items[0].items[0] = [1, 2, 3, 5];
    expected.bones.items[1].scale.values.items[0]
        .items
        .push([4.0; 3]);
    assert!(target == expected);
    assert!(target.write_over(&bytes).unwrap() == expected.write_over(&bytes).unwrap());
}

#[test]
fn bones_added_at_the_end_leave_the_others_in_place() {
    let bytes = made_model().write_fresh().unwrap();
    let base = M2File::read(&bytes.model, &bytes.anim_set()).unwrap();
    let fresh = exported(&base);
    let mut target = fresh.clone();
    target.bones.items.push(fresh.bones.items[0].clone());
    target.overlay(&base, &fresh);
    assert_eq!(target.bones.items[..2], base.bones.items[..]);
    assert_eq!(
        target.bones.items[1].rotation.values.origin,
        base.bones.items[1].rotation.values.origin
    );
    let over = target.write_over(&bytes).unwrap();
    let again = M2File::read(&over.model, &over.anim_set()).unwrap();
    assert!(again == target);
    let mut removed = target.clone();
    removed.bones.items.pop();
    assert!(removed.write_over(&bytes).unwrap() == bytes);
}

#[test]
fn equal_arrays_take_the_place_of_the_base() {
    let base = made_skin();
    let bytes = base.write_fresh().unwrap();
    let base = SkinFile::read(&bytes).unwrap();
    let fresh = made_skin();
    let mut target = made_skin();
    target.batches.items[0].layer = 1;
    target.overlay(&base, &fresh);
    assert_eq!(target.indices.origin, base.indices.origin);
    assert_eq!(target.batches.origin, base.batches.origin);
    target.batches.items[0].layer = 0;
    assert!(target.write_over(&bytes).unwrap() == bytes);
}

#[test]
fn items_beyond_the_shortest_array_stay() {
    let mut target = M2Array::from(vec![1u16, 2, 3]);
    let (base, fresh) = (M2Array::from(vec![9u16]), M2Array::from(vec![1u16]));
    Record::overlay(&mut target, &base, &fresh);
    assert_eq!(target.items, [9, 2, 3]);
}

#[test]
fn every_model_exported_without_a_change_becomes_the_original_bytes() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(VERSION_264) {
        let files = ModelFiles::load(path);
        let base = M2File::read(&files.model, &files.anim_set()).unwrap();
        let fresh = exported(&base);
        let mut target = fresh.clone();
        target.overlay(&base, &fresh);
        let bytes = M2Bytes {
            model: files.model.clone(),
            anims: files.anims.clone(),
        };
        assert!(
            target.write_over(&bytes).unwrap() == bytes,
            "{}",
            path.display()
        );
    }
}
