//! Tests of opening and saving: real models through the document and back, byte for byte, and
//! their poses against an independent evaluator.

#[cfg(test)]
mod adt;
#[cfg(test)]
mod adt_files;
#[cfg(test)]
mod adt_paint;
#[cfg(test)]
mod adt_second_reader;
#[cfg(test)]
mod adt_split;
#[cfg(test)]
mod alpha_forms;
#[cfg(test)]
mod bonetext;
#[cfg(test)]
mod conversion;
#[cfg(test)]
mod conversion_small;
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
#[path = "../support/made_split.rs"]
mod made_split;
#[cfg(test)]
#[path = "../support/made_tile.rs"]
mod made_tile;
#[cfg(test)]
mod mdx;
#[cfg(test)]
#[path = "../support/mdx_oracle/mod.rs"]
mod mdx_oracle;
#[cfg(test)]
#[path = "../support/model.rs"]
mod model_support;
#[cfg(test)]
#[path = "../support/oracle/mod.rs"]
mod oracle;
#[cfg(test)]
mod poses;
#[cfg(test)]
#[path = "../formats/random.rs"]
mod random;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod splat_back;
#[cfg(test)]
mod target_preview;
mod terrain;
#[cfg(test)]
#[path = "../support/tile_oracle/mod.rs"]
mod tile_oracle;
mod unseen;
