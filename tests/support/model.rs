//! Generated models for tests: a sound little one, and one that uses every field.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use bonewright::anim::{
    BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys,
};
use bonewright::document::{
    Attachment, Camera, Collision, CollisionShape, Combos, Document, Event, Light, Model,
    ModelEmitter, ModelFormat, ModelId, NativeFile, NativeRole, NativeSource, OpaqueChunk,
    Particle, ParticleRamp, Ribbon, SpriteEmitter,
};
use bonewright::math::{Aabb, Quat, Vec2, Vec3};
use bonewright::mesh::{
    Batch, Bounds, ColourTarget, ColourTracks, Geoset, Influence, Influences, Layer, LayerFlags,
    LayeredMaterial, Material, MaterialFlags, ShadowBatch, Submesh, Texture, TextureKind,
    TextureTransform, VertexPool, View,
};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind, BoneShape, Skeleton};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document with one [`sound_model`].
pub fn sound_document() -> Document {
    Document {
        models: vec![sound_model(ModelId(0))],
        ..Document::new()
    }
}

/// A bent tube on a chain of four bones, with two clips; nothing in it is wrong for M2 264.
pub fn sound_model(id: ModelId) -> Model {
    const RINGS: u16 = 7;
    const AROUND: u16 = 6;
    let mut model = Model::new(id, "tube", ModelFormat::M2 { version: 264 });
    model.name = b"Tube\0".to_vec();
    model.clips = vec![clip(0, 0, 0, 1000), clip(1, 4, 0, 800)];
    model.clip_lookup = vec![
        ClipId(0),
        ClipId::NONE,
        ClipId::NONE,
        ClipId::NONE,
        ClipId(1),
    ];
    model.skeleton.bones = (0..4)
        .map(|index: u32| Bone {
            id: BoneId(index),
            name: (index == 0).then(|| "Root".to_owned()),
            parent: index.checked_sub(1).map(BoneId),
            pivot: Vec3::new(0.0, 0.0, index as f32 * 0.5),
            flags: BoneFlags(0x200),
            key_bone_id: if index == 0 { 26 } else { -1 },
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        })
        .collect();
    model.skeleton.key_bone_lookup = vec![BoneId::NONE; 27];
    model.skeleton.key_bone_lookup[26] = BoneId(0);
    model.bone_tracks = (0..4)
        .map(|index| BoneTracks {
            rotation: per_clip(
                Interpolation::Linear,
                [1000, 800].map(|end| {
                    let turned = Quat::new(0.8, 0.6, 0.0, 0.0);
                    keys(&[
                        (0, Quat::identity()),
                        (end / 2, turned),
                        (end, Quat::identity()),
                    ])
                }),
            ),
            translation: if index == 0 {
                per_clip(
                    Interpolation::Linear,
                    [1000, 800].map(|end| keys(&[(0, Vec3::zeros()), (end, Vec3::z())])),
                )
            } else {
                Track::default()
            },
            scale: Track::default(),
        })
        .collect();
    let mut pool = VertexPool::default();
    for ring in 0..RINGS {
        for step in 0..AROUND {
            let angle = f32::from(step) / f32::from(AROUND) * std::f32::consts::TAU;
            let normal = Vec3::new(angle.cos(), angle.sin(), 0.0);
            let height = f32::from(ring) * 0.25;
            pool.positions.push(normal * 0.3 + Vec3::z() * height);
            pool.normals.push(normal);
            pool.uvs[0].push(Vec2::new(f32::from(step) / f32::from(AROUND), height));
            pool.uvs[1].push(Vec2::zeros());
            let bone = u32::from(ring / 2);
            let mut slots = [Influence::NONE; 4];
            slots[0] = Influence {
                bone: BoneId(bone),
                weight: 1.0,
            };
            if ring % 2 == 1 {
                slots[0].weight = 128.0 / 255.0;
                slots[1] = Influence {
                    bone: BoneId(bone + 1),
                    weight: 127.0 / 255.0,
                };
            }
            pool.influences.slots.push(slots);
        }
    }
    let mut triangles = Vec::new();
    for ring in 0..RINGS - 1 {
        for step in 0..AROUND {
            let (next, above) = ((step + 1) % AROUND, AROUND);
            let (a, b) = (ring * AROUND + step, ring * AROUND + next);
            let corners = [a, b, b + above, a, b + above, a + above];
            triangles.extend(corners.map(u32::from));
        }
    }
    model.views = vec![View {
        vertex_indices: (0..u32::from(RINGS * AROUND)).collect(),
        palette_indices: pool
            .influences
            .slots
            .iter()
            .map(|slots| slots.map(|slot| slot.bone.0 as u8))
            .collect(),
        submeshes: vec![Submesh {
            vertex_count: u32::from(RINGS * AROUND),
            triangle_count: triangles.len() as u32,
            bone_count: 4,
            bone_influences: 2,
            ..Submesh::default()
        }],
        triangles,
        batches: vec![Batch {
            colour_index: 0xFFFF,
            texture_count: 1,
            ..Batch::default()
        }],
        bone_limit: 64,
        shadow_batches: None,
    }];
    model.bounds = pool.bounds();
    model.bounds_radius = 2.0;
    model.vertices = pool;
    model.textures = vec![Texture {
        kind: TextureKind::NAMED,
        flags: 3,
        path: b"Tube\\Tube.blp\0".to_vec(),
    }];
    model.texture_weights = vec![Track {
        keys: TrackKeys::Shared(keys(&[(0, 1.0)])),
        ..Track::default()
    }];
    model.materials = vec![Material::default()];
    model.combos = Combos {
        bones: (0..4).map(BoneId).collect(),
        textures: vec![0],
        texture_coords: vec![0],
        texture_weights: vec![0],
        texture_transforms: vec![0xFFFF],
        combiners: None,
    };
    model
}

/// A clip with its keys in the model file.
pub fn clip(id: u32, animation_id: u16, variation: u16, duration_ms: u32) -> Clip {
    Clip {
        id: ClipId(id),
        name: None,
        animation_id,
        variation,
        start_ms: 0,
        duration_ms,
        move_speed: 0.0,
        flags: ClipFlags(ClipFlags::KEYS_INLINE),
        frequency: 32767,
        padding: 0,
        repeat: [0, 0],
        blend_time: 150,
        bounds: Aabb {
            min: Vec3::zeros(),
            max: Vec3::zeros(),
        },
        bounds_radius: 0.0,
        variation_next: ClipId::NONE,
        alias_of: ClipId(id),
        rarity: 0.0,
        sync_point: 0,
    }
}

/// A list of keyframes without tangents.
pub fn keys<T: Copy>(keys: &[(i32, T)]) -> KeyList<T> {
    KeyList {
        times_ms: keys.iter().map(|key| key.0).collect(),
        values: keys.iter().map(|key| key.1).collect(),
        tangents: Vec::new(),
    }
}

/// A track with these lists, one a clip.
pub fn per_clip<T, const N: usize>(
    interpolation: Interpolation,
    lists: [KeyList<T>; N],
) -> Track<T> {
    Track {
        interpolation,
        driver: Driver::Clip,
        keys: TrackKeys::PerClip(lists.into()),
    }
}

/// Documents filled at random: every field, every kind of list, any bits for a float.
pub struct Maker {
    state: u64,
    clips: usize,
}

impl Maker {
    /// The same seed gives the same documents.
    pub fn new(seed: u64) -> Self {
        Self {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            clips: 0,
        }
    }

    /// The next random number.
    pub fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    /// A random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit.max(1)
    }

    fn u8(&mut self) -> u8 {
        self.next() as u8
    }

    fn u16(&mut self) -> u16 {
        self.next() as u16
    }

    fn u32(&mut self) -> u32 {
        self.next() as u32
    }

    fn i16(&mut self) -> i16 {
        self.next() as i16
    }

    fn i32(&mut self) -> i32 {
        self.next() as i32
    }

    /// Any bits, and more often than by chance those of NaNs with a payload, infinities, -0.
    fn f32(&mut self) -> f32 {
        let odd = [
            0x7FC0_1234,
            0xFFA0_0001,
            0x7F80_0000,
            0xFF80_0000,
            0x8000_0000,
            1,
        ];
        match self.below(4) {
            0 => f32::from_bits(odd[self.below(odd.len())]),
            1 => f32::from_bits(self.u32()),
            _ => (self.below(2000) as f32 - 1000.0) / 16.0,
        }
    }

    fn vec3(&mut self) -> Vec3 {
        Vec3::new(self.f32(), self.f32(), self.f32())
    }

    fn vec2(&mut self) -> Vec2 {
        Vec2::new(self.f32(), self.f32())
    }

    fn quat(&mut self) -> Quat {
        Quat::new(self.f32(), self.f32(), self.f32(), self.f32())
    }

    fn aabb(&mut self) -> Aabb {
        Aabb {
            min: self.vec3(),
            max: self.vec3(),
        }
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        self.some(most, Self::u8)
    }

    fn text(&mut self) -> String {
        self.some(9, |maker| ['a', 'Z', ' ', 'ß', '骨', '\\'][maker.below(6)])
            .into_iter()
            .collect()
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 1).then(|| make(self))
    }

    fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    fn key_list<T: Copy>(&mut self, make: &mut impl FnMut(&mut Self) -> T) -> KeyList<T> {
        let count = self.below(5);
        KeyList {
            times_ms: (0..count).map(|_| self.i32()).collect(),
            values: (0..count).map(|_| make(self)).collect(),
            tangents: match self.below(2) {
                0 => Vec::new(),
                _ => (0..count)
                    .map(|_| Tangents {
                        incoming: make(self),
                        outgoing: make(self),
                    })
                    .collect(),
            },
        }
    }

    fn track<T: Copy>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Track<T> {
        Track {
            interpolation: Interpolation::from_number(self.below(6) as u16),
            driver: match self.below(2) {
                0 => Driver::Clip,
                _ => Driver::GlobalLoop(self.u16()),
            },
            keys: match self.below(4) {
                0 => TrackKeys::Shared(self.key_list(&mut make)),
                1 => TrackKeys::Axis(self.key_list(&mut make)),
                _ => {
                    let lists = self.below(self.clips + 1);
                    TrackKeys::PerClip((0..lists).map(|_| self.key_list(&mut make)).collect())
                }
            },
        }
    }

    fn ramp<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> ParticleRamp<T> {
        ParticleRamp {
            times: self.some(3, Self::u16),
            values: self.some(3, &mut make),
        }
    }

    fn influence(&mut self) -> Influence {
        Influence {
            bone: BoneId(self.u32()),
            weight: self.f32(),
        }
    }

    fn vertices(&mut self, count: usize) -> VertexPool {
        let mut overflow = BTreeMap::new();
        for _ in 0..count / 3 {
            let vertex = self.below(count) as u32;
            overflow.insert(vertex, self.some(4, Self::influence));
        }
        VertexPool {
            positions: (0..count).map(|_| self.vec3()).collect(),
            normals: (0..count).map(|_| self.vec3()).collect(),
            uvs: [0, 1].map(|_| (0..count).map(|_| self.vec2()).collect()),
            influences: Influences {
                slots: (0..count)
                    .map(|_| [0; 4].map(|_| self.influence()))
                    .collect(),
                overflow,
            },
        }
    }

    fn clip(&mut self, id: u32) -> Clip {
        Clip {
            id: ClipId(id),
            name: self.maybe(Self::text),
            animation_id: self.u16(),
            variation: self.u16(),
            start_ms: self.i32(),
            duration_ms: self.u32(),
            move_speed: self.f32(),
            flags: ClipFlags(self.u32()),
            frequency: self.i16(),
            padding: self.u16(),
            repeat: [self.u32(), self.u32()],
            blend_time: self.u32(),
            bounds: self.aabb(),
            bounds_radius: self.f32(),
            variation_next: ClipId(self.u32()),
            alias_of: ClipId(self.u32()),
            rarity: 0.0,
            sync_point: 0,
        }
    }

    fn bone(&mut self, id: u32) -> Bone {
        Bone {
            id: BoneId(id),
            name: self.maybe(Self::text),
            parent: self.maybe(|maker| BoneId(maker.u32())),
            pivot: self.vec3(),
            flags: BoneFlags(self.u32()),
            key_bone_id: self.i32(),
            submesh_id: self.u16(),
            name_crc: self.u32(),
            kind: BoneKind::Bone,
            shape: None,
        }
    }

    fn view(&mut self) -> View {
        View {
            vertex_indices: self.some(9, |maker| maker.u16().into()),
            triangles: self.some(9, |maker| maker.u16().into()),
            palette_indices: self.some(5, |maker| [0; 4].map(|_| maker.u8())),
            submeshes: self.some(3, |maker| Submesh {
                geoset: maker.u16(),
                level: maker.u16(),
                vertex_start: maker.u16().into(),
                vertex_count: maker.u16().into(),
                triangle_start: maker.u16().into(),
                triangle_count: maker.u16().into(),
                bone_count: maker.u16(),
                bone_combo_index: maker.u16(),
                bone_influences: maker.u16(),
                centre_bone: maker.u16(),
                centre: maker.vec3(),
                sort_centre: maker.vec3(),
                sort_radius: maker.f32(),
            }),
            batches: self.some(3, |maker| Batch {
                flags: maker.u8(),
                priority_plane: maker.u8() as i8,
                shader: maker.u16(),
                submesh: maker.u16(),
                geoset_index: maker.u16(),
                colour_index: maker.u16(),
                material_index: maker.u16(),
                layer: maker.u16(),
                texture_count: maker.u16(),
                texture_combo_index: maker.u16(),
                texture_coord_combo_index: maker.u16(),
                texture_weight_combo_index: maker.u16(),
                texture_transform_combo_index: maker.u16(),
            }),
            bone_limit: self.u32(),
            shadow_batches: self.maybe(|maker| {
                maker.some(2, |maker| ShadowBatch {
                    flags: maker.u8(),
                    flags_2: maker.u8(),
                    unknown: maker.u16(),
                    submesh: maker.u16(),
                    texture: maker.u16(),
                    colour: maker.u16(),
                    weight: maker.u16(),
                })
            }),
        }
    }

    fn light(&mut self) -> Light {
        Light {
            kind: self.u16(),
            bone: BoneId(self.u32()),
            position: self.vec3(),
            ambient_colour: self.track(Self::vec3),
            ambient_intensity: self.track(Self::f32),
            diffuse_colour: self.track(Self::vec3),
            diffuse_intensity: self.track(Self::f32),
            attenuation_start: self.track(Self::f32),
            attenuation_end: self.track(Self::f32),
            visibility: self.track(Self::i32),
        }
    }

    fn camera(&mut self) -> Camera {
        Camera {
            name: Vec::new(),
            kind: self.i32(),
            fov_rad: self.f32(),
            far: self.f32(),
            near: self.f32(),
            position: self.track(Self::vec3),
            position_base: self.vec3(),
            target: self.track(Self::vec3),
            target_base: self.vec3(),
            roll: self.track(Self::f32),
        }
    }

    fn ribbon(&mut self) -> Ribbon {
        Ribbon {
            number: self.u32(),
            bone: BoneId(self.u32()),
            position: self.vec3(),
            textures: self.some(3, Self::u16),
            materials: self.some(3, Self::u16),
            colour: self.track(Self::vec3),
            alpha: self.track(Self::f32),
            height_above: self.track(Self::f32),
            height_below: self.track(Self::f32),
            edges_per_second: self.f32(),
            edge_lifetime: self.f32(),
            gravity: self.f32(),
            rows: self.u16(),
            columns: self.u16(),
            texture_slot: self.track(Self::i32),
            visibility: self.track(Self::i32),
            priority_plane: self.i16(),
            padding: self.u16(),
        }
    }

    fn particle(&mut self) -> Particle {
        Particle {
            number: self.i32(),
            flags: self.u32(),
            position: self.vec3(),
            bone: BoneId(self.u32()),
            texture: self.u16(),
            model_path: self.bytes(9),
            child_path: self.bytes(9),
            blend: self.u8(),
            emitter: self.u8(),
            colour_index: self.u16(),
            particle_type: self.u8(),
            head_or_tail: self.u8(),
            tile_rotation: self.i16(),
            rows: self.u16(),
            columns: self.u16(),
            speed: self.track(Self::f32),
            speed_variation: self.track(Self::f32),
            vertical_range: self.track(Self::f32),
            horizontal_range: self.track(Self::f32),
            gravity: self.track(Self::f32),
            lifespan: self.track(Self::f32),
            lifespan_variation: self.f32(),
            emission_rate: self.track(Self::f32),
            emission_rate_variation: self.f32(),
            area_length: self.track(Self::f32),
            area_width: self.track(Self::f32),
            z_source: self.track(Self::f32),
            colour: self.ramp(Self::vec3),
            alpha: self.ramp(Self::u16),
            scale: self.ramp(Self::vec2),
            scale_variation: self.vec2(),
            head_cells: self.ramp(Self::u16),
            tail_cells: self.ramp(Self::u16),
            dynamics: [0; 25].map(|_| self.f32()),
            spline: self.some(4, Self::vec3),
            enabled: self.track(Self::i32),
        }
    }

    fn native(&mut self) -> NativeSource {
        NativeSource {
            files: self.some(4, |maker| NativeFile {
                role: match maker.below(3) {
                    0 => NativeRole::Model,
                    1 => NativeRole::Skin(maker.u32()),
                    _ => NativeRole::Anim(ClipId(maker.u32())),
                },
                name: maker.text(),
                bytes: maker.bytes(300).into(),
            }),
        }
    }

    /// A model with this id; its bones and clips have ids of a file and of edits.
    pub fn model(&mut self, id: u32) -> Model {
        self.clips = self.below(5);
        let version = [256, 260, 264, 272][self.below(4)];
        let mut model = Model::new(ModelId(id), self.text(), ModelFormat::M2 { version });
        model.name = self.bytes(9);
        model.flags = self.u32();
        model.global_loops_ms = self.some(3, Self::u32);
        let new_id = |index: u32| {
            if index % 3 == 2 {
                BoneId::FIRST_NEW + index
            } else {
                index
            }
        };
        model.clips = (0..self.clips as u32)
            .map(|index| self.clip(new_id(index)))
            .collect();
        model.clip_lookup = self.some(5, |maker| ClipId(maker.u32()));
        model.skeleton = Skeleton {
            bones: (0..self.below(9) as u32)
                .map(|index| self.bone(new_id(index)))
                .collect(),
            key_bone_lookup: self.some(9, |maker| BoneId(maker.u32())),
        };
        model.bone_tracks = (0..model.skeleton.bones.len())
            .map(|_| BoneTracks {
                translation: self.track(Self::vec3),
                rotation: self.track(Self::quat),
                scale: self.track(Self::vec3),
            })
            .collect();
        let count = self.below(40);
        model.vertices = self.vertices(count);
        model.views = self.some(3, Self::view);
        model.colours = self.some(3, |maker| ColourTracks {
            colour: maker.track(Self::vec3),
            alpha: maker.track(Self::f32),
        });
        model.textures = self.some(3, |maker| Texture {
            kind: TextureKind(maker.u32()),
            flags: maker.u32(),
            path: maker.bytes(20),
        });
        model.texture_weights = self.some(3, |maker| maker.track(Self::f32));
        model.texture_transforms = self.some(3, |maker| TextureTransform {
            translation: maker.track(Self::vec3),
            rotation: maker.track(Self::quat),
            scale: maker.track(Self::vec3),
        });
        model.replaceable_lookup = self.some(5, Self::i16);
        model.materials = self.some(3, |maker| Material {
            flags: MaterialFlags(maker.u16()),
            blend: maker.u16(),
        });
        model.combos = Combos {
            bones: self.some(5, |maker| BoneId(maker.u32())),
            textures: self.some(5, Self::u16),
            texture_coords: self.some(5, Self::i16),
            texture_weights: self.some(5, Self::u16),
            texture_transforms: self.some(5, Self::u16),
            combiners: self.maybe(|maker| maker.some(4, Self::u16)),
        };
        model.bounds = self.aabb();
        model.bounds_radius = self.f32();
        model.collision = Collision {
            bounds: self.aabb(),
            radius: self.f32(),
            indices: self.some(9, Self::u16),
            vertices: self.some(9, Self::vec3),
            normals: self.some(9, Self::vec3),
        };
        model.attachments = self.some(3, |maker| Attachment {
            kind: maker.u32(),
            bone: BoneId(maker.u32()),
            unknown: maker.u16(),
            position: maker.vec3(),
            visibility: maker.track(Self::i32),
            path: Vec::new(),
        });
        model.attachment_lookup = self.some(5, Self::i16);
        model.events = self.some(3, |maker| Event {
            tag: [0; 4].map(|_| maker.u8()),
            payload: maker.u32(),
            bone: BoneId(maker.u32()),
            position: maker.vec3(),
            times: maker.track(|_| ()),
        });
        model.lights = self.some(2, Self::light);
        model.cameras = self.some(2, Self::camera);
        model.camera_lookup = self.some(3, Self::i16);
        model.ribbons = self.some(2, Self::ribbon);
        model.particles = self.some(2, Self::particle);
        model.opaque = self.some(3, |maker| OpaqueChunk {
            tag: [0; 4].map(|_| maker.u8()),
            position: maker.u32(),
            bytes: maker.bytes(40),
        });
        model.native = self.maybe(Self::native).map(Arc::new);
        self.additions(&mut model);
        model
    }

    /// What only MDX has, and how bones look.
    fn additions(&mut self, model: &mut Model) {
        for bone in &mut model.skeleton.bones {
            bone.kind = BoneKind::ALL[self.below(BoneKind::ALL.len())];
            bone.shape = self.maybe(|maker| BoneShape {
                colour: [0; 3].map(|_| maker.u8()),
                length: maker.f32(),
                width: maker.f32(),
                rest_degrees: maker.vec3(),
            });
        }
        for clip in &mut model.clips {
            (clip.rarity, clip.sync_point) = (self.f32(), self.u32());
        }
        for attachment in &mut model.attachments {
            attachment.path = self.bytes(9);
        }
        for camera in &mut model.cameras {
            camera.name = self.bytes(9);
        }
        model.geosets = self.some(3, |maker| Geoset {
            material: maker.u32(),
            selection_group: maker.u32(),
            selection_flags: maker.u32(),
            groups: maker.some(3, |maker| maker.some(3, |maker| BoneId(maker.u32()))),
            vertex_groups: maker.bytes(9),
            bounds: maker.bounds(),
            clip_bounds: maker.some(3, Self::bounds),
            uv_set_count: maker.u32(),
            further_uvs: maker.some(2, |maker| maker.some(3, Self::vec2)),
        });
        model.colour_targets = self.some(3, |maker| ColourTarget {
            geoset: maker.i32(),
            flags: maker.u32(),
        });
        model.layered_materials = self.some(3, |maker| LayeredMaterial {
            priority_plane: maker.i32(),
            flags: maker.u32(),
            layer_count: maker.u32(),
        });
        model.layers = self.some(3, |maker| Layer {
            filter: maker.u32(),
            flags: LayerFlags(maker.u32()),
            texture: maker.track(Self::i32),
            transform: maker.i32(),
            uv_set: maker.u32(),
            alpha: maker.track(Self::f32),
        });
        model.model_emitters = self.some(2, |maker| ModelEmitter {
            bone: BoneId(maker.u32()),
            emission_rate: maker.track(Self::f32),
            gravity: maker.track(Self::f32),
            longitude: maker.track(Self::f32),
            latitude: maker.track(Self::f32),
            path: maker.bytes(9),
            lifespan: maker.track(Self::f32),
            speed: maker.track(Self::f32),
            visibility: maker.track(Self::i32),
        });
        model.sprite_emitters = self.some(2, Self::sprite_emitter);
        model.collision_shapes = self.some(2, |maker| CollisionShape {
            bone: BoneId(maker.u32()),
            kind: maker.u32(),
            points: [maker.vec3(), maker.vec3()],
            radius: maker.f32(),
        });
        model.blend_ms = self.u32();
        model.animation_path = self.bytes(9);
    }

    fn bounds(&mut self) -> Bounds {
        Bounds {
            aabb: self.aabb(),
            radius: self.f32(),
        }
    }

    fn sprite_emitter(&mut self) -> SpriteEmitter {
        SpriteEmitter {
            bone: BoneId(self.u32()),
            speed: self.track(Self::f32),
            variation: self.track(Self::f32),
            latitude: self.track(Self::f32),
            gravity: self.track(Self::f32),
            lifespan: self.f32(),
            emission_rate: self.track(Self::f32),
            length: self.track(Self::f32),
            width: self.track(Self::f32),
            filter: self.u32(),
            rows: self.u32(),
            columns: self.u32(),
            head_or_tail: self.u32(),
            tail_length: self.f32(),
            middle: self.f32(),
            colours: [self.vec3(), self.vec3(), self.vec3()],
            alphas: [0; 3].map(|_| self.u8()),
            scales: [0.0; 3].map(|_| self.f32()),
            head_life: [0; 3].map(|_| self.u32()),
            head_decay: [0; 3].map(|_| self.u32()),
            tail_life: [0; 3].map(|_| self.u32()),
            tail_decay: [0; 3].map(|_| self.u32()),
            texture: self.i32(),
            squirt: self.u32(),
            priority_plane: self.i32(),
            replaceable: self.u32(),
            visibility: self.track(Self::i32),
        }
    }

    /// A document of up to three such models.
    pub fn document(&mut self) -> Document {
        Document {
            models: (0..1 + self.below(3) as u32)
                .map(|id| self.model(id))
                .collect(),
            terrains: Vec::new(),
            next_id: BoneId::FIRST_NEW + 100 + self.below(100) as u32,
        }
    }
}
