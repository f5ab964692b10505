//! What every file must stand: being opened, and if that works, everything a document is used for.

use std::fmt;
use std::time::{Duration, Instant};

use bonewright::anim::{BakeBound, BakeSource, BakedClip, Clock};
use bonewright::compare::compare;
use bonewright::document::{Document, Model, ModelId, NativeRole, Pose};
use bonewright::import_export::{
    ExportLayout, ImportError, Profile, export_model, import_bytes, import_file,
};
use bonewright::project::{Compression, Snapshot, encode, read};
use bonewright::skinning::{Deformed, SkinBinding};
use bonewright::validate::{Subject, validate};

use crate::case::Case;
use crate::memory::with_peak;

/// The longest a case may keep its processor busy; far above what any takes.
const LONGEST: Duration = Duration::from_secs(30);
/// The longest it may take by the clock, also on a busy machine: only a hang is longer.
const LONGEST_BY_CLOCK: Duration = Duration::from_secs(300);
/// Clips that are played of a model with very many.
const CLIPS_PLAYED: usize = 64;
/// Files up to this size also go through a project file.
const SMALL: usize = 512 << 10;

/// What became of the cases, and the worst of them.
#[derive(Debug, Default)]
pub struct Tally {
    pub opened: usize,
    pub refused: usize,
    /// Models that could be opened and not laid out anew.
    pub unwritable: usize,
    slowest: (Duration, String),
    /// The largest share of the memory a file may take, in percent.
    hungriest: (usize, String),
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            opened,
            refused,
            unwritable,
            slowest,
            hungriest,
        } = self;
        write!(
            f,
            "{opened} opened ({unwritable} of them too large to lay out anew), {refused} refused; \
             slowest {} ms ({}), most memory {} % of the limit ({})",
            slowest.0.as_millis(),
            slowest.1,
            hungriest.0,
            hungriest.1
        )
    }
}

impl Tally {
    /// Opens a case and does all that a document is for; gives the document's model back.
    #[track_caller]
    pub fn survive(&mut self, name: &str, case: &Case) -> Option<Model> {
        let put = case.put();
        let (start, busy) = (Instant::now(), busy_time());
        let (opened, peak) = with_peak(|| import_file(&put.model(), ModelId(0)));
        let size = case.size();
        let limit = (64 << 20) + 64 * size;
        assert!(
            peak <= limit,
            "{name}: {peak} bytes to open files of {size}"
        );
        let share = peak * 100 / limit;
        if share >= self.hungriest.0 {
            self.hungriest = (share, name.to_owned());
        }
        let model = match opened {
            Ok(imported) => {
                self.opened += 1;
                for item in &imported.report.items {
                    assert!(item.message.ends_with('.'), "{name}: {}", item.message);
                }
                Some(self.use_model(name, imported.model, size))
            }
            Err(error) => {
                self.refused += 1;
                check_error(name, &error);
                None
            }
        };
        let by_clock = start.elapsed();
        let took = busy_time()
            .zip(busy)
            .map_or(by_clock, |(after, before)| after.saturating_sub(before));
        assert!(
            took < LONGEST && by_clock < LONGEST_BY_CLOCK,
            "{name} took {} s, {} s by the clock",
            took.as_secs(),
            by_clock.as_secs()
        );
        if took >= self.slowest.0 {
            self.slowest = (took, name.to_owned());
        }
        model
    }

    /// Everything a document is for.
    #[track_caller]
    fn use_model(&mut self, name: &str, model: Model, size: usize) -> Model {
        let mut document = Document::new();
        document.models.push(model);
        assert_eq!(document.check_invariants(), [], "{name}");
        let hash = document.content_hash();
        assert_eq!(hash, document.content_hash(), "{name}");
        let model = &document.models[0];
        play(model);
        let subject = Subject {
            model,
            profile: Profile::of(model.format),
            texture_exists: None,
        };
        assert!(validate(&subject).len() < 10_000, "{name}");
        assert!(compare(model, model, 0.0).is_equal(), "{name}");
        check_kept(name, model);
        self.lay_out(name, model);
        if size <= SMALL {
            let bytes = encode(&Snapshot::of(&document), Compression::None)
                .expect("a document can be saved")
                .to_vec();
            let again = read(&bytes).expect("a saved document opens");
            assert_eq!(again.problems, [], "{name}");
            assert_eq!(again.document.content_hash(), hash, "{name}");
        }
        document.models.remove(0)
    }

    /// Lays the model out from nothing; what comes out opens again.
    #[track_caller]
    fn lay_out(&mut self, name: &str, model: &Model) {
        match export_model(model, "case.m2", ExportLayout::FromNothing) {
            Ok(exported) => {
                let bytes = &exported.files[0].bytes;
                let again = import_bytes(bytes, "case.m2", ModelId(0));
                assert!(again.is_ok(), "{name}: {:?}", again.err());
            }
            Err(error) => {
                self.unwritable += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// How long this thread has had a processor, where the system tells.
fn busy_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// Plays every clip at two moments and deforms the mesh.
fn play(model: &Model) {
    let hierarchy = model.skeleton.hierarchy();
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    let (mut pose, mut deformed) = (Pose::default(), Deformed::default());
    let step = model.clips.len().div_ceil(CLIPS_PLAYED).max(1);
    for clip in (0..model.clips.len()).step_by(step) {
        let duration = f64::from(model.clips[clip].length_ms());
        for time_ms in [0.0, duration * 0.7] {
            let clock = Clock::of(model, Some(clip), time_ms);
            model.evaluate(&clock, &hierarchy, &mut pose);
        }
        if clip == 0 {
            bake(model, clip);
            deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
        }
    }
    model.evaluate(&Clock::of(model, None, 0.0), &hierarchy, &mut pose);
    deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
    assert_eq!(deformed.positions.len(), model.vertices.len());
}

/// Bakes a clip as playback does.
fn bake(model: &Model, clip: usize) {
    let clock = Clock::of(model, Some(clip), 0.0);
    let source = BakeSource {
        tracks: &model.bone_tracks,
        global_loops_ms: &model.global_loops_ms,
        clock,
        duration_ms: model.clips[clip].duration_ms,
    };
    let baked = BakedClip::new(&source, BakeBound::for_size(model.size()));
    assert_eq!(baked.bone_count(), model.skeleton.bones.len());
}

/// Without an edit, an export gives the files the model came from.
#[track_caller]
fn check_kept(name: &str, model: &Model) {
    let source = model.native.as_ref().expect("an imported model");
    let exported = export_model(model, "case.m2", ExportLayout::KeepNative);
    let exported = exported.unwrap_or_else(|error| panic!("{name}: {error}"));
    for file in &source.files {
        let is_kept = exported
            .files
            .iter()
            .any(|written| *written.bytes == *file.bytes);
        let is_bare = matches!(file.role, NativeRole::Skin(_)) && file.bytes.len() <= 64;
        assert!(is_kept || is_bare, "{name}: {} is not kept", file.name);
    }
}

/// An error names the file, where and why, in one line.
#[track_caller]
fn check_error(name: &str, error: &ImportError) {
    let text = error.to_string();
    assert!(
        !text.contains('\n') && text.contains("case"),
        "{name}: {text}"
    );
    if let ImportError::Format { source, .. } = error {
        assert!(text.contains(&format!("byte {}", source.offset)), "{text}");
    }
}
