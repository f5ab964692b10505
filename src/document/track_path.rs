//! Which track of a model: the address that operators, timelines and reports share.

use super::Model;
use crate::anim::{TrackMut, TrackRef};
use crate::skeleton::BoneId;

/// What a track belongs to. Everything but bones is named by its position in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TrackOwner {
    /// A bone.
    Bone(BoneId),
    /// An entry of the colours.
    Colour(u32),
    /// An entry of the texture weights.
    TextureWeight(u32),
    /// An entry of the texture transforms.
    TextureTransform(u32),
    /// An attachment.
    Attachment(u32),
    /// An event.
    Event(u32),
    /// A light.
    Light(u32),
    /// A camera.
    Camera(u32),
    /// A ribbon.
    Ribbon(u32),
    /// A particle emitter.
    Particle(u32),
    /// A layer of a material (MDX).
    Layer(u32),
    /// An emitter of models (MDX).
    ModelEmitter(u32),
    /// An emitter of pictures (MDX).
    SpriteEmitter(u32),
}

/// One track of one owner: the owner, and the name of the channel.
///
/// Bones have `translation`, `rotation` and `scale`; the others are listed by [`Model::owner_tracks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TrackPath {
    /// What the track belongs to.
    pub owner: TrackOwner,
    /// The name of the channel, such as `rotation`.
    pub channel: &'static str,
}

/// Generates the shared and the mutable look-up from one list, so that they cannot differ.
macro_rules! channels {
    ($($owner:ident($list:ident): $($name:literal => $kind:ident($field:ident)),+;)+) => {
        impl Model {
            /// All channels of an owner, with their tracks; empty if there is no such owner.
            pub fn owner_tracks(&self, owner: TrackOwner) -> Vec<(TrackPath, TrackRef<'_>)> {
                match owner {
                    TrackOwner::Bone(id) => self
                        .skeleton
                        .index_of(id)
                        .and_then(|index| self.bone_tracks.get(index))
                        .map_or_else(Vec::new, |tracks| vec![
                            (TrackPath { owner, channel: "translation" }, TrackRef::Vector(&tracks.translation)),
                            (TrackPath { owner, channel: "rotation" }, TrackRef::Rotation(&tracks.rotation)),
                            (TrackPath { owner, channel: "scale" }, TrackRef::Vector(&tracks.scale)),
                        ]),
                    TrackOwner::TextureWeight(index) => self
                        .texture_weights
                        .get(index as usize)
                        .map_or_else(Vec::new, |track| vec![
                            (TrackPath { owner, channel: "weight" }, TrackRef::Scalar(track)),
                        ]),
                    $(TrackOwner::$owner(index) => self.$list.get(index as usize).map_or_else(
                        Vec::new,
                        |item| vec![$((TrackPath { owner, channel: $name }, TrackRef::$kind(&item.$field))),+],
                    ),)+
                }
            }

            /// The track at `path`.
            pub fn track(&self, path: TrackPath) -> Option<TrackRef<'_>> {
                match (path.owner, path.channel) {
                    (TrackOwner::Bone(id), channel) => {
                        let tracks = self.bone_tracks.get(self.skeleton.index_of(id)?)?;
                        match channel {
                            "translation" => Some(TrackRef::Vector(&tracks.translation)),
                            "rotation" => Some(TrackRef::Rotation(&tracks.rotation)),
                            "scale" => Some(TrackRef::Vector(&tracks.scale)),
                            _ => None,
                        }
                    }
                    (TrackOwner::TextureWeight(index), "weight") => {
                        self.texture_weights.get(index as usize).map(TrackRef::Scalar)
                    }
                    $($((TrackOwner::$owner(index), $name) => {
                        self.$list.get(index as usize).map(|item| TrackRef::$kind(&item.$field))
                    })+)+
                    _ => None,
                }
            }

            /// The track at `path`, to change. Only `edit` asks for one.
            pub fn track_mut(&mut self, path: TrackPath) -> Option<TrackMut<'_>> {
                match (path.owner, path.channel) {
                    (TrackOwner::Bone(id), channel) => {
                        let index = self.skeleton.index_of(id)?;
                        let tracks = self.bone_tracks.get_mut(index)?;
                        match channel {
                            "translation" => Some(TrackMut::Vector(&mut tracks.translation)),
                            "rotation" => Some(TrackMut::Rotation(&mut tracks.rotation)),
                            "scale" => Some(TrackMut::Vector(&mut tracks.scale)),
                            _ => None,
                        }
                    }
                    (TrackOwner::TextureWeight(index), "weight") => {
                        self.texture_weights.get_mut(index as usize).map(TrackMut::Scalar)
                    }
                    $($((TrackOwner::$owner(index), $name) => {
                        self.$list.get_mut(index as usize).map(|item| TrackMut::$kind(&mut item.$field))
                    })+)+
                    _ => None,
                }
            }

            /// Calls `visit` for every track of the model, to change. Only `edit` asks for this.
            pub fn for_each_track_mut(&mut self, mut visit: impl FnMut(TrackPath, TrackMut<'_>)) {
                for (bone, tracks) in self.skeleton.bones.iter().zip(&mut self.bone_tracks) {
                    let owner = TrackOwner::Bone(bone.id);
                    visit(TrackPath { owner, channel: "translation" }, TrackMut::Vector(&mut tracks.translation));
                    visit(TrackPath { owner, channel: "rotation" }, TrackMut::Rotation(&mut tracks.rotation));
                    visit(TrackPath { owner, channel: "scale" }, TrackMut::Vector(&mut tracks.scale));
                }
                for (index, track) in (0..).zip(&mut self.texture_weights) {
                    let owner = TrackOwner::TextureWeight(index);
                    visit(TrackPath { owner, channel: "weight" }, TrackMut::Scalar(track));
                }
                $(for (index, item) in (0..).zip(&mut self.$list) {
                    let owner = TrackOwner::$owner(index);
                    $(visit(TrackPath { owner, channel: $name }, TrackMut::$kind(&mut item.$field));)+
                })+
            }

            /// Every owner of tracks, bones first.
            pub fn track_owners(&self) -> Vec<TrackOwner> {
                let mut owners: Vec<TrackOwner> =
                    self.skeleton.bones.iter().map(|bone| TrackOwner::Bone(bone.id)).collect();
                owners.extend((0..).zip(&self.texture_weights).map(|(i, _)| TrackOwner::TextureWeight(i)));
                $(owners.extend((0..).zip(&self.$list).map(|(i, _)| TrackOwner::$owner(i)));)+
                owners
            }
        }

        /// The names of all channels, as they are written in scripts and reports.
        const CHANNELS: &[&str] = &["translation", "rotation", "scale", "weight", $($($name),+),+];
    };
}

channels! {
    Colour(colours): "colour" => Vector(colour), "alpha" => Scalar(alpha);
    TextureTransform(texture_transforms): "translation" => Vector(translation),
        "rotation" => Rotation(rotation), "scale" => Vector(scale);
    Attachment(attachments): "visibility" => Integer(visibility);
    Event(events): "times" => Event(times);
    Light(lights): "ambient_colour" => Vector(ambient_colour),
        "ambient_intensity" => Scalar(ambient_intensity),
        "diffuse_colour" => Vector(diffuse_colour),
        "diffuse_intensity" => Scalar(diffuse_intensity),
        "attenuation_start" => Scalar(attenuation_start),
        "attenuation_end" => Scalar(attenuation_end),
        "visibility" => Integer(visibility);
    Camera(cameras): "position" => Vector(position), "target" => Vector(target),
        "roll" => Scalar(roll);
    Ribbon(ribbons): "colour" => Vector(colour), "alpha" => Scalar(alpha),
        "height_above" => Scalar(height_above), "height_below" => Scalar(height_below),
        "texture_slot" => Integer(texture_slot), "visibility" => Integer(visibility);
    Particle(particles): "speed" => Scalar(speed), "speed_variation" => Scalar(speed_variation),
        "vertical_range" => Scalar(vertical_range),
        "horizontal_range" => Scalar(horizontal_range), "gravity" => Scalar(gravity),
        "lifespan" => Scalar(lifespan), "emission_rate" => Scalar(emission_rate),
        "area_length" => Scalar(area_length), "area_width" => Scalar(area_width),
        "z_source" => Scalar(z_source), "enabled" => Integer(enabled);
    Layer(layers): "texture" => Integer(texture), "alpha" => Scalar(alpha);
    ModelEmitter(model_emitters): "emission_rate" => Scalar(emission_rate),
        "gravity" => Scalar(gravity), "longitude" => Scalar(longitude),
        "latitude" => Scalar(latitude), "lifespan" => Scalar(lifespan), "speed" => Scalar(speed),
        "visibility" => Integer(visibility);
    SpriteEmitter(sprite_emitters): "speed" => Scalar(speed), "variation" => Scalar(variation),
        "latitude" => Scalar(latitude), "gravity" => Scalar(gravity),
        "emission_rate" => Scalar(emission_rate), "length" => Scalar(length),
        "width" => Scalar(width), "visibility" => Integer(visibility);
}

impl TrackOwner {
    /// The owner at `index` of a list as scripts and reports name it; `None` for a list without
    /// tracks, or a bone that is not there. Other owners may be past the end of their list.
    pub fn in_list(model: &Model, list: &str, index: u32) -> Option<Self> {
        Some(match list {
            "bones" => Self::Bone(model.skeleton.bones.get(index as usize)?.id),
            "colours" => Self::Colour(index),
            "texture_weights" => Self::TextureWeight(index),
            "texture_transforms" => Self::TextureTransform(index),
            "attachments" => Self::Attachment(index),
            "events" => Self::Event(index),
            "lights" => Self::Light(index),
            "cameras" => Self::Camera(index),
            "ribbons" => Self::Ribbon(index),
            "particles" => Self::Particle(index),
            "layers" => Self::Layer(index),
            "model_emitters" => Self::ModelEmitter(index),
            "sprite_emitters" => Self::SpriteEmitter(index),
            _ => return None,
        })
    }
}

impl TrackPath {
    /// A channel of a bone.
    pub fn bone(id: BoneId, channel: &'static str) -> Self {
        Self {
            owner: TrackOwner::Bone(id),
            channel,
        }
    }

    /// From an owner and a channel's name as written in a script; `None` for an unknown name.
    pub fn named(owner: TrackOwner, channel: &str) -> Option<Self> {
        CHANNELS
            .iter()
            .find(|&&known| known == channel)
            .map(|&channel| Self { owner, channel })
    }

    /// The path as reports show it, such as `bones[12].rotation`.
    pub fn text(&self, model: &Model) -> String {
        let (list, index) = match self.owner {
            TrackOwner::Bone(id) => {
                let index = model.skeleton.index_of(id).map_or(-1, |index| index as i64);
                return format!("bones[{index}].{}", self.channel);
            }
            TrackOwner::Colour(i) => ("colours", i),
            TrackOwner::TextureWeight(i) => ("texture_weights", i),
            TrackOwner::TextureTransform(i) => ("texture_transforms", i),
            TrackOwner::Attachment(i) => ("attachments", i),
            TrackOwner::Event(i) => ("events", i),
            TrackOwner::Light(i) => ("lights", i),
            TrackOwner::Camera(i) => ("cameras", i),
            TrackOwner::Ribbon(i) => ("ribbons", i),
            TrackOwner::Particle(i) => ("particles", i),
            TrackOwner::Layer(i) => ("layers", i),
            TrackOwner::ModelEmitter(i) => ("model_emitters", i),
            TrackOwner::SpriteEmitter(i) => ("sprite_emitters", i),
        };
        format!("{list}[{index}].{}", self.channel)
    }
}
