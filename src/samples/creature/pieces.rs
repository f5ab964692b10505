//! All parts of the creature as pieces: mesh, weights and how each is drawn.

use super::body::Body;
use super::bones::{BodySide, CreatureBone};
use super::slots::{entry, slot};
use super::weights::{FullWeights, between, quantised, rigid, weigh};
use super::{cards, gear, gear_paint, skin_paint};
use crate::math::Vec3;
use crate::mesh::MaterialFlags;
use crate::samples::Picture;
use crate::samples::assemble::{Look, Piece};
use crate::samples::atlas::unwrap_surface;
use crate::samples::bake::bake;
use crate::samples::field::openness;
use crate::samples::surface::Surface;

const BARE: u16 = MaterialFlags::UNLIT | MaterialFlags::UNFOGGED;
const LIGHT: u16 = BARE | MaterialFlags::TWO_SIDED | MaterialFlags::NO_DEPTH_WRITE;
const GROUND: u16 = MaterialFlags::UNLIT | MaterialFlags::NO_DEPTH_WRITE;

/// Everything there is to draw, and the two pictures baked from it.
pub(crate) struct Pieces {
    /// In drawing order.
    pub pieces: Vec<Piece>,
    /// The skin's picture.
    pub skin: Picture,
    /// The gear's picture.
    pub gear: Picture,
}

/// Grows the creature.
pub(crate) fn pieces() -> Pieces {
    let body = Body::new();
    let skin = body.surface();
    let weights = weigh(&skin);
    let on_skin = |p: &Vec3| nearest(&skin, &weights, p);
    let field = |p: &Vec3| body.distance(p);
    let open = |surface: &Surface| -> Vec<f32> {
        let both = surface.positions.iter().zip(&surface.normals);
        both.map(|(p, normal)| openness(&field, p, normal))
            .collect()
    };

    let (unwrapped, source) = unwrap_surface(&skin, skin_density, 1024.0, 6.0);
    let skin_picture = bake(&unwrapped, &open(&unwrapped), 1024, |place| {
        skin_paint::skin(&body, place)
    });
    let skin_influences = source.iter().map(|&v| quantised(&weights[v as usize]));
    let mut pieces = vec![Piece {
        surface: unwrapped,
        influences: skin_influences.collect(),
        geoset: 0,
        look: Look {
            texture: slot::SKIN,
            weight: entry::FULL,
            ..Look::default()
        },
    }];

    let (gear, _) = unwrap_surface(&gear::surface(&body), gear_density, 512.0, 4.0);
    let gear_picture = bake(&gear, &open(&gear), 512, gear_paint::gear);
    let carried = gear.tags.iter().zip(&gear.positions);
    let carried: Vec<FullWeights> = carried
        .map(|(&tag, p)| gear::carrier(tag, p).unwrap_or_else(|| on_skin(p)))
        .collect();
    let worn = Look {
        texture: slot::GEAR,
        ..Look::default()
    };
    pieces.push(piece(gear, 0, worn, carried));
    pieces.extend(thin_pieces(&body, &on_skin));
    Pieces {
        pieces,
        skin: skin_picture,
        gear: gear_picture,
    }
}

fn thin_pieces(body: &Body, on_skin: &impl Fn(&Vec3) -> FullWeights) -> Vec<Piece> {
    let mut eyes = Surface::default();
    for side in BodySide::BOTH {
        eyes.append(&cards::eye(side));
    }
    let mut leaves = cards::leaf_mantle(body);
    let on_body = leaves.positions.len();
    leaves.append(&cards::tail_leaves());
    let leaf_weights = leaves.positions.iter().enumerate().map(|(i, p)| {
        if i < on_body {
            on_skin(p)
        } else {
            rigid(CreatureBone::Tail6)
        }
    });
    let leaf_weights = leaf_weights.collect();
    let cloth = cards::loin_cloth(body);
    let cloth_weights = cloth.positions.iter().map(|p| {
        let front = p.x > 0.0;
        let bone = if front {
            CreatureBone::LoinA
        } else {
            CreatureBone::LoinB
        };
        between(CreatureBone::Waist, bone, (0.45 - p.z) / 0.08)
    });
    let cloth_weights = cloth_weights.collect();

    let keyed = |texture| Look {
        texture,
        blend: 1,
        flags: MaterialFlags::TWO_SIDED,
        ..Look::default()
    };
    let light = |texture, blend, colour, priority_plane| Look {
        texture,
        blend,
        flags: LIGHT,
        colour,
        priority_plane,
        ..Look::default()
    };
    let ground = |texture, blend, transform, priority_plane| Look {
        texture,
        blend,
        flags: GROUND,
        transform,
        priority_plane,
        ..Look::default()
    };
    let eye = Look {
        texture: slot::EYE,
        ..Look::default()
    };
    let glass = Look {
        texture: slot::GLASS,
        blend: 2,
        flags: MaterialFlags::TWO_SIDED | MaterialFlags::NO_DEPTH_WRITE,
        priority_plane: 2,
        ..Look::default()
    };
    let flame = Look {
        transform: Some(entry::FLAME_FLOW),
        weight: entry::FLICKER,
        ..light(slot::FLAME, 3, None, 1)
    };
    let glow = light(slot::GLOW, 4, Some(entry::GLOW_COLOUR), 3);
    let mote = light(slot::MOTE, 4, Some(entry::MOTE_COLOUR), 3);
    let rune = ground(slot::RUNE, 6, Some(entry::RUNE_TURN), -1);

    use CreatureBone as B;
    let whole = |surface: Surface, look: Look, bone: B| {
        let weights = vec![rigid(bone); surface.positions.len()];
        piece(surface, 0, look, weights)
    };
    let streak = |bone: B, axis: Vec3| cards::streak(bone, axis, 0.11, 0.045);
    let crest = cards::leaf_crest();
    let tuft = cards::fern_tuft();
    let on_head = |surface: &Surface| vec![rigid(B::Head); surface.positions.len()];
    let (crest_weights, tuft_weights) = (on_head(&crest), on_head(&tuft));
    vec![
        whole(eyes, eye, B::Head),
        piece(leaves, 0, keyed(slot::LEAF), leaf_weights),
        piece(cloth, 0, keyed(slot::CLOTH), cloth_weights),
        piece(crest, 2, keyed(slot::LEAF), crest_weights),
        piece(tuft, 3, keyed(slot::LEAF), tuft_weights),
        whole(
            cards::ground_square(1.15, 0.004),
            ground(slot::SHADOW, 5, None, -2),
            B::Root,
        ),
        whole(cards::ground_square(1.7, 0.008), rune, B::Root),
        whole(cards::flame(), flame, B::Flame),
        whole(cards::glass(), glass, B::Lantern),
        whole(cards::facing_square(B::Glow, 0.62), glow, B::Glow),
        whole(streak(B::MoteA, Vec3::x()), mote, B::MoteA),
        whole(streak(B::MoteB, Vec3::y()), mote, B::MoteB),
    ]
}

fn piece(surface: Surface, geoset: u16, look: Look, weights: Vec<FullWeights>) -> Piece {
    Piece {
        influences: weights.iter().map(quantised).collect(),
        surface,
        geoset,
        look,
    }
}

/// Room in the picture: the face gets most.
fn skin_density(tag: u8) -> f32 {
    use super::body::part;
    match tag {
        part::HEAD | part::NOSE => 1.75,
        part::EAR | part::HAND => 1.2,
        part::FOOT | part::TORSO => 1.0,
        _ => 0.85,
    }
}

fn gear_density(tag: u8) -> f32 {
    use super::gear::item;
    match tag {
        item::BUCKLE => 1.5,
        item::ANTLER | item::LANTERN => 1.0,
        _ => 1.2,
    }
}

/// The weights of the vertex of the skin nearest to `p`.
fn nearest(skin: &Surface, weights: &[FullWeights], p: &Vec3) -> FullWeights {
    // Plain numbers: this is asked for thousands of points.
    let (px, py, pz) = (p.x, p.y, p.z);
    let mut best = (f32::MAX, 0);
    for (i, q) in skin.positions.iter().enumerate() {
        let (dx, dy, dz) = (q.x - px, q.y - py, q.z - pz);
        let distance = dx * dx + dy * dy + dz * dz;
        if distance < best.0 {
            best = (distance, i);
        }
    }
    let found = weights.get(best.1).copied();
    found.unwrap_or_else(|| rigid(CreatureBone::Root))
}
