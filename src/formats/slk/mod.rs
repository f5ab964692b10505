//! SLK: the tables of Warcraft III, as text with a line for each cell.

mod table;

pub use table::SlkTable;
