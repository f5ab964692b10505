//! What is known of a skin for people: counts first, then the worst.

use serde_json::Value;
use std::io::Write;

/// Spots of a stress test that are printed; the JSON has all.
const PRINTED: usize = 10;

/// Prints what the JSON of `weights` says.
pub fn write_text(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    histogram(out, &value["histogram"])?;
    let rows = value["budget"].as_array().into_iter().flatten();
    for row in rows {
        let severity = row["severity"].as_str();
        writeln!(
            out,
            "{:<28} {:<24} {} of {}{}",
            text(&row["path"]),
            text(&row["name"]),
            row["used"],
            row["limit"],
            severity.map(|word| format!("  {word}")).unwrap_or_default()
        )?;
    }
    if value["preview"].is_object() {
        preview(out, text(&value["target"]), &value["preview"])?;
    }
    if value["vertex"].is_object() {
        vertex(out, &value["vertex"])?;
    }
    if value["stress"].is_object() {
        stress(out, &value["stress"])?;
    }
    Ok(())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::INFINITY)
}

fn bone(value: &Value) -> String {
    match value["index"].as_u64() {
        Some(index) => format!("#{index} {}", text(&value["name"])),
        None => "a bone that does not exist".to_owned(),
    }
}

/// The clip and time of something that was found.
fn moment(value: &Value) -> String {
    format!(
        "clip #{} {} at {} ms",
        value["clip"],
        text(&value["clip_name"]),
        value["time_ms"]
    )
}

fn histogram(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    writeln!(out, "{} vertices", value["vertices"])?;
    let counts = value["by_count"].as_array().into_iter().flatten();
    for (influences, count) in counts.enumerate() {
        if *count != 0 {
            writeln!(out, "  {influences} influences: {count}")?;
        }
    }
    let below = format!("weights below {}", value["dust_below"]);
    for (key, what) in [
        ("off_sum", "not summing to 1"),
        ("unweighted", "moved by no bone"),
        ("missing_bones", "weights of bones that do not exist"),
        ("dust", below.as_str()),
        (
            "senseless",
            "with negative weights or none that is a number",
        ),
    ] {
        if value[key] != 0 {
            writeln!(out, "  {what}: {}", value[key])?;
        }
    }
    for one in value["worst"]["off_sum"]
        .as_array()
        .into_iter()
        .flatten()
        .take(3)
    {
        writeln!(
            out,
            "    vertex {} sums to {:.6}",
            one["vertex"],
            number(&one["sum"])
        )?;
    }
    Ok(())
}

fn preview(out: &mut dyn Write, target: &str, value: &Value) -> std::io::Result<()> {
    writeln!(
        out,
        "as {target}: {} vertices change, a weight by at most {:.6}; {} influences are dropped",
        value["changed"],
        number(&value["largest_change"]),
        value["dropped"]
    )?;
    if value["left_out"] != 0 {
        writeln!(out, "  {} vertices are not in the file", value["left_out"])?;
    }
    for one in value["dropped_worst"]
        .as_array()
        .into_iter()
        .flatten()
        .take(3)
    {
        writeln!(
            out,
            "  dropped: {:.6} of {} at vertex {}",
            number(&one["weight"]),
            bone(&one["bone"]),
            one["vertex"]
        )?;
    }
    let worst = &value["worst"];
    if worst.is_object() {
        writeln!(
            out,
            "  worst: vertex {} is {:.6} units off in {}",
            worst["vertex"],
            number(&worst["distance"]),
            moment(worst)
        )?;
    }
    Ok(())
}

fn vertex(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    writeln!(
        out,
        "vertex {} at {} of {} ms moves by {}",
        value["vertex"],
        text(&value["clip"]),
        value["time_ms"],
        value["displacement"]
    )?;
    for mover in value["movers"].as_array().into_iter().flatten() {
        writeln!(
            out,
            "  {} with {:.6} adds {}",
            bone(&mover["bone"]),
            number(&mover["weight"]),
            mover["part"]
        )?;
        let worst = &mover["worst"];
        if worst.is_object() {
            writeln!(
                out,
                "    at most {:.6} units, in {}",
                number(&worst["distance"]),
                moment(worst)
            )?;
        }
    }
    Ok(())
}

fn stress(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    writeln!(
        out,
        "stress over {} moments and {} edges",
        value["moments"], value["edges"]
    )?;
    for (key, what) in [
        ("stretches", "stretched to"),
        ("collapses", "shrunk to"),
        ("volume_losses", "volume left"),
    ] {
        for spot in value[key].as_array().into_iter().flatten().take(PRINTED) {
            writeln!(
                out,
                "  {what} {:.3}: vertex {} in {}",
                number(&spot["ratio"]),
                spot["vertex"],
                moment(spot)
            )?;
        }
    }
    Ok(())
}
