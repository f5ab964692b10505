//! Runs the script that computes poses with npm `war3-model`, and installs that package for it.
//!
//! The package goes to `BONEWRIGHT_PEERS_JS`, else to a folder beside what cargo builds.
#![allow(clippy::unwrap_used, reason = "a peer that dies is a failed test")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

const PACKAGE: &str = "war3-model@4.0.1";

/// A running script, asked by lines and answering by lines.
pub struct Peer {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts the script, once the package is there; why not, if it can't.
    pub fn start() -> Result<Self, String> {
        let has = |program: &str| {
            let mut command = Command::new(program);
            command
                .arg("--version")
                .output()
                .is_ok_and(|ran| ran.status.success())
        };
        if !has("node") {
            return Err("no node on this machine".to_owned());
        }
        let folder = std::env::var_os("BONEWRIGHT_PEERS_JS").map_or_else(
            || Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers_js"),
            PathBuf::from,
        );
        if !folder.join("node_modules/war3-model").is_dir() {
            install(&folder)?;
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/mdx_peers.mjs");
        let mut child = Command::new("node")
            .args([script, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node does not start: {error}"))?;
        let (questions, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Ok(Self {
            child,
            questions,
            answers: BufReader::new(answers),
        })
    }

    /// The answer to one question.
    pub fn ask(&mut self, question: &Value) -> Value {
        writeln!(self.questions, "{question}").unwrap();
        self.questions.flush().unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn install(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let ran = Command::new("npm")
        .args([
            "install",
            PACKAGE,
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
        ])
        .args([
            "--fetch-retries",
            "0",
            "--fetch-timeout",
            "60000",
            "--prefix",
        ])
        .arg(folder)
        .output()
        .map_err(|error| format!("npm does not start: {error}"))?;
    if ran.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&ran.stderr);
    let first = said.lines().next().unwrap_or("no reason given");
    Err(format!("npm can't install {PACKAGE}: {first}"))
}
