//! `bonewright make-samples`: the samples in `projects/`, made anew by our own code.

use super::args::MakeSamplesArguments;
use super::output::{Overwrite, make_output, save_project, write_whole};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::document::Document;
use crate::formats::picture::{encode_blp, encode_blp1, encode_png};
use crate::import_export::{ExportLayout, ExportedFile, Profile};
use crate::samples::{self, Picture, SampleModel};
use std::io::Write;
use std::path::Path;

/// Writes the samples; each file made is named on `err`.
pub fn run(arguments: &MakeSamplesArguments, err: &mut dyn Write) -> CommandResult {
    let folder = &arguments.folder;
    write_sample(&samples::creature(), folder, err)?;
    write_sample(&samples::bramblehog(), folder, err)?;
    write_strip(&folder.join("strip"), err)?;
    write_valley(folder, err)?;
    Ok(Exit::Fine)
}

/// The valley as project and in the formats of both games, with its textures.
fn write_valley(folder: &Path, err: &mut dyn Write) -> Result<(), CliError> {
    let mut document = Document::new();
    document.terrains.push(samples::valley());
    let project = folder.join("valley.bwp");
    save_project(&document, &project)?;
    say(err, &project)?;
    write_pictures(&samples::valley_textures(), folder, err)?;
    let map = folder.join("valley.wdt");
    write_ground(&document, &map, Profile::AdtWotlk)?;
    say(err, &map)?;
    let mut document = Document::new();
    document.terrains.push(samples::valley_corners());
    let map = folder.join("valley.w3e");
    write_ground(&document, &map, Profile::W3e { version: 11 })?;
    say(err, &map)?;
    write_atlases(folder, err)
}

/// What Warcraft III's ground types look like, and the table that tells their files.
fn write_atlases(folder: &Path, err: &mut dyn Write) -> Result<(), CliError> {
    let table = folder.join("TerrainArt").join("Terrain.slk");
    std::fs::create_dir_all(folder.join("TerrainArt").join("Valley")).map_err(CliError::output)?;
    write_whole(
        &table,
        samples::valley_ground_table().as_bytes(),
        Overwrite::Allow,
    )?;
    say(err, &table)?;
    for (path, picture) in samples::valley_atlases() {
        let file = folder.join(path.replace('\\', "/")).with_extension("png");
        let bytes = encode_png(picture.width, picture.height, &picture.rgba);
        write_whole(&file, &bytes.map_err(CliError::output)?, Overwrite::Allow)?;
        say(err, &file)?;
    }
    Ok(())
}

fn write_ground(document: &Document, path: &Path, profile: Profile) -> Result<(), CliError> {
    let output = make_output(document, None, path, profile, ExportLayout::FromNothing)?;
    output.write(Overwrite::Allow)?;
    Ok(())
}

/// What the second sample is made of: the model at rest and the script that poses it.
fn write_strip(folder: &Path, err: &mut dyn Write) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(CliError::output)?;
    let mut document = Document::new();
    document.models.push(samples::bramblehog_at_rest().model);
    let rest = folder.join("bramblehog_rest.bwp");
    save_project(&document, &rest)?;
    say(err, &rest)?;
    // One operator a line, so that the script can be read and changed by hand.
    let operators = samples::bramblehog_script();
    let lines: Result<Vec<String>, _> = operators.iter().map(serde_json::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.map_err(CliError::output)?.join(",\n"));
    let script = folder.join("bramblehog_poses.json");
    write_whole(&script, text.as_bytes(), Overwrite::Allow)?;
    say(err, &script)
}

/// A sample as project, as M2 and as MDX, its textures at the paths the model names, as BLP and PNG.
fn write_sample(sample: &SampleModel, folder: &Path, err: &mut dyn Write) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(CliError::output)?;
    let mut document = Document::new();
    document.models.push(sample.model.clone());
    let base = folder.join(&sample.model.title);

    let project = base.with_extension("bwp");
    save_project(&document, &project)?;
    say(err, &project)?;

    let model = base.with_extension("m2");
    let profile = Profile::M2 { version: 264 };
    make_output(&document, None, &model, profile, ExportLayout::FromNothing)?
        .write(Overwrite::Allow)?;
    say(err, &model)?;

    write_pictures(&sample.textures, folder, err)?;
    write_warcraft(sample, folder, err)
}

/// Pictures at the paths by which the game asks for them, as BLP and PNG.
fn write_pictures(
    pictures: &[(String, Picture)],
    folder: &Path,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    for (path, picture) in pictures {
        let relative = path.replace('\\', "/");
        let blp = folder.join(&relative);
        if let Some(parent) = blp.parent() {
            std::fs::create_dir_all(parent).map_err(CliError::output)?;
        }
        let (width, height, rgba) = (picture.width, picture.height, &picture.rgba);
        let bytes = encode_blp(width, height, rgba).map_err(CliError::output)?;
        write_whole(&blp, &bytes, Overwrite::Allow)?;
        let png = encode_png(width, height, rgba).map_err(CliError::output)?;
        write_whole(&blp.with_extension("png"), &png, Overwrite::Allow)?;
        say(err, &blp)?;
    }
    Ok(())
}

/// The sample as MDX, with pictures that Warcraft III reads: their paths differ from those of the
/// M2, for the same file can't be read by both games.
fn write_warcraft(
    sample: &SampleModel,
    folder: &Path,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    let mut model = sample.model.clone();
    let title = model.title.clone();
    let mut pictures = Vec::new();
    for (texture, (path, picture)) in model.textures.iter_mut().zip(&sample.textures) {
        let name = path.rsplit('\\').next().unwrap_or(path);
        let name = name.strip_prefix(&format!("{title}_")).unwrap_or(name);
        texture.path = format!("textures\\{title}\\{name}").into_bytes();
        let bytes = encode_blp1(picture.width, picture.height, &picture.rgba);
        pictures.push(ExportedFile {
            name: format!("textures/{title}/{name}"),
            bytes: bytes.map_err(CliError::output)?,
        });
    }
    let mut document = Document::new();
    document.models.push(model);
    let path = folder.join(title).with_extension("mdx");
    let profile = Profile::Mdx { version: 800 };
    let mut output = make_output(&document, None, &path, profile, ExportLayout::FromNothing)?;
    output.add(&path, pictures);
    output.write(Overwrite::Allow)?;
    say(err, &path)
}

fn say(err: &mut dyn Write, path: &Path) -> Result<(), CliError> {
    writeln!(err, "wrote {}", path.display()).map_err(CliError::output)
}
