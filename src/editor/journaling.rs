//! The journal of the open document: where it is, and writing into it before a frame ends.

use super::jobs::JobList;
use crate::document::Document;
use crate::journal::{
    Appended, Header, JournalWriter, MOST_BESIDE_A_PROJECT, Record, Start, picture_path,
    project_journal_path, stamp,
};
use crate::project::{self, KeptSection};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use xxhash_rust::xxh3::xxh3_64;

/// How long nothing must have landed before the journal is flushed to the disk.
const IDLE: Duration = Duration::from_secs(1);

/// How long nothing must have landed before a picture is taken.
const IDLE_FOR_PICTURE: Duration = Duration::from_secs(2);

/// Tries of a name in the state folder.
const MOST_OF_ONE_NAME: usize = 100;

/// A project as it is on the disk: what a journal starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectOrigin {
    path: PathBuf,
    xxh3: u64,
    content: u64,
    /// Length and time of the file, to notice that another program changed it.
    stamp: Option<(u64, SystemTime)>,
}

impl ProjectOrigin {
    /// The project at `path`, whose document has this content hash.
    pub(super) fn of_file(path: &Path, content: u64) -> Option<Self> {
        let stamp = file_stamp(path);
        let bytes = std::fs::read(path).ok()?;
        Some(Self {
            path: std::path::absolute(path).ok()?,
            xxh3: xxh3_64(&bytes),
            content,
            stamp,
        })
    }

    fn is_unchanged(&self) -> bool {
        self.stamp.is_some() && file_stamp(&self.path) == self.stamp
    }
}

fn file_stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.len(), about.modified().ok()?))
}

/// What the next journal starts from.
#[derive(Clone, Debug, Default)]
pub(super) enum Origin {
    /// An empty document.
    #[default]
    Empty,
    /// A project on the disk.
    Project(ProjectOrigin),
    /// Neither: the document has to be written beside the journal.
    Document,
}

/// What a journal needs to know of the open work.
pub(super) struct Work<'a> {
    /// The document, after what is written.
    pub document: &'a Document,
    /// What to call it.
    pub title: String,
    /// Its project, if it was ever saved.
    pub project: Option<PathBuf>,
    /// What the editor keeps in a project.
    pub session: Vec<u8>,
    /// Sections of the project that this program does not know.
    pub kept: &'a [KeptSection],
}

/// What came of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrote {
    /// The records are in the journal.
    Records,
    /// The journal begins anew with the document as it is now.
    Snapshot,
}

/// The journal of the open document.
#[derive(Debug, Default)]
pub struct Journaling {
    folder: Option<PathBuf>,
    pub(super) origin: Origin,
    pub(super) recovered_from: Option<PathBuf>,
    writer: Option<JournalWriter>,
    failure: Option<String>,
    syncs: JobList<io::Result<()>>,
    last_write: Option<Instant>,
    is_synced: bool,
    is_picture_old: bool,
}

impl Journaling {
    /// Journals from now on; those of work without a project are in `folder`.
    pub(super) fn switch_on(&mut self, folder: PathBuf) {
        self.folder = Some(folder);
    }

    /// The folder for journals of work without a project; `None` while nothing is journaled.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The journal that is written; `None` before the first change.
    pub fn path(&self) -> Option<&Path> {
        self.writer.as_ref().map(JournalWriter::path)
    }

    /// Why nothing more is written, as a sentence; `None` if all is well.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Writes records, into a new journal if there is none yet.
    ///
    /// # Errors
    /// A sentence for the user, once; after that nothing is written any more.
    pub(super) fn write(&mut self, records: Vec<Record>, work: &Work<'_>) -> Result<Wrote, String> {
        if self.folder.is_none() || self.failure.is_some() {
            return Ok(Wrote::Records);
        }
        let written = self.try_write(records, work);
        self.last_write = Some(Instant::now());
        self.is_synced = false;
        self.is_picture_old = true;
        self.told(written)
    }

    /// Begins a journal with the document as it is, in place of the one there was.
    ///
    /// # Errors
    /// As [`Journaling::write`].
    pub(super) fn begin_with_document(
        &mut self,
        work: &Work<'_>,
        encoded: Option<Vec<u8>>,
    ) -> Result<Wrote, String> {
        if self.folder.is_none() {
            return Ok(Wrote::Snapshot);
        }
        let written = self.restart(work, encoded);
        self.last_write = Some(Instant::now());
        self.is_synced = false;
        self.is_picture_old = true;
        self.told(written)
    }

    /// Puts a file beside the journal, making the journal if there is none yet.
    pub(super) fn keep(&mut self, bytes: &[u8], work: &Work<'_>) -> Option<String> {
        if self.folder.is_none() || self.failure.is_some() {
            return None;
        }
        if self.writer.is_none() {
            self.begin(work).ok()?;
        }
        self.writer.as_mut()?.keep(bytes).ok()
    }

    /// Keeps the file of a tile beside the journal: a second name for the file at `path`, or where
    /// the system has none, as between two disks, a copy of `bytes` if there are any.
    pub(super) fn keep_tile(
        &mut self,
        path: &Path,
        bytes: Option<&[u8]>,
        work: &Work<'_>,
    ) -> Option<String> {
        if self.folder.is_none() || self.failure.is_some() {
            return None;
        }
        if self.writer.is_none() {
            // Without its start the journal begins with all of the document, tiles included.
            if !self.has_start() {
                return None;
            }
            self.begin(work).ok()?;
        }
        let writer = self.writer.as_mut()?;
        let linked = writer.keep_link(path).ok();
        linked.or_else(|| writer.keep(bytes?).ok())
    }

    /// Ends the journal and removes it: what it holds is saved, or nobody wants it.
    pub(super) fn end(&mut self, origin: Origin) {
        if let Some(writer) = self.writer.take() {
            let path = writer.path().to_owned();
            if let Err(error) = writer.remove() {
                tracing::warn!("{}: the journal stays: {error}", path.display());
            }
        }
        self.origin = origin;
        self.recovered_from = None;
        self.failure = None;
        self.is_picture_old = false;
    }

    /// Flushes the journal to the disk on a thread if nothing landed for a while, and takes what
    /// the last flush gave. An error is a sentence for the user, once.
    pub(super) fn poll(&mut self) -> Result<(), String> {
        for (_, flushed) in self.syncs.collect() {
            if let Some(Err(error)) = flushed {
                return self.told(Err(error));
            }
        }
        let is_idle = self.last_write.is_some_and(|at| at.elapsed() >= IDLE);
        if is_idle { self.sync() } else { Ok(()) }
    }

    /// Flushes the journal to the disk on a thread.
    pub(super) fn sync(&mut self) -> Result<(), String> {
        if self.is_synced || self.failure.is_some() || !self.syncs.is_idle() {
            return Ok(());
        }
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        self.is_synced = true;
        let files = match writer.unsynced() {
            Ok(files) => files,
            Err(error) => return self.told(Err(error)),
        };
        let started = self.syncs.start("Flush the journal", move |_| {
            files.iter().try_for_each(File::sync_data)
        });
        started.map(|_| ())
    }

    /// In how long there is something to do, though the user does nothing.
    pub fn due_in(&self) -> Option<Duration> {
        let at = self.last_write?;
        let wait = match (self.is_synced, self.is_picture_old) {
            (false, _) => IDLE,
            (true, true) => IDLE_FOR_PICTURE,
            (true, false) => return None,
        };
        self.writer.as_ref()?;
        // A picture that could not be taken in time comes with the next frame there is.
        let is_overdue = at.elapsed() > wait + IDLE;
        if is_overdue && self.is_synced {
            return None;
        }
        Some((wait + Duration::from_millis(20)).saturating_sub(at.elapsed()))
    }

    /// Where to write a picture of the work, if it is time for one.
    pub fn picture_due(&self) -> Option<PathBuf> {
        let is_time = self.last_write?.elapsed() >= IDLE_FOR_PICTURE && self.is_picture_old;
        let writer = self.writer.as_ref()?;
        is_time.then(|| picture_path(writer.path()))
    }

    /// The picture was taken, or can't be.
    pub fn picture_taken(&mut self) {
        self.is_picture_old = false;
    }

    fn told<T>(&mut self, written: io::Result<T>) -> Result<T, String> {
        written.map_err(|error| {
            let place = match (&self.writer, &self.folder) {
                (Some(writer), _) => writer.path().display().to_string(),
                (None, Some(folder)) => folder.display().to_string(),
                (None, None) => String::new(),
            };
            let sentence = format!(
                "A crash would now lose work: the journal in {place} can't be written ({error}). \
                 Editing goes on; save often."
            );
            self.failure = Some(sentence.clone());
            sentence
        })
    }

    fn try_write(&mut self, records: Vec<Record>, work: &Work<'_>) -> io::Result<Wrote> {
        if self.writer.is_none() {
            if !self.has_start() {
                return self.restart(work, None);
            }
            self.begin(work)?;
        }
        for record in records {
            let Some(writer) = &mut self.writer else {
                return Err(io::ErrorKind::NotFound.into());
            };
            if writer.append(record, work.document)? == Appended::TooLong {
                return self.restart(work, None);
            }
        }
        Ok(Wrote::Records)
    }

    /// Whether what a new journal starts from is on the disk.
    fn has_start(&self) -> bool {
        match &self.origin {
            Origin::Empty => true,
            Origin::Project(project) => project.is_unchanged(),
            Origin::Document => false,
        }
    }

    /// A new journal from the origin.
    fn begin(&mut self, work: &Work<'_>) -> io::Result<()> {
        let header = self.header(work);
        let origin = self.origin.clone();
        self.create(work, |writer| {
            Ok(match &origin {
                Origin::Empty | Origin::Document => header.clone(),
                Origin::Project(project) => Header {
                    content: project.content,
                    start: Start::Project {
                        path: project.path.to_string_lossy().into_owned(),
                        xxh3: project.xxh3,
                        // Without it another window that saves twice takes the start away.
                        kept: writer.keep_link(&project.path).ok(),
                    },
                    ..header.clone()
                },
            })
        })
    }

    /// A new journal from the document as it is; the old one is removed once that is written.
    fn restart(&mut self, work: &Work<'_>, encoded: Option<Vec<u8>>) -> io::Result<Wrote> {
        let bytes = match encoded {
            Some(bytes) => bytes,
            None => project::encode(
                &project::Snapshot {
                    document: work.document,
                    editor: Some(&work.session),
                    kept: work.kept,
                },
                project::Compression::default(),
            )
            .map_err(io::Error::other)?
            .to_vec(),
        };
        let old = self.writer.take();
        let header = self.header(work);
        let content = work.document.content_hash();
        let path = work.project.as_ref();
        let path = path.map(|path| path.to_string_lossy().into_owned());
        let made = self.create(work, |writer| {
            Ok(Header {
                content,
                start: Start::Snapshot {
                    path: path.clone(),
                    kept: writer.keep(&bytes)?,
                    xxh3: xxh3_64(&bytes),
                },
                ..header.clone()
            })
        });
        match (made, old) {
            (Ok(()), Some(old)) => {
                let path = old.path().to_owned();
                if let Err(error) = old.remove() {
                    tracing::warn!("{}: the journal stays: {error}", path.display());
                }
            }
            (Ok(()), None) => {}
            (Err(error), old) => {
                self.writer = old;
                return Err(error);
            }
        }
        Ok(Wrote::Snapshot)
    }

    fn header(&self, work: &Work<'_>) -> Header {
        let recovered_from = self.recovered_from.as_ref();
        Header {
            program: format!("Bonewright {}", env!("CARGO_PKG_VERSION")),
            started_secs: stamp::now_secs(),
            title: work.title.clone(),
            start: Start::Empty,
            content: Document::new().content_hash(),
            recovered_from: recovered_from.map(|path| path.to_string_lossy().into_owned()),
        }
    }

    /// Makes the file: beside the project, or in the state folder where that can't be.
    fn create(
        &mut self,
        work: &Work<'_>,
        start: impl Fn(&mut JournalWriter) -> io::Result<Header>,
    ) -> io::Result<()> {
        let project = work.project.as_ref();
        let project = project.filter(|path| !super::samples::is_sample(path));
        let beside = project.map(|project| {
            (1..=MOST_BESIDE_A_PROJECT).map(|number| project_journal_path(project, number))
        });
        for path in beside.into_iter().flatten() {
            match JournalWriter::create(&path, &start) {
                Ok(writer) => {
                    self.writer = Some(writer);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        std::fs::create_dir_all(folder)?;
        let time = stamp::file_text(stamp::now_secs());
        let process = std::process::id();
        for number in 1..=MOST_OF_ONE_NAME {
            let name = format!("work-{time}-{process}-{number}.journal");
            match JournalWriter::create(&folder.join(name), &start) {
                Ok(writer) => {
                    self.writer = Some(writer);
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::operator::RenameBone;
    use crate::editor::{Editor, Intent};
    use crate::journal::JournalReader;
    use crate::samples::creature;

    fn rename(name: &str) -> Intent {
        let operator = RenameBone {
            model: None,
            bone: "#1".into(),
            name: name.to_owned(),
        };
        Intent::Apply(operator.into())
    }

    #[test]
    fn a_disk_that_fills_up_keeps_what_was_written_and_the_user_is_told_once() {
        let Ok(full) = File::options().write(true).open("/dev/full") else {
            return;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let mut document = Document::new();
        document.models.push(creature().model);
        let mut editor = Editor::with_document(document);
        editor.keep_journal(folder.path().to_owned());
        editor.handle(rename("A"));
        let path = editor.journal().path().expect("a journal").to_owned();
        let writer = editor.journal_mut().writer.as_mut();
        writer.expect("a journal").write_to(full);
        editor.handle(rename("B"));
        editor.handle(rename("C"));
        assert_eq!(editor.history().position(), 3, "editing goes on");
        let failure = editor.journal().failure().expect("a sentence");
        assert!(failure.contains("can't be written"), "{failure}");
        let told = editor.toasts.iter().filter(|toast| toast.text == failure);
        assert_eq!(told.count(), 1);
        let mut reader = JournalReader::open(&path).expect("a journal");
        let mut labels = Vec::new();
        while let Some(record) = reader.next_record().expect("the file") {
            labels.push(record.label);
        }
        assert_eq!(labels.len(), 1, "{labels:?}");
    }
}
