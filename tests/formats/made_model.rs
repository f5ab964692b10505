//! A small model with every record of the format, made here, so that no block goes untested
//! where the corpus is absent or lacks it.

use bonewright::formats::m2::{
    Attachment, Batch, Bone, Bounds, Camera, Color, Event, EventTrack, LifeCurve, Light, M2Array,
    M2File, Material, NO_GLOBAL_SEQUENCE, Particle, Record, Ribbon, Sequence, ShadowBatch,
    SkinFile, SplineKey, Submesh, Texture, TextureTransform, TextureWeight, Track, VERSION_264,
    Vertex,
};

/// Sequences of the model: keys in the model, in an `.anim` file, alias, keys in the model.
pub const SEQUENCES: usize = 4;
/// The sequence whose keys are in an `.anim` file.
pub const EXTERNAL: usize = 1;
/// The sequence that plays another one.
pub const ALIAS: usize = 2;

/// A track with keys for every sequence but the alias.
pub fn keyed<T: Record>(values: [T; 2]) -> Track<T> {
    let mut track = Track {
        interpolation: 1,
        ..Track::default()
    };
    for sequence in 0..SEQUENCES {
        let (mut times, mut keys) = (vec![], vec![]);
        if sequence != ALIAS {
            times = vec![0, 100 + sequence as u32];
            keys = values.to_vec();
        }
        track.times.items.push(times.into());
        track.values.items.push(keys.into());
    }
    track
}

/// A track with one list for all sequences.
pub fn constant<T: Record>(value: T) -> Track<T> {
    Track {
        interpolation: 0,
        global_sequence: NO_GLOBAL_SEQUENCE,
        times: vec![vec![0].into()].into(),
        values: vec![vec![value].into()].into(),
        ..Track::default()
    }
}

/// A track that runs on the first global sequence.
pub fn looping<T: Record>(values: [T; 2]) -> Track<T> {
    Track {
        interpolation: 1,
        global_sequence: 0,
        times: vec![vec![0, 500].into()].into(),
        values: vec![values.to_vec().into()].into(),
        ..Track::default()
    }
}

/// A curve over a particle's life.
fn curve<T>(values: [T; 3]) -> LifeCurve<T> {
    LifeCurve {
        times: vec![0, 16384, 32767].into(),
        values: Vec::from(values).into(),
    }
}

/// Camera keys with tangents.
fn spline<T: Record + Copy>(value: T, tangent: T) -> Track<SplineKey<T>, true> {
    let key = SplineKey {
        value,
        in_tangent: tangent,
        out_tangent: value,
    };
    let Track {
        interpolation,
        global_sequence,
        times,
        values,
        ..
    } = keyed([key.clone(), key]);
    Track {
        interpolation,
        global_sequence,
        times,
        values,
        ..Track::default()
    }
}

/// Text as the file holds it.
fn text(text: &str) -> M2Array<u8> {
    [text.as_bytes(), b"\0"].concat().into()
}

fn sequence(id: u16, flags: u32) -> Sequence {
    let bounds = Bounds {
        min: [-1.0; 3],
        max: [1.0, 2.0, 3.0],
        radius: 4.0,
    };
    Sequence {
        id,
        variation: 0,
        duration_ms: 1000,
        move_speed: 2.5,
        flags,
        frequency: 32767,
        padding: 0,
        repeat_min: 0,
        repeat_max: 2,
        blend_in_ms: 150,
        blend_out_ms: 0,
        bounds,
        next_variation: -1,
        alias_target: 0,
    }
}

fn bone(parent: i16) -> Bone {
    Bone {
        key_bone: -1,
        flags: Bone::ANIMATED,
        parent,
        submesh_id: 0,
        name_crc: 0x1234_5678,
        translation: keyed([[0.0; 3], [0.0, -0.0, 1.0]]),
        rotation: keyed([[0x7fff, 0x7fff, 0x7fff, -1], [1, 2, 3, 4]]),
        scale: constant([1.0; 3]),
        pivot: [0.5, 0.25, 1.5],
    }
}

/// The model.
pub fn made_model() -> M2File {
    let vertex = Vertex {
        position: [1.0, 2.0, 3.0],
        weights: [200, 55, 0, 0],
        bones: [0, 1, 0, 0],
        normal: [0.0, 0.0, 1.0],
        uvs: [[0.25, 0.5], [0.75, 1.0]],
    };
    let mut alias = sequence(5, Sequence::ALIAS);
    alias.alias_target = 0;
    M2File {
        name: text("Made"),
        flags: M2File::HAS_COMBINER_COMBOS,
        global_sequences: vec![500, 0].into(),
        sequences: vec![sequence(0, 0x20), sequence(4, 0), alias, sequence(1, 0xa1)].into(),
        sequence_lookup: vec![0, 3, -1, -1, 1, 2].into(),
        bones: vec![bone(-1), bone(0)].into(),
        key_bone_lookup: vec![-1, 0, 1].into(),
        vertices: vec![vertex; 3].into(),
        view_count: 1,
        colors: vec![Color {
            rgb: keyed([[1.0; 3], [0.5; 3]]),
            alpha: looping([0, 32767]),
        }]
        .into(),
        textures: vec![Texture {
            kind: 0,
            flags: 0xffff_0003,
            name: text("A\\b.blp"),
        }]
        .into(),
        texture_weights: vec![TextureWeight {
            weight: keyed([32767, 1]),
        }]
        .into(),
        texture_transforms: vec![TextureTransform {
            translation: looping([[0.0; 3], [1.0, 0.0, 0.0]]),
            rotation: keyed([[0.0, 0.0, 0.0, 1.0], [f32::NAN; 4]]),
            scale: constant([2.0; 3]),
        }]
        .into(),
        replaceable_lookup: vec![0, -1].into(),
        materials: vec![Material {
            flags: Material::TWO_SIDED,
            blend_mode: 1,
        }]
        .into(),
        bone_combos: vec![0, 1].into(),
        texture_combos: vec![0].into(),
        texture_coord_combos: vec![0, -1].into(),
        texture_weight_combos: vec![0].into(),
        texture_transform_combos: vec![0, 0xffff].into(),
        bounds: Bounds {
            min: [-2.0; 3],
            max: [2.0; 3],
            radius: 3.5,
        },
        collision_bounds: Bounds {
            min: [-1.0; 3],
            max: [1.0; 3],
            radius: 1.75,
        },
        collision_indices: vec![0, 1, 2].into(),
        collision_vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
        collision_normals: vec![[0.0, 0.0, 1.0]].into(),
        attachments: vec![Attachment {
            id: 11,
            bone: 1,
            unknown: 7,
            position: [0.0, 0.0, 2.0],
            visibility: keyed([1, 0]),
        }]
        .into(),
        attachment_lookup: vec![-1, 0].into(),
        events: vec![Event {
            id: *b"$HIT",
            argument: 601,
            bone: 1,
            position: [0.5; 3],
            track: EventTrack {
                times: keyed([0u8; 2]).times,
                ..EventTrack::default()
            },
        }]
        .into(),
        lights: vec![light()].into(),
        cameras: vec![Camera {
            kind: 0,
            field_of_view_rad: 0.95,
            far_clip: 27.0,
            near_clip: 0.2,
            position_track: spline([0.5; 3], [0.25; 3]),
            position: [3.0, 0.0, 1.0],
            target_track: spline([0.0; 3], [1.0; 3]),
            target: [0.0, 0.0, 1.0],
            roll: spline(0.125, 0.5),
        }]
        .into(),
        camera_lookup: vec![0].into(),
        ribbons: vec![ribbon()].into(),
        particles: vec![particle()].into(),
        texture_combiner_combos: Some(vec![4, 5].into()),
        ..M2File::empty(VERSION_264)
    }
}

fn light() -> Light {
    Light {
        kind: 1,
        bone: -1,
        position: [0.0, 0.0, 4.0],
        ambient_color: keyed([[1.0; 3]; 2]),
        ambient_intensity: keyed([0.25, 0.5]),
        diffuse_color: constant([0.5; 3]),
        diffuse_intensity: constant(0.75),
        attenuation_start: looping([1.0, 2.0]),
        attenuation_end: constant(8.0),
        visibility: keyed([1, 0]),
    }
}

fn ribbon() -> Ribbon {
    Ribbon {
        id: u32::MAX,
        bone: 1,
        position: [0.0, 1.0, 0.0],
        textures: vec![0, 0].into(),
        materials: vec![0].into(),
        color: keyed([[1.0; 3]; 2]),
        alpha: keyed([32767, 0]),
        height_above: constant(0.5),
        height_below: keyed([0.5, 0.25]),
        edges_per_second: 30.0,
        edge_lifetime_secs: 0.75,
        gravity: -1.0,
        texture_rows: 2,
        texture_columns: 3,
        texture_slot: looping([0, 5]),
        visibility: constant(1),
        priority_plane: -2,
        padding: 9,
    }
}

fn particle() -> Particle {
    Particle {
        id: -1,
        flags: 0x1000,
        position: [0.0, 0.0, 1.0],
        bone: 1,
        texture: 0,
        model_name: text("Flame.mdx"),
        child_name: text("Sparks.mdx"),
        blend_mode: 4,
        emitter_kind: 3,
        color_index: 11,
        particle_kind: 1,
        head_or_tail: 2,
        tile_rotation: -1,
        texture_rows: 4,
        texture_columns: 8,
        speed: keyed([1.0, 2.0]),
        speed_variation: constant(0.1),
        vertical_range: keyed([0.5, 0.6]),
        horizontal_range: looping([3.0, 6.0]),
        gravity: constant(9.8),
        lifespan: keyed([1.5, 1.0]),
        lifespan_variation: 0.2,
        emission_rate: keyed([10.0, 20.0]),
        emission_rate_variation: 3.0,
        area_length: constant(0.3),
        area_width: constant(0.4),
        z_source: keyed([0.0, 0.1]),
        color: curve([[255.0; 3], [128.0; 3], [0.0; 3]]),
        alpha: curve([0, 32767, 0]),
        scale: curve([[0.1; 2], [0.2; 2], [0.3; 2]]),
        scale_variation: [0.01, 0.02],
        head_cells: curve([0, 1, 2]),
        tail_cells: curve([3, 4, 5]),
        tail_length: 0.6,
        twinkle_speed: 5.0,
        twinkle_percent: 0.5,
        twinkle_range: [0.9, 1.1],
        burst: 1.2,
        drag: 0.3,
        base_spin: 0.1,
        base_spin_variation: 0.2,
        spin: 0.3,
        spin_variation: 0.4,
        tumble: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        wind: [7.0, 8.0, 9.0],
        wind_time_secs: 10.0,
        follow: [11.0, 12.0, 13.0, 14.0],
        spline_points: vec![[0.0; 3], [1.0; 3]].into(),
        enabled: keyed([1, 0]),
    }
}

/// A view of the model.
pub fn made_skin() -> SkinFile {
    let submesh = Submesh {
        vertex_count: 3,
        triangle_count: 3,
        bone_count: 2,
        bone_influences: 2,
        sort_radius: 1.0,
        ..Submesh::default()
    };
    let batch = Batch {
        flags: 0x10,
        color: 0xffff,
        texture_count: 1,
        texture_transform_combo: 1,
        ..Batch::default()
    };
    SkinFile {
        indices: vec![0, 1, 2].into(),
        triangles: vec![0, 1, 2].into(),
        properties: vec![[0, 1, 0, 0]; 3].into(),
        submeshes: vec![submesh].into(),
        batches: vec![batch].into(),
        bone_count_max: 21,
        shadow_batches: Some(
            vec![ShadowBatch {
                color: 0xffff,
                ..ShadowBatch::default()
            }]
            .into(),
        ),
    }
}
