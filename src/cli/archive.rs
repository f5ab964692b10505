//! `bonewright archive`: what is in an archive, out of it, into a new one, and whether it is sound.

use super::archive_args::{
    ArchiveCommand, ArchiveCreateArguments, ArchiveExtractArguments, ArchiveListArguments,
    ArchiveVerifyArguments,
};
use super::archive_files::{extracted_paths, files_below};
use super::output::{Overwrite, write_json, write_whole};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::assets::{Archive, ArchiveEntry, ArchiveError, create_archive, read_file};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Runs one of the commands.
pub fn run(command: &ArchiveCommand, out: &mut dyn Write, err: &mut dyn Write) -> CommandResult {
    match command {
        ArchiveCommand::List(arguments) => list(arguments, out),
        ArchiveCommand::Extract(arguments) => extract(arguments, err),
        ArchiveCommand::Create(arguments) => create(arguments),
        ArchiveCommand::Verify(arguments) => verify(arguments, out),
    }
}

fn open(path: &Path) -> Result<Archive, CliError> {
    let bytes = read_file(path).map_err(CliError::input)?;
    Archive::open(bytes).map_err(|error| CliError::input(format!("{}: {error}", path.display())))
}

fn list(arguments: &ArchiveListArguments, out: &mut dyn Write) -> CommandResult {
    let archive = open(&arguments.archive)?;
    if arguments.json {
        let files: Vec<Value> = archive.entries().iter().map(entry_json).collect();
        let value = json!({
            "bytes": archive.bytes().len(),
            "starts_at": archive.start(),
            "repairs": archive.repairs(),
            "files": files,
        });
        write_json(out, &value)?;
        return Ok(Exit::Fine);
    }
    for entry in archive.entries() {
        writeln!(
            out,
            "{:>10} {:>10} {} {}",
            entry.size,
            entry.packed,
            entry.storage_text(),
            entry.shown_name()
        )
        .map_err(CliError::output)?;
    }
    for repair in archive.repairs() {
        writeln!(out, "note: {repair}").map_err(CliError::output)?;
    }
    Ok(Exit::Fine)
}

fn entry_json(entry: &ArchiveEntry) -> Value {
    json!({
        "name": entry.shown_name(),
        "is_named": entry.name.is_some(),
        "size": entry.size,
        "packed": entry.packed,
        "offset": entry.offset,
        "block": entry.block,
        "flags": entry.flags,
        "locale": entry.locale,
        "platform": entry.platform,
    })
}

fn extract(arguments: &ArchiveExtractArguments, err: &mut dyn Write) -> CommandResult {
    let archive = open(&arguments.archive)?;
    let path = arguments.archive.display();
    let chosen: Vec<&ArchiveEntry> = if arguments.names.is_empty() {
        archive.entries().iter().collect()
    } else {
        let find = |name: &String| {
            let found = archive.find(name).or_else(|| {
                let mut entries = archive.entries().iter();
                entries.find(|entry| entry.shown_name() == *name)
            });
            found.ok_or_else(|| {
                CliError::input(format!(
                    "{path}: {}",
                    ArchiveError::NotFound { name: name.clone() }
                ))
            })
        };
        arguments.names.iter().map(find).collect::<Result<_, _>>()?
    };
    let overwrite = Overwrite::from_force(arguments.force);
    let targets = extracted_paths(&chosen, &arguments.output)?;
    if overwrite == Overwrite::Refuse
        && let Some((_, target)) = targets.iter().find(|(_, target)| target.exists())
    {
        return Err(CliError::output(format!(
            "{}: the file exists; give --force to overwrite it",
            target.display()
        )));
    }
    let mut failed = 0usize;
    for (entry, target) in &targets {
        let content = match archive.read(entry) {
            Ok(content) => content,
            Err(error) => {
                failed += 1;
                writeln!(err, "{path}: {error}").map_err(CliError::output)?;
                continue;
            }
        };
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| CliError::output(format!("{}: {error}", folder.display())))?;
        }
        write_whole(target, &content, overwrite)?;
    }
    match failed {
        0 => Ok(Exit::Fine),
        _ => Err(CliError::input(format!(
            "{path}: {failed} of {} files can't be read; the others are written",
            targets.len()
        ))),
    }
}

fn create(arguments: &ArchiveCreateArguments) -> CommandResult {
    let files = files_below(&arguments.folder)?;
    if files.is_empty() {
        return Err(CliError::input(format!(
            "{}: there is no file in the folder",
            arguments.folder.display()
        )));
    }
    let path = arguments.archive.display();
    let bytes =
        create_archive(&files).map_err(|error| CliError::output(format!("{path}: {error}")))?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_whole(&arguments.archive, &bytes, overwrite)?;
    Ok(Exit::Fine)
}

fn verify(arguments: &ArchiveVerifyArguments, out: &mut dyn Write) -> CommandResult {
    let archive = open(&arguments.archive)?;
    let mut faults = Vec::new();
    let mut compared = 0usize;
    for (entry, noted) in archive.entries().iter().zip(archive.noted_crcs()) {
        match archive.read(entry) {
            Err(error) => faults.push((entry.shown_name(), error.to_string())),
            Ok(content) => {
                let crc = crc32fast::hash(&content);
                compared += usize::from(noted.is_some());
                if let Some(noted) = noted.filter(|noted| *noted != crc) {
                    let message =
                        format!("its CRC-32 is {crc:08x}, and the archive notes {noted:08x}");
                    faults.push((entry.shown_name(), message));
                }
            }
        }
    }
    let count = archive.entries().len();
    if arguments.json {
        let listed: Vec<Value> = faults
            .iter()
            .map(|(name, message)| json!({ "name": name, "message": message }))
            .collect();
        let value = json!({
            "files": count,
            "compared": compared,
            "repairs": archive.repairs(),
            "faults": listed,
        });
        write_json(out, &value)?;
    } else {
        for (name, message) in &faults {
            writeln!(out, "{name}: {message}").map_err(CliError::output)?;
        }
        for repair in archive.repairs() {
            writeln!(out, "note: {repair}").map_err(CliError::output)?;
        }
        writeln!(
            out,
            "{count} files, {compared} with a checksum, {} faults",
            faults.len()
        )
        .map_err(CliError::output)?;
    }
    Ok(if faults.is_empty() {
        Exit::Fine
    } else {
        Exit::Wanting
    })
}
