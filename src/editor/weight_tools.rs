//! The numbers that tools on weights work with, until the user sets others.

/// The numbers that tools on weights work with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightTools {
    /// The weight that flooding gives, 0 to 1.
    pub flood: f32,
    /// Weights below this are pruned, 0 to 1.
    pub prune_below: f32,
    /// The most influences that limiting leaves.
    pub limit: u8,
    /// How far smoothing and relaxing go at once, 0 to 1.
    pub smooth: f32,
    /// How many times over they are done.
    pub iterations: u32,
    /// Bones of more weight than this count as an influence when vertices are selected by a bone.
    pub select_above: f32,
    /// Whether a weight that is set leaves all others as they are.
    pub is_exact: bool,
}

impl Default for WeightTools {
    fn default() -> Self {
        Self {
            flood: 1.0,
            prune_below: 0.01,
            limit: 4,
            smooth: 0.5,
            iterations: 5,
            select_above: 0.0,
            is_exact: false,
        }
    }
}
