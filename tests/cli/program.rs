//! Running the program and looking at what it says.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

/// What a run of the program gave.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// What it printed as its result.
    pub out: String,
    /// What it said beside that.
    pub err: String,
}

impl Run {
    /// The result as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, 0, "{}", self.err);
        serde_json::from_str(&self.out).expect("the result is JSON")
    }
}

/// Runs the program without a display.
pub fn bonewright<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_bonewright"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program runs");
    Run {
        code: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The program's own sample as an M2.
pub fn sample() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2")
}

/// Arguments of different kinds in one list.
macro_rules! arguments {
    ($($argument:expr),+ $(,)?) => {
        vec![$(std::ffi::OsString::from($argument)),+]
    };
}
