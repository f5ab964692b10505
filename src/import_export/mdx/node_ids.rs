//! Which bone of the document an object id of the file is.

use crate::formats::mdx::{MdxFile, Node};
use crate::skeleton::{BoneId, BoneKind};
use std::collections::{HashMap, HashSet};

/// A node of a file with its place: which chunk, and which entry of it.
#[derive(Clone, Copy)]
pub struct PlacedNode<'a> {
    /// The node.
    pub node: &'a Node,
    /// What it is, which says which list it is in.
    pub kind: BoneKind,
    /// Its position in that list.
    pub index: usize,
    /// Its id in the document.
    pub id: BoneId,
}

/// All nodes of a file in the order of their object ids, and the way from those to bone ids.
pub struct NodeIds<'a> {
    /// The nodes, in the order in which the document has them.
    pub nodes: Vec<PlacedNode<'a>>,
    by_object: HashMap<u32, BoneId>,
    by_place: HashMap<(BoneKind, usize), BoneId>,
}

impl<'a> NodeIds<'a> {
    /// Gives each node an id: its object id, or where that is taken or too large, a free one.
    pub fn of(file: &'a MdxFile) -> Self {
        let mut nodes: Vec<PlacedNode<'a>> = Vec::new();
        let mut add = |kind, list: Vec<&'a Node>| {
            nodes.extend(list.into_iter().zip(0..).map(|(node, index)| PlacedNode {
                node,
                kind,
                index,
                id: BoneId(node.object_id),
            }));
        };
        add(BoneKind::Bone, each(&file.bones, |item| &item.node));
        add(BoneKind::Light, each(&file.lights, |item| &item.node));
        add(BoneKind::Helper, each(&file.helpers, |item| &item.node));
        add(
            BoneKind::Attachment,
            each(&file.attachments, |item| &item.node),
        );
        add(
            BoneKind::ModelEmitter,
            each(&file.model_emitters, |item| &item.node),
        );
        add(
            BoneKind::SpriteEmitter,
            each(&file.sprite_emitters, |item| &item.node),
        );
        add(BoneKind::Ribbon, each(&file.ribbons, |item| &item.node));
        add(BoneKind::Event, each(&file.events, |item| &item.node));
        add(
            BoneKind::CollisionShape,
            each(&file.collision_shapes, |item| &item.node),
        );
        nodes.sort_by_key(|placed| placed.node.object_id);
        let mut taken: HashSet<u32> = nodes.iter().map(|placed| placed.node.object_id).collect();
        let mut by_object = HashMap::new();
        let mut by_place = HashMap::new();
        // From the top, where no reference of a real file leads.
        let mut free = (0..BoneId::NONE.0).rev();
        for placed in &mut nodes {
            let object_id = placed.node.object_id;
            if object_id >= BoneId::NONE.0 || by_object.contains_key(&object_id) {
                let id = free.find(|id| !taken.contains(id));
                placed.id = BoneId(id.unwrap_or(BoneId::NONE.0));
                taken.insert(placed.id.0);
            }
            by_object.entry(object_id).or_insert(placed.id);
            by_place.insert((placed.kind, placed.index), placed.id);
        }
        Self {
            nodes,
            by_object,
            by_place,
        }
    }

    /// The bone that a reference of the file means; [`BoneId::NONE`] if there is no such node.
    pub fn bone(&self, object_id: u32) -> BoneId {
        self.by_object
            .get(&object_id)
            .copied()
            .unwrap_or(BoneId::NONE)
    }

    /// The bone of an entry.
    pub fn at(&self, kind: BoneKind, index: usize) -> BoneId {
        self.by_place
            .get(&(kind, index))
            .copied()
            .unwrap_or(BoneId::NONE)
    }

    /// How many nodes got an id that is not their object id.
    pub fn renamed(&self) -> usize {
        let nodes = self.nodes.iter();
        nodes
            .filter(|placed| placed.id.0 != placed.node.object_id)
            .count()
    }
}

fn each<'a, T>(items: &'a [T], node: impl Fn(&'a T) -> &'a Node) -> Vec<&'a Node> {
    items.iter().map(node).collect()
}
