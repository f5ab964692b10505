//! Edits as bytes that give them back bit by bit: for entries that reach past a journal's start, and
//! for what the history puts on the disk.
//!
//! Numbers are little-endian u32; a list or blob has its length before it. Bones, clips and tracks
//! are laid out as in a project.

use crate::anim::{AnyKeys, ClipId, Driver, Interpolation, KeyList, Track, TrackKeys};
use crate::document::{ModelId, TerrainId, TrackOwner, TrackPath};
use crate::edit::{AnyTrack, Edit, VertexInfluences};
use crate::mesh::{Influence, SLOTS};
use crate::project::Piece;
use crate::skeleton::BoneId;

/// Groups within groups that are read; edits have one.
const DEPTH: u32 = 8;

pub(super) type Read<T> = Result<T, String>;

/// The bytes of an edit.
///
/// # Errors
/// If a list of it is too long for its count.
pub(super) fn write(edit: &Edit) -> Result<Vec<u8>, String> {
    let mut out = Out(Vec::new());
    out.edit(edit)?;
    Ok(out.0)
}

/// The edit in `bytes`, which must be all of them.
///
/// # Errors
/// A few words on why they are none.
pub(super) fn read(bytes: &[u8]) -> Result<Edit, String> {
    let mut input = In(bytes);
    let edit = input.edit(DEPTH)?;
    match input.0.len() {
        0 => Ok(edit),
        left => Err(format!("{left} bytes are left over")),
    }
}

pub(super) struct Out(Vec<u8>);

impl Out {
    pub(super) fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    pub(super) fn count(&mut self, count: usize) -> Result<(), String> {
        let count = u32::try_from(count).map_err(|_| "a list is too long".to_owned())?;
        self.number(count);
        Ok(())
    }

    pub(super) fn blob(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.count(bytes.len())?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    pub(super) fn piece<P: Piece>(&mut self, piece: &P) -> Result<(), String> {
        self.blob(&piece.to_bytes()?)
    }

    pub(super) fn optional<T>(
        &mut self,
        value: Option<&T>,
        write: impl FnOnce(&mut Self, &T) -> Result<(), String>,
    ) -> Result<(), String> {
        self.number(u32::from(value.is_some()));
        value.map_or(Ok(()), |value| write(self, value))
    }

    pub(super) fn list<T>(
        &mut self,
        items: &[T],
        mut write: impl FnMut(&mut Self, &T) -> Result<(), String>,
    ) -> Result<(), String> {
        self.count(items.len())?;
        items.iter().try_for_each(|item| write(self, item))
    }

    fn path(&mut self, path: TrackPath) -> Result<(), String> {
        self.owner(path.owner);
        self.blob(path.channel.as_bytes())
    }

    fn owner(&mut self, owner: TrackOwner) {
        let (kind, index) = match owner {
            TrackOwner::Bone(id) => (0, id.0),
            TrackOwner::Colour(index) => (1, index),
            TrackOwner::TextureWeight(index) => (2, index),
            TrackOwner::TextureTransform(index) => (3, index),
            TrackOwner::Attachment(index) => (4, index),
            TrackOwner::Event(index) => (5, index),
            TrackOwner::Light(index) => (6, index),
            TrackOwner::Camera(index) => (7, index),
            TrackOwner::Ribbon(index) => (8, index),
            TrackOwner::Particle(index) => (9, index),
            TrackOwner::Layer(index) => (10, index),
            TrackOwner::ModelEmitter(index) => (11, index),
            TrackOwner::SpriteEmitter(index) => (12, index),
        };
        self.number(kind);
        self.number(index);
    }

    fn track(&mut self, track: &AnyTrack) -> Result<(), String> {
        match track {
            AnyTrack::Vector(track) => self.kind_and_piece(0, track),
            AnyTrack::Rotation(track) => self.kind_and_piece(1, track),
            AnyTrack::Scalar(track) => self.kind_and_piece(2, track),
            AnyTrack::Integer(track) => self.kind_and_piece(3, track),
            AnyTrack::Event(track) => self.kind_and_piece(4, track),
        }
    }

    fn keys(&mut self, keys: &AnyKeys) -> Result<(), String> {
        match keys.clone() {
            AnyKeys::Vector(list) => self.kind_and_piece(0, &track_of(list)),
            AnyKeys::Rotation(list) => self.kind_and_piece(1, &track_of(list)),
            AnyKeys::Scalar(list) => self.kind_and_piece(2, &track_of(list)),
            AnyKeys::Integer(list) => self.kind_and_piece(3, &track_of(list)),
            AnyKeys::Event(list) => self.kind_and_piece(4, &track_of(list)),
        }
    }

    fn kind_and_piece<P: Piece>(&mut self, kind: u32, piece: &P) -> Result<(), String> {
        self.number(kind);
        self.piece(piece)
    }

    fn edit(&mut self, edit: &Edit) -> Result<(), String> {
        match edit {
            Edit::Group(edits) => {
                self.number(0);
                self.list(edits, Self::edit)
            }
            Edit::SwapKeys {
                model,
                path,
                clip,
                keys,
            } => {
                self.head(1, *model);
                self.path(*path)?;
                self.number(clip.0);
                self.keys(keys)
            }
            Edit::SwapTrack { model, path, track } => {
                self.head(2, *model);
                self.path(*path)?;
                self.track(track)
            }
            Edit::SwapBone { model, bone } => {
                self.head(3, *model);
                self.piece(bone.as_ref())
            }
            Edit::ToggleBone {
                model,
                position,
                id,
                bone,
            } => {
                self.head(4, *model);
                self.count(*position)?;
                self.number(id.0);
                self.optional(bone.as_deref(), |out, (bone, tracks)| {
                    out.piece(bone)?;
                    out.piece(tracks)
                })
            }
            Edit::SwapClips {
                model,
                clips,
                lookup,
            } => {
                self.head(5, *model);
                self.piece(clips)?;
                self.piece(&lookup.iter().map(|id| id.0).collect::<Vec<u32>>())
            }
            Edit::ToggleLists {
                model,
                position,
                paths,
                lists,
            } => {
                self.head(6, *model);
                self.count(*position)?;
                self.list(paths, |out, path| out.path(*path))?;
                self.optional(lists.as_ref(), |out, lists| out.list(lists, Self::keys))
            }
            Edit::SwapInfluences { model, vertices } => {
                self.head(7, *model);
                self.list(vertices, |out, (vertex, slots, overflow)| {
                    out.number(*vertex);
                    out.piece(&slots.to_vec())?;
                    out.optional(overflow.as_ref(), |out, more| out.piece(more))
                })
            }
            Edit::SwapSkinSettings { model, settings } => {
                self.head(11, *model);
                self.piece(settings.as_ref())
            }
            Edit::SwapGeosetGroups {
                model,
                geoset,
                groups,
                vertex_groups,
            } => {
                self.head(12, *model);
                self.number(*geoset);
                self.list(groups, |out, group| out.piece(&bone_numbers(group)))?;
                self.blob(vertex_groups)
            }
            Edit::SwapTerrain { terrain, patch } => {
                self.number(13);
                self.number(terrain.0);
                self.patch(patch)
            }
            Edit::SwapCarriers { model, carriers } => {
                self.head(8, *model);
                self.list(carriers, |out, (owner, bone)| {
                    out.owner(*owner);
                    out.number(bone.0);
                    Ok(())
                })
            }
            Edit::SwapKeyBones { model, lookup } => {
                self.head(9, *model);
                self.piece(&bone_numbers(lookup))
            }
            Edit::SwapPalettes {
                model,
                bones,
                centre_bones,
            } => {
                self.head(10, *model);
                self.piece(&bone_numbers(bones))?;
                self.list(centre_bones, |out, view| out.piece(view))
            }
        }
    }

    fn head(&mut self, kind: u32, model: ModelId) {
        self.number(kind);
        self.number(model.0);
    }
}

pub(super) struct In<'a>(&'a [u8]);

impl<'a> In<'a> {
    pub(super) fn number(&mut self) -> Read<u32> {
        let (number, rest) = self.0.split_first_chunk().ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*number))
    }

    pub(super) fn bytes(&mut self) -> Read<&'a [u8]> {
        let count = self.number()? as usize;
        let (bytes, rest) = self.0.split_at_checked(count).ok_or("it ends too soon")?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn piece<P: Piece>(&mut self) -> Read<P> {
        P::from_bytes(self.bytes()?)
    }

    pub(super) fn optional<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<Option<T>> {
        match self.number()? {
            0 => Ok(None),
            _ => read(self).map(Some),
        }
    }

    /// Every item takes at least four bytes, so no count makes the list longer than the input.
    pub(super) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let count = self.number()?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    fn path(&mut self) -> Read<TrackPath> {
        let owner = self.owner()?;
        let channel = std::str::from_utf8(self.bytes()?).map_err(|error| error.to_string())?;
        TrackPath::named(owner, channel).ok_or_else(|| format!("there is no channel {channel}"))
    }

    fn owner(&mut self) -> Read<TrackOwner> {
        let (kind, index) = (self.number()?, self.number()?);
        Ok(match kind {
            0 => TrackOwner::Bone(BoneId(index)),
            1 => TrackOwner::Colour(index),
            2 => TrackOwner::TextureWeight(index),
            3 => TrackOwner::TextureTransform(index),
            4 => TrackOwner::Attachment(index),
            5 => TrackOwner::Event(index),
            6 => TrackOwner::Light(index),
            7 => TrackOwner::Camera(index),
            8 => TrackOwner::Ribbon(index),
            9 => TrackOwner::Particle(index),
            10 => TrackOwner::Layer(index),
            11 => TrackOwner::ModelEmitter(index),
            12 => TrackOwner::SpriteEmitter(index),
            other => return Err(format!("there is no owner of tracks {other}")),
        })
    }

    fn track(&mut self) -> Read<AnyTrack> {
        Ok(match self.number()? {
            0 => AnyTrack::Vector(self.piece()?),
            1 => AnyTrack::Rotation(self.piece()?),
            2 => AnyTrack::Scalar(self.piece()?),
            3 => AnyTrack::Integer(self.piece()?),
            4 => AnyTrack::Event(self.piece()?),
            other => return Err(format!("there is no kind of track {other}")),
        })
    }

    fn keys(&mut self) -> Read<AnyKeys> {
        Ok(match self.track()? {
            AnyTrack::Vector(track) => AnyKeys::Vector(list_of(track)?),
            AnyTrack::Rotation(track) => AnyKeys::Rotation(list_of(track)?),
            AnyTrack::Scalar(track) => AnyKeys::Scalar(list_of(track)?),
            AnyTrack::Integer(track) => AnyKeys::Integer(list_of(track)?),
            AnyTrack::Event(track) => AnyKeys::Event(list_of(track)?),
        })
    }

    fn vertex(&mut self) -> Read<VertexInfluences> {
        let vertex = self.number()?;
        let slots: Vec<Influence> = self.piece()?;
        let slots = <[Influence; SLOTS]>::try_from(slots)
            .map_err(|slots| format!("a vertex has {} influences", slots.len()))?;
        Ok((vertex, slots, self.optional(Self::piece)?))
    }

    fn bones(&mut self) -> Read<Vec<BoneId>> {
        let numbers: Vec<u32> = self.piece()?;
        Ok(numbers.into_iter().map(BoneId).collect())
    }

    fn edit(&mut self, depth: u32) -> Read<Edit> {
        let kind = self.number()?;
        if kind == 0 {
            let depth = depth.checked_sub(1).ok_or("its groups are too deep")?;
            return Ok(Edit::Group(self.list(|input| input.edit(depth))?));
        }
        if kind == 13 {
            return Ok(Edit::SwapTerrain {
                terrain: TerrainId(self.number()?),
                patch: self.patch()?,
            });
        }
        let model = ModelId(self.number()?);
        Ok(match kind {
            1 => Edit::SwapKeys {
                model,
                path: self.path()?,
                clip: ClipId(self.number()?),
                keys: self.keys()?,
            },
            2 => Edit::SwapTrack {
                model,
                path: self.path()?,
                track: Box::new(self.track()?),
            },
            3 => Edit::SwapBone {
                model,
                bone: Box::new(self.piece()?),
            },
            4 => Edit::ToggleBone {
                model,
                position: self.number()? as usize,
                id: BoneId(self.number()?),
                bone: self.optional(|input| Ok(Box::new((input.piece()?, input.piece()?))))?,
            },
            5 => Edit::SwapClips {
                model,
                clips: self.piece()?,
                lookup: self.piece::<Vec<u32>>()?.into_iter().map(ClipId).collect(),
            },
            6 => Edit::ToggleLists {
                model,
                position: self.number()? as usize,
                paths: self.list(Self::path)?,
                lists: self.optional(|input| input.list(Self::keys))?,
            },
            7 => Edit::SwapInfluences {
                model,
                vertices: self.list(Self::vertex)?,
            },
            8 => Edit::SwapCarriers {
                model,
                carriers: self.list(|input| Ok((input.owner()?, BoneId(input.number()?))))?,
            },
            9 => Edit::SwapKeyBones {
                model,
                lookup: self.bones()?,
            },
            10 => Edit::SwapPalettes {
                model,
                bones: self.bones()?,
                centre_bones: self.list(Self::piece)?,
            },
            11 => Edit::SwapSkinSettings {
                model,
                settings: Box::new(self.piece()?),
            },
            12 => Edit::SwapGeosetGroups {
                model,
                geoset: self.number()?,
                groups: self.list(Self::bones)?,
                vertex_groups: self.bytes()?.to_vec(),
            },
            other => return Err(format!("there is no edit {other}")),
        })
    }
}

fn bone_numbers(bones: &[BoneId]) -> Vec<u32> {
    bones.iter().map(|bone| bone.0).collect()
}

/// A track with this list alone, for tracks are what a project can hold.
fn track_of<T>(list: KeyList<T>) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(list),
    }
}

fn list_of<T>(track: Track<T>) -> Read<KeyList<T>> {
    match track.keys {
        TrackKeys::Shared(list) => Ok(list),
        _ => Err("keyframes are not one list".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_a_geoset_come_back_and_cut_bytes_do_not() {
        let edit = Edit::SwapGeosetGroups {
            model: ModelId(3),
            geoset: 2,
            groups: vec![vec![BoneId(1), BoneId(70_000)], Vec::new(), vec![BoneId(5)]],
            vertex_groups: vec![0, 2, 255, 1],
        };
        let bytes = write(&edit).expect("it can be written");
        assert_eq!(read(&bytes), Ok(edit));
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{end} bytes are too few");
        }
    }
}
