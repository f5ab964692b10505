//! Between file structs and the document, with a report of everything odd or lost.

mod adt;
mod bonetext;
mod conversion;
mod export;
mod export_terrain;
mod ground_conversion;
mod import;
mod m2;
mod map_files;
mod map_pictures;
mod mdx;
mod open_file;
mod open_splat;
mod profile;
mod report;
mod target_preview;
mod target_shift;
mod w3e;
mod weight_text;

pub use adt::{
    MapFault, ReadTile, TilePaths, TilesToOpen, files_to_take_along, is_whole_on_disk,
    load_left_tiles, map_from_source, place_of_tile, read_left_tile, read_tile_at, tile_from_bytes,
    write_tile_over,
};
pub use conversion::{Converted, Origin, PictureTarget, convert, convert_pictures};
pub use export::{ExportError, ExportLayout, Exported, ExportedFile, export_as, export_model};
pub use export_terrain::export_terrain;
pub use ground_conversion::{GroundConversion, GroundNameError, convert_terrain};
pub use import::{ImportError, Imported, import_bytes, import_file};
pub use map_pictures::{
    HeightForm, LoadedAlphaArea, LoadedAlphamaps, LoadedHeightArea, MapCoverage, MapPictureError,
    SavedPictures, SplatPictures, list_splat, load_alphamaps, load_heightmap, save_alphamaps,
    save_heightmap,
};
pub use mdx::{geoset_groups, object_ids};
pub use open_file::{ImportedFile, ImportedTerrain, open_file, open_file_with};
pub use open_splat::open_splat_pictures;
pub use profile::{Profile, UnknownProfile};
pub use report::{Loss, Report, ReportItem, Severity};
pub use target_preview::{DroppedInfluence, PreviewError, TargetPreview};
pub use target_shift::WorstVertex;
pub use weight_text::{
    MatchedWeights, WEIGHT_TEXT_HEADER, WeightLine, WeightTextError, WeightTextErrorKind,
    match_weights, read_weights, write_weights,
};
