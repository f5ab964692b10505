//! Ground types of maps of corners as scripts name them.

use crate::edit::EditError;
use crate::terrain::{CornerMap, CornerPaint, TypeId};

/// What is painted: `blight`, the four letters of a listed type, or its number in the list, also
/// with `#`.
pub(in crate::edit) fn painted_type(map: &CornerMap, name: &str) -> Result<CornerPaint, EditError> {
    let types = &map.head.ground_types;
    let listed = |wanted: &dyn Fn(&TypeId) -> bool| types.iter().position(wanted);
    let by_letters = listed(&|id| id == name.as_bytes())
        .or_else(|| listed(&|id| id.eq_ignore_ascii_case(name.as_bytes())));
    let number = name.strip_prefix('#').unwrap_or(name).parse().ok();
    let by_number = number.filter(|number: &usize| *number < types.len());
    let found = by_letters.or(by_number).and_then(|n| u8::try_from(n).ok());
    match found {
        Some(number) => Ok(CornerPaint::Ground(number)),
        None if name.eq_ignore_ascii_case("blight") => Ok(CornerPaint::Blight),
        None => Err(EditError::Unknown {
            what: "ground type",
            name: name.to_owned(),
            near: types.iter().map(type_text).collect(),
        }),
    }
}

/// The letters of a type.
pub(super) fn type_text(id: &TypeId) -> String {
    String::from_utf8_lossy(id).into_owned()
}

/// Refuses what can be no type: it has four printable letters.
pub(super) fn checked_type(argument: &'static str, name: &str) -> Result<TypeId, EditError> {
    let id = TypeId::try_from(name.as_bytes()).ok();
    let id = id.filter(|id| id.iter().all(u8::is_ascii_graphic));
    id.ok_or_else(|| EditError::Value {
        argument,
        reason: format!("must have types of four letters, not '{name}'"),
    })
}
