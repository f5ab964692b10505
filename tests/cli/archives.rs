//! Archives on the command line.

use crate::corpus::{Corpus, read};
use crate::program::bonewright;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn archives(corpus: &Corpus) -> Vec<PathBuf> {
    let kinds = ["w3x", "w3m", "mpq"].map(|kind| corpus.with_extension(kind));
    let files = kinds.into_iter().flatten().map(Path::to_owned);
    files.collect()
}

fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let count = |entry: std::fs::DirEntry| match entry.path() {
        path if path.is_dir() => count_files(&path),
        _ => 1,
    };
    entries.map(count).sum()
}

#[test]
fn every_real_archive_is_listed_extracted_and_verified() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut count, mut files, mut compared) = (0, 0, 0);
    for path in archives(&corpus) {
        let name = path.display();
        let list = bonewright(arguments!["archive", "list", &path, "--json"]).json();
        let listed = list["files"].as_array().unwrap();
        assert!(!listed.is_empty(), "{name}");
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("files");
        let run = bonewright(arguments!["archive", "extract", &path, "-o", &out]);
        assert_eq!(run.code, 0, "{name}: {}", run.err);
        let is_plain = |file: &Value| file["locale"] == 0;
        for file in listed.iter().filter(|file| is_plain(file)) {
            let own = file["name"].as_str().unwrap().replace('\\', "/");
            let content = read(&out.join(&own));
            assert_eq!(content.len() as u64, file["size"], "{name}: {own}");
        }
        assert_eq!(count_files(&out), listed.len(), "{name}");
        let verify = bonewright(arguments!["archive", "verify", &path, "--json"]);
        let value: Value = serde_json::from_str(&verify.out).unwrap();
        assert_eq!(value["faults"], Value::Array(Vec::new()), "{name}");
        assert_eq!(verify.code, 0, "{name}");
        compared += value["compared"].as_u64().unwrap();
        count += 1;
        files += listed.len();
    }
    println!("{count} archives, {files} files, {compared} of them against a checksum");
    assert!(
        count >= 21 && files >= 380 && compared >= 240,
        "{count} {files} {compared}"
    );
}

#[test]
fn the_map_in_an_archive_is_converted_into_it_and_out_of_it() {
    let Some(corpus) = Corpus::open() else { return };
    let path = archives(&corpus)
        .into_iter()
        .find(|path| path.ends_with("War3Net--NewMap64x32.w3m"))
        .expect("a map of the corpus");
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let copy = at("map.w3x");
    std::fs::write(&copy, read(&path)).unwrap();
    assert_eq!(
        bonewright(arguments!["convert", &copy, at("ground.w3e")]).code,
        0
    );
    let extract = arguments!["archive", "extract", &copy, "war3map.w3e", "-o", at("")];
    assert_eq!(bonewright(extract).code, 0);
    assert_eq!(read(&at("ground.w3e")), read(&at("war3map.w3e")));
    assert_eq!(
        bonewright(arguments!["convert", &copy, at("same.w3x")]).code,
        0
    );
    assert_eq!(read(&at("same.w3x")), read(&copy));
    // Written over itself, the old one stays beside it.
    let refused = bonewright(arguments!["convert", &copy, &copy]);
    assert_eq!(refused.code, 4, "{}", refused.err);
    let run = bonewright(arguments![
        "convert", &copy, &copy, "--target", "w3e-12", "--force"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(read(&at("map.w3x.bak")), read(&path));
    let info = bonewright(arguments!["info", &copy, "--json"]).json();
    assert_eq!(info["version"], 12);
    let verify = bonewright(arguments!["archive", "verify", &copy]);
    assert_eq!(verify.code, 0, "{}", verify.out);
    let diff = bonewright(arguments!["diff", &copy, at("map.w3x.bak")]);
    assert_eq!(diff.out, "terrains[0].version: 12 -> 11\n");
    // A ground of its own goes into no archive.
    let run = bonewright(arguments!["convert", at("ground.w3e"), at("new.w3x")]);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(
        run.err.contains("did not come from an archive"),
        "{}",
        run.err
    );
}

#[test]
fn a_protected_map_is_read_and_not_written_into() {
    let Some(corpus) = Corpus::open() else { return };
    let path = archives(&corpus)
        .into_iter()
        .find(|path| path.ends_with("spazzledMap.w3x"))
        .expect("a map of the corpus");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.w3x");
    let arguments = arguments!["convert", &path, &out, "--target", "w3e-12"];
    let run = bonewright(arguments);
    assert_eq!(run.code, 4, "{}", run.err);
    assert!(run.err.contains("protected or damaged"), "{}", run.err);
    assert!(run.err.contains("as a .w3e"), "{}", run.err);
    assert!(!out.exists());
}

#[test]
fn a_folder_becomes_an_archive_and_comes_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source");
    std::fs::create_dir_all(source.join("deep/er")).unwrap();
    let files = [
        ("a.txt", b"first".to_vec()),
        ("empty", Vec::new()),
        (
            "deep/er/b.bin",
            (0..60_000u32).flat_map(u32::to_le_bytes).collect(),
        ),
    ];
    for (name, content) in &files {
        std::fs::write(source.join(name), content).unwrap();
    }
    let archive = folder.path().join("new.mpq");
    let create = arguments!["archive", "create", &archive, &source];
    assert_eq!(bonewright(&create).code, 0);
    let again = bonewright(&create);
    assert_eq!(again.code, 4, "{}", again.err);
    let list = bonewright(arguments!["archive", "list", &archive]);
    assert!(list.out.contains("deep\\er\\b.bin"), "{}", list.out);
    let out = folder.path().join("out");
    let extract = arguments!["archive", "extract", &archive, "-o", &out];
    assert_eq!(bonewright(&extract).code, 0);
    for (name, content) in &files {
        assert!(read(&out.join(name)) == *content, "{name}");
    }
    let again = bonewright(&extract);
    assert_eq!(again.code, 4, "{}", again.err);
    let missing = bonewright(arguments![
        "archive", "extract", &archive, "no.txt", "-o", &out
    ]);
    assert_eq!(missing.code, 3, "{}", missing.err);
    assert!(missing.err.contains("no.txt"), "{}", missing.err);
}

#[test]
fn what_is_no_archive_exits_3_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.w3x");
    let files: [&[u8]; 4] = [b"", b"MPQ\x1a\x20\0\0\0", b"HM3W", &[7; 2000]];
    for bytes in files {
        std::fs::write(&path, bytes).unwrap();
        for command in ["list", "verify"] {
            let run = bonewright(arguments!["archive", command, &path]);
            assert_eq!(run.code, 3, "{}", run.err);
            assert!(run.err.contains("broken.w3x"), "{}", run.err);
            assert_eq!(run.err.trim_end().lines().count(), 1, "{}", run.err);
        }
        let run = bonewright(arguments!["info", &path]);
        assert_eq!(run.code, 3, "{}", run.err);
    }
}

#[test]
fn names_in_an_archive_never_leave_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let bytes =
        bonewright::assets::create_archive(&[("..\\..\\evil.txt".to_owned(), b"x".to_vec())]);
    let path = folder.path().join("evil.mpq");
    std::fs::write(&path, bytes.unwrap()).unwrap();
    let out = folder.path().join("a/b/c");
    let run = bonewright(arguments!["archive", "extract", &path, "-o", &out]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("leave"), "{}", run.err);
    assert!(!folder.path().join("a/evil.txt").exists() && !out.exists());
}
