//! The menus that commands are in.

/// The menu a command is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Files and the program.
    File,
    /// Undo, and what is copied.
    Edit,
    /// What is selected.
    Select,
    /// Bones and their pose.
    Bone,
    /// Vertices and how bones move them.
    Weights,
    /// The ground of maps.
    Terrain,
    /// Keyframes.
    Key,
    /// Clips and playing them.
    Clip,
    /// Cameras, looks and panels.
    View,
    /// What the program can tell about itself.
    Help,
}

impl Menu {
    /// All menus, from left to right.
    pub const ALL: [Self; 10] = [
        Self::File,
        Self::Edit,
        Self::Select,
        Self::Bone,
        Self::Weights,
        Self::Terrain,
        Self::Key,
        Self::Clip,
        Self::View,
        Self::Help,
    ];

    /// What the menu says.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Select => "Select",
            Self::Bone => "Bone",
            Self::Weights => "Weights",
            Self::Terrain => "Terrain",
            Self::Key => "Key",
            Self::Clip => "Clip",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}
