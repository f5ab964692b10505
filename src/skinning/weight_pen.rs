//! Writes new weights into vertices: all rules kept, coincident vertices as one, masked ones never.
use super::quick_block::QuickBlock;
use super::quick_weights::{LANES, QuickRules};
use super::weight_access::{WeightAccess, gather, weight_of};
use super::weight_paint::BonePaint;
use super::weight_rules::{Kept, WeightRules, stored_influences};
use crate::mesh::{Influence, Topology};
use crate::skeleton::BoneId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many vertices ahead memory is asked for: about as long as memory takes.
const LOOK_AHEAD: usize = 12;

/// Which vertices may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum VertexMask {
    /// All.
    #[default]
    All,
    /// Those marked.
    Only(Vec<bool>),
}

impl VertexMask {
    /// The mask of these vertices; those past the end are left out.
    ///
    /// With `welds` a weld may change only if all of its vertices may: it would part otherwise.
    /// The second value counts vertices that are kept for that reason.
    pub fn of(vertices: &[u32], topology: &Topology, welds: bool) -> (Self, usize) {
        let mut marks = vec![false; topology.vertex_count()];
        for &vertex in vertices {
            if let Some(mark) = marks.get_mut(vertex as usize) {
                *mark = true;
            }
        }
        let mut kept = 0;
        if welds {
            let is_marked = |marks: &[bool], vertex: u32| marks.get(vertex as usize) == Some(&true);
            let mut touched: Vec<u32> = vertices.iter().map(|&v| topology.weld_of(v)).collect();
            touched.sort_unstable();
            touched.dedup();
            for weld in touched {
                let all = topology.members(weld);
                if all.len() < 2 || all.iter().all(|&other| is_marked(&marks, other)) {
                    continue;
                }
                for &other in all {
                    if let Some(mark) = marks.get_mut(other as usize) {
                        kept += usize::from(std::mem::replace(mark, false));
                    }
                }
            }
        }
        (Self::Only(marks), kept)
    }

    /// Whether a vertex may change.
    #[inline]
    pub fn allows(&self, vertex: u32) -> bool {
        match self {
            Self::All => true,
            Self::Only(marks) => marks.get(vertex as usize) == Some(&true),
        }
    }
}

/// Writes new weights into vertices, by the rules.
///
/// A *place* is what changes as one: a weld, called by its smallest vertex, or a single vertex
/// where coincident vertices need not stay equal.
#[derive(Clone, Debug)]
pub struct WeightPen {
    topology: Arc<Topology>,
    rules: WeightRules,
    mask: VertexMask,
    welds: bool,
    scratch: Vec<Influence>,
    spare: Vec<Influence>,
    kept: BTreeMap<Kept, u32>,
}

impl WeightPen {
    /// A pen for a mesh of this shape.
    pub fn new(topology: Arc<Topology>, rules: WeightRules, mask: VertexMask, welds: bool) -> Self {
        Self {
            topology,
            rules,
            mask,
            welds,
            scratch: Vec::new(),
            spare: Vec::new(),
            kept: BTreeMap::new(),
        }
    }

    /// The rules it keeps.
    pub fn rules(&self) -> &WeightRules {
        &self.rules
    }

    /// Writes by other rules from now on.
    pub fn use_rules(&mut self, rules: WeightRules) {
        self.rules = rules;
    }

    /// The shape of the mesh.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// The shape of the mesh, to keep.
    pub fn shared_topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Whether coincident vertices change as one.
    pub fn welds(&self) -> bool {
        self.welds
    }

    /// How many places kept their weights, by the reason.
    pub fn kept(&self) -> &BTreeMap<Kept, u32> {
        &self.kept
    }

    /// The place a vertex belongs to; `None` if it may not change.
    #[inline]
    pub fn place_of(&self, vertex: u32) -> Option<u32> {
        self.mask.allows(vertex).then(|| self.whole_place(vertex))
    }

    /// The place a vertex belongs to, whether it may change or not.
    #[inline]
    pub fn whole_place(&self, vertex: u32) -> u32 {
        if self.welds && !self.topology.is_alone(vertex) {
            self.topology.weld_of(vertex)
        } else {
            vertex
        }
    }

    /// All places that may change, in ascending order.
    pub fn places(&self) -> Vec<u32> {
        (0..self.topology.vertex_count() as u32)
            .filter(|&vertex| self.place_of(vertex) == Some(vertex))
            .collect()
    }

    /// Gives bones new weights at a place, as [`WeightRules::set`] does, from what it has now or,
    /// with `from_start`, from what it had at the start.
    #[inline]
    pub fn set(
        &mut self,
        access: &mut impl WeightAccess,
        place: u32,
        targets: &[(BoneId, f32)],
        from_start: bool,
    ) {
        self.write(access, place, from_start, |rules, _, weights| {
            rules.set(weights, targets)
        });
    }

    /// Gives one bone at each vertex the weight that `paint` makes of what it has and of the
    /// vertex's strength; others share the rest, as in [`WeightPen::set`]. Vertices without
    /// strength stay as they are.
    pub fn set_each(
        &mut self,
        access: &mut impl WeightAccess,
        bone: BoneId,
        touched: (&[u32], &[f32]),
        from_start: bool,
        paint: BonePaint,
    ) {
        SetEach {
            pen: self,
            access,
            bone,
            touched,
            from_start,
            paint,
        }
        .work();
    }

    /// Gives a place all-new weights, as [`WeightRules::replace`] does; each bone once.
    pub fn replace(&mut self, access: &mut impl WeightAccess, place: u32, new: &[Influence]) {
        self.write(access, place, false, |rules, before, weights| {
            before.clear();
            std::mem::swap(before, weights);
            weights.extend_from_slice(new);
            rules.replace(weights, before.iter().copied())
        });
    }

    /// Works out new weights with `make`, which gets those before as its last argument, and stores
    /// them in all vertices of a place.
    #[inline]
    fn write(
        &mut self,
        access: &mut impl WeightAccess,
        place: u32,
        from_start: bool,
        make: impl Fn(&WeightRules, &mut Vec<Influence>, &mut Vec<Influence>) -> Result<(), Kept>,
    ) {
        let Self {
            topology,
            rules,
            welds,
            scratch,
            spare,
            kept,
            ..
        } = self;
        let single = [place];
        let members = if *welds {
            topology.members(place)
        } else {
            &single
        };
        // Coincident vertices that differ in locked weights can't be made equal.
        let each_by_itself = rules.has_locks();
        for (at, &vertex) in members.iter().enumerate() {
            if at == 0 || each_by_itself {
                let from = if from_start {
                    access.before(vertex)
                } else {
                    access.now(vertex)
                };
                gather(from, scratch);
                if let Err(why) = make(rules, spare, scratch) {
                    *kept.entry(why).or_default() += 1;
                    if from_start {
                        // A weaker touch of the same stroke may have changed it.
                        let stays = if each_by_itself {
                            &members[at..=at]
                        } else {
                            members
                        };
                        put_back(access, stays);
                    }
                    if each_by_itself {
                        continue;
                    }
                    break;
                }
            }
            let Some((slots, _)) = access.before(vertex) else {
                continue;
            };
            let (slots, overflow) = stored_influences(slots, scratch);
            access.store(vertex, slots, overflow);
        }
    }
}

/// What [`WeightPen::set_each`] does.
struct SetEach<'a, Access> {
    pen: &'a mut WeightPen,
    access: &'a mut Access,
    bone: BoneId,
    touched: (&'a [u32], &'a [f32]),
    from_start: bool,
    paint: BonePaint,
}

impl<Access: WeightAccess> SetEach<'_, Access> {
    fn work(mut self) {
        let quick = QuickRules::of(&self.pen.rules);
        let mut block = QuickBlock::new();
        let are_alone = !(self.pen.welds && self.pen.topology.has_welds());
        let (vertices, strengths) = self.touched;
        for (at, (&vertex, &strength)) in vertices.iter().zip(strengths).enumerate() {
            if let Some(&ahead) = vertices.get(at + LOOK_AHEAD) {
                self.access.expect(ahead);
            }
            let strength = strength.min(1.0);
            if !(strength > 0.0 && self.pen.mask.allows(vertex)) {
                continue;
            }
            let is_alone = are_alone || self.pen.topology.is_alone(vertex);
            let slots = match quick {
                Some(_) if is_alone => self.access.only_slots(vertex, self.from_start),
                _ => None,
            };
            match slots {
                Some(slots) => block.take(vertex, strength, slots),
                None => self.work_at_length(vertex, strength),
            }
            if block.is_full() {
                self.work_block(&mut block, quick);
            }
        }
        self.work_block(&mut block, quick);
    }

    #[inline(always)]
    fn work_block(&mut self, block: &mut QuickBlock, quick: Option<QuickRules>) {
        if let Some(rules) = quick {
            let left = block.paint(rules, self.access, self.bone, self.paint);
            for place in (0..LANES).filter(|place| left >> place & 1 == 1) {
                let (vertex, strength) = block.touched(place);
                self.work_at_length(vertex, strength);
            }
        }
    }

    #[inline(never)]
    fn work_at_length(&mut self, vertex: u32, strength: f32) {
        let Self { pen, access, .. } = self;
        let place = pen.whole_place(vertex);
        let stored = if self.from_start {
            access.before(place)
        } else {
            access.now(place)
        };
        let target = self.paint.of(weight_of(stored, self.bone), strength);
        pen.set(*access, place, &[(self.bone, target)], self.from_start);
    }
}

/// Gives vertices back what they had at the start.
fn put_back(access: &mut impl WeightAccess, vertices: &[u32]) {
    for &vertex in vertices {
        let before = access.before(vertex);
        if access.now(vertex) == before {
            continue;
        }
        let before = before.map(|(slots, more)| (*slots, more.to_vec()));
        if let Some((slots, more)) = before {
            access.store(vertex, slots, (!more.is_empty()).then_some(more));
        }
    }
}
