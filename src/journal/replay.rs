//! Doing again what a journal holds, on the document it starts from.

use super::kept_files::kept_path;
use super::replay_tiles::{TileReader, exchange_tiles};
use super::start_document::{ProjectRest, is_device, start_document};
use super::{
    Entry, ExchangedEdit, Header, JournalReader, Record, ReplayError, Tail, edit_bytes, hex,
};
use crate::document::{Document, Model, ModelId, Terrain, TerrainId};
use crate::edit::{Direction, History};
use crate::project;
use crate::skeleton::BoneId;
use std::path::{Path, PathBuf};

/// Reads a model again from the file it was imported from, with id 0; an error is a sentence.
pub type Importer<'a> = dyn Fn(&Path) -> Result<Model, String> + 'a;

/// How a replay reads files again.
pub struct Readers<'a> {
    /// Reads models.
    pub models: &'a Importer<'a>,
    /// Reads tiles.
    pub tiles: &'a TileReader<'a>,
}

/// What a replay came to.
#[derive(Debug)]
pub struct Replayed {
    /// The document after the last entry that could be done.
    pub document: Document,
    /// The history of what was done, for undo.
    pub history: History,
    /// What the journal starts from.
    pub header: Header,
    /// What its project holds beside the document.
    pub project: ProjectRest,
    /// The files that models were imported from.
    pub imports: Vec<(ModelId, PathBuf)>,
    /// The files that terrains were imported from.
    pub terrain_imports: Vec<(TerrainId, PathBuf)>,
    /// How many entries were done.
    pub entry_count: usize,
    /// Why it ended before the last entry, as a sentence.
    pub stop: Option<String>,
    /// What the file ends with.
    pub tail: Tail,
    /// The number of the first entry (from 1; 0 is the start) after which the document was not as
    /// the journal says.
    pub differs_at: Option<usize>,
    /// Tiles that could not be had again, each with the reason, as sentences.
    pub missing_tiles: Vec<String>,
}

impl Replayed {
    /// Whether every entry in the file was done and gave what it gave before; a torn last one does
    /// not count.
    pub fn is_whole(&self) -> bool {
        self.stop.is_none()
            && self.differs_at.is_none()
            && self.missing_tiles.is_empty()
            && !matches!(self.tail, Tail::Damaged { .. })
    }

    /// What is to be told, one sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let differs = self.differs_at.map(|number| match number {
            0 => "The document the journal starts from is read differently now.".to_owned(),
            number => format!("From entry {number} on the document is not as it was."),
        });
        let stop = self.stop.clone();
        stop.into_iter()
            .chain(self.missing_tiles.iter().cloned())
            .chain(differs)
            .chain(self.tail.sentence())
            .collect()
    }
}

/// Does everything again that the journal at `path` holds, as far as that can be done.
///
/// The entries of `history`, which is empty, are those of the journal. The journal is only read.
///
/// # Errors
/// If the journal can't be read, or the document it starts from can't be had.
pub fn replay(
    path: &Path,
    history: History,
    importer: &Importer<'_>,
) -> Result<Replayed, ReplayError> {
    let readers = Readers {
        models: importer,
        tiles: &|files, _| {
            let path = files.root.display();
            Err(format!("{path}: nobody reads tiles here"))
        },
    };
    replay_with(path, history, &readers)
}

/// The same, with what reads tiles that the journal only names.
///
/// # Errors
/// As [`replay`].
pub fn replay_with(
    path: &Path,
    history: History,
    readers: &Readers<'_>,
) -> Result<Replayed, ReplayError> {
    let mut reader = JournalReader::open(path)?;
    let header = reader.header().clone();
    let (document, project) =
        start_document(path, &header).map_err(|reason| ReplayError::Start {
            path: path.to_owned(),
            reason,
        })?;
    let mut replay = Replay {
        journal: path,
        readers,
        missing_tiles: Vec::new(),
        document,
        history,
        imports: Vec::new(),
        terrain_imports: Vec::new(),
        outside: 0,
    };
    let mut differs_at = (replay.document.content_hash() != header.content).then_some(0);
    let mut entry_count = 0;
    let mut stop = None;
    while let Some(record) = reader.next_record()? {
        let number = entry_count + 1;
        let content = record.content;
        let label = record.label.clone();
        if let Err(reason) = replay.act(record) {
            stop = Some(format!(
                "Entry {number} ({label}) can't be done again: {reason}"
            ));
            break;
        }
        entry_count = number;
        let is_other = content.is_some_and(|content| content != replay.document.content_hash());
        if is_other && differs_at.is_none() {
            differs_at = Some(number);
        }
    }
    let Replay {
        document,
        mut history,
        imports,
        terrain_imports,
        outside,
        missing_tiles,
        ..
    } = replay;
    if outside != 0 {
        // What could be done again belongs to a place that the document is not at.
        history = History::default();
    }
    Ok(Replayed {
        document,
        history,
        header,
        project,
        imports,
        terrain_imports,
        entry_count,
        stop,
        tail: reader.tail(),
        differs_at,
        missing_tiles,
    })
}

struct Replay<'a> {
    journal: &'a Path,
    readers: &'a Readers<'a>,
    missing_tiles: Vec<String>,
    document: Document,
    history: History,
    imports: Vec<(ModelId, PathBuf)>,
    terrain_imports: Vec<(TerrainId, PathBuf)>,
    /// How many entries from before the journal's start are undone, less those that had been undone
    /// then and were done again.
    outside: isize,
}

impl Replay<'_> {
    fn act(&mut self, record: Record) -> Result<(), String> {
        match record.entry {
            Entry::Apply(operator) => {
                let next_id = record.next_id.unwrap_or(0);
                self.document.next_id = self.document.next_id.max(next_id);
                let focus = record.focus.map(|focus| focus.entry_focus());
                let applied = self
                    .history
                    .apply(&mut self.document, &operator, focus.unwrap_or_default())
                    .map_err(|error| error.to_string())?;
                if applied.changes.is_empty() {
                    return Err("it changes nothing now".to_owned());
                }
                self.outside = 0;
                Ok(())
            }
            Entry::Undo => {
                let done = self.history.undo(&mut self.document);
                self.moved(done, "there is nothing to undo")
            }
            Entry::Redo => {
                let done = self.history.redo(&mut self.document);
                self.moved(done, "there is nothing to redo")
            }
            Entry::Jump(position) => self.jump(position),
            Entry::Exchange { edits, position } => {
                let before = self.document.clone();
                let done = self.exchange_all(edits, position);
                if done.is_err() {
                    // All of it or nothing; the history is no longer at the document's place.
                    self.document = before;
                    self.outside = self.outside.max(1);
                }
                done
            }
            Entry::Import {
                path,
                model,
                content,
                kept,
                ..
            } => self.import(Path::new(&path), ModelId(model), content, kept.as_deref()),
            Entry::ImportTerrain {
                path,
                terrain,
                content,
                kept,
                ..
            } => self.import_terrain(&path, TerrainId(terrain), content, kept.as_deref()),
            Entry::Tiles {
                terrain,
                taken,
                left,
            } => {
                let terrain = self.document.terrain_mut(TerrainId(terrain));
                let terrain = terrain.ok_or("its terrain is not there")?;
                let missing =
                    exchange_tiles(self.journal, terrain, &taken, &left, self.readers.tiles);
                self.missing_tiles.extend(missing);
                Ok(())
            }
        }
    }

    fn moved<T>(&mut self, done: Option<T>, otherwise: &str) -> Result<(), String> {
        match done {
            Some(_) => Ok(()),
            None => Err(self
                .history
                .take_fault()
                .unwrap_or_else(|| otherwise.to_owned())),
        }
    }

    fn jump(&mut self, position: usize) -> Result<(), String> {
        let done = self.history.jump(&mut self.document, position);
        self.moved(done, "the history is not that long")?;
        match self.history.take_fault() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    fn exchange_all(&mut self, edits: Vec<ExchangedEdit>, position: usize) -> Result<(), String> {
        self.jump(0)?;
        for edit in edits {
            self.exchange(edit)?;
        }
        self.jump(position)
    }

    fn exchange(&mut self, exchanged: ExchangedEdit) -> Result<(), String> {
        let bytes = hex::decode(&exchanged.edit).ok_or("its bytes are not written as such")?;
        let mut edit = edit_bytes::read(&bytes)?;
        let direction = if exchanged.is_undone {
            self.outside += 1;
            Direction::Back
        } else {
            self.outside -= 1;
            Direction::Forward
        };
        edit.exchange_with(&mut self.document, direction);
        // An edit that fits this document leaves it sound; a made-up one may not.
        match self.document.check_invariants().first() {
            None => Ok(()),
            Some(violation) => Err(format!("{}: {}", violation.path, violation.message)),
        }
    }

    fn import(
        &mut self,
        path: &Path,
        id: ModelId,
        content: u64,
        kept: Option<&str>,
    ) -> Result<(), String> {
        if self.document.model(id).is_some() {
            return Err("its model is there already".to_owned());
        }
        let kept = kept.and_then(|name| kept_path(self.journal, name));
        let model = match kept.and_then(|kept| kept_model(&kept, content)) {
            Some(model) => model,
            None if is_device(path) => return Err(format!("{} is no file", path.display())),
            None => (self.readers.models)(path)
                .and_then(|model| {
                    if model.content_hash() == content {
                        Ok(model)
                    } else {
                        Err(format!("{} has changed since", path.display()))
                    }
                })
                .map_err(|reason| format!("the copy beside the journal is gone, and {reason}"))?,
        };
        add_model(&mut self.document, model, id);
        self.imports.push((id, path.to_owned()));
        Ok(())
    }

    fn import_terrain(
        &mut self,
        path: &str,
        id: TerrainId,
        content: u64,
        kept: Option<&str>,
    ) -> Result<(), String> {
        if self.document.terrain(id).is_some() {
            return Err("its terrain is there already".to_owned());
        }
        let kept = kept.and_then(|name| kept_path(self.journal, name));
        let terrain = kept.and_then(|kept| kept_terrain(&kept, content));
        let terrain = terrain.ok_or_else(|| {
            format!("the copy of {path} beside the journal is gone or is another one")
        })?;
        add_terrain(&mut self.document, terrain, id);
        self.terrain_imports.push((id, PathBuf::from(path)));
        Ok(())
    }
}

/// Adds an imported terrain to a document, as the editor and a replay both do.
pub fn add_terrain(document: &mut Document, mut terrain: Terrain, id: TerrainId) {
    terrain.id = id;
    document.next_id = document.next_id.max(BoneId::FIRST_NEW);
    document.terrains.push(terrain);
}

/// The terrain that a file beside the journal holds, if it is that terrain.
fn kept_terrain(kept: &Path, content: u64) -> Option<Terrain> {
    let opened = project::open(kept).ok()?;
    let terrain = opened.document.terrains.into_iter().next()?;
    (terrain.content_hash() == content).then_some(terrain)
}

/// Adds an imported model to a document, as the editor and a replay both do.
pub fn add_model(document: &mut Document, mut model: Model, id: ModelId) {
    model.id = id;
    document.next_id = document.next_id.max(BoneId::FIRST_NEW);
    document.models.push(model);
}

/// The model that a file beside the journal holds, if it is that model.
fn kept_model(kept: &Path, content: u64) -> Option<Model> {
    let opened = project::open(kept).ok()?;
    let model = opened.document.models.into_iter().next()?;
    (model.content_hash() == content).then_some(model)
}
