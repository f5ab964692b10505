//! Weights as text from the command line: saved, changed by hand, loaded.

use crate::program::bonewright;
use std::path::Path;

#[test]
fn weights_go_to_text_and_back_and_nothing_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/bramblehog.bwp");
    let (text, out) = (
        folder.path().join("hog.weights"),
        folder.path().join("out.bwp"),
    );
    let run = bonewright(arguments!["weight-text", "save", &project, "-o", &text]);
    assert_eq!(run.code, 0, "{}", run.err);
    let again = bonewright(arguments!["weight-text", "save", &project, "-o", &text]);
    assert_eq!(again.code, 4, "an existing file is not overwritten");
    let run = bonewright(arguments![
        "weight-text",
        "load",
        &text,
        &project,
        "-o",
        &out
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.err, "");
    let same = bonewright(arguments!["diff", &project, &out, "--tolerance", "2e-7"]);
    assert_eq!(same.code, 0, "{}", same.out);
    // One line changed by hand is one vertex changed.
    let written = std::fs::read_to_string(&text).expect("the text");
    let mut lines: Vec<String> = written.lines().map(str::to_owned).collect();
    let place: Vec<&str> = written
        .lines()
        .nth(1)
        .expect("a vertex")
        .split(' ')
        .collect();
    lines[1] = format!("{} {} {} \"#0\" 1", place[0], place[1], place[2]);
    lines.truncate(2);
    std::fs::write(&text, lines.join("\n")).expect("written");
    let run = bonewright(arguments![
        "weight-text",
        "load",
        &text,
        &project,
        "-o",
        &out,
        "--force",
        "--tolerance",
        "0"
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("no line of the file is at their place"),
        "{}",
        run.err
    );
    let differs = bonewright(arguments!["diff", &project, &out]);
    assert_eq!(differs.code, 1, "{}", differs.out);
}

#[test]
fn what_is_no_list_of_weights_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/bramblehog.bwp");
    let (text, out) = (
        folder.path().join("bad.weights"),
        folder.path().join("out.bwp"),
    );
    std::fs::write(&text, "boneweights 1\n1 2 x\n").expect("written");
    let run = bonewright(arguments![
        "weight-text",
        "load",
        &text,
        &project,
        "-o",
        &out
    ]);
    assert_eq!(run.code, 3);
    assert!(
        run.err
            .contains("line 2: 'x' stands where a finite number has to be"),
        "{}",
        run.err
    );
    assert!(!out.exists());
    std::fs::write(&text, "boneweights 1\n1000 2 3\n").expect("written");
    let run = bonewright(arguments![
        "weight-text",
        "load",
        &text,
        &project,
        "-o",
        &out
    ]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(!out.exists());
}
