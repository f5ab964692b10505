//! What can be typed after `archive`.

use clap::Subcommand;
use std::path::PathBuf;

/// The commands of `archive`.
#[derive(Debug, Subcommand)]
pub enum ArchiveCommand {
    /// List the files of an archive.
    List(ArchiveListArguments),
    /// Write files of an archive into a folder.
    Extract(ArchiveExtractArguments),
    /// Make a new archive of the files in a folder.
    Create(ArchiveCreateArguments),
    /// Read every file of an archive and compare it with the checksum the archive notes.
    Verify(ArchiveVerifyArguments),
}

/// Arguments of `archive list`.
#[derive(Debug, clap::Args)]
pub struct ArchiveListArguments {
    /// The archive.
    pub archive: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive extract`.
#[derive(Debug, clap::Args)]
pub struct ArchiveExtractArguments {
    /// The archive.
    pub archive: PathBuf,
    /// Names of the files; without any, all of them.
    pub names: Vec<String>,
    /// The folder to write to, which is made if it is not there.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Overwrite files that exist.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `archive create`.
#[derive(Debug, clap::Args)]
pub struct ArchiveCreateArguments {
    /// The archive to write.
    pub archive: PathBuf,
    /// The folder whose files go into it, with the names they have below it.
    pub folder: PathBuf,
    /// Overwrite a file that exists.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `archive verify`.
#[derive(Debug, clap::Args)]
pub struct ArchiveVerifyArguments {
    /// The archive.
    pub archive: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
