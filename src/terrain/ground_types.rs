//! A new list of ground types for a map of corners, and which number each old one gets.

use super::TypeId;
use super::corner::Corner;

/// The most ground types that a map of version 11 may have.
pub const MOST_TYPES_OF_11: usize = 16;
/// The most ground types that a map of version 12 may have.
pub const MOST_TYPES_OF_12: usize = Corner::MAX_GROUND_TYPE as usize + 1;

/// How many ground types a map of a version may have.
pub fn most_ground_types(version: u32) -> usize {
    if version <= 11 {
        MOST_TYPES_OF_11
    } else {
        MOST_TYPES_OF_12
    }
}

/// How often corners have each number of a ground type.
pub fn ground_type_counts(corners: &[Corner]) -> [usize; MOST_TYPES_OF_12] {
    let mut counts = [0; MOST_TYPES_OF_12];
    for corner in corners {
        if let Some(count) = counts.get_mut(usize::from(corner.ground_type())) {
            *count += 1;
        }
    }
    counts
}

/// The number that each old number of a ground type gets, as its type is listed in `new`.
///
/// A type that is listed twice keeps its first place. `substitute` gives the type that a dropped one
/// becomes. `None` for types that are neither listed nor become one that is; numbers past the end of
/// the old list stay as they are.
pub fn renumbered(
    old: &[TypeId],
    new: &[TypeId],
    substitute: impl Fn(TypeId) -> Option<TypeId>,
) -> [Option<u8>; MOST_TYPES_OF_12] {
    let number_of = |wanted: TypeId| {
        let place = new.iter().position(|id| *id == wanted)?;
        u8::try_from(place).ok()
    };
    let mut numbers = [None; MOST_TYPES_OF_12];
    for (number, slot) in numbers.iter_mut().enumerate() {
        *slot = match old.get(number) {
            Some(&id) => {
                // Where the old list has a type twice and the new one too, each keeps its place.
                let same_place = new.get(number) == Some(&id);
                let here = same_place.then(|| u8::try_from(number).ok()).flatten();
                let instead = || number_of(substitute(id)?);
                here.or_else(instead).or_else(|| number_of(id))
            }
            None => u8::try_from(number).ok(),
        };
    }
    numbers
}
