//! The project file: round trips, damage, saving, old versions.

#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod memory;
#[cfg(test)]
#[path = "../support/model.rs"]
mod model;
#[cfg(test)]
mod old_versions;
#[cfg(test)]
#[path = "../support/peak_memory.rs"]
mod peak_memory;
#[cfg(test)]
mod real_models;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod saving;
#[cfg(test)]
#[path = "../support/terrain.rs"]
mod small_terrain;
#[cfg(test)]
mod terrain;
