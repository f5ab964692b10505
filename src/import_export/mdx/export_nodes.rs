//! Bones and what they carry to nodes of the file.

use super::export::{MdxLimits, NodeNumbers};
use super::export_tracks::{TrackList, constant_of, global_sequence, on_axis};
use super::import_nodes::{light_kind, swap_inheritance};
use crate::document::{Event, Light, Model, ModelEmitter, Ribbon, SpriteEmitter};
use crate::formats::mdx::{self, MdxFile, Node};
use crate::math::Vec3;
use crate::skeleton::{BoneId, BoneKind};

/// Writes nodes for one model.
pub struct NodeWriter<'a> {
    pub model: &'a Model,
    pub numbers: &'a NodeNumbers,
    pub limits: &'a mut MdxLimits,
}

impl NodeWriter<'_> {
    /// Adds all nodes to `file`; gives the bone of each entry, list by list.
    pub fn write(&mut self, file: &mut MdxFile) {
        let model = self.model;
        for (index, bone) in model.skeleton.bones.iter().enumerate() {
            match bone.kind {
                BoneKind::Bone => file.bones.push(mdx::Bone {
                    node: self.node(index),
                    geoset_id: self.geoset_of(bone.id),
                    geoset_animation_id: self.geoset_animation_of(bone.id),
                }),
                BoneKind::Helper => file.helpers.push(mdx::Helper {
                    node: self.node(index),
                }),
                _ => {}
            }
        }
        for light in &model.lights {
            let raw = self.light(light);
            file.lights.push(raw);
        }
        for attachment in &model.attachments {
            let mut tracks = TrackList::new(&model.clips);
            tracks.add_visibility(b"KATV", &attachment.visibility);
            let raw = mdx::Attachment {
                node: self.node_of(attachment.bone),
                path: self.limits.path(&attachment.path, "attachments"),
                attachment_id: attachment.kind,
                tracks: tracks.tracks,
                tail: Vec::new(),
            };
            file.attachments.push(raw);
        }
        for emitter in &model.model_emitters {
            let raw = self.model_emitter(emitter);
            file.model_emitters.push(raw);
        }
        for emitter in &model.sprite_emitters {
            let raw = self.sprite_emitter(emitter);
            file.sprite_emitters.push(raw);
        }
        for ribbon in &model.ribbons {
            let raw = self.ribbon(ribbon);
            file.ribbons.push(raw);
        }
        for event in &model.events {
            let raw = self.event(event);
            file.events.push(raw);
        }
        for shape in &model.collision_shapes {
            let raw = mdx::CollisionShape {
                node: self.node_of(shape.bone),
                shape: shape.kind.min(mdx::CollisionShape::CYLINDER),
                points: shape.points.map(Into::into),
                radius: shape.radius,
            };
            file.collision_shapes.push(raw);
        }
        self.pivots(file);
        self.cameras(file);
    }

    fn node_of(&mut self, bone: BoneId) -> Node {
        match self.model.skeleton.index_of(bone) {
            Some(index) => self.node(index),
            None => Node {
                object_id: self.numbers.free(),
                parent_id: Node::NO_PARENT,
                ..Node::default()
            },
        }
    }

    fn node(&mut self, index: usize) -> Node {
        let model = self.model;
        let Some(bone) = model.skeleton.bones.get(index) else {
            return Node::default();
        };
        let mut tracks = TrackList::new(&model.clips);
        if let Some(own) = model.bone_tracks.get(index) {
            tracks.add(b"KGTR", &own.translation);
            tracks.add(b"KGRT", &own.rotation);
            tracks.add(b"KGSC", &own.scale);
        }
        let name = model.bone_name(index);
        Node {
            name: self.limits.name(name.as_bytes(), "bones"),
            object_id: self.numbers.of(bone.id).unwrap_or(u32::MAX),
            parent_id: bone
                .parent
                .and_then(|parent| self.numbers.of(parent))
                .unwrap_or(Node::NO_PARENT),
            flags: swap_inheritance(bone.flags.0),
            tracks: tracks.tracks,
            tail: Vec::new(),
        }
    }

    /// The geoset that a bone moves, -1 for several or none.
    fn geoset_of(&self, bone: BoneId) -> i32 {
        let geosets = self.model.geosets.iter().zip(0..);
        let mut moved = geosets
            .filter(|(geoset, _)| geoset.groups.iter().any(|group| group.contains(&bone)))
            .map(|(_, index)| index);
        match (moved.next(), moved.next()) {
            (Some(only), None) => only,
            _ => -1,
        }
    }

    /// The colour of the geoset that a bone moves, -1 for none.
    fn geoset_animation_of(&self, bone: BoneId) -> i32 {
        let geoset = self.geoset_of(bone);
        let mut targets = self.model.colour_targets.iter().zip(0..);
        let found = targets.find(|(target, _)| geoset >= 0 && target.geoset == geoset);
        found.map_or(-1, |(_, index)| index)
    }

    fn light(&mut self, light: &Light) -> mdx::Light {
        let mut tracks = TrackList::new(&self.model.clips);
        mdx::Light {
            node: self.node_of(light.bone),
            kind: match light.kind {
                kind @ (0 | 1) => light_kind(kind.into()).into(),
                kind => kind.into(),
            },
            attenuation_start: tracks.add_or(b"KLAS", &light.attenuation_start, 80.0),
            attenuation_end: tracks.add_or(b"KLAE", &light.attenuation_end, 200.0),
            color: tracks.add_or(b"KLAC", &light.diffuse_colour, Vec3::repeat(1.0)),
            intensity: tracks.add_or(b"KLAI", &light.diffuse_intensity, 1.0),
            ambient_color: tracks.add_or(b"KLBC", &light.ambient_colour, Vec3::repeat(1.0)),
            ambient_intensity: tracks.add_or(b"KLBI", &light.ambient_intensity, 0.0),
            tracks: {
                tracks.add_visibility(b"KLAV", &light.visibility);
                tracks.tracks
            },
            tail: Vec::new(),
        }
    }

    fn model_emitter(&mut self, emitter: &ModelEmitter) -> mdx::ModelEmitter {
        let mut tracks = TrackList::new(&self.model.clips);
        mdx::ModelEmitter {
            node: self.node_of(emitter.bone),
            emission_rate: tracks.add_or(b"KPEE", &emitter.emission_rate, 0.0),
            gravity: tracks.add_or(b"KPEG", &emitter.gravity, 0.0),
            longitude: tracks.add_or(b"KPLN", &emitter.longitude, 0.0),
            latitude: tracks.add_or(b"KPLT", &emitter.latitude, 0.0),
            path: self.limits.path(&emitter.path, "model_emitters"),
            lifespan: tracks.add_or(b"KPEL", &emitter.lifespan, 0.0),
            speed: tracks.add_or(b"KPES", &emitter.speed, 0.0),
            tracks: {
                tracks.add_visibility(b"KPEV", &emitter.visibility);
                tracks.tracks
            },
            tail: Vec::new(),
        }
    }

    fn sprite_emitter(&mut self, emitter: &SpriteEmitter) -> mdx::SpriteEmitter {
        let mut tracks = TrackList::new(&self.model.clips);
        mdx::SpriteEmitter {
            node: self.node_of(emitter.bone),
            speed: tracks.add_or(b"KP2S", &emitter.speed, 0.0),
            variation: tracks.add_or(b"KP2R", &emitter.variation, 0.0),
            latitude: tracks.add_or(b"KP2L", &emitter.latitude, 0.0),
            gravity: tracks.add_or(b"KP2G", &emitter.gravity, 0.0),
            lifespan: emitter.lifespan,
            emission_rate: tracks.add_or(b"KP2E", &emitter.emission_rate, 0.0),
            length: tracks.add_or(b"KP2N", &emitter.length, 0.0),
            width: tracks.add_or(b"KP2W", &emitter.width, 0.0),
            filter_mode: emitter.filter,
            rows: emitter.rows,
            columns: emitter.columns,
            head_or_tail: emitter.head_or_tail,
            tail_length: emitter.tail_length,
            middle_time: emitter.middle,
            colors: emitter.colours.map(Into::into),
            alphas: emitter.alphas,
            scales: emitter.scales,
            head_life: emitter.head_life,
            head_decay: emitter.head_decay,
            tail_life: emitter.tail_life,
            tail_decay: emitter.tail_decay,
            texture_id: emitter.texture,
            squirt: emitter.squirt,
            priority_plane: emitter.priority_plane,
            replaceable_id: emitter.replaceable,
            tracks: {
                tracks.add_visibility(b"KP2V", &emitter.visibility);
                tracks.tracks
            },
            tail: Vec::new(),
        }
    }

    fn ribbon(&mut self, ribbon: &Ribbon) -> mdx::Ribbon {
        let mut tracks = TrackList::new(&self.model.clips);
        mdx::Ribbon {
            node: self.node_of(ribbon.bone),
            height_above: tracks.add_or(b"KRHA", &ribbon.height_above, 0.0),
            height_below: tracks.add_or(b"KRHB", &ribbon.height_below, 0.0),
            alpha: tracks.add_or(b"KRAL", &ribbon.alpha, 1.0),
            color: tracks.add_or(b"KRCO", &ribbon.colour, Vec3::repeat(1.0)),
            lifespan: ribbon.edge_lifetime,
            texture_slot: tracks.add_or(b"KRTX", &ribbon.texture_slot, 0),
            emission_rate: ribbon.edges_per_second.max(0.0).round() as u32,
            rows: ribbon.rows.into(),
            columns: ribbon.columns.into(),
            material_id: ribbon.materials.first().copied().unwrap_or(0).into(),
            gravity: ribbon.gravity,
            tracks: {
                tracks.add_visibility(b"KRVS", &ribbon.visibility);
                tracks.tracks
            },
            tail: Vec::new(),
        }
    }

    fn event(&mut self, event: &Event) -> mdx::Event {
        let keys = on_axis(&event.times, &self.model.clips);
        mdx::Event {
            node: self.node_of(event.bone),
            has_times: true,
            global_sequence: global_sequence(event.times.driver),
            times: keys.times_ms,
        }
    }

    /// A pivot for every object id; ids that no node has get the origin.
    fn pivots(&self, file: &mut MdxFile) {
        let bones = self.model.skeleton.bones.iter();
        for bone in bones {
            let Some(at) = self.numbers.of(bone.id) else {
                continue;
            };
            let at = at as usize;
            if at >= NodeNumbers::MOST {
                continue;
            }
            if file.pivots.len() <= at {
                file.pivots.resize(at + 1, [0.0; 3]);
            }
            if let Some(pivot) = file.pivots.get_mut(at) {
                *pivot = bone.pivot.into();
            }
        }
    }

    fn cameras(&mut self, file: &mut MdxFile) {
        for camera in &self.model.cameras {
            let mut tracks = TrackList::new(&self.model.clips);
            if constant_of(&camera.position).is_none() {
                tracks.add(b"KCTR", &camera.position);
            }
            if constant_of(&camera.target).is_none() {
                tracks.add(b"KTTR", &camera.target);
            }
            if constant_of(&camera.roll).is_none() {
                tracks.add(b"KCRL", &camera.roll);
            }
            let raw = mdx::Camera {
                name: self.limits.name(&camera.name, "cameras"),
                position: camera.position_base.into(),
                field_of_view: camera.fov_rad,
                far: camera.far,
                near: camera.near,
                target: camera.target_base.into(),
                tracks: tracks.tracks,
                tail: Vec::new(),
            };
            file.cameras.push(raw);
        }
    }
}
