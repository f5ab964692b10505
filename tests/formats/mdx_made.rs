//! A small MDX with every chunk, every track and odd bytes wherever they may stand.

use bonewright::formats::mdx::{
    Attachment, Bone, Camera, CollisionShape, Event, Extent, FixedText, Geoset, GeosetAnimation,
    Helper, Layer, Light, Material, MdxFile, ModelEmitter, ModelInfo, Node, RawKeys, RawTrack,
    RawValues, Ribbon, Sequence, SpriteEmitter, TRACK_TAGS, Texture, TextureAnimation, Tracks,
    ValueKind,
};

/// A track of two keys with this tag.
pub fn track(tag: [u8; 4], interpolation: u32) -> RawTrack {
    let kind = TRACK_TAGS.iter().find(|(known, _)| *known == tag);
    let (_, kind) = kind.expect("a known track");
    let values = match kind {
        ValueKind::Scalar => RawValues::Scalar(keys([0.25, 0.75], interpolation)),
        ValueKind::Vector => RawValues::Vector(keys([[1.0, 2.0, 3.0], [4.0; 3]], interpolation)),
        ValueKind::Rotation => {
            RawValues::Rotation(keys([[0.0, 0.0, 0.0, 1.0], [0.5; 4]], interpolation))
        }
        ValueKind::Integer => RawValues::Integer(keys([7, 9], interpolation)),
    };
    RawTrack {
        tag,
        interpolation,
        global_sequence: if interpolation == 0 { 0 } else { -1 },
        times: vec![-5, 1000],
        values,
    }
}

fn keys<T: Copy>(values: [T; 2], interpolation: u32) -> RawKeys<T> {
    let tangents = if interpolation > 1 {
        values.map(|value| [value, values[1]]).to_vec()
    } else {
        Vec::new()
    };
    RawKeys {
        values: values.to_vec(),
        tangents,
    }
}

/// Tracks with these tags, whose interpolations go through all there are.
pub fn tracks(tags: &[&[u8; 4]]) -> Tracks {
    let tags = tags.iter().enumerate();
    Tracks(tags.map(|(at, tag)| track(**tag, at as u32 % 4)).collect())
}

/// A fixed text with junk behind its end.
pub fn text<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = <[u8; N]>::from_text(text).expect("a short text");
    bytes[N - 1] = 0xcd;
    bytes
}

/// A node with all tracks of nodes.
pub fn node(name: &str, object_id: u32) -> Node {
    Node {
        name: text(name),
        object_id,
        parent_id: object_id.wrapping_sub(1),
        flags: Node::IS_BONE,
        tracks: tracks(&[b"KGTR", b"KGRT", b"KGSC"]),
        tail: Vec::new(),
    }
}

fn extent(size: f32) -> Extent {
    Extent {
        radius: size,
        min: [-size, -size, 0.0],
        max: [size, size, 2.0 * size],
    }
}

fn made_geoset() -> Geoset {
    Geoset {
        vertices: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, -0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 2],
        primitive_types: vec![Geoset::TRIANGLES],
        primitive_counts: vec![3],
        faces: vec![0, 1, 2],
        vertex_groups: vec![0, 1, 0, 5],
        group_sizes: vec![1, 2],
        group_nodes: vec![0, 0, 1],
        material_id: 1,
        selection_group: 2,
        selection_flags: Geoset::UNSELECTABLE,
        bounds: extent(3.0),
        sequence_bounds: vec![extent(1.0), extent(2.0)],
        uv_sets: vec![vec![[0.0, 0.5], [1.0, 0.5], [f32::NAN, 1.0]], vec![]],
        tail: vec![1, 2, 3],
    }
}

fn made_layer() -> Layer {
    Layer {
        filter_mode: 3,
        flags: Layer::TWO_SIDED | Layer::UNSHADED,
        texture_id: 1,
        texture_animation_id: -1,
        uv_set: 1,
        alpha: 0.5,
        tracks: tracks(&[b"KMTF", b"KMTA"]),
        tail: b"KMTE\x01\0\0\0\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0".to_vec(),
    }
}

fn made_sprite_emitter() -> SpriteEmitter {
    SpriteEmitter {
        node: node("Dust", 6),
        speed: 1.0,
        variation: 2.0,
        latitude: 3.0,
        gravity: 4.0,
        lifespan: 5.0,
        emission_rate: 6.0,
        length: 7.0,
        width: 8.0,
        filter_mode: 1,
        rows: 2,
        columns: 3,
        head_or_tail: 2,
        tail_length: 9.0,
        middle_time: 0.5,
        colors: [[1.0, 0.5, 0.25]; 3],
        alphas: [255, 128, 1],
        scales: [10.0, 20.0, 30.0],
        head_life: [0, 1, 1],
        head_decay: [2, 3, 1],
        tail_life: [4, 5, 1],
        tail_decay: [6, 7, 1],
        texture_id: 1,
        squirt: 1,
        priority_plane: -3,
        replaceable_id: 0,
        tracks: tracks(&[
            b"KP2S", b"KP2R", b"KP2L", b"KP2G", b"KP2E", b"KP2N", b"KP2W", b"KP2V",
        ]),
        tail: Vec::new(),
    }
}

fn made_shapes() -> Vec<CollisionShape> {
    let shape = |shape| CollisionShape {
        node: node("Hit", 10 + shape),
        shape,
        points: [[1.0, 2.0, 3.0], [if shape == 2 { 0.0 } else { 4.0 }; 3]],
        radius: if shape < 2 { 0.0 } else { 5.0 },
    };
    (0..4).map(shape).collect()
}

/// The model, with no layout of its own.
pub fn made_model() -> MdxFile {
    let mut file = MdxFile::empty();
    file.info = ModelInfo {
        name: text("Made"),
        animation_file: text(""),
        bounds: extent(50.0),
        blend_ms: 150,
    };
    file.sequences = ["Stand", "Walk"].map(made_sequence).to_vec();
    file.global_sequences = vec![1000, 0];
    file.materials = vec![Material {
        priority_plane: -1,
        flags: Material::FULL_RESOLUTION,
        layers: vec![made_layer(), Layer::default()],
        tail: vec![9],
    }];
    file.textures = vec![Texture {
        replaceable_id: 1,
        path: text("Textures\\Made.blp"),
        flags: Texture::WRAP_U,
    }];
    file.texture_animations = vec![TextureAnimation {
        tracks: tracks(&[b"KTAT", b"KTAR", b"KTAS"]),
        tail: vec![0; 5],
    }];
    file.geosets = vec![made_geoset(), Geoset::default()];
    file.geoset_animations = vec![GeosetAnimation {
        alpha: 1.0,
        flags: GeosetAnimation::USES_COLOR,
        color: [1.0, 0.5, 0.0],
        geoset_id: 0,
        tracks: tracks(&[b"KGAC", b"KGAO", b"KGAO"]),
        tail: Vec::new(),
    }];
    file.pivots = vec![[0.0; 3], [0.0, 0.0, 40.0], [f32::MAX; 3]];
    add_nodes(&mut file);
    file.cameras = vec![Camera {
        name: text("Camera01"),
        position: [100.0, 0.0, 60.0],
        field_of_view: 0.8,
        far: 1000.0,
        near: 8.0,
        target: [0.0, 0.0, 60.0],
        tracks: tracks(&[b"KCTR", b"KTTR", b"KCRL"]),
        tail: vec![4],
    }];
    file
}

fn made_sequence(name: &str) -> Sequence {
    Sequence {
        name: text(name),
        start_ms: 100,
        end_ms: 1100,
        move_speed: 210.0,
        flags: Sequence::DOES_NOT_LOOP,
        rarity: 4.0,
        sync_point: 3,
        bounds: extent(40.0),
    }
}

fn add_nodes(file: &mut MdxFile) {
    file.bones = [("Root", 0), ("Arm", 1)].map(made_bone).to_vec();
    if let Some(arm) = file.bones.last_mut() {
        arm.node.tail = b"junk".to_vec();
    }
    file.lights = vec![Light {
        node: node("Lamp", 2),
        kind: 1,
        attenuation_start: 80.0,
        attenuation_end: 200.0,
        color: [1.0, 0.75, 0.5],
        intensity: 2.0,
        ambient_color: [0.5; 3],
        ambient_intensity: 0.125,
        tracks: tracks(&[
            b"KLAS", b"KLAE", b"KLAC", b"KLAI", b"KLBI", b"KLBC", b"KLAV",
        ]),
        tail: Vec::new(),
    }];
    file.helpers = vec![Helper {
        node: node("Mount", 3),
    }];
    file.attachments = vec![Attachment {
        node: node("Head Ref", 4),
        path: text("Hat.mdl"),
        attachment_id: 6,
        tracks: tracks(&[b"KATV"]),
        tail: Vec::new(),
    }];
    file.model_emitters = vec![ModelEmitter {
        node: node("Sparks", 5),
        emission_rate: 10.0,
        gravity: 20.0,
        longitude: 30.0,
        latitude: 40.0,
        path: text("Spark.mdl"),
        lifespan: 50.0,
        speed: 60.0,
        tracks: tracks(&[
            b"KPEE", b"KPEG", b"KPLN", b"KPLT", b"KPEL", b"KPES", b"KPEV",
        ]),
        tail: Vec::new(),
    }];
    file.sprite_emitters = vec![made_sprite_emitter()];
    file.ribbons = vec![Ribbon {
        node: node("Trail", 7),
        height_above: 10.0,
        height_below: 20.0,
        alpha: 0.5,
        color: [0.25; 3],
        lifespan: 2.0,
        texture_slot: 4,
        emission_rate: 30,
        rows: 5,
        columns: 6,
        material_id: 1,
        gravity: -3.0,
        tracks: tracks(&[b"KRHA", b"KRHB", b"KRAL", b"KRCO", b"KRTX", b"KRVS"]),
        tail: Vec::new(),
    }];
    file.events = vec![
        Event {
            node: node("SNDXAMAA", 8),
            has_times: true,
            global_sequence: 0,
            times: vec![300, -1, 300],
        },
        Event {
            node: node("FPTxFOO0", 9),
            has_times: false,
            global_sequence: -1,
            times: vec![],
        },
    ];
    file.collision_shapes = made_shapes();
}

fn made_bone((name, object_id): (&str, u32)) -> Bone {
    Bone {
        node: node(name, object_id),
        geoset_id: -1,
        geoset_animation_id: object_id as i32,
    }
}
