//! An X server in memory, a program on it, and hands to work it with.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything may take before the test gives up; software drawing is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// An X server that nobody sees, and the folder in which the programs on it live.
pub struct Desktop {
    server: Child,
    display: String,
    home: tempfile::TempDir,
}

impl Desktop {
    /// Starts one; `None` where the tools for it are not installed.
    pub fn start() -> Option<Self> {
        for tool in ["Xvfb", "xdotool"] {
            let found = Command::new("which")
                .arg(tool)
                .stdout(Stdio::null())
                .status();
            if !found.is_ok_and(|status| status.success()) {
                eprintln!("skipped: the real window ({tool} is not installed)");
                return None;
            }
        }
        // The server takes a display that is free and says which: several run at a time. Without
        // `-noreset` it starts over whenever its last client leaves, be it one call of xdotool,
        // and throws out a program that is just connecting.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1440x900x24"])
            .args(["-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the X server starts");
        let mut number = String::new();
        let said = server.stdout.take().expect("its output is ours");
        BufReader::new(said)
            .read_line(&mut number)
            .expect("the X server says its display");
        let desktop = Self {
            server,
            display: format!(":{}", number.trim()),
            home: tempfile::tempdir().expect("a folder for the test"),
        };
        Some(desktop)
    }

    /// A path in the folder of this desktop.
    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Starts the program on `file` with more in its environment, and does not wait.
    pub fn start_program(&self, file: &Path, environment: &[(&str, &Path)]) -> Program<'_> {
        let child = Command::new(env!("CARGO_BIN_EXE_bonewright"))
            .arg(file)
            .envs(environment.iter().copied())
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("HOME", self.home.path())
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .spawn()
            .expect("the program starts");
        Program {
            desktop: self,
            child,
        }
    }

    /// Starts the program on `file` and waits for its window.
    pub fn open(&self, file: &Path) -> Program<'_> {
        let mut program = self.start_program(file, &[]);
        wait_until("the window opens", || {
            program.assert_runs();
            !program.title().is_empty()
        });
        // There is no window manager to give the window the keyboard.
        let windows = self.hand(&["search", "--onlyvisible", "--class", "bonewright"]);
        let window = windows.lines().next().unwrap_or_default();
        self.hand(&["windowfocus", window]);
        program
    }

    fn hand(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .expect("xdotool runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The program with its window.
pub struct Program<'a> {
    desktop: &'a Desktop,
    child: Child,
}

impl Program<'_> {
    /// Ends the program at once, as a crash or a power cut does: it hears nothing of it.
    pub fn kill_hard(&mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program has ended");
    }

    /// Fails at once, with its exit status, where the program has ended by itself.
    #[track_caller]
    fn assert_runs(&mut self) {
        let ended = self.child.try_wait().expect("the program can be looked at");
        assert!(ended.is_none(), "the program ended early: {ended:?}");
    }

    /// What the window's title says; empty before there is one.
    pub fn title(&self) -> String {
        let windows = self
            .desktop
            .hand(&["search", "--onlyvisible", "--class", "bonewright"]);
        let Some(window) = windows.lines().next() else {
            return String::new();
        };
        self.desktop.hand(&["getwindowname", window])
    }

    /// Waits until the title says something.
    #[track_caller]
    pub fn wait_for_title(&self, what: &str, is_right: impl Fn(&str) -> bool) {
        wait_until(what, || is_right(&self.title()));
    }

    /// Presses keys one after the other, as xdotool names them.
    pub fn press(&self, keys: &[&str]) {
        for key in keys {
            self.desktop.hand(&["key", "--clearmodifiers", key]);
            self.settle();
        }
    }

    /// Does something while a key is held.
    pub fn holding(&self, key: &str, work: impl FnOnce()) {
        self.desktop.hand(&["keydown", key]);
        self.settle();
        work();
        self.desktop.hand(&["keyup", key]);
        self.settle();
    }

    /// Runs a command by its name, through the palette.
    pub fn command(&self, name: &str) {
        self.press(&["ctrl+shift+p"]);
        self.type_text(name.as_ref());
        self.press(&["Return"]);
    }

    /// Types text.
    pub fn type_text(&self, text: &OsStr) {
        self.desktop
            .hand(&["type", "--delay", "15", &text.to_string_lossy()]);
        self.settle();
    }

    /// Moves the mouse and waits for what hovers there.
    pub fn point(&self, x: i32, y: i32) {
        self.desktop
            .hand(&["mousemove", &x.to_string(), &y.to_string()]);
        self.settle();
    }

    /// Clicks.
    pub fn click(&self, x: i32, y: i32) {
        self.point(x, y);
        self.desktop.hand(&["click", "1"]);
        self.settle();
    }

    /// Drags with the left button, in steps as a hand does.
    pub fn drag(&self, from: [i32; 2], to: [i32; 2]) {
        self.point(from[0], from[1]);
        self.desktop.hand(&["mousedown", "1"]);
        self.settle();
        for step in 1..=6 {
            let at = |axis: usize| from[axis] + (to[axis] - from[axis]) * step / 6;
            self.point(at(0), at(1));
        }
        self.desktop.hand(&["mouseup", "1"]);
        self.settle();
    }

    /// Answers a question for a path.
    pub fn enter_path(&self, path: &Path) {
        sleep(Duration::from_millis(600));
        self.press(&["ctrl+a"]);
        self.type_text(path.as_os_str());
        self.press(&["Return"]);
    }

    /// Writes what is on the screen to a file, if `BONEWRIGHT_PICTURES` names a folder.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("BONEWRIGHT_PICTURES") else {
            return;
        };
        let path = Path::new(&folder).join(name);
        let _ = Command::new("import")
            .args(["-window", "root"])
            .arg(path)
            .env("DISPLAY", &self.desktop.display)
            .status();
    }

    /// Waits until the program has ended by itself.
    #[track_caller]
    pub fn wait_for_end(mut self) {
        let mut status = None;
        wait_until("the program ends", || {
            status = self
                .child
                .try_wait()
                .expect("the program can be waited for");
            status.is_some()
        });
        assert!(status.is_some_and(|status| status.success()), "{status:?}");
    }

    /// Waits for the picture to follow; drawing in software takes its time.
    fn settle(&self) {
        sleep(Duration::from_millis(400));
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Looks again and again until something is so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited too long until {what}");
        sleep(Duration::from_millis(200));
    }
}
