//! The texture layers of a map chunk, to be rearranged with the look in view.

use super::terrain_draft::TerrainDraft;
use super::texture_paths::key_of;
use crate::terrain::{
    AlphaDepth, AlphaForm, BlendRule, ChunkPlace, ChunkShares, TextureLayer, TextureLayerFlags,
    depth_of_layers, layer_above,
};

/// The texture layers of a map chunk and their shares.
#[derive(Clone, Debug)]
pub(super) struct LayerStack {
    place: ChunkPlace,
    rule: BlendRule,
    form: AlphaForm,
    depth: AlphaDepth,
    /// The layers from below.
    pub layers: Vec<TextureLayer>,
    /// Their shares.
    pub shares: ChunkShares,
    /// The textures of the layers, as they are compared.
    pub keys: Vec<Vec<u8>>,
    origin: Vec<Option<usize>>,
}

impl LayerStack {
    /// The layers that a map chunk will have; `None` if their shares can't be told.
    pub fn of(draft: &TerrainDraft<'_>, place: ChunkPlace) -> Option<Self> {
        let map = draft.terrain.shape.tiles()?;
        let layers = draft.layers(place).to_vec();
        let shares = ChunkShares::of(map.blend, &layers)?;
        let textures = draft.textures(place.tile);
        let key = |layer: &TextureLayer| match textures.get(layer.texture as usize) {
            Some(texture) => key_of(&texture.path),
            None => format!("#{}", layer.texture).into_bytes(),
        };
        let mut forms = layers.iter().filter(|layer| layer.alpha.is_some());
        let form = match forms.next().map(|layer| layer.form) {
            Some(AlphaForm::Runs) => AlphaForm::EightBit,
            Some(form) => form,
            None => map.alpha_form(),
        };
        Some(Self {
            place,
            rule: map.blend,
            form,
            depth: depth_of_layers(&layers, map.alpha_depth),
            keys: layers.iter().map(key).collect(),
            origin: (0..layers.len()).map(Some).collect(),
            layers,
            shares,
        })
    }

    /// The map chunk.
    pub fn place(&self) -> ChunkPlace {
        self.place
    }

    /// The layer with a texture.
    pub fn find(&self, key: &[u8]) -> Option<usize> {
        self.keys.iter().position(|other| other == key)
    }

    /// Takes a layer out; the others fill up in proportion.
    pub fn remove(&mut self, layer: usize) {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        order.sort_by_key(|at| (self.keys.get(*at).cloned(), *at));
        self.shares.remove(layer, &order);
        self.forget(layer);
    }

    /// Gives all of a layer's share to another and takes it out.
    pub fn merge(&mut self, layer: usize, into: usize) {
        if layer != into {
            self.shares.merge(layer, into);
            self.forget(layer);
        }
    }

    fn forget(&mut self, layer: usize) {
        if layer < self.layers.len() {
            self.layers.remove(layer);
            self.keys.remove(layer);
            self.origin.remove(layer);
        }
    }

    /// Moves a layer to another position; all keep their shares.
    pub fn move_to(&mut self, from: usize, to: usize) {
        fn moved<T>(items: &mut Vec<T>, from: usize, to: usize) {
            if from < items.len() {
                let item = items.remove(from);
                items.insert(to.min(items.len()), item);
            }
        }
        moved(&mut self.layers, from, to);
        moved(&mut self.keys, from, to);
        moved(&mut self.origin, from, to);
        moved(&mut self.shares.planes, from, to);
    }

    /// Gives a layer another texture, of which the game knows nothing yet.
    pub fn set_texture(&mut self, layer: usize, texture: u32, key: Vec<u8>) {
        if let Some(layer) = self.layers.get_mut(layer) {
            layer.texture = texture;
            layer.ground_effect = -1;
            let stored = TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED;
            layer.flags.0 &= stored;
        }
        if let Some(kept) = self.keys.get_mut(layer) {
            *kept = key;
        }
    }

    /// Adds a layer on top without any share.
    pub fn push(&mut self, texture: u32, key: Vec<u8>) {
        let mut layer = TextureLayer {
            texture,
            flags: TextureLayerFlags::default(),
            ground_effect: -1,
            alpha: None,
            form: self.form,
        };
        if !self.layers.is_empty() {
            layer_above(&mut layer, self.form);
        }
        self.layers.push(layer);
        self.keys.push(key);
        self.origin.push(None);
        self.shares.push_empty();
    }

    /// Puts the layers into `draft`; gives the largest difference between a share and what can be
    /// stored of it.
    pub fn put(mut self, draft: &mut TerrainDraft<'_>) -> u8 {
        self.shares
            .write(self.rule, self.depth, self.form, &mut self.layers);
        let stored = ChunkShares::of(self.rule, &self.layers);
        let planes = self.shares.planes.iter();
        let stored = stored.iter().flat_map(|stored| &stored.planes);
        let off = planes.zip(stored).flat_map(|(wanted, stored)| {
            let texels = wanted.as_flattened().iter().zip(stored.as_flattened());
            texels.map(|(wanted, stored)| wanted.abs_diff(*stored))
        });
        let most = off.max().unwrap_or(0);
        draft.rearrange_layers(self.place, self.layers, &self.origin);
        most
    }
}

/// Does something to the layers of map chunks; tells how many it left alone since their shares can't
/// be told, and how far off what is stored is at most.
pub(super) fn each_stack(
    draft: &mut TerrainDraft<'_>,
    places: &[ChunkPlace],
    mut change: impl FnMut(&mut TerrainDraft<'_>, &mut LayerStack) -> bool,
) -> usize {
    let (mut changed, mut skipped, mut most) = (0, 0, 0);
    for place in places {
        let Some(mut stack) = LayerStack::of(draft, *place) else {
            skipped += 1;
            continue;
        };
        if change(draft, &mut stack) {
            changed += 1;
            most = most.max(stack.put(draft));
        }
    }
    if skipped > 0 {
        draft.note(format!(
            "{skipped} map chunks were left as they are: they have no layers, or more than 8"
        ));
    }
    if most > 0 {
        draft.note(format!(
            "alphas can't hold every share: the largest is off by {most} of 255"
        ));
    }
    changed
}

/// Map chunks in words.
pub(super) fn chunks_text(count: usize) -> String {
    match count {
        1 => "1 map chunk".to_owned(),
        count => format!("{count} map chunks"),
    }
}
