//! The bones of a model in file order, and the order in which to evaluate them.

use super::{Bone, BoneId};
use std::collections::HashMap;

/// All bones of a model, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The bones, in the order of the file.
    pub bones: Vec<Bone>,
    /// For each key bone of the game, the bone that plays it ([`BoneId::NONE`] for none).
    pub key_bone_lookup: Vec<BoneId>,
}

impl Skeleton {
    /// Position of a bone in file order.
    ///
    /// Bones of a file sit where their id says, or before that once bones were deleted: there they
    /// are looked for first.
    pub fn index_of(&self, id: BoneId) -> Option<usize> {
        let guess = id.0 as usize;
        if self.bones.get(guess).is_some_and(|bone| bone.id == id) {
            return Some(guess);
        }
        let (before, after) = self.bones.split_at(guess.min(self.bones.len()));
        let in_after = || after.iter().position(|bone| bone.id == id);
        before
            .iter()
            .rposition(|bone| bone.id == id)
            .or_else(|| in_after().map(|at| before.len() + at))
    }

    /// The bone with this id.
    pub fn bone(&self, id: BoneId) -> Option<&Bone> {
        self.index_of(id).and_then(|index| self.bones.get(index))
    }

    /// Where every bone is, for looking up many ids of which some may lead nowhere.
    pub fn positions(&self) -> HashMap<BoneId, usize> {
        self.bones.iter().map(|bone| bone.id).zip(0..).collect()
    }

    /// The tree as positions, for evaluation.
    pub fn hierarchy(&self) -> Hierarchy {
        let index_of = self.positions();
        let parents: Vec<Option<usize>> = self
            .bones
            .iter()
            .map(|bone| bone.parent.and_then(|id| index_of.get(&id).copied()))
            .collect();
        Hierarchy::new(parents)
    }
}

/// Parents by position and an order in which parents always come before their children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hierarchy {
    parents: Vec<Option<usize>>,
    order: Vec<usize>,
    cyclic: Vec<usize>,
}

impl Hierarchy {
    /// Sorts the bones parents first; bones on a cycle are cut loose and become roots.
    pub fn new(mut parents: Vec<Option<usize>>) -> Self {
        let count = parents.len();
        let mut cyclic = Vec::new();
        // 0 = not seen, 1 = on the current path, 2 = placed.
        let mut state = vec![0u8; count];
        let mut order = Vec::with_capacity(count);
        let mut path = Vec::new();
        for start in 0..count {
            let mut at = start;
            loop {
                match state[at] {
                    0 => {
                        state[at] = 1;
                        path.push(at);
                        match parents[at] {
                            Some(parent) if parent < count => at = parent,
                            Some(_) => {
                                parents[at] = None;
                                break;
                            }
                            None => break,
                        }
                    }
                    1 => {
                        // The bone last pushed closes a cycle: it becomes a root.
                        if let Some(&last) = path.last() {
                            parents[last] = None;
                            cyclic.push(last);
                        }
                        break;
                    }
                    _ => break,
                }
            }
            while let Some(index) = path.pop() {
                state[index] = 2;
                order.push(index);
            }
        }
        Self {
            parents,
            order,
            cyclic,
        }
    }

    /// The parent's position; `None` for roots and for bones cut out of a cycle.
    pub fn parent(&self, index: usize) -> Option<usize> {
        self.parents.get(index).copied().flatten()
    }

    /// Every bone's position once, parents before children.
    pub fn parents_first(&self) -> &[usize] {
        &self.order
    }

    /// Bones whose parent link would have closed a cycle and is not followed.
    pub fn cyclic(&self) -> &[usize] {
        &self.cyclic
    }

    /// Number of bones.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are no bones.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Whether `ancestor` is `index` itself or above it.
    pub fn is_ancestor_or_self(&self, ancestor: usize, index: usize) -> bool {
        let mut at = Some(index);
        while let Some(current) = at {
            if current == ancestor {
                return true;
            }
            at = self.parent(current);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_before_children_even_if_the_file_has_them_after() {
        let hierarchy = Hierarchy::new(vec![Some(2), None, Some(1)]);
        assert_eq!(hierarchy.parents_first(), &[1, 2, 0]);
        assert!(hierarchy.cyclic().is_empty());
    }

    #[test]
    fn a_cycle_is_cut_and_named() {
        let hierarchy = Hierarchy::new(vec![Some(1), Some(2), Some(0), Some(3)]);
        assert_eq!(hierarchy.parents_first().len(), 4);
        assert_eq!(hierarchy.cyclic().len(), 2);
        for &index in hierarchy.parents_first() {
            assert!(!hierarchy.parent(index).is_some_and(|parent| {
                hierarchy.parents_first().iter().position(|&i| i == parent)
                    > hierarchy.parents_first().iter().position(|&i| i == index)
            }));
        }
    }
}
