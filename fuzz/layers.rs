//! The layers of Bonewright that read files and work on what was read, without the window.
//!
//! The fuzz targets see them under the library's own name. Building only these keeps windows,
//! fonts and graphics drivers out of the instrumented build.

#[path = "../src/anim/mod.rs"]
pub mod anim;
#[path = "../src/assets/mod.rs"]
pub mod assets;
#[path = "../src/bytes/mod.rs"]
pub mod bytes;
#[path = "../src/compare/mod.rs"]
pub mod compare;
#[path = "../src/document/mod.rs"]
pub mod document;
#[path = "../src/formats/mod.rs"]
pub mod formats;
#[path = "../src/import_export/mod.rs"]
pub mod import_export;
#[path = "../src/math/mod.rs"]
pub mod math;
#[path = "../src/mesh/mod.rs"]
pub mod mesh;
#[path = "../src/project/mod.rs"]
pub mod project;
#[path = "../src/skeleton/mod.rs"]
pub mod skeleton;
#[path = "../src/skinning/mod.rs"]
pub mod skinning;
#[path = "../src/terrain/mod.rs"]
pub mod terrain;
#[path = "../src/validate/mod.rs"]
pub mod validate;
