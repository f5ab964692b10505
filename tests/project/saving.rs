//! Saving: whole or not at all, with the version before kept.

use crate::model::{Maker, sound_document};
use bonewright::document::Document;
use bonewright::project::atomic_write::{
    AtomicWriteError, Previous, WriteStep, atomic_write, atomic_write_set,
};
use bonewright::project::{
    Disk, Progress, SaveError, SaveOptions, SaveStep, Saved, Snapshot, Storage, StorageFile, open,
    save, save_with,
};
use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

fn save_plainly(path: &Path, document: &Document) -> Result<Saved, SaveError> {
    save(
        path,
        &Snapshot::of(document),
        SaveOptions::default(),
        &mut |_| ControlFlow::Continue(()),
    )
}

/// Two documents that differ.
fn documents() -> (Document, Document) {
    let first = sound_document();
    let mut second = first.clone();
    second.models[0].title = "second".to_owned();
    (first, second)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_save_opens_again_and_the_version_before_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let (first, second) = documents();
    let saved = save_plainly(&path, &first).expect("saves");
    assert_eq!(saved.content_hash, first.content_hash());
    assert_eq!(saved.length, std::fs::metadata(&path).expect("there").len());
    assert_eq!(names_in(folder.path()), ["wolf.bwp"]);
    save_plainly(&path, &second).expect("saves");
    assert_eq!(names_in(folder.path()), ["wolf.bwp", "wolf.bwp.bak"]);
    assert_eq!(open(&path).expect("opens").document, second);
    let backup = folder.path().join("wolf.bwp.bak");
    assert_eq!(open(&backup).expect("opens").document, first);
}

#[test]
fn many_saves_leave_the_last_and_the_one_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let hashes: Vec<u64> = (0..20)
        .map(|seed| {
            let document = Maker::new(seed).document();
            save_plainly(&path, &document).expect("saves");
            document.content_hash()
        })
        .collect();
    assert_eq!(names_in(folder.path()), ["wolf.bwp", "wolf.bwp.bak"]);
    let hash = |path: PathBuf| open(&path).expect("opens").document.content_hash();
    assert_eq!(hash(path), hashes[19]);
    assert_eq!(hash(folder.path().join("wolf.bwp.bak")), hashes[18]);
}

#[test]
fn a_version_set_aside_is_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a");
    for text in ["one", "two", "three"] {
        atomic_write(&path, &[text.as_bytes()], Previous::SetAside).expect("writes");
    }
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("there");
    assert_eq!(names_in(folder.path()), ["a", "a.old-1", "a.old-2"]);
    assert_eq!(
        [text("a"), text("a.old-1"), text("a.old-2")],
        ["three", "one", "two"]
    );
    atomic_write(&path, &[b"fo", b"ur"], Previous::Replace).expect("writes");
    assert_eq!(text("a"), "four");
    assert_eq!(names_in(folder.path()), ["a", "a.old-1", "a.old-2"]);
}

#[test]
fn progress_goes_through_all_steps() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let mut reports: Vec<Progress> = Vec::new();
    let document = sound_document();
    let saved = save(
        &path,
        &Snapshot::of(&document),
        SaveOptions::default(),
        &mut |progress| {
            reports.push(progress);
            ControlFlow::Continue(())
        },
    )
    .expect("saves");
    let mut steps: Vec<SaveStep> = reports.iter().map(|report| report.step).collect();
    steps.dedup();
    assert_eq!(steps, [SaveStep::Encode, SaveStep::Write, SaveStep::Verify]);
    let last = reports.last().expect("reports");
    assert_eq!((last.done, last.total), (saved.length, saved.length));
}

#[test]
fn a_save_called_off_at_any_time_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let (first, second) = documents();
    save_plainly(&path, &first).expect("saves");
    let mut calls_off = 0;
    for stop_at in 1.. {
        let mut reports = 0;
        let result = save(
            &path,
            &Snapshot::of(&second),
            SaveOptions::default(),
            &mut |_| {
                reports += 1;
                if reports > stop_at {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        match result {
            Ok(_) => break,
            Err(error) => {
                calls_off += 1;
                assert!(error.to_string().contains("called off"), "{error}");
                assert_eq!(open(&path).expect("opens").document, first);
                let left = names_in(folder.path());
                assert!(left.iter().all(|name| !name.ends_with(".tmp")), "{left:?}");
            }
        }
    }
    assert!(calls_off >= 3);
    assert_eq!(open(&path).expect("opens").document, second);
}

#[test]
fn of_files_that_belong_together_none_changes_if_one_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let (skin, model) = (folder.path().join("a00.skin"), folder.path().join("a.m2"));
    let (old, new) = (vec![1u8; 3000], vec![2u8; 3000]);
    let files = [(skin.as_path(), &*new), (model.as_path(), &*new)];
    for (path, _) in files {
        std::fs::write(path, &old).expect("written");
    }
    for fails in [
        Fails::AfterBytes(4000),
        Fails::GivesBackOther(7),
        Fails::Sync,
    ] {
        let disk = BadDisk::new(fails);
        let error = atomic_write_set(&disk, &files, Previous::Backup, &mut |_| {});
        assert!(error.is_err(), "{fails:?}");
        for (path, _) in files {
            assert_eq!(std::fs::read(path).expect("is there"), old, "{fails:?}");
        }
        assert_eq!(names_in(folder.path()).len(), 2, "{fails:?}");
    }
    let mut named = Vec::new();
    let disk = BadDisk::new(Fails::Never);
    atomic_write_set(&disk, &files, Previous::Replace, &mut |path| {
        named.push(path.to_owned())
    })
    .expect("there is room");
    assert_eq!(named, [skin.clone(), model.clone()]);
    for (path, _) in files {
        assert_eq!(std::fs::read(path).expect("is there"), new);
    }
}

/// A disk that fails at the step, or once so many bytes were written.
#[derive(Clone)]
struct BadDisk {
    fails: Fails,
    written: Rc<Cell<usize>>,
    syncs: Rc<RefCell<Vec<String>>>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Fails {
    Never,
    Create,
    AfterBytes(usize),
    Sync,
    Open,
    GivesBackOther(usize),
    GivesBackLess,
    GivesBackMore,
    Duplicate,
    RenameBackup,
    RenameFile,
    SyncFolder,
}

impl BadDisk {
    fn new(fails: Fails) -> Self {
        Self {
            fails,
            written: Rc::default(),
            syncs: Rc::default(),
        }
    }

    fn fail_if(&self, fails: Fails, kind: io::ErrorKind) -> io::Result<()> {
        if self.fails == fails {
            Err(kind.into())
        } else {
            Ok(())
        }
    }
}

struct BadFile {
    file: Box<dyn StorageFile>,
    disk: BadDisk,
}

impl Write for BadFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut count = bytes.len().min(1000);
        if let Fails::AfterBytes(most) = self.disk.fails {
            count = count.min(most - self.disk.written.get());
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        let count = self.file.write(&bytes[..count])?;
        self.disk.written.set(self.disk.written.get() + count);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl StorageFile for BadFile {
    fn sync(&mut self) -> io::Result<()> {
        self.disk.fail_if(Fails::Sync, io::ErrorKind::StorageFull)?;
        self.disk.syncs.borrow_mut().push("file".to_owned());
        self.file.sync()
    }
}

impl Storage for BadDisk {
    fn resolve(&self, path: &Path) -> PathBuf {
        Disk.resolve(path)
    }

    fn exists(&self, path: &Path) -> bool {
        Disk.exists(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn StorageFile>> {
        self.fail_if(Fails::Create, io::ErrorKind::ReadOnlyFilesystem)?;
        let file = Disk.create(path)?;
        Ok(Box::new(BadFile {
            file,
            disk: self.clone(),
        }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.fail_if(Fails::Open, io::ErrorKind::Other)?;
        let mut bytes = std::fs::read(path)?;
        match self.fails {
            Fails::GivesBackOther(at) => bytes[at] ^= 1,
            Fails::GivesBackLess => {
                bytes.pop();
            }
            Fails::GivesBackMore => bytes.push(0),
            _ => {}
        }
        Ok(Box::new(io::Cursor::new(bytes)))
    }

    fn copy_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        Disk.copy_permissions(from, to)
    }

    fn duplicate(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.fail_if(Fails::Duplicate, io::ErrorKind::StorageFull)?;
        Disk.duplicate(from, to)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let fails = match to.extension() {
            Some(bak) if bak == "bak" => Fails::RenameBackup,
            _ => Fails::RenameFile,
        };
        self.fail_if(fails, io::ErrorKind::Other)?;
        self.syncs.borrow_mut().push(format!(
            "rename {}",
            to.file_name().expect("a name").display()
        ));
        Disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Disk.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.fail_if(Fails::SyncFolder, io::ErrorKind::Other)?;
        self.syncs.borrow_mut().push("folder".to_owned());
        Disk.sync_folder(folder)
    }
}

fn save_on(disk: &BadDisk, path: &Path, document: &Document) -> Result<Saved, SaveError> {
    save_with(
        disk,
        path,
        &Snapshot::of(document),
        SaveOptions::default(),
        &mut |_| ControlFlow::Continue(()),
    )
}

#[test]
fn bytes_are_on_the_disk_before_the_file_gets_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let (first, second) = documents();
    save_plainly(&path, &first).expect("saves");
    let disk = BadDisk::new(Fails::Never);
    save_on(&disk, &path, &second).expect("saves");
    let order = disk.syncs.borrow();
    assert_eq!(
        order[..],
        ["file", "rename wolf.bwp.bak", "rename wolf.bwp", "folder"]
    );
}

#[test]
fn a_failure_at_any_step_leaves_the_old_file_and_no_litter() {
    let (first, second) = documents();
    let cases = [
        (Fails::Create, "may not be written to"),
        (Fails::AfterBytes(0), "the disk is full"),
        (Fails::AfterBytes(1), "the disk is full"),
        (Fails::AfterBytes(3000), "the disk is full"),
        (Fails::Sync, "the disk is full"),
        (Fails::Open, "was not written"),
        (Fails::GivesBackOther(0), "something else at byte 0"),
        (Fails::GivesBackOther(2500), "something else at byte 2500"),
        (Fails::GivesBackLess, "something else at byte"),
        (Fails::GivesBackMore, "something else at byte"),
        (
            Fails::Duplicate,
            "version before could not be kept: the disk is full",
        ),
        (Fails::RenameBackup, "version before could not be kept"),
        (Fails::RenameFile, "was not written"),
    ];
    for (fails, expected) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("wolf.bwp");
        save_plainly(&path, &first).expect("saves");
        let error = save_on(&BadDisk::new(fails), &path, &second).expect_err("fails");
        let sentence = error.to_string();
        assert!(sentence.contains(expected), "{fails:?}: {sentence}");
        assert!(sentence.contains("wolf.bwp"), "{sentence}");
        assert!(sentence.ends_with("the file is as it was"), "{sentence}");
        assert_eq!(open(&path).expect("opens").document, first, "{fails:?}");
        let left = names_in(folder.path());
        assert!(
            left.iter().all(|name| !name.ends_with(".tmp")),
            "{fails:?}: {left:?}"
        );
    }
}

#[test]
fn a_new_file_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    save_on(
        &BadDisk::new(Fails::AfterBytes(500)),
        &path,
        &sound_document(),
    )
    .expect_err("fails");
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[test]
fn a_name_that_is_not_confirmed_is_said_but_the_file_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wolf.bwp");
    let (first, second) = documents();
    save_plainly(&path, &first).expect("saves");
    let error = save_on(&BadDisk::new(Fails::SyncFolder), &path, &second).expect_err("said");
    assert!(error.to_string().contains("was written, but"), "{error}");
    assert!(matches!(
        error,
        SaveError::Write(AtomicWriteError::Io {
            step: WriteStep::SyncFolder,
            ..
        })
    ));
    assert_eq!(open(&path).expect("opens").document, second);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nowhere/wolf.bwp");
    let error = save_plainly(&path, &sound_document())
        .expect_err("fails")
        .to_string();
    assert!(
        error.contains("its folder does not exist") && error.contains("wolf.bwp"),
        "{error}"
    );
}

#[test]
fn opening_what_is_not_there_names_it() {
    let error = open(Path::new("nowhere/wolf.bwp"))
        .expect_err("fails")
        .to_string();
    assert!(error.contains("wolf.bwp"), "{error}");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (target, link) = (
        folder.path().join("real.bwp"),
        folder.path().join("link.bwp"),
    );
    std::fs::write(&target, "old").expect("writes");
    std::fs::set_permissions(&target, PermissionsExt::from_mode(0o600)).expect("sets");
    symlink("real.bwp", &link).expect("links");
    save_plainly(&link, &sound_document()).expect("saves");
    assert!(link.is_symlink());
    assert!(open(&target).is_ok());
    let mode = std::fs::metadata(&target)
        .expect("there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_place_is_said_in_one_sentence() {
    // No user, not even root, makes a file there.
    let error = save_plainly(Path::new("/proc/wolf.bwp"), &sound_document()).expect_err("fails");
    let sentence = error.to_string();
    assert!(
        sentence.starts_with("/proc/wolf.bwp: was not written"),
        "{sentence}"
    );
}
