//! What a brush does to weights: the modes, and one dab of a stroke.

use super::weight_access::{WeightAccess, gather, weight_of};
use super::weight_pen::WeightPen;
use crate::mesh::Influence;
use crate::skeleton::BoneId;

/// What a brush does to the weights under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PaintMode {
    /// Adds the value.
    Add,
    /// Takes the value away.
    Subtract,
    /// Brings the weight to the value.
    #[default]
    Set,
    /// Multiplies the weight with the value.
    Scale,
    /// Brings all weights nearer to those around.
    Smooth,
    /// Brings all weights nearer to the mean of all under the brush.
    Average,
    /// Takes all weights farther from those around.
    Sharpen,
    /// Drags weights along with the brush.
    Smear,
}

impl PaintMode {
    /// All modes, in the order they are shown.
    pub const ALL: [Self; 8] = [
        Self::Set,
        Self::Add,
        Self::Subtract,
        Self::Scale,
        Self::Smooth,
        Self::Sharpen,
        Self::Average,
        Self::Smear,
    ];

    /// Whether it works on one bone, and not on all influences at once.
    pub fn has_bone(self) -> bool {
        matches!(self, Self::Add | Self::Subtract | Self::Set | Self::Scale)
    }

    /// Whether every dab works on what the dabs before it left, whatever the brush says.
    pub fn always_accumulates(self) -> bool {
        matches!(self, Self::Average | Self::Smear)
    }

    /// What it does while the user holds Ctrl: the opposite; of `Set`, the value is turned round.
    #[must_use]
    pub fn inverted(self) -> Self {
        match self {
            Self::Add => Self::Subtract,
            Self::Subtract => Self::Add,
            Self::Smooth => Self::Sharpen,
            Self::Sharpen => Self::Smooth,
            other => other,
        }
    }
}

/// What a mode that works on one bone does to its weight.
#[derive(Clone, Copy, Debug)]
pub struct BonePaint {
    /// What is done.
    pub mode: PaintMode,
    /// The value of the mode.
    pub value: f32,
}

impl BonePaint {
    /// The weight of the bone after a touch of this strength, 0 to 1.
    #[inline(always)]
    pub fn of(self, weight: f32, strength: f32) -> f32 {
        let Self { mode, value } = self;
        match mode {
            PaintMode::Add => weight + value * strength,
            PaintMode::Subtract => weight - value * strength,
            PaintMode::Scale => weight * (1.0 + (value - 1.0) * strength),
            // At full strength the value to the bit.
            _ if strength >= 1.0 => value,
            _ => weight + (value - weight) * strength,
        }
    }
}

/// What a stroke does, whatever it touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightStroke {
    /// The bone, for modes that have one.
    pub bone: BoneId,
    /// What is done.
    pub mode: PaintMode,
    /// The value of the mode, 0 to 1; of `Scale`, 0 or more.
    pub value: f32,
    /// Whether each dab works on what the dabs before left, and not on the weights at the start.
    pub accumulates: bool,
}

impl WeightStroke {
    /// Whether dabs work on what those before left.
    pub fn is_in_order(&self) -> bool {
        self.accumulates || self.mode.always_accumulates()
    }

    /// What it does to the weight of its bone.
    pub fn paint(&self) -> BonePaint {
        BonePaint {
            mode: self.mode,
            value: self.value,
        }
    }
}

/// What one dab touches.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightDab<'a> {
    /// The vertices, each once.
    pub vertices: &'a [u32],
    /// How strongly each is touched, 0 to 1: in a stroke that does not accumulate, the most so far.
    pub strengths: &'a [f32],
    /// For `Smear`, the vertex whose weights are dragged to each; empty for other modes.
    pub sources: &'a [u32],
}

/// The other side of a model, for strokes that paint both.
pub trait Mirrored {
    /// Whether there is one at all.
    fn is_there(&self) -> bool {
        true
    }

    /// The vertex on the other side.
    fn vertex(&self, vertex: u32) -> Option<u32>;

    /// The bone on the other side; the bone itself if it is in the middle.
    fn bone(&self) -> BoneId;

    /// The mirror image of any bone; the bone itself if it has none.
    fn partner(&self, bone: BoneId) -> BoneId;

    /// How strongly a vertex is touched by the stroke itself, so far.
    fn strength(&self, vertex: u32) -> f32;
}

/// A stroke that paints one side.
#[derive(Clone, Copy, Debug)]
pub struct OneSided;

impl Mirrored for OneSided {
    fn is_there(&self) -> bool {
        false
    }

    fn vertex(&self, _: u32) -> Option<u32> {
        None
    }

    fn bone(&self) -> BoneId {
        BoneId::NONE
    }

    fn partner(&self, bone: BoneId) -> BoneId {
        bone
    }

    fn strength(&self, _: u32) -> f32 {
        0.0
    }
}

/// Memory that dabs use again.
#[derive(Clone, Debug, Default)]
pub struct DabScratch {
    own: Vec<Influence>,
    around: Vec<Influence>,
    sum: Vec<Influence>,
    results: Vec<Influence>,
    places: Vec<(u32, usize)>,
}

/// Paints one dab.
///
/// Of vertices that coincide only one need be in the dab; all of them change.
pub fn paint_dab(
    pen: &mut WeightPen,
    access: &mut impl WeightAccess,
    stroke: &WeightStroke,
    dab: WeightDab<'_>,
    other_side: &impl Mirrored,
    scratch: &mut DabScratch,
) {
    if stroke.mode.has_bone() {
        if other_side.is_there() {
            paint_bone(pen, access, stroke, dab, other_side);
        } else {
            let touched = (dab.vertices, dab.strengths);
            let from_start = !stroke.is_in_order();
            pen.set_each(access, stroke.bone, touched, from_start, stroke.paint());
        }
    } else {
        paint_all(pen, access, stroke, dab, other_side, scratch);
    }
}

fn touched<'a>(dab: WeightDab<'a>) -> impl Iterator<Item = (u32, f32)> + 'a {
    let pairs = dab.vertices.iter().copied().zip(dab.strengths);
    pairs
        .map(|(vertex, &strength)| (vertex, strength.min(1.0)))
        .filter(|(_, strength)| *strength > 0.0)
}

fn paint_bone(
    pen: &mut WeightPen,
    access: &mut impl WeightAccess,
    stroke: &WeightStroke,
    dab: WeightDab<'_>,
    other_side: &impl Mirrored,
) {
    let from_start = !stroke.is_in_order();
    for (vertex, strength) in touched(dab) {
        let Some(place) = pen.place_of(vertex) else {
            continue;
        };
        let Some(opposite) = other_side.vertex(vertex) else {
            let target = target(access, stroke, place, stroke.bone, strength);
            pen.set(access, place, &[(stroke.bone, target)], from_start);
            continue;
        };
        let other_strength = other_side.strength(opposite);
        let both = [(place, strength, other_strength)];
        let mirrored = pen
            .place_of(opposite)
            .filter(|&other| other != place)
            .map(|other| (other, other_strength, strength));
        for (place, own, reflected) in both.into_iter().chain(mirrored) {
            let (bone, partner) = (stroke.bone, other_side.bone());
            if bone == partner {
                let target = target(access, stroke, place, bone, own.max(reflected));
                pen.set(access, place, &[(bone, target)], from_start);
                continue;
            }
            let sides = [(bone, own), (partner, reflected)];
            let targets =
                sides.map(|(bone, strength)| (bone, target(access, stroke, place, bone, strength)));
            match sides {
                [(_, own), _] if own <= 0.0 => {
                    pen.set(access, place, &targets[1..], from_start);
                }
                [_, (_, reflected)] if reflected <= 0.0 => {
                    pen.set(access, place, &targets[..1], from_start);
                }
                _ => pen.set(access, place, &targets, from_start),
            }
        }
    }
}

#[inline]
fn target(
    access: &impl WeightAccess,
    stroke: &WeightStroke,
    place: u32,
    bone: BoneId,
    strength: f32,
) -> f32 {
    let stored = if stroke.is_in_order() {
        access.now(place)
    } else {
        access.before(place)
    };
    let weight = weight_of(stored, bone);
    stroke.paint().of(weight, strength)
}

/// Modes that work on all influences at once: worked out for the whole dab, then stored, so that
/// no vertex sees what the same dab did to its neighbour.
fn paint_all(
    pen: &mut WeightPen,
    access: &mut impl WeightAccess,
    stroke: &WeightStroke,
    dab: WeightDab<'_>,
    other_side: &impl Mirrored,
    scratch: &mut DabScratch,
) {
    let from_start = !stroke.is_in_order();
    scratch.results.clear();
    scratch.places.clear();
    if stroke.mode == PaintMode::Average {
        mean_of(access, touched(dab), &mut scratch.own, &mut scratch.sum);
    }
    for (at, (vertex, strength)) in dab.vertices.iter().zip(dab.strengths).enumerate() {
        let strength = strength.min(1.0);
        if strength <= 0.0 {
            continue;
        }
        let opposite = other_side
            .vertex(*vertex)
            .filter(|_| stroke.mode != PaintMode::Smear);
        // Both sides are touched as strongly as the one that is touched more.
        let strength = opposite.map_or(strength, |other| {
            let own = other_side.strength(*vertex);
            strength.max(own).max(other_side.strength(other))
        });
        // Where both sides are under the brush, each gets the mean of both.
        let is_shared = opposite.is_some_and(|other| other_side.strength(other) > 0.0);
        for (vertex, is_opposite) in [Some((*vertex, false)), opposite.map(|it| (it, true))]
            .into_iter()
            .flatten()
        {
            let Some(place) = pen.place_of(vertex) else {
                continue;
            };
            read(access, from_start, place, &mut scratch.own);
            match stroke.mode {
                PaintMode::Average => {
                    scratch.around.clear();
                    let share = if is_shared { 0.5 } else { 1.0 };
                    if is_shared || !is_opposite {
                        add(&mut scratch.around, &scratch.sum, share);
                    }
                    if is_shared || is_opposite {
                        let exchanged = scratch.sum.iter().map(|influence| Influence {
                            bone: other_side.partner(influence.bone),
                            ..*influence
                        });
                        let exchanged: Vec<Influence> = exchanged.collect();
                        add(&mut scratch.around, &exchanged, share);
                    }
                }
                PaintMode::Smear => match dab.sources.get(at) {
                    Some(&source) => read(access, from_start, source, &mut scratch.around),
                    None => continue,
                },
                _ => around(pen, access, place, from_start, scratch),
            }
            if scratch.around.is_empty() {
                continue;
            }
            let pull = if stroke.mode == PaintMode::Sharpen {
                -strength
            } else {
                strength
            };
            let start = scratch.results.len();
            blend(&scratch.own, &scratch.around, pull, &mut scratch.results);
            scratch.places.push((place, start));
        }
    }
    let ends = scratch.places.iter().skip(1).map(|(_, start)| *start);
    let ends = ends.chain([scratch.results.len()]);
    for ((place, start), end) in scratch.places.iter().zip(ends) {
        let new = scratch.results.get(*start..end).unwrap_or_default();
        pen.replace(access, *place, new);
    }
}

fn read(access: &impl WeightAccess, from_start: bool, place: u32, out: &mut Vec<Influence>) {
    let stored = if from_start {
        access.before(place)
    } else {
        access.now(place)
    };
    gather(stored, out);
}

/// The mean weights of the neighbours of a place, into `scratch.around`.
fn around(
    pen: &WeightPen,
    access: &impl WeightAccess,
    place: u32,
    from_start: bool,
    scratch: &mut DabScratch,
) {
    scratch.around.clear();
    let topology = pen.topology();
    let neighbours = topology.neighbours(topology.weld_of(place));
    if neighbours.is_empty() {
        return;
    }
    let share = 1.0 / neighbours.len() as f32;
    let mut one = std::mem::take(&mut scratch.sum);
    for &neighbour in neighbours {
        read(access, from_start, neighbour, &mut one);
        add(&mut scratch.around, &one, share);
    }
    scratch.sum = one;
}

/// The mean of what is touched, by strength.
fn mean_of(
    access: &impl WeightAccess,
    touched: impl Iterator<Item = (u32, f32)>,
    own: &mut Vec<Influence>,
    mean: &mut Vec<Influence>,
) {
    mean.clear();
    let mut total = 0.0;
    for (vertex, strength) in touched {
        gather(access.now(vertex), own);
        add(mean, own, strength);
        total += strength;
    }
    if total > 0.0 {
        mean.iter_mut()
            .for_each(|influence| influence.weight /= total);
    }
}

/// Adds a share of weights to a sum.
fn add(sum: &mut Vec<Influence>, weights: &[Influence], share: f32) {
    for influence in weights {
        let weight = influence.weight * share;
        match sum.iter_mut().find(|other| other.bone == influence.bone) {
            Some(other) => other.weight += weight,
            None => sum.push(Influence {
                bone: influence.bone,
                weight,
            }),
        }
    }
}

/// Appends `from` moved towards `to` by `pull`, or away from it where that is below 0.
fn blend(from: &[Influence], to: &[Influence], pull: f32, out: &mut Vec<Influence>) {
    let weight_in = |list: &[Influence], bone: BoneId| {
        let found = list.iter().find(|influence| influence.bone == bone);
        found.map_or(0.0, |influence| influence.weight)
    };
    for influence in from {
        let other = weight_in(to, influence.bone);
        let weight = influence.weight + (other - influence.weight) * pull;
        out.push(Influence {
            bone: influence.bone,
            weight: weight.max(0.0),
        });
    }
    for influence in to {
        if pull > 0.0 && !from.iter().any(|own| own.bone == influence.bone) {
            out.push(Influence {
                bone: influence.bone,
                weight: influence.weight * pull,
            });
        }
    }
}
