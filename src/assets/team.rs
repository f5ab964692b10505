//! The pictures that Warcraft III puts into textures by player: team colour and team glow.

use crate::formats::picture::{Picture, PictureFormat};
use crate::mesh::TextureKind;

/// A player's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Team(u8);

/// The colours of the classic game's players, in their order.
const COLOURS: [(&str, [u8; 3]); 12] = [
    ("Red", [0xFF, 0x03, 0x03]),
    ("Blue", [0x00, 0x42, 0xFF]),
    ("Teal", [0x1C, 0xE6, 0xB9]),
    ("Purple", [0x54, 0x00, 0x81]),
    ("Yellow", [0xFF, 0xFC, 0x01]),
    ("Orange", [0xFE, 0x8A, 0x0E]),
    ("Green", [0x20, 0xC0, 0x00]),
    ("Pink", [0xE5, 0x5B, 0xB0]),
    ("Grey", [0x95, 0x96, 0x97]),
    ("Light blue", [0x7E, 0xBF, 0xF1]),
    ("Dark green", [0x10, 0x62, 0x46]),
    ("Brown", [0x4E, 0x2A, 0x04]),
];

/// Side of the glow's picture, in pixels.
const GLOW_SIDE: u32 = 64;
/// How bright its middle is: models lay several over one another.
const GLOW_STRENGTH: f32 = 0.6;

impl Team {
    /// How many there are.
    pub const COUNT: u8 = COLOURS.len() as u8;

    /// The team of this number, counted from 0; `None` past the last.
    pub fn numbered(number: u8) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// All teams, in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self)
    }

    /// The team after this one; the first after the last.
    #[must_use]
    pub fn next(self) -> Self {
        Self((self.0 + 1) % Self::COUNT)
    }

    /// Its number, counted from 0.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What people call its colour.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// Red, green, blue.
    pub fn colour(self) -> [u8; 3] {
        self.entry().1
    }

    fn entry(self) -> (&'static str, [u8; 3]) {
        COLOURS
            .get(usize::from(self.0))
            .copied()
            .unwrap_or(COLOURS[0])
    }

    /// What fills a texture of this kind in MDX; `None` for one that does not follow the team.
    pub fn picture(self, kind: TextureKind) -> Option<Picture> {
        match kind {
            TextureKind::TEAM_COLOUR => Some(self.plain()),
            TextureKind::TEAM_GLOW => Some(self.glow()),
            _ => None,
        }
    }

    fn plain(self) -> Picture {
        let [red, green, blue] = self.colour();
        Picture {
            width: 1,
            height: 1,
            rgba: vec![red, green, blue, 255],
            format: PictureFormat::Png,
        }
    }

    /// Bright in the middle and black at the rim, for layers that add it to what is behind.
    fn glow(self) -> Picture {
        let half = GLOW_SIDE as f32 * 0.5;
        let place = |pixel: u32| (pixel as f32 + 0.5 - half) / half;
        let pixels = (0..GLOW_SIDE).flat_map(|y| (0..GLOW_SIDE).map(move |x| (x, y)));
        let rgba = pixels.flat_map(|(x, y)| {
            let away_squared = place(x).powi(2) + place(y).powi(2);
            let strength = (1.0 - away_squared).max(0.0).powi(2) * GLOW_STRENGTH;
            let [red, green, blue] = self.colour().map(|part| (f32::from(part) * strength) as u8);
            [red, green, blue, 255]
        });
        Picture {
            width: GLOW_SIDE,
            height: GLOW_SIDE,
            rgba: rgba.collect(),
            format: PictureFormat::Png,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_numbered_from_red_to_brown() {
        let names: Vec<_> = Team::all().map(Team::name).collect();
        assert_eq!(names.len(), 12);
        assert_eq!((names[0], names[11]), ("Red", "Brown"));
        assert_eq!(Team::numbered(12), None);
        assert_eq!(Team::numbered(1).map(Team::colour), Some([0, 0x42, 255]));
    }

    #[test]
    fn a_glow_is_its_colour_in_the_middle_and_black_at_the_rim() {
        let team = Team::numbered(0).unwrap();
        let glow = team.picture(TextureKind::TEAM_GLOW).unwrap();
        let pixel = |x: u32, y: u32| {
            let at = ((y * glow.width + x) * 4) as usize;
            [0, 1, 2].map(|part| glow.rgba[at + part])
        };
        let [red, ..] = pixel(32, 32);
        assert!((145..=153).contains(&red), "{red}");
        assert_eq!(pixel(0, 32), [0; 3]);
        assert_eq!(pixel(0, 0), [0; 3]);
        assert!(pixel(16, 32)[0] < red && pixel(16, 32)[0] > 30);
    }

    #[test]
    fn other_textures_do_not_follow_the_team() {
        let team = Team::default();
        for kind in [0, 11, 31] {
            assert_eq!(team.picture(TextureKind(kind)), None);
        }
    }
}
