//! Comparing and validating models.

mod compare;
#[path = "../support/model.rs"]
mod model;
mod validate;
