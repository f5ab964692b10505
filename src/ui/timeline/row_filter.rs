//! Which rows of the dope sheet are shown.

use serde::{Deserialize, Serialize};

/// What a row must have to be shown; every condition counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RowFilter {
    /// Only bones and parts that are selected.
    pub selected_only: bool,
    /// Only tracks with keys in the clip, and the channels of what is selected.
    pub keyed_only: bool,
    /// Only owners or channels whose name has this in it; upper and lower case are the same.
    pub name: String,
}

impl Default for RowFilter {
    fn default() -> Self {
        Self {
            selected_only: false,
            keyed_only: true,
            name: String::new(),
        }
    }
}

impl RowFilter {
    /// Whether a channel is shown.
    pub fn shows(
        &self,
        owner_label: &str,
        channel: &str,
        is_selected: bool,
        has_keys: bool,
    ) -> bool {
        if self.selected_only && !is_selected {
            return false;
        }
        if self.keyed_only && !has_keys && !is_selected {
            return false;
        }
        let wanted = self.name.trim();
        wanted.is_empty()
            || contains_folded(owner_label, wanted)
            || contains_folded(channel, wanted)
    }
}

/// Whether `text` has `wanted` in it, upper and lower case being the same.
fn contains_folded(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(&wanted.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_counts() {
        let mut filter = RowFilter::default();
        assert!(filter.shows("Arm_L", "rotation", false, true));
        assert!(!filter.shows("Arm_L", "rotation", false, false), "no keys");
        assert!(
            filter.shows("Arm_L", "rotation", true, false),
            "selected bones show all channels"
        );
        filter.selected_only = true;
        assert!(!filter.shows("Arm_L", "rotation", false, true));
        filter.selected_only = false;
        filter.name = " arm".to_owned();
        assert!(filter.shows("Arm_L", "rotation", false, true));
        assert!(!filter.shows("Leg_L", "rotation", false, true));
        filter.name = "РУКА".to_owned();
        assert!(filter.shows("рука", "rotation", false, true));
    }
}
