//! Tests of opening and saving: real models through the document and back, byte for byte, and
//! their poses against an independent evaluator.

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
mod round_trip;
#[cfg(test)]
mod target_preview;
#[cfg(test)]
mod terrain;
