//! What share each texture layer has at a texel of a map chunk.

use super::alpha_map::ALPHA_SIDE;
use super::blend_rule::BlendRule;
use super::border::texel_weights;
use super::chunk::Chunk;
use super::effective_weights::MOST_LAYERS;
use super::tile_spots::steps_of_vertex;

impl Chunk {
    /// The weights at a texel, layer by layer, 255 in all; layers past [`MOST_LAYERS`] have none.
    pub fn weights_at(&self, rule: BlendRule, column: usize, row: usize) -> [u8; MOST_LAYERS] {
        texel_weights(rule, self, column, row)
    }

    /// The weights at the texel nearest to a vertex.
    pub fn weights_at_vertex(&self, rule: BlendRule, vertex: usize) -> [u8; MOST_LAYERS] {
        let (columns, rows) = steps_of_vertex(vertex);
        let texel = |steps: i32| (steps as usize * (ALPHA_SIDE - 1) + 8) / 16;
        self.weights_at(rule, texel(columns), texel(rows))
    }
}
