//! Real models through a project file: nothing of them changes on the way.

use crate::corpus::Corpus;
use bonewright::compare::compare;
use bonewright::document::{Document, ModelId};
use bonewright::import_export::{ExportLayout, export_model, import_file};
use bonewright::project::{Compression, Snapshot, encode, read};

#[test]
fn a_model_is_written_back_byte_for_byte_after_a_project_file() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    assert!(models.len() >= 31, "only {} models", models.len());
    let warcraft = corpus.mdx_models(800).into_iter();
    let warcraft: Vec<_> = warcraft
        .filter(|path| import_file(path, ModelId(0)).is_ok())
        .collect();
    assert!(warcraft.len() >= 74, "only {} MDX models", warcraft.len());
    let models = models.into_iter().chain(warcraft);
    for (path, compression) in
        models.zip([Compression::None, Compression::Zstd].into_iter().cycle())
    {
        let imported = import_file(path, ModelId(0)).expect("every real model opens");
        let mut document = Document::new();
        document.models.push(imported.model);
        let bytes = encode(&Snapshot::of(&document), compression)
            .expect("encodes")
            .to_vec();
        let opened = read(&bytes).expect("opens");
        assert_eq!(opened.problems, [], "{}", path.display());
        assert_eq!(opened.document.content_hash(), document.content_hash());
        let (before, after) = (&document.models[0], &opened.document.models[0]);
        assert!(compare(before, after, 0.0).is_equal(), "{}", path.display());
        let native = after
            .native
            .as_ref()
            .expect("an imported model has its files");
        let name = native
            .file(bonewright::document::NativeRole::Model)
            .expect("one of them is the model");
        let exported = export_model(after, &name.name, ExportLayout::KeepNative).expect("exports");
        for file in &exported.files {
            let is_same = native
                .files
                .iter()
                .any(|native| *native.bytes == *file.bytes);
            assert!(is_same, "{} differs", file.name);
        }
        assert_eq!(exported.files.len(), native.files.len());
    }
}
