//! Tests of the command line: the program itself is run, as a script would run it.

#[cfg(test)]
#[macro_use]
mod program;

#[cfg(test)]
mod apply;
#[cfg(test)]
mod apply_mdx;
#[cfg(test)]
mod apply_terrain;
#[cfg(test)]
mod archives;
#[cfg(test)]
mod auto_weights;
#[cfg(test)]
mod conversion;
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
mod errors;
#[cfg(test)]
mod ground_conversion;
#[cfg(test)]
mod info;
#[cfg(test)]
#[path = "../support/made_tile.rs"]
mod made_tile;
#[cfg(test)]
mod map_pictures;
#[cfg(test)]
#[path = "../support/mdx_oracle/mod.rs"]
mod mdx_oracle;
#[cfg(test)]
#[path = "../support/oracle/mod.rs"]
mod oracle;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod several_terrains;
#[cfg(test)]
mod splat;
#[cfg(test)]
mod strip;
#[cfg(test)]
mod terrain;
mod terrain_pictures;
#[path = "../support/tile_oracle/mod.rs"]
mod tile_oracle;
#[cfg(test)]
mod tiles;
mod unwritable;
mod weight_text;
#[cfg(test)]
mod weights;
