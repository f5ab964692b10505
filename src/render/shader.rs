//! Compiled shaders, which in debug builds follow their files while the program runs.

use three_d::core::{Context, Program};

use super::RenderError;

/// One file of `shaders/`, as it was when the program was built.
pub(super) struct ShaderFile {
    /// File name in `shaders/`, where files are followed.
    #[cfg(debug_assertions)]
    pub name: &'static str,
    pub text: &'static str,
}

/// The files of a shader; those of a stage are put one after the other.
pub(super) struct ShaderText {
    pub vertex: &'static [ShaderFile],
    pub fragment: &'static [ShaderFile],
}

/// A [`ShaderFile`] of `shaders/` by its name.
macro_rules! shader_file {
    ($name:literal) => {
        $crate::render::shader::ShaderFile {
            #[cfg(debug_assertions)]
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/", $name)),
        }
    };
}
pub(super) use shader_file;

/// A compiled shader.
pub(super) struct Shader {
    program: Program,
    #[cfg(debug_assertions)]
    watch: watch::Watch,
}

impl Shader {
    pub fn new(context: &Context, text: &'static ShaderText) -> Result<Self, RenderError> {
        let joined = |files: &[ShaderFile]| files.iter().map(|file| file.text).collect::<String>();
        Ok(Self {
            program: Program::from_source(context, &joined(text.vertex), &joined(text.fragment))?,
            #[cfg(debug_assertions)]
            watch: watch::Watch::new(context, text),
        })
    }

    /// The shader to draw with.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Compiles again if a file changed; a file that does not compile is logged and passed over.
    #[cfg(debug_assertions)]
    pub fn refresh(&mut self) {
        if let Some(program) = self.watch.changed_program() {
            self.program = program;
        }
    }

    /// Does nothing: a release build has its shaders inside.
    #[cfg(not(debug_assertions))]
    pub fn refresh(&mut self) {}
}

#[cfg(debug_assertions)]
mod watch {
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant, SystemTime};

    use three_d::core::{Context, Program};

    use super::{ShaderFile, ShaderText};

    const LOOK_EVERY: Duration = Duration::from_millis(500);

    /// The files of a shader and when the youngest of them was changed.
    pub struct Watch {
        context: Context,
        text: &'static ShaderText,
        folder: PathBuf,
        seen: Option<SystemTime>,
        looked_at: Instant,
    }

    impl Watch {
        pub fn new(context: &Context, text: &'static ShaderText) -> Self {
            Self::in_folder(
                context,
                text,
                Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders"),
            )
        }

        pub fn in_folder(context: &Context, text: &'static ShaderText, folder: PathBuf) -> Self {
            let mut watch = Self {
                context: context.clone(),
                text,
                folder,
                seen: None,
                looked_at: Instant::now(),
            };
            watch.seen = watch.changed_at();
            watch
        }

        /// The newly compiled program, if a file changed since the last look and all compile.
        pub fn changed_program(&mut self) -> Option<Program> {
            if self.looked_at.elapsed() < LOOK_EVERY {
                return None;
            }
            self.look()
        }

        pub fn look(&mut self) -> Option<Program> {
            self.looked_at = Instant::now();
            let now = self.changed_at();
            if now == self.seen {
                return None;
            }
            self.seen = now;
            let vertex = self.joined(self.text.vertex)?;
            let fragment = self.joined(self.text.fragment)?;
            match Program::from_source(&self.context, &vertex, &fragment) {
                Ok(program) => Some(program),
                Err(error) => {
                    tracing::warn!("a shader was not reloaded: {error}");
                    None
                }
            }
        }

        fn joined(&self, files: &[ShaderFile]) -> Option<String> {
            files
                .iter()
                .map(|file| std::fs::read_to_string(self.folder.join(file.name)).ok())
                .collect()
        }

        fn changed_at(&self) -> Option<SystemTime> {
            let files = self.text.vertex.iter().chain(self.text.fragment);
            files
                .filter_map(|file| self.folder.join(file.name).metadata().ok()?.modified().ok())
                .max()
        }
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;
    use crate::render::Headless;

    const VERTEX: ShaderFile = ShaderFile {
        name: "sample.vert",
        text: "void main() { gl_Position = vec4(0.0); }",
    };
    const FRAGMENT: ShaderFile = ShaderFile {
        name: "sample.frag",
        text: "out vec4 colour; void main() { colour = vec4(1.0); }",
    };
    static SAMPLE: ShaderText = ShaderText {
        vertex: &[VERTEX],
        fragment: &[FRAGMENT],
    };

    #[test]
    fn a_changed_file_is_compiled_and_a_broken_one_passed_over() {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            std::fs::write(folder.path().join(name), text).expect("a file");
        };
        let mut watch =
            watch::Watch::in_folder(headless.context(), &SAMPLE, folder.path().to_owned());
        assert!(watch.look().is_none(), "there is no file");
        write(VERTEX.name, VERTEX.text);
        write(FRAGMENT.name, "this is not a shader");
        assert!(watch.look().is_none(), "the file is broken");
        write(FRAGMENT.name, FRAGMENT.text);
        assert!(watch.look().is_some(), "the file is whole");
        assert!(watch.look().is_none(), "nothing changed");
    }
}
