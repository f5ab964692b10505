//! The changes an operator plans: copies of what it touches, turned into one edit at the end.

use super::clip_table;
use super::key_kind::KeyKind;
use super::{AnyTrack, BoneRef, Edit, EditError, Note, Planned};
use crate::anim::{AnyKeys, Clip, ClipId, Track, TrackRef};
use crate::document::{Document, Model, ModelId, TrackPath};
use crate::skeleton::{Bone, BoneId};
use std::collections::BTreeMap;

/// The changes an operator plans on one model.
///
/// Tracks, bones and clips are copied when first asked for and changed in the copy; `finish`
/// compares them with the document, so what ends up the same is no edit at all.
pub(super) struct Draft<'a> {
    document: &'a Document,
    /// The model as it is.
    pub(super) model: &'a Model,
    tracks: BTreeMap<TrackPath, AnyTrack>,
    bones: BTreeMap<BoneId, Bone>,
    clips: Option<Vec<Clip>>,
    first: Vec<Edit>,
    edits: Vec<Edit>,
    notes: Vec<Note>,
    ids_taken: u32,
}

impl<'a> Draft<'a> {
    /// An empty draft on the model named, or on the only one.
    pub(super) fn new(document: &'a Document, given: Option<u32>) -> Result<Self, EditError> {
        let model = match (given, document.models.as_slice()) {
            (Some(id), _) => document.model(ModelId(id)),
            (None, [one]) => Some(one),
            (None, _) => None,
        };
        let Some(model) = model else {
            let models = document.models.iter();
            return Err(EditError::Model {
                given,
                choices: models
                    .map(|model| format!("{} ({})", model.id.0, model.title))
                    .collect(),
            });
        };
        Ok(Self {
            document,
            model,
            tracks: BTreeMap::new(),
            bones: BTreeMap::new(),
            clips: None,
            first: Vec::new(),
            edits: Vec::new(),
            notes: Vec::new(),
            ids_taken: 0,
        })
    }

    /// A model of the document by its id.
    pub(super) fn other_model(&self, id: ModelId) -> Option<&'a Model> {
        self.document.model(id)
    }

    /// A new id, never used before in the document.
    pub(super) fn new_id(&mut self) -> u32 {
        let id = self.document.next_id + self.ids_taken;
        self.ids_taken += 1;
        id
    }

    /// Tells the user something; the same sentence only once.
    pub(super) fn note(&mut self, sentence: String) {
        let note = Note(sentence);
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The track at `path`, to change.
    pub(super) fn track_mut(&mut self, path: TrackPath) -> Option<&mut AnyTrack> {
        use std::collections::btree_map::Entry;
        match self.tracks.entry(path) {
            Entry::Occupied(entry) => Some(entry.into_mut()),
            Entry::Vacant(entry) => Some(entry.insert(self.model.track(path)?.into())),
        }
    }

    /// The bone at a position, to change.
    pub(super) fn bone_mut(&mut self, index: usize) -> Option<&mut Bone> {
        let bone = self.model.skeleton.bones.get(index)?;
        Some(self.bones.entry(bone.id).or_insert_with(|| bone.clone()))
    }

    /// The list of clips, to change.
    pub(super) fn clips_mut(&mut self) -> &mut Vec<Clip> {
        self.clips.get_or_insert_with(|| self.model.clips.clone())
    }

    /// The positions of bones, each once, in the order given.
    pub(super) fn bones(&self, refs: &[BoneRef]) -> Result<Vec<usize>, EditError> {
        if refs.is_empty() {
            return Err(EditError::Empty { argument: "bones" });
        }
        let mut out = Vec::with_capacity(refs.len());
        for bone in refs {
            let index = bone.resolve(self.model)?;
            if !out.contains(&index) {
                out.push(index);
            }
        }
        Ok(out)
    }

    /// The position and id of a bone.
    pub(super) fn bone(&self, bone: &BoneRef) -> Result<(usize, BoneId), EditError> {
        let index = bone.resolve(self.model)?;
        let found = self.model.skeleton.bones.get(index);
        let id = found
            .map(|bone| bone.id)
            .ok_or_else(|| EditError::Unknown {
                what: "bone",
                name: bone.to_string(),
                near: Vec::new(),
            })?;
        Ok((index, id))
    }

    /// What bones are called in a label: the name of one, the number of several.
    pub(super) fn bones_label(&self, indices: &[usize]) -> String {
        match indices {
            [one] => self.model.bone_name(*one),
            _ => format!("{} bones", indices.len()),
        }
    }

    /// What a clip is called.
    pub(super) fn clip_name(&self, index: usize) -> String {
        self.model
            .clips
            .get(index)
            .map(Clip::display_name)
            .unwrap_or_default()
    }

    /// Adds an edit that comes after those of tracks, bones and clips.
    pub(super) fn push(&mut self, edit: Edit) {
        self.edits.push(edit);
    }

    /// Adds an edit that comes before those of tracks, bones and clips.
    pub(super) fn push_first(&mut self, edit: Edit) {
        self.first.push(edit);
    }

    /// Whether the model's file has one time axis for all clips.
    pub(super) fn is_on_axis(&self) -> bool {
        self.model.format.has_one_axis()
    }

    /// The one edit that does everything, with what is to be told.
    pub(super) fn finish(self, label: String) -> Planned {
        let model = self.model;
        let mut edits = self.first;
        for (path, track) in self.tracks {
            track_edits(model, path, track, &mut edits);
        }
        for (id, bone) in self.bones {
            if model.skeleton.bone(id) != Some(&bone) {
                let bone = Box::new(bone);
                edits.push(Edit::SwapBone {
                    model: model.id,
                    bone,
                });
            }
        }
        if let Some(clips) = self.clips
            && clips != model.clips
        {
            let lookup = clip_table::after(model, &clips);
            edits.push(Edit::SwapClips {
                model: model.id,
                clips,
                lookup,
            });
        }
        edits.extend(self.edits);
        Planned {
            edit: Edit::Group(edits),
            notes: self.notes,
            label,
        }
    }
}

/// The smallest edits that make the document's track into `track`: lists where only lists differ.
fn track_edits(model: &Model, path: TrackPath, track: AnyTrack, edits: &mut Vec<Edit>) {
    let Some(kept) = model.track(path) else {
        return;
    };
    let lists = match (kept, &track) {
        (TrackRef::Vector(old), AnyTrack::Vector(new)) => changed_lists(old, new),
        (TrackRef::Rotation(old), AnyTrack::Rotation(new)) => changed_lists(old, new),
        (TrackRef::Scalar(old), AnyTrack::Scalar(new)) => changed_lists(old, new),
        (TrackRef::Integer(old), AnyTrack::Integer(new)) => changed_lists(old, new),
        (TrackRef::Event(old), AnyTrack::Event(new)) => changed_lists(old, new),
        _ => return,
    };
    let model_id = model.id;
    match lists {
        Some(lists) => {
            for (list, keys) in lists {
                let clip = model.clips.get(list).map_or(ClipId::NONE, |clip| clip.id);
                edits.push(Edit::SwapKeys {
                    model: model_id,
                    path,
                    clip,
                    keys,
                });
            }
        }
        None => edits.push(Edit::SwapTrack {
            model: model_id,
            path,
            track: Box::new(track),
        }),
    }
}

/// The lists that differ, if nothing else does.
fn changed_lists<T: KeyKind>(old: &Track<T>, new: &Track<T>) -> Option<Vec<(usize, AnyKeys)>> {
    let same_shape = old.interpolation == new.interpolation
        && old.driver == new.driver
        && old.lists().len() == new.lists().len()
        && std::mem::discriminant(&old.keys) == std::mem::discriminant(&new.keys);
    same_shape.then(|| {
        let pairs = old.lists().iter().zip(new.lists()).enumerate();
        pairs
            .filter(|(_, (old, new))| old != new)
            .map(|(list, (_, new))| (list, T::wrap(new.clone())))
            .collect()
    })
}
