//! Mosskin, a stocky forest imp that carries its lantern on its tail.

mod body;
mod bones;
mod cards;
mod clips;
mod deeds;
mod game;
mod gear;
mod gear_paint;
mod grow;
mod limbs;
mod motion;
mod pieces;
mod rig;
mod skin_paint;
mod slots;
mod textures;
mod weights;

pub use grow::creature;
