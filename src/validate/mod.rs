//! Rules that look at a document and name what is wrong with it.
//!
//! One rule is one file of `rules` and one code; [`validate`](validate()) runs those of a target.

mod finding;
mod rules;
mod skin;
mod subject;
mod terrain;
mod tile_subject;
mod track_lists;

pub use finding::{Finding, LISTED_PER_CODE, Severity};
pub use skin::{
    BoneShare, BudgetKind, BudgetRow, Mover, MoverPeak, StressOptions, StressReport, StressSpot,
    VertexMovers, WeightCensus, budget_of, mover_peaks, mover_peaks_in, stress_test, weight_budget,
    who_moves, who_moves_posed,
};
pub use subject::{Subject, TextureExists, validate};
pub use terrain::validate_terrain;
