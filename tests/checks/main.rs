//! Comparing and validating models.

#[cfg(test)]
mod compare;
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
#[path = "../support/model.rs"]
mod model;
#[cfg(test)]
mod real_models;
#[cfg(test)]
mod skin;
#[cfg(test)]
mod validate;
