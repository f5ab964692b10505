//! Reads the sources as text and holds the rules of the layers: which module may use which, how
//! long a file may be, where printing, threads and `unsafe` are allowed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each module of the library the modules it may use, beside itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("math", &[]),
    ("bytes", &[]),
    ("skeleton", &["math"]),
    ("anim", &["math", "skeleton"]),
    ("mesh", &["math", "skeleton", "anim"]),
    ("skinning", &["math", "skeleton", "anim", "mesh"]),
    ("terrain", &["math"]),
    ("brush", &["math"]),
    ("formats", &["bytes"]),
    ("document", L1),
    (
        "edit",
        &[
            "brush", "document", "math", "skeleton", "anim", "mesh", "skinning", "terrain",
        ],
    ),
    (
        "assets",
        &[
            "document", "formats", "bytes", "math", "skeleton", "anim", "mesh", "skinning",
            "terrain",
        ],
    ),
    (
        "import_export",
        &[
            "assets", "document", "formats", "bytes", "math", "skeleton", "anim", "mesh",
            "skinning", "terrain",
        ],
    ),
    (
        "project",
        &[
            "import_export",
            "assets",
            "document",
            "formats",
            "bytes",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
        ],
    ),
    (
        "validate",
        &[
            "import_export",
            "document",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
        ],
    ),
    (
        "compare",
        &[
            "import_export",
            "document",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
        ],
    ),
    (
        "journal",
        &[
            "edit", "project", "document", "math", "skeleton", "anim", "mesh", "skinning",
            "terrain",
        ],
    ),
    (
        "samples",
        &[
            "edit", "document", "math", "skeleton", "anim", "mesh", "skinning", "terrain",
        ],
    ),
    (
        "editor",
        &[
            "brush",
            "samples",
            "journal",
            "compare",
            "validate",
            "project",
            "import_export",
            "assets",
            "edit",
            "document",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
            "bytes",
            "formats",
        ],
    ),
    (
        "render",
        &[
            "document", "math", "skeleton", "anim", "mesh", "skinning", "terrain",
        ],
    ),
    (
        "ui",
        &[
            "brush",
            "editor",
            "render",
            "edit",
            "document",
            "validate",
            "compare",
            "import_export",
            "assets",
            "journal",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
            "samples",
        ],
    ),
    (
        "app",
        &[
            "ui",
            "render",
            "editor",
            "project",
            "edit",
            "document",
            "assets",
            "import_export",
            "validate",
            "compare",
            "journal",
            "samples",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
        ],
    ),
    (
        "cli",
        &[
            "render",
            "editor",
            "project",
            "edit",
            "document",
            "assets",
            "import_export",
            "validate",
            "compare",
            "journal",
            "samples",
            "math",
            "skeleton",
            "anim",
            "mesh",
            "skinning",
            "terrain",
            "formats",
            "bytes",
        ],
    ),
];

const L1: &[&str] = &["math", "skeleton", "anim", "mesh", "skinning", "terrain"];

/// External crates that only some modules may name.
const CRATES: &[(&str, &[&str])] = &[
    ("egui", &["ui", "app"]),
    ("eframe", &["app", "ui"]),
    ("egui_plot", &["ui"]),
    ("egui_tiles", &["ui", "app"]),
    ("rfd", &["app"]),
    ("three_d", &["render", "ui", "app"]),
    ("glutin", &["render"]),
    ("clap", &["cli"]),
    ("bincode", &["project"]),
    ("wc3", &["formats", "assets"]),
    ("undo", &["edit"]),
    ("faer", &["skinning"]),
];

struct Source {
    path: String,
    module: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(files.len() > 40, "only {} source files found", files.len());
    files
        .into_iter()
        .filter_map(|file| {
            let relative = file
                .strip_prefix(&root)
                .ok()?
                .to_string_lossy()
                .replace('\\', "/");
            let module = relative.split_once('/')?.0.to_owned();
            let text = std::fs::read_to_string(&file).ok()?;
            Some(Source {
                path: relative,
                module,
                text,
            })
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The first path segments after each `crate::` of a line, groups taken apart.
fn crate_uses(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or_default();
    let mut found = Vec::new();
    for part in code.split("crate::").skip(1) {
        if let Some(group) = part.strip_prefix('{') {
            found.extend(group.split([',', '}']).filter_map(first_word));
        } else {
            found.extend(first_word(part));
        }
    }
    found
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text
        .trim()
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!word.is_empty()).then_some(word)
}

#[test]
fn no_module_uses_one_above_its_layer() {
    let rules: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut faults = Vec::new();
    for source in sources() {
        let Some(allowed) = rules.get(source.module.as_str()) else {
            faults.push(format!(
                "{}: no rule for module `{}`",
                source.path, source.module
            ));
            continue;
        };
        for (number, line) in source.text.lines().enumerate() {
            for used in crate_uses(line) {
                if rules.contains_key(used.as_str())
                    && used != source.module
                    && !allowed.contains(&used.as_str())
                {
                    faults.push(format!(
                        "src/{}:{}: `{}` must not know `{used}`",
                        source.path,
                        number + 1,
                        source.module
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn outside_crates_stay_in_the_layers_that_need_them() {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in source.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (name, allowed) in CRATES {
                let named = code.contains(&format!("use {name}::"))
                    || code.match_indices(&format!("{name}::")).any(|(at, _)| {
                        !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                    });
                if named && !allowed.contains(&source.module.as_str()) {
                    faults.push(format!(
                        "src/{}:{}: `{}` must not know the crate `{name}`",
                        source.path,
                        number + 1,
                        source.module
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_say_what_they_are_for_and_stay_short() {
    let mut faults = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > 500 {
            faults.push(format!(
                "src/{}: {lines} lines; split it by noun",
                source.path
            ));
        }
        if !source.text.starts_with("//!") {
            faults.push(format!(
                "src/{}: does not begin with its purpose (`//!`)",
                source.path
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_mod_file_only_declares() {
    let mut faults = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| source.path.ends_with("mod.rs"))
    {
        for (number, line) in source.text.lines().enumerate() {
            let code = line.trim_start();
            let defines = ["fn ", "pub fn ", "impl ", "impl<"]
                .iter()
                .any(|w| code.starts_with(w));
            if defines {
                faults.push(format!("src/{}:{}: {code}", source.path, number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn readers_of_files_never_panic_by_hand() {
    let mut faults = Vec::new();
    for source in sources() {
        if !["bytes", "formats", "import_export", "project", "assets"]
            .contains(&source.module.as_str())
        {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            if line.contains("#[cfg(test)]") {
                break;
            }
            let code = line.split("//").next().unwrap_or_default();
            if [".unwrap()", ".expect(", "panic!(", "unreachable!("]
                .iter()
                .any(|w| code.contains(w))
            {
                faults.push(format!(
                    "src/{}:{}: {}",
                    source.path,
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn unsafe_code_is_only_where_the_design_allows_it() {
    let mut faults = Vec::new();
    for source in sources() {
        let allowed = source.path.starts_with("render/")
            || source.path.starts_with("skinning/")
            || source.path.starts_with("anim/")
            || source.path == "math/prefetch.rs"
            || source.path.starts_with("mesh/vertex_")
            || source.path.starts_with("ui/viewport/")
            || source.path.starts_with("app/");
        let uses = source.text.lines().any(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.contains("unsafe {") || code.contains("unsafe fn")
        });
        if uses && !allowed {
            faults.push(format!("src/{}", source.path));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn colours_come_from_the_theme() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.module == "ui") {
        if source.path == "ui/theme.rs" {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            if [
                "Color32::from_rgb(",
                "Color32::from_rgba_",
                "Color32::from_gray(",
            ]
            .iter()
            .any(|w| line.contains(w))
            {
                faults.push(format!(
                    "src/{}:{}: {}",
                    source.path,
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
