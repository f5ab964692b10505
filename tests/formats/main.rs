//! Tests of the file formats: real files, a made file with every record, and damaged files.

#[cfg(test)]
mod adt_damaged;
#[cfg(test)]
mod adt_real;
#[cfg(test)]
mod bonetext;
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
mod damaged_files;
#[cfg(test)]
mod every_record;
#[cfg(test)]
mod made_model;
#[cfg(test)]
#[path = "../support/made_tile.rs"]
mod made_tile;
#[cfg(test)]
mod mdx_damaged;
#[cfg(test)]
mod mdx_every_record;
#[cfg(test)]
mod mdx_made;
#[cfg(test)]
mod mdx_merge;
#[cfg(test)]
mod mdx_property;
#[cfg(test)]
mod mdx_real_models;
#[cfg(test)]
#[path = "../support/peak_memory.rs"]
mod memory;
#[cfg(test)]
mod merge;
#[cfg(test)]
mod random;
#[cfg(test)]
mod real_models;
#[cfg(test)]
mod real_skins;
#[cfg(test)]
#[path = "../support/tile_oracle/mod.rs"]
mod tile_oracle;
#[cfg(test)]
mod w3e;
