//! Looking at a skin as a whole: how many bones move its vertices, what the target has room for,
//! where clips tear it, and who moves a vertex.

mod mesh_edges;
mod stress_run;
mod stress_test;
mod vertex_movers;
mod weight_budget;
mod weight_census;

pub use stress_test::{StressOptions, StressReport, StressSpot, stress_test};
pub use vertex_movers::{
    Mover, MoverPeak, VertexMovers, mover_peaks, mover_peaks_in, who_moves, who_moves_posed,
};
pub use weight_budget::{BudgetKind, BudgetRow, budget_of, weight_budget};
pub use weight_census::{BoneShare, WeightCensus};
