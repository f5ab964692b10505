//! `bonewright journal`: what a crash journal holds, and having it back without a window.

use super::args::{JournalCommand, JournalReplayArguments, JournalShowArguments};
use super::output::{Overwrite, make_output, profile_for, write_json};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::document::ModelId;
use crate::edit::History;
use crate::import_export::{ExportLayout, TilePaths, import_file, read_tile_at};
use crate::journal::{
    Entry, Header, JournalReader, ReadAgain, Readers, Record, Start, Tail, TakenTileFiles,
    replay_with, stamp,
};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

/// Runs one of its commands.
pub fn run(command: &JournalCommand, out: &mut dyn Write, err: &mut dyn Write) -> CommandResult {
    match command {
        JournalCommand::Show(arguments) => show(arguments, out),
        JournalCommand::Replay(arguments) => again(arguments, out, err),
    }
}

/// Lists the entries one by one, so that a long journal takes no more memory than a short one.
fn show(arguments: &JournalShowArguments, out: &mut dyn Write) -> CommandResult {
    let mut reader = JournalReader::open(&arguments.file).map_err(CliError::input)?;
    let header = reader.header().clone();
    if arguments.json {
        let start = serde_json::to_string(&header).map_err(CliError::output)?;
        write!(out, "{{\"header\":{start},\"entries\":[").map_err(CliError::output)?;
    } else {
        show_header(&header, out).map_err(CliError::output)?;
    }
    let mut count = 0u64;
    while let Some(record) = reader.next_record().map_err(CliError::input)? {
        count += 1;
        let shown = if arguments.json {
            let separator = if count > 1 { "," } else { "" };
            write!(out, "{separator}\n{}", record_json(count, &record))
        } else {
            let time = stamp::utc_text(record.at_ms / 1000);
            writeln!(out, "{count:6}  {time}  {}", record.label)
        };
        shown.map_err(CliError::output)?;
    }
    let tail = reader.tail();
    if arguments.json {
        let end = tail_json(&tail);
        writeln!(out, "],\n\"count\":{count},\"tail\":{end}}}").map_err(CliError::output)?;
    } else {
        let entries = if count == 1 { "entry" } else { "entries" };
        writeln!(out, "{count} {entries}.").map_err(CliError::output)?;
        if let Some(sentence) = tail.sentence() {
            writeln!(out, "{sentence}").map_err(CliError::output)?;
        }
    }
    Ok(match tail {
        Tail::Damaged { .. } => Exit::Wanting,
        Tail::Whole | Tail::Torn { .. } => Exit::Fine,
    })
}

fn show_header(header: &Header, out: &mut dyn Write) -> std::io::Result<()> {
    let start = match &header.start {
        Start::Empty => "an empty project".to_owned(),
        Start::Project { path, .. } => path.clone(),
        Start::Snapshot { kept, path, .. } => match path {
            Some(path) => format!("{path} as it is in {kept}"),
            None => kept.clone(),
        },
    };
    writeln!(out, "{}", header.title)?;
    writeln!(out, "  written by  {}", header.program)?;
    let begun = stamp::utc_text(header.started_secs);
    writeln!(out, "  begun       {begun} UTC")?;
    writeln!(out, "  starts from {start}")
}

fn record_json(number: u64, record: &Record) -> Value {
    // An edit from before the start is a long row of digits that says nothing.
    let entry = match &record.entry {
        Entry::Exchange { edits, position } => {
            json!({"exchange": {"edits": edits.len(), "position": position}})
        }
        entry => serde_json::to_value(entry).unwrap_or_default(),
    };
    json!({
        "number": number,
        "at_ms": record.at_ms,
        "label": record.label,
        "entry": entry,
    })
}

fn tail_json(tail: &Tail) -> Value {
    match tail {
        Tail::Whole => json!({"is": "whole"}),
        Tail::Torn { bytes } => json!({"is": "torn", "bytes": bytes}),
        Tail::Damaged {
            offset,
            bytes,
            reason,
        } => json!({"is": "damaged", "offset": offset, "bytes": bytes, "reason": reason}),
    }
}

/// Replays a journal; without an output it says what that came to.
fn again(
    arguments: &JournalReplayArguments,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> CommandResult {
    let output = arguments.output.as_deref();
    let output = output.map(|path| Ok((path, profile_for(None, path)?)));
    let output = output.transpose()?;
    let importer = |path: &Path| {
        let imported = import_file(path, ModelId(0));
        imported
            .map(|imported| imported.model)
            .map_err(|error| error.to_string())
    };
    let tiles = |files: &TakenTileFiles, flags: Option<u32>| {
        let paths = TilePaths {
            root: files.root.clone(),
            textures: files.textures.clone(),
            objects: files.objects.clone(),
        };
        let read = read_tile_at(&paths, flags).map_err(|error| error.to_string())?;
        Ok(ReadAgain {
            tile: read.tile,
            files: read.files,
        })
    };
    let readers = Readers {
        models: &importer,
        tiles: &tiles,
    };
    let replayed =
        replay_with(&arguments.file, History::default(), &readers).map_err(CliError::input)?;
    for sentence in replayed.sentences() {
        writeln!(err, "{sentence}").map_err(CliError::output)?;
    }
    let content = replayed.document.content_hash();
    if arguments.json {
        write_json(
            out,
            &json!({
                "entries": replayed.entry_count,
                "position": replayed.history.position(),
                "models": replayed.document.models.len(),
                "content_hash": format!("{content:016x}"),
                "stopped": replayed.stop,
                "differs_at": replayed.differs_at,
                "tail": tail_json(&replayed.tail),
            }),
        )?;
    } else if output.is_none() {
        writeln!(
            out,
            "{} entries replayed, content hash {content:016x}.",
            replayed.entry_count
        )
        .map_err(CliError::output)?;
    }
    if let Some((path, profile)) = output {
        let editor = replayed.project.editor.as_deref();
        let layout = ExportLayout::KeepNative;
        let output = make_output(&replayed.document, editor, path, profile, layout)?;
        for loss in &output.report.losses {
            writeln!(err, "lost: {}: {}", loss.path, loss.what).map_err(CliError::output)?;
        }
        output.write(Overwrite::from_force(arguments.force))?;
    }
    Ok(if replayed.is_whole() {
        Exit::Fine
    } else {
        Exit::Wanting
    })
}
