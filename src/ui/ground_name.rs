//! How ground textures are called: the last part of their path, and names of ground types.

/// The last part of a path without its ending; a ground type is called by its letters.
pub(crate) fn short_name(name: &str) -> &str {
    let last = name.rsplit(['\\', '/']).next().unwrap_or(name);
    last.rsplit_once('.').map_or(last, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_called_by_their_last_part() {
        assert_eq!(
            short_name(r"Tileset\Valley\valley_grass.blp"),
            "valley_grass"
        );
        assert_eq!(short_name("tileset/rock.blp"), "rock");
        assert_eq!(short_name("Ldrt"), "Ldrt");
    }
}
