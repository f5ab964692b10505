//! Why an operator can't be done, and what to tell the user when it can.

use super::Edit;
use crate::skeleton::BoneId;

/// Why an operator was refused; the document is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The document has no model, or several and none was named, or not the one named.
    #[error("{}", model_sentence(*.given, .choices))]
    Model {
        /// The id given, if any.
        given: Option<u32>,
        /// `id title` of every model.
        choices: Vec<String>,
    },
    /// The document has no terrain, or several and none was named, or not the one named.
    #[error("{}", terrain_sentence(*.given, .choices))]
    Terrain {
        /// The id given, if any.
        given: Option<u32>,
        /// `id name` of every terrain.
        choices: Vec<String>,
    },
    /// A terrain of the other shape.
    #[error("terrain '{terrain}' is made of {found}, and this works on {needed}")]
    Shape {
        /// The terrain's name.
        terrain: String,
        /// What it is made of.
        found: &'static str,
        /// What the operator works on.
        needed: &'static str,
    },
    /// A name that several bones or clips have.
    #[error("{what} '{name}' is not unique; use one of {}", .choices.join(", "))]
    Ambiguous {
        /// "bone" or "clip".
        what: &'static str,
        /// The name given.
        name: String,
        /// `#index` of each that has it.
        choices: Vec<String>,
    },
    /// A name, position or id that nothing has.
    #[error("there is no {what} '{name}'{}", near_sentence(.near))]
    Unknown {
        /// What was looked for: "bone", "clip", "track", ...
        what: &'static str,
        /// The name given.
        name: String,
        /// Names that look like it.
        near: Vec<String>,
    },
    /// A list without entries where one is needed.
    #[error("'{argument}' is empty: there is nothing to do")]
    Empty {
        /// The argument.
        argument: &'static str,
    },
    /// A number that can't be used.
    #[error("'{argument}' {reason}")]
    Value {
        /// The argument.
        argument: &'static str,
        /// What is wrong with it, completing the sentence.
        reason: String,
    },
    /// A keyframe that is not there.
    #[error("{track} has no keyframe at {time_ms} ms of clip '{clip}'")]
    NoKey {
        /// The track.
        track: String,
        /// The clip's name.
        clip: String,
        /// The time asked for.
        time_ms: i32,
    },
    /// Keyframes would land on others and the policy is to refuse.
    #[error("{track} already has a keyframe at {time_ms} ms; move it or choose to replace it")]
    Collision {
        /// The track.
        track: String,
        /// The time, as the track keeps it.
        time_ms: i32,
    },
    /// A pose without a keyframe to hold it.
    #[error(
        "{track} has no keyframe at {time_ms} ms, and without 'key' only existing keyframes change: \
         a pose lives in the document only as keyframes"
    )]
    NotKeyed {
        /// The track.
        track: String,
        /// The time asked for.
        time_ms: i32,
    },
    /// A value of the wrong kind for a track.
    #[error("{track} holds {expected}, not {given}")]
    WrongKind {
        /// The track.
        track: String,
        /// What its keyframes hold.
        expected: &'static str,
        /// What was given.
        given: &'static str,
    },
    /// A clip whose aliases lead nowhere.
    #[error("clip '{clip}' plays another clip's keyframes, but following the aliases ends nowhere")]
    BrokenAlias {
        /// The clip's name.
        clip: String,
    },
    /// Other clips still play the keyframes of this one.
    #[error("clip '{clip}' can't be deleted: {} play its keyframes", .aliases.join(", "))]
    StillAliased {
        /// The clip's name.
        clip: String,
        /// The clips that play its keyframes.
        aliases: Vec<String>,
    },
    /// A parent below its own child.
    #[error("bone '{bone}' can't hang below '{parent}': that would close a circle")]
    Cycle {
        /// The bone to move.
        bone: String,
        /// The parent asked for.
        parent: String,
    },
    /// A pose that can't be kept or reached.
    #[error("the pose of bone '{bone}' can't be kept: {reason}")]
    Pose {
        /// The bone.
        bone: String,
        /// Why not.
        reason: &'static str,
    },
    /// A bone whose weights are locked.
    #[error("the weights of bone '{bone}' are locked; unlock it to change them")]
    Locked {
        /// The bone.
        bone: String,
        /// Its id.
        id: BoneId,
    },
    /// A deleted bone without a parent that could take what hangs on it.
    #[error("bone '{bone}' has no parent to take its {what}")]
    NoHeir {
        /// The bone.
        bone: String,
        /// What has no bone to go to.
        what: &'static str,
    },
}

fn model_sentence(given: Option<u32>, choices: &[String]) -> String {
    match (given, choices) {
        (_, []) => "there is no model".to_owned(),
        (None, _) => format!("'model' must name one of {}", choices.join(", ")),
        (Some(id), _) => format!("there is no model {id}; there are {}", choices.join(", ")),
    }
}

fn terrain_sentence(given: Option<u32>, choices: &[String]) -> String {
    match (given, choices) {
        (_, []) => "there is no terrain".to_owned(),
        (None, _) => format!("'terrain' must name one of {}", choices.join(", ")),
        (Some(id), _) => format!("there is no terrain {id}; there are {}", choices.join(", ")),
    }
}

fn near_sentence(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; perhaps {}", near.join(", "))
    }
}

/// Something an operator did beside what it says, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note(pub String);

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// An operator that was checked: what it will do, and what to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The change; applying it can't fail on the document it was planned on.
    pub edit: Edit,
    /// What happens beside what the operator says.
    pub notes: Vec<Note>,
    /// What the history calls it, such as `Rotate 2 bones`.
    pub label: String,
}
