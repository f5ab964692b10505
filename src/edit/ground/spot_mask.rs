//! The masks of a brush: ranges that fade at their ends, and textures by name.

use crate::edit::{EditError, TerrainMasks};

/// What is left of a touch where a value is in a range, or fades beyond its ends; nothing where the
/// value is no number.
pub fn range_share(value: f32, (from, to): (f32, f32), soft: f32, invert: bool) -> f32 {
    if value.is_nan() {
        return 0.0;
    }
    let beyond = (from - value).max(value - to).max(0.0);
    let share = if beyond == 0.0 {
        1.0
    } else if soft > 0.0 {
        (1.0 - beyond / soft).max(0.0)
    } else {
        0.0
    };
    if invert { 1.0 - share } else { share }
}

/// The textures of the masks, by their numbers among the names of the ground's textures.
#[derive(Clone, Debug, Default)]
pub struct MaskTextures {
    /// Only where these are.
    pub only: Vec<usize>,
    /// Not where these are.
    pub never: Vec<usize>,
}

impl MaskTextures {
    /// Finds the textures of masks by name, without regard to letter case and kind of slash.
    pub fn new(masks: &TerrainMasks, names: &[String]) -> Result<Self, EditError> {
        let find = |wanted: &[String]| {
            let numbers = wanted.iter().map(|wanted| {
                let key = name_key(wanted);
                let number = names.iter().position(|name| name_key(name) == key);
                number.ok_or_else(|| EditError::Unknown {
                    what: "texture",
                    name: wanted.clone(),
                    near: Vec::new(),
                })
            });
            numbers.collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            only: find(&masks.only_textures)?,
            never: find(&masks.never_textures)?,
        })
    }
}

fn name_key(name: &str) -> String {
    name.replace('/', "\\").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_whole_inside_and_fades_beyond_its_ends() {
        for (value, share) in [(1.0, 0.0), (2.0, 0.5), (3.0, 1.0), (4.0, 1.0), (5.5, 0.25)] {
            assert_eq!(range_share(value, (3.0, 4.0), 2.0, false), share, "{value}");
            assert_eq!(range_share(value, (3.0, 4.0), 2.0, true), 1.0 - share);
        }
        assert_eq!(range_share(4.01, (3.0, 4.0), 0.0, false), 0.0);
        assert_eq!(range_share(f32::NAN, (3.0, 4.0), 9.0, true), 0.0);
    }
}
