//! Which picture fills each texture slot of a model, and its pixels.

use super::{Folder, GamePath, Team};
use crate::document::{Model, ModelFormat};
use crate::formats::picture::{Picture, decode_picture};
use crate::mesh::Texture;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Largest picture file that is read.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// The most memory that all pictures of a model may take.
const MAX_TOTAL_BYTES: usize = 1 << 30;

/// Where the picture of a slot comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextureSource {
    /// A file on disk, found by its game path.
    Found(PathBuf),
    /// A file that a user chose for this slot.
    Assigned(PathBuf),
    /// The game fills the slot, and nobody has chosen a picture for it; those that follow the
    /// team of a Warcraft III model have one all the same.
    Replaceable(String),
    /// No file was found; the reason, as a sentence for people.
    Missing(String),
}

/// The pixels of a slot, or why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TexturePicture {
    /// Where it comes from.
    pub source: TextureSource,
    /// The decoded picture; `None` shows the checker.
    pub picture: Option<Picture>,
}

/// Looks up textures beside the model, then in the chosen folders in order.
#[derive(Clone, Debug, Default)]
pub struct TextureFinder {
    beside: Option<Folder>,
    folders: Vec<Folder>,
    assigned: BTreeMap<u32, PathBuf>,
    team: Team,
    /// Bytes of all pictures that were decoded so far.
    decoded_bytes: usize,
}

impl TextureFinder {
    /// Looks beside `model_path` and in `folders`; `assigned` names files chosen for slots.
    pub fn new(
        model_path: Option<&Path>,
        folders: impl IntoIterator<Item = PathBuf>,
        assigned: BTreeMap<u32, PathBuf>,
    ) -> Self {
        let beside = model_path.map(|path| {
            let parent = path
                .parent()
                .filter(|parent| !parent.as_os_str().is_empty());
            Folder::new(parent.unwrap_or_else(|| Path::new(".")))
        });
        Self {
            beside,
            folders: folders.into_iter().map(Folder::new).collect(),
            assigned,
            team: Team::default(),
            decoded_bytes: 0,
        }
    }

    /// Fills the textures that follow the player with this team's.
    #[must_use]
    pub fn with_team(self, team: Team) -> Self {
        Self { team, ..self }
    }

    /// Where the picture of slot `index` of a model comes from.
    pub fn find(&mut self, index: u32, texture: &Texture, format: ModelFormat) -> TextureSource {
        if let Some(path) = self.assigned.get(&index) {
            return TextureSource::Assigned(path.clone());
        }
        if let Some(kind) = format.replaceable_name(texture.kind) {
            return TextureSource::Replaceable(kind);
        }
        let path = match GamePath::parse(&texture.path_text()) {
            Ok(path) => path,
            Err(error) => return TextureSource::Missing(error.to_string()),
        };
        for name in [
            path.clone(),
            path.with_extension("blp"),
            path.with_extension("dds"),
            path.with_extension("png"),
            path.with_extension("tga"),
        ] {
            if let Some(found) = self.find_file(&name) {
                return TextureSource::Found(found);
            }
        }
        TextureSource::Missing(format!(
            "\"{path}\" is neither beside the model nor in a folder"
        ))
    }

    fn find_file(&mut self, path: &GamePath) -> Option<PathBuf> {
        if let Some(beside) = &mut self.beside {
            if let Some(found) = beside.find(path).or_else(|| beside.find(&path.name_only())) {
                return Some(found);
            }
            if let Some(found) = find_above(beside.root(), path) {
                return Some(found);
            }
        }
        self.folders.iter_mut().find_map(|folder| folder.find(path))
    }

    /// Finds and decodes the pictures of all slots, in slot order.
    pub fn load_all(&mut self, model: &Model) -> Vec<TexturePicture> {
        (0..)
            .zip(&model.textures)
            .map(|(index, texture)| self.load(index, texture, model.format))
            .collect()
    }

    /// Finds and decodes the picture of one slot. A file that can't be decoded counts as missing.
    pub fn load(&mut self, index: u32, texture: &Texture, format: ModelFormat) -> TexturePicture {
        let source = self.find(index, texture, format);
        let (TextureSource::Found(path) | TextureSource::Assigned(path)) = &source else {
            let of_team = matches!(source, TextureSource::Replaceable(_)) && format.is_mdx();
            return TexturePicture {
                source,
                picture: of_team.then(|| self.team.picture(texture.kind)).flatten(),
            };
        };
        let read = if self.decoded_bytes > MAX_TOTAL_BYTES {
            Err("the textures before it already take 1 GiB, the most a model may have".to_owned())
        } else {
            read_picture(path)
        };
        match read {
            Ok(picture) => {
                self.decoded_bytes += picture.rgba.len();
                TexturePicture {
                    source,
                    picture: Some(picture),
                }
            }
            Err(reason) => {
                let source = TextureSource::Missing(format!("{}: {reason}", path.display()));
                TexturePicture {
                    source,
                    picture: None,
                }
            }
        }
    }
}

/// The file at `path` under one of the folders above `start`: an extracted game tree has the model
/// several folders below the root that texture paths start from.
fn find_above(start: &Path, path: &GamePath) -> Option<PathBuf> {
    let first = path.parts().first()?.to_lowercase();
    let absolute = std::path::absolute(start).ok()?;
    // Only a folder whose own name is the path's first part can have the root above it.
    absolute
        .ancestors()
        .filter(|folder| {
            folder
                .file_name()
                .is_some_and(|name| name.to_string_lossy().to_lowercase() == first)
        })
        .filter_map(Path::parent)
        .find_map(|root| Folder::new(root).find(path))
}

fn read_picture(path: &Path) -> Result<Picture, String> {
    let size = std::fs::metadata(path)
        .map_err(|error| error.to_string())?
        .len();
    if size > MAX_FILE_BYTES {
        return Err(format!("{size} bytes is more than any texture has"));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    decode_picture(&bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WOW: ModelFormat = ModelFormat::M2 { version: 264 };
    use crate::formats::picture::encode_png;
    use crate::mesh::TextureKind;

    fn named(path: &str) -> Texture {
        Texture {
            kind: TextureKind::NAMED,
            flags: 3,
            path: path.as_bytes().to_vec(),
        }
    }

    #[test]
    fn a_texture_is_found_beside_the_model_above_it_or_in_a_folder() {
        let root = tempfile::tempdir().unwrap();
        let png = encode_png(1, 1, &[1, 2, 3, 4]).unwrap();
        let model_folder = root.path().join("World/Imp");
        std::fs::create_dir_all(&model_folder).unwrap();
        std::fs::create_dir_all(root.path().join("more/Spells")).unwrap();
        std::fs::write(model_folder.join("beside.png"), &png).unwrap();
        std::fs::write(root.path().join("World/up.blp"), &png).unwrap();
        std::fs::write(root.path().join("more/Spells/Glow.tga"), b"no tga").unwrap();
        let model = model_folder.join("imp.m2");
        let folders = vec![root.path().join("more")];
        let mut finder = TextureFinder::new(Some(&model), folders, BTreeMap::new());
        assert!(
            finder
                .load(0, &named("X\\Y\\BESIDE.blp\0"), WOW)
                .picture
                .is_some()
        );
        assert!(
            finder
                .load(1, &named("world\\UP.blp"), WOW)
                .picture
                .is_some()
        );
        let broken = finder.load(2, &named("spells\\glow.blp"), WOW);
        assert!(matches!(broken.source, TextureSource::Missing(reason) if reason.contains("Glow")));
        let missing = finder.load(3, &named("a\\b.blp"), WOW);
        assert!(matches!(missing.source, TextureSource::Missing(_)));
    }

    #[test]
    fn a_replaceable_slot_shows_what_a_user_assigned() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("hair.png");
        std::fs::write(&file, encode_png(1, 1, &[9, 9, 9, 255]).unwrap()).unwrap();
        let hair = Texture {
            kind: TextureKind(6),
            flags: 0,
            path: Vec::new(),
        };
        let mut finder = TextureFinder::new(None, [], BTreeMap::new());
        assert_eq!(
            finder.find(0, &hair, WOW),
            TextureSource::Replaceable("hair".to_owned())
        );
        let mut finder = TextureFinder::new(None, [], BTreeMap::from([(0, file)]));
        assert!(finder.load(0, &hair, WOW).picture.is_some());
    }

    #[test]
    fn pictures_past_the_most_a_model_may_have_are_not_decoded() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(
            root.path().join("a.png"),
            encode_png(1, 1, &[9; 4]).unwrap(),
        )
        .unwrap();
        let mut finder = TextureFinder::new(Some(&root.path().join("m.m2")), [], BTreeMap::new());
        assert!(finder.load(0, &named("a.blp"), WOW).picture.is_some());
        finder.decoded_bytes += MAX_TOTAL_BYTES;
        let late = finder.load(1, &named("a.blp"), WOW);
        assert!(matches!(late.source, TextureSource::Missing(reason) if reason.contains("1 GiB")));
    }
}
