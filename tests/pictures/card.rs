//! A model of flat cards that face the viewer, so that every pixel can be worked out by hand.

use std::collections::BTreeSet;

use bonewright::anim::{Driver, Interpolation, KeyList, Track, TrackKeys};
use bonewright::document::{Model, ModelFormat, ModelId};
use bonewright::math::{Aabb, Vec2, Vec3};
use bonewright::mesh::{
    Batch, Bounds, ColourTarget, ColourTracks, Geoset, Influence, Layer, LayerFlags,
    LayeredMaterial, Material, MaterialFlags, Submesh, Texture, TextureKind, View,
};
use bonewright::render::{
    Camera, FixedView, Moment, Overlay, Palette, Picture, PictureMaker, Projection,
    WeightColouring, WeightLooks,
};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};
use image::{Rgba, RgbaImage};

/// The background of these pictures.
pub const BACKGROUND: [u8; 3] = [100, 60, 40];
/// Side of a picture; a card of half size 1 covers the middle half of it.
pub const SIDE: u32 = 64;

/// What is drawn and from where.
pub struct Cards {
    pub model: Model,
    pub pictures: Vec<Option<RgbaImage>>,
    pub moment: Moment,
    pub geosets: BTreeSet<u16>,
    pub overlay: Overlay,
    pub camera: Camera,
}

/// A flat picture of one colour.
pub fn plain(colour: [u8; 4]) -> Option<RgbaImage> {
    Some(RgbaImage::from_pixel(4, 4, Rgba(colour)))
}

/// A picture whose left half has one colour and whose right half another.
pub fn halves(left: [u8; 4], right: [u8; 4]) -> Option<RgbaImage> {
    Some(RgbaImage::from_fn(16, 16, |x, _| {
        Rgba(if x < 8 { left } else { right })
    }))
}

impl Cards {
    /// No card yet; one bone, an unlit opaque material and no textures.
    pub fn new() -> Self {
        let mut model = Model::new(ModelId(0), "Cards", ModelFormat::M2 { version: 264 });
        model.views = vec![View::default()];
        let colour = BACKGROUND.map(|part| f32::from(part) / 255.0);
        let background = [colour[0], colour[1], colour[2], 1.0];
        let palette = Palette {
            background_bottom: background,
            background_top: background,
            ..Palette::default()
        };
        let mut camera = Camera {
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        camera.target = Vec3::zeros().into();
        camera.distance = 2.0 / (camera.fov_y_rad * 0.5).tan();
        let mut cards = Self {
            model,
            pictures: Vec::new(),
            moment: Moment::default(),
            geosets: BTreeSet::from([0]),
            overlay: Overlay {
                palette,
                ..Overlay::default()
            },
            camera,
        };
        cards.add_bone(None, 0, Vec3::zeros());
        cards
    }

    /// The same as an MDX model: cards are geosets, whose materials have layers.
    pub fn warcraft() -> Self {
        let mut cards = Self::new();
        cards.model.format = ModelFormat::Mdx { version: 800 };
        cards
    }

    /// Adds a card facing +X on `bone` as a geoset of its own with a material of these layers.
    pub fn add_geoset(
        &mut self,
        centre: Vec3,
        half: f32,
        bone: u32,
        layers: &[Layer],
    ) -> &mut Geoset {
        self.add_card(centre, half, bone, 0, &[]);
        let model = &mut self.model;
        model.views[0].batches.clear();
        let index = model.geosets.len() as u16;
        let submesh = model.views[0].submeshes.last_mut().expect("just added");
        submesh.geoset = index;
        self.geosets.insert(index);
        model.geosets.push(Geoset {
            material: model.layered_materials.len() as u32,
            selection_group: 0,
            selection_flags: 0,
            groups: Vec::new(),
            vertex_groups: Vec::new(),
            bounds: Bounds {
                aabb: Aabb::EMPTY,
                radius: 0.0,
            },
            clip_bounds: Vec::new(),
            uv_set_count: 2,
            further_uvs: Vec::new(),
        });
        model.layered_materials.push(LayeredMaterial {
            priority_plane: 0,
            flags: 0,
            layer_count: layers.len() as u32,
        });
        model.layers.extend(layers.iter().cloned());
        model.geosets.last_mut().expect("just added")
    }

    /// Adds an entry of the colours for a geoset.
    pub fn add_geoset_colour(&mut self, geoset: i32, flags: u32, colour: [f32; 3], alpha: f32) {
        self.model.colours.push(ColourTracks {
            colour: constant(Vec3::from(colour)),
            alpha: constant(alpha),
        });
        self.model
            .colour_targets
            .push(ColourTarget { geoset, flags });
    }

    /// Adds a bone and returns its position.
    pub fn add_bone(&mut self, parent: Option<u32>, flags: u32, pivot: Vec3) -> u32 {
        let index = self.model.skeleton.bones.len() as u32;
        self.model.skeleton.bones.push(Bone {
            id: BoneId(index),
            name: None,
            parent: parent.map(BoneId),
            pivot,
            flags: BoneFlags(flags),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        self.model.bone_tracks.push(Default::default());
        index
    }

    /// Adds a texture slot that repeats.
    pub fn add_texture(&mut self, picture: Option<RgbaImage>) -> u16 {
        let slot = self.model.textures.len() as u16;
        self.model.textures.push(Texture {
            kind: TextureKind::NAMED,
            flags: 3,
            path: Vec::new(),
        });
        self.pictures.push(picture);
        slot
    }

    /// Adds a material.
    pub fn add_material(&mut self, blend: u16, flags: u16) -> u16 {
        self.model.materials.push(Material {
            flags: MaterialFlags(flags),
            blend,
        });
        self.model.materials.len() as u16 - 1
    }

    /// Adds a card facing +X on `bone`, with the batch's own textures starting at `textures`.
    ///
    /// Its second texture coordinates are those of the first, turned left to right.
    pub fn add_card(
        &mut self,
        centre: Vec3,
        half: f32,
        bone: u32,
        material: u16,
        textures: &[u16],
    ) -> &mut Batch {
        let pool = &mut self.model.vertices;
        let view = &mut self.model.views[0];
        let first = pool.positions.len() as u32;
        // Seen from the front, +Y is right; texture coordinates count from the top left.
        for (y, z) in [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            pool.positions.push(centre + Vec3::new(0.0, y, z) * half);
            pool.normals.push(Vec3::x());
            let uv = Vec2::new(y * 0.5 + 0.5, 0.5 - z * 0.5);
            pool.uvs[0].push(uv);
            pool.uvs[1].push(Vec2::new(1.0 - uv.x, uv.y));
            let mut slots = [Influence::NONE; 4];
            slots[0] = Influence {
                bone: BoneId(bone),
                weight: 1.0,
            };
            pool.influences.slots.push(slots);
        }
        let places = view.vertex_indices.len() as u32;
        view.vertex_indices.extend(first..first + 4);
        let start = view.triangles.len() as u32;
        view.triangles
            .extend([0, 2, 1, 0, 3, 2].map(|corner| places + corner));
        let submesh = view.submeshes.len() as u16;
        view.submeshes.push(Submesh {
            vertex_start: places,
            vertex_count: 4,
            triangle_start: start,
            triangle_count: 6,
            centre_bone: bone as u16,
            centre,
            ..Submesh::default()
        });
        let combos = &mut self.model.combos;
        let combo = combos.textures.len() as u16;
        combos.textures.extend(textures);
        combos.texture_coords.extend(textures.iter().map(|_| 0));
        combos
            .texture_transforms
            .extend(textures.iter().map(|_| 0xFFFF));
        combos
            .texture_weights
            .extend(textures.iter().map(|_| 0xFFFF));
        view.batches.push(Batch {
            submesh,
            colour_index: 0xFFFF,
            material_index: material,
            texture_count: textures.len() as u16,
            texture_combo_index: combo,
            texture_coord_combo_index: combo,
            texture_weight_combo_index: combo,
            texture_transform_combo_index: combo,
            ..Batch::default()
        });
        view.batches.last_mut().expect("just added")
    }

    /// Sets the moment to the bind pose of what has been added.
    pub fn rest(&mut self) {
        self.moment = Moment::bind(&self.model);
    }

    /// The picture.
    pub fn draw(&self) -> RgbaImage {
        self.draw_with(None)
    }

    /// The picture with weights shown this way, as the overlay says.
    pub fn draw_weights(&self, colouring: WeightColouring) -> RgbaImage {
        self.draw_with(Some(&WeightLooks::of(&self.model, colouring)))
    }

    /// The picture, its vertices with looks if there are some.
    pub fn draw_with(&self, looks: Option<&WeightLooks>) -> RgbaImage {
        let picture = Picture {
            model: &self.model,
            view_index: 0,
            pictures: &self.pictures,
            geosets: &self.geosets,
            overlay: &self.overlay,
            size: [SIDE, SIDE],
        };
        let mut maker = PictureMaker::new(picture).expect("an EGL device");
        if let Some(looks) = looks {
            maker.set_looks(looks);
        }
        maker.draw(&self.camera, &self.moment).expect("a picture")
    }
}

/// A value for all time, as MDX has it.
pub fn constant<T>(value: T) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(KeyList {
            times_ms: vec![0],
            values: vec![value],
            tangents: Vec::new(),
        }),
    }
}

/// A layer that light does not change.
pub fn layer(filter: u32, texture: u16) -> Layer {
    Layer {
        filter,
        flags: LayerFlags(LayerFlags::UNSHADED),
        texture: constant(i32::from(texture)),
        transform: -1,
        uv_set: 0,
        alpha: constant(1.0),
    }
}

/// Checks a pixel to within two steps of 255.
#[track_caller]
pub fn check_pixel(picture: &RgbaImage, at: [u32; 2], expected: [u8; 3], what: &str) {
    let [red, green, blue, _] = picture.get_pixel(at[0], at[1]).0;
    let is_near = [red, green, blue]
        .iter()
        .zip(expected)
        .all(|(a, b)| a.abs_diff(b) <= 2);
    assert!(
        is_near,
        "{what}: {:?} is not {expected:?} at {at:?}",
        [red, green, blue]
    );
}

/// The middle of the picture, inside a card at the origin.
pub const MIDDLE: [u32; 2] = [SIDE / 2, SIDE / 2];
