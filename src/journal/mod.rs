//! The crash journal: every operator that lands is on the disk before its frame ends, and doing all
//! of it again gives the same document.
//!
//! * `frame` is how bytes lie in the file; [`Header`] says what the journal starts from,
//!   [`Record`]s with an [`Entry`] each follow.
//! * [`JournalWriter`] appends, [`JournalReader`] reads up to where the file is torn or damaged,
//!   [`replay`](replay()) does it again, [`Found`] tells what is in one without that.
//! * A journal is never changed by reading or replaying it, and removed only by who owns it.
//! * [`SpillFile`] keeps edits of the history in the same form.

mod edit_bytes;
#[cfg(test)]
mod edit_bytes_tests;
mod entry;
mod error;
mod found;
mod frame;
mod header;
mod hex;
mod kept_files;
mod reader;
mod record;
mod replay;
mod replay_tiles;
mod spill_file;
pub mod stamp;
mod start_document;
mod terrain_bytes;
mod writer;

pub use entry::{Entry, ExchangedEdit, TakenPart, TakenTile};
pub use error::{JournalError, ReplayError};
pub use found::{
    Found, MOST_BESIDE_A_PROJECT, is_in_use, journals_in, journals_of_project, project_journal_path,
};
pub use frame::{FRAME_LIMIT, MAGIC, VERSION};
pub use header::{Header, Start};
pub use kept_files::{picture_path, recovered_mark_path, remove_journal};
pub use reader::{JournalReader, Tail};
pub use record::{Focus, Record};
pub use replay::{Importer, Readers, Replayed, add_model, add_terrain, replay, replay_with};
pub use replay_tiles::{ReadAgain, TakenTileFiles, TileReader};
pub use spill_file::SpillFile;
pub use start_document::ProjectRest;
pub use writer::{Appended, JournalWriter};
