//! The creature that ships with the program: sound, complete, the same on every run, and standing
//! on the ground.

#[path = "samples/bramblehog.rs"]
mod bramblehog;

use bonewright::anim::{Clock, Driver, TrackKeys};
use bonewright::document::{Document, Model, ModelId, Pose};
use bonewright::for_any_track;
use bonewright::formats::picture::decode_picture;
use bonewright::import_export::import_file;
use bonewright::math::{Vec3, slerp_short};
use bonewright::mesh::BlendMode;
use bonewright::samples::{SampleModel, creature};
use bonewright::skeleton::BoneId;
use bonewright::skinning::{Deformed, SkinBinding};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static CREATURE: LazyLock<SampleModel> = LazyLock::new(creature);

fn model() -> &'static Model {
    &CREATURE.model
}

/// Vertices of a clip at a moment.
fn deformed(clip: usize, time_ms: f64) -> Deformed {
    let model = model();
    let mut pose = Pose::default();
    let clock = Clock::of(model, Some(clip), time_ms);
    model.evaluate(&clock, &model.skeleton.hierarchy(), &mut pose);
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    let mut out = Deformed::default();
    out.deform(&binding, &pose.model_from_bind, &model.vertices);
    out
}

fn clip_named(name: &str) -> usize {
    let clips = &model().clips;
    let found = clips.iter().position(|clip| clip.display_name() == name);
    found.unwrap_or_else(|| panic!("no clip {name}"))
}

fn bone_named(name: &str) -> BoneId {
    let bones = &model().skeleton.bones;
    let found = bones.iter().find(|bone| bone.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("no bone {name}")).id
}

#[test]
fn the_creature_breaks_no_invariant() {
    let mut document = Document::new();
    document.models.push(model().clone());
    assert_eq!(document.check_invariants(), []);
}

#[test]
fn the_creature_is_the_same_on_every_run() {
    let again = creature();
    assert_eq!(again.model.content_hash(), model().content_hash());
    assert_eq!(again.textures, CREATURE.textures);
}

#[test]
fn bones_are_named_and_enough() {
    let skeleton = &model().skeleton;
    assert!((25..=53).contains(&skeleton.bones.len()));
    let mut names = BTreeSet::new();
    for (index, bone) in skeleton.bones.iter().enumerate() {
        let name = bone.name.as_deref().unwrap_or_default();
        assert!(names.insert(name), "{name} twice");
        assert_eq!(bone.name_crc, crc32fast::hash(name.as_bytes()));
        let parent = bone.parent.and_then(|id| skeleton.index_of(id));
        assert!(
            parent.is_none_or(|parent| parent < index),
            "{name} before its parent"
        );
        if let Ok(key) = usize::try_from(bone.key_bone_id) {
            assert_eq!(skeleton.key_bone_lookup[key], bone.id);
        }
    }
    // Facts of the format: the checksums that real files hold for these names.
    assert_eq!(
        skeleton.bone(bone_named("Head")).unwrap().name_crc,
        0x07c1_59a2
    );
    assert_eq!(
        skeleton.bone(bone_named("ArmL")).unwrap().name_crc,
        0xfaa0_442b
    );
    assert_eq!(skeleton.key_bone_lookup[6], bone_named("Head"));
}

#[test]
fn weights_are_whole_bytes_that_sum_to_255() {
    for (vertex, slots) in model().vertices.influences.slots.iter().enumerate() {
        let mut sum = 0.0;
        for slot in slots {
            let byte = slot.weight * 255.0;
            assert!((byte - byte.round()).abs() < 1e-3, "vertex {vertex}");
            assert!(model().skeleton.index_of(slot.bone).is_some());
            sum += byte;
        }
        assert!((sum - 255.0).abs() < 1e-2, "vertex {vertex} sums to {sum}");
    }
    assert!(model().vertices.influences.overflow.is_empty());
    assert!(model().vertices.influences.max_per_vertex() >= 3);
}

#[test]
fn the_view_and_its_tables_are_in_range() {
    let model = model();
    let view = &model.views[0];
    assert_eq!(view.palette_indices.len(), view.vertex_indices.len());
    assert!(view.triangles.len() <= usize::from(u16::MAX));
    let mut next = (0, 0);
    for submesh in &view.submeshes {
        let start = (
            submesh.vertex_start as usize,
            submesh.triangle_start as usize,
        );
        assert_eq!(start, next, "submeshes follow each other");
        assert_eq!(submesh.level, 0);
        next.0 += submesh.vertex_count as usize;
        next.1 += submesh.triangle_count as usize;
        assert!(submesh.bone_count <= 53);
        let vertices = submesh.vertex_range(view.vertex_indices.len());
        for &position in &view.triangles[submesh.triangle_range(view.triangles.len())] {
            assert!(vertices.contains(&(position as usize)));
        }
        let palette_start = usize::from(submesh.bone_combo_index);
        let palette = &model.combos.bones[palette_start..][..usize::from(submesh.bone_count)];
        for position in vertices {
            let vertex = view.vertex_indices[position] as usize;
            assert_eq!(
                vertex, position,
                "vertices lie in the order of the submeshes"
            );
            let slots = &model.vertices.influences.slots[vertex];
            for (slot, &local) in slots.iter().zip(&view.palette_indices[position]) {
                assert!(slot.weight == 0.0 || palette[usize::from(local)] == slot.bone);
            }
        }
    }
    assert_eq!(next, (view.vertex_indices.len(), view.triangles.len()));
    assert_eq!(next.0, model.vertices.len());
    for batch in &view.batches {
        assert!(usize::from(batch.submesh) < view.submeshes.len());
        assert!(usize::from(batch.material_index) < model.materials.len());
        let colour = usize::from(batch.colour_index);
        assert!(batch.colour_index == u16::MAX || colour < model.colours.len());
        let combos = &model.combos;
        let texture = combos.textures[usize::from(batch.texture_combo_index)];
        assert!(usize::from(texture) < model.textures.len());
        let weight = combos.texture_weights[usize::from(batch.texture_weight_combo_index)];
        assert!(usize::from(weight) < model.texture_weights.len());
        let transform = combos.texture_transforms[usize::from(batch.texture_transform_combo_index)];
        assert!(transform == u16::MAX || usize::from(transform) < model.texture_transforms.len());
        assert_eq!(
            combos.texture_coords[usize::from(batch.texture_coord_combo_index)],
            0
        );
    }
}

#[test]
fn every_blend_mode_every_billboard_and_two_crests_appear() {
    let model = model();
    let view = &model.views[0];
    let blends: BTreeSet<u16> = view
        .batches
        .iter()
        .map(|batch| model.materials[usize::from(batch.material_index)].blend)
        .collect();
    assert_eq!(blends, (0..=6).collect());
    let mut billboards = BTreeSet::new();
    for slots in &model.vertices.influences.slots {
        let bone = model.skeleton.bone(slots[0].bone).unwrap();
        billboards.insert(bone.flags.0 & 0x78);
    }
    assert_eq!(billboards, BTreeSet::from([0, 0x8, 0x10, 0x20, 0x40]));
    let geosets: BTreeSet<u16> = view
        .submeshes
        .iter()
        .map(|submesh| submesh.geoset)
        .collect();
    assert_eq!(geosets, BTreeSet::from([0, 2, 3]));
    let moving = |batch: &&bonewright::mesh::Batch| batch.texture_transform_combo_index != 0;
    assert_eq!(view.batches.iter().filter(moving).count(), 2);
}

#[test]
fn triangles_have_area_and_face_the_way_their_normals_do() {
    let model = model();
    let view = &model.views[0];
    let pool = &model.vertices;
    let mut wrong = 0;
    for triangle in view.triangles.chunks_exact(3) {
        let corners = [0, 1, 2].map(|i| view.vertex_indices[triangle[i] as usize] as usize);
        let [a, b, c] = corners.map(|vertex| pool.positions[vertex]);
        let across = (b - a).cross(&(c - a));
        assert!(across.norm() > 1e-8, "{corners:?}");
        let normal: Vec3 = corners.iter().map(|&vertex| pool.normals[vertex]).sum();
        if normal.dot(&across) < 0.0 {
            wrong += 1;
        }
    }
    // Creases finer than the mesh may turn a few.
    let count = view.triangles.len() / 3;
    assert!(
        wrong * 200 < count,
        "{wrong} of {count} triangles face inwards"
    );
    for normal in &pool.normals {
        assert!((normal.norm() - 1.0).abs() < 1e-3);
    }
}

/// Six times the volume a submesh encloses; positive if its triangles face outwards.
fn volume(submesh: usize) -> f32 {
    let view = &model().views[0];
    let range = view.submeshes[submesh].triangle_range(view.triangles.len());
    let corner =
        |position: u32| model().vertices.positions[view.vertex_indices[position as usize] as usize];
    let triangles = view.triangles[range].chunks_exact(3);
    triangles
        .map(|t| corner(t[0]).dot(&corner(t[1]).cross(&corner(t[2]))))
        .sum()
}

#[test]
fn the_skin_is_closed_and_faces_outwards() {
    let view = &model().views[0];
    let range = view.submeshes[0].triangle_range(view.triangles.len());
    // Seams double vertices, so edges are compared by place.
    let place = |position: u32| {
        let vertex = view.vertex_indices[position as usize] as usize;
        model().vertices.positions[vertex].map(f32::to_bits)
    };
    let mut open: BTreeMap<([u32; 3], [u32; 3]), i32> = BTreeMap::new();
    for t in view.triangles[range].chunks_exact(3) {
        for (from, to) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            let (from, to): ([u32; 3], [u32; 3]) = (place(from).into(), place(to).into());
            *open.entry((from, to)).or_default() += 1;
            *open.entry((to, from)).or_default() -= 1;
        }
    }
    assert_eq!(open.values().filter(|&&count| count != 0).count(), 0);
    // A body of this size holds some 0.15 cubic yards.
    let cubic = volume(0) / 6.0;
    assert!((0.08..0.3).contains(&cubic), "{cubic}");
}

#[test]
fn loops_end_as_they_begin() {
    let model = model();
    for (clip, looping) in model
        .clips
        .iter()
        .enumerate()
        .filter(|(_, c)| c.is_looping())
    {
        let (mut first, mut last) = (Pose::default(), Pose::default());
        let hierarchy = model.skeleton.hierarchy();
        // The loops of their own clock are held still.
        let at = |time_ms: f64| Clock {
            loop_time_ms: 0.0,
            ..Clock::of(model, Some(clip), time_ms)
        };
        model.evaluate(&at(0.0), &hierarchy, &mut first);
        model.evaluate(&at(f64::from(looping.duration_ms)), &hierarchy, &mut last);
        for (a, b) in first.model_from_bind.iter().zip(&last.model_from_bind) {
            for (x, y) in a.to_row_major().iter().zip(b.to_row_major()) {
                assert!((x - y).abs() < 1e-4, "{}", looping.display_name());
            }
        }
    }
}

#[test]
fn keys_are_inside_their_clips_and_loops() {
    let model = model();
    let mut keyed = 0;
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let driver = track.driver();
            for_any_track!(TrackRef, track, track => {
                for (clip, keys) in track.lists().iter().enumerate() {
                    let end = match (driver, &track.keys) {
                        (Driver::GlobalLoop(number), _) => model.global_loops_ms[usize::from(number)],
                        (_, TrackKeys::PerClip(_)) => model.clips[clip].duration_ms,
                        _ => 0,
                    };
                    keyed += keys.times_ms.len();
                    assert!(keys.times_ms.is_sorted_by(|a, b| a < b), "{}", path.text(model));
                    assert!(keys.times_ms.iter().all(|&t| (0..=end as i32).contains(&t)));
                }
            });
        }
    }
    assert!(keyed > 2_000, "{keyed} keyframes");
}

/// Lowest point of what is skinned mostly to `bones` at a moment of a clip.
fn lowest(clip: usize, time_ms: f64, bones: &[BoneId]) -> f32 {
    let positions = deformed(clip, time_ms).positions;
    let slots = model().vertices.influences.slots.iter();
    let of_bones = positions
        .iter()
        .zip(slots)
        .filter(|(_, slots)| bones.contains(&slots[0].bone));
    of_bones.map(|(p, _)| p.z).fold(f32::MAX, f32::min)
}

#[test]
fn feet_stay_on_the_ground_when_standing() {
    let stand = clip_named("Stand");
    for side in ["L", "R"] {
        let foot = ["Foot", "Toe"].map(|bone| bone_named(&format!("{bone}{side}")));
        for step in 0..=40 {
            let low = lowest(stand, f64::from(step) * 100.0, &foot);
            assert!((-0.006..0.012).contains(&low), "{side} at {step}: {low}");
        }
    }
}

#[test]
fn feet_neither_sink_nor_slide_when_walking() {
    for name in ["Walk", "Run"] {
        let clip = clip_named(name);
        let duration = f64::from(model().clips[clip].duration_ms);
        let both = ["FootL", "ToeL", "FootR", "ToeR"].map(bone_named);
        for step in 0..=36 {
            let low = lowest(clip, duration * f64::from(step) / 36.0, &both);
            assert!(low > -0.012, "{name} at {step} of 36: {low}");
        }
    }
    // In the middle of its support a foot goes back as fast as the model goes ahead.
    let walk = clip_named("Walk");
    let speed = model().clips[walk].move_speed;
    let foot = model().skeleton.index_of(bone_named("FootL")).unwrap();
    let pivot = model().skeleton.bones[foot].pivot;
    let x = |time_ms: f64| {
        let mut pose = Pose::default();
        let clock = Clock::of(model(), Some(walk), time_ms);
        model().evaluate(&clock, &model().skeleton.hierarchy(), &mut pose);
        pose.model_from_bind[foot].point(&pivot).x
    };
    let moved = (x(150.0) - x(300.0)) / 0.15;
    assert!(
        (moved / speed - 1.0).abs() < 0.08,
        "{moved} against {speed}"
    );
}

#[test]
fn death_ends_lying_down_and_stays() {
    let death = clip_named("Death");
    let clip = &model().clips[death];
    assert!(!clip.is_looping());
    let body: Vec<BoneId> = ["Head", "SpineUp", "Waist", "HandL", "HandR"]
        .map(bone_named)
        .to_vec();
    let height = |time_ms: f64| {
        let positions = deformed(death, time_ms).positions;
        let slots = model().vertices.influences.slots.iter();
        let of_body = positions
            .iter()
            .zip(slots)
            .filter(|(_, slots)| body.contains(&slots[0].bone));
        of_body.map(|(p, _)| p.z).fold(0.0, f32::max)
    };
    let (standing, end) = (height(0.0), height(f64::from(clip.duration_ms)));
    assert!(end < 0.5 * standing, "{end} of {standing}");
}

#[test]
fn the_blow_lands_in_front() {
    let attack = clip_named("AttackUnarmed");
    let hit = model()
        .events
        .iter()
        .find(|event| event.tag == *b"$HIT")
        .unwrap();
    let time_ms = hit.times.keys(attack).unwrap().times_ms[0];
    let hand = model().skeleton.index_of(hit.bone).unwrap();
    let mut pose = Pose::default();
    let clock = Clock::of(model(), Some(attack), f64::from(time_ms));
    model().evaluate(&clock, &model().skeleton.hierarchy(), &mut pose);
    let claw = pose.model_from_bind[hand].point(&hit.position);
    assert!(claw.x > 0.3, "{claw}");
}

#[test]
fn rotations_survive_packing() {
    for tracks in &model().bone_tracks {
        for keys in tracks.rotation.lists() {
            for q in &keys.values {
                for part in q.coords.iter() {
                    let packed = part * 32767.0;
                    assert!((packed - packed.round()).abs() < 4e-3);
                }
                let unit = slerp_short(q, q, 0.0);
                assert!((q - unit).norm() < 1e-3);
            }
        }
    }
}

#[test]
fn bounds_hold_every_clip() {
    for (index, clip) in model().clips.iter().enumerate() {
        for share in [0.0, 0.37, 0.81, 1.0] {
            let time_ms = f64::from(clip.duration_ms) * share;
            for p in &deformed(index, time_ms).positions {
                for axis in 0..3 {
                    let (low, high) = (clip.bounds.min[axis], clip.bounds.max[axis]);
                    assert!(p[axis] > low - 0.05 && p[axis] < high + 0.05);
                }
            }
        }
        assert!(clip.bounds_radius > 0.5 && clip.bounds_radius <= model().bounds_radius);
    }
}

#[test]
fn every_texture_has_its_picture() {
    let textures = &model().textures;
    assert_eq!(textures.len(), CREATURE.textures.len());
    for (texture, (path, picture)) in textures.iter().zip(&CREATURE.textures) {
        assert_eq!(&texture.path_text(), path);
        assert!(path.ends_with(".blp"));
        assert!(picture.width.is_power_of_two() && picture.height.is_power_of_two());
        assert_eq!(
            picture.rgba.len(),
            (picture.width * picture.height * 4) as usize
        );
        let first = &picture.rgba[..4];
        assert!(
            picture.rgba.chunks_exact(4).any(|pixel| pixel != first),
            "{path} is blank"
        );
    }
    for batch in &model().views[0].batches {
        let material = model().materials[usize::from(batch.material_index)];
        if BlendMode::from_number(material.blend) == BlendMode::AlphaKey {
            let combo = usize::from(batch.texture_combo_index);
            let picture = &CREATURE.textures[usize::from(model().combos.textures[combo])].1;
            let holes = picture
                .rgba
                .chunks_exact(4)
                .filter(|pixel| pixel[3] < 128)
                .count();
            assert!(holes > 500, "an alpha-keyed picture without holes");
        }
    }
}

/// The creature for Warcraft III, as it lies beside its project.
#[cfg(test)]
fn warcraft_creature() -> Model {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/projects/mosskin.mdx");
    let imported = import_file(path.as_ref(), ModelId(0));
    let imported = imported.unwrap_or_else(|error| panic!("{error}"));
    assert!(imported.report.items.is_empty(), "{:?}", imported.report);
    imported.model
}

#[test]
fn the_creature_is_there_for_warcraft_too_and_moves_the_same() {
    let warcraft = warcraft_creature();
    let triangles = |model: &Model| model.views[0].triangles.len();
    assert_eq!(triangles(&warcraft), triangles(model()));
    assert_eq!(warcraft.vertices.len(), model().vertices.len());
    let names: Vec<String> = warcraft
        .clips
        .iter()
        .map(|clip| clip.display_name())
        .collect();
    assert_eq!(names, ["Stand", "Death", "Walk", "Walk Fast", "Attack"]);
    let hierarchy = warcraft.skeleton.hierarchy();
    let binding = SkinBinding::new(&warcraft.vertices, &warcraft.skeleton);
    let (mut pose, mut out) = (Pose::default(), Deformed::default());
    let mut worst = 0.0f32;
    for clip in 0..warcraft.clips.len() {
        let duration = f64::from(warcraft.clips[clip].duration_ms);
        for step in 0..=8 {
            let time_ms = duration * f64::from(step) / 8.0;
            let clock = Clock::of(&warcraft, Some(clip), time_ms);
            warcraft.evaluate(&clock, &hierarchy, &mut pose);
            out.deform(&binding, &pose.model_from_bind, &warcraft.vertices);
            let meant = deformed(clip, time_ms);
            // Geosets lie in the order of the submeshes, whose vertices lie in the pool's order.
            for (own, other) in out.positions.iter().zip(&meant.positions) {
                worst = worst.max((own - other).norm());
            }
        }
    }
    let share = worst / model().size();
    println!("averaged groups are off by {worst} units, {share} of the size");
    assert!(share < 0.02);
}

#[test]
fn warcraft_can_read_the_creatures_textures() {
    let warcraft = warcraft_creature();
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/projects"));
    assert_eq!(warcraft.textures.len(), CREATURE.textures.len());
    for (texture, (_, painted)) in warcraft.textures.iter().zip(&CREATURE.textures) {
        let path = texture.path_text();
        let bytes = std::fs::read(folder.join(path.replace('\\', "/"))).expect(&path);
        assert!(bytes.starts_with(b"BLP1"), "{path}");
        let picture = decode_picture(&bytes).expect(&path);
        assert_eq!(
            (picture.width, picture.height),
            (painted.width, painted.height)
        );
        let off = picture
            .rgba
            .iter()
            .zip(&painted.rgba)
            .map(|(a, b)| u64::from(a.abs_diff(*b)));
        let mean = off.sum::<u64>() as f64 / painted.rgba.len() as f64;
        assert!(mean < 3.0, "{path}: colours are off by {mean} of 255");
    }
}
