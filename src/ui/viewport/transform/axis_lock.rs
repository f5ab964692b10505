//! Along which axes a transform goes, and how keys change that.

use crate::editor::AxesSpace;

/// One of three axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Red.
    X,
    /// Green.
    Y,
    /// Blue.
    Z,
}

impl Axis {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Its place among three numbers.
    pub fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// The other two, in order.
    pub fn others(self) -> [Self; 2] {
        match self {
            Self::X => [Self::Y, Self::Z],
            Self::Y => [Self::X, Self::Z],
            Self::Z => [Self::X, Self::Y],
        }
    }
}

/// Whose axes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The model's.
    Model,
    /// The bone's own, as posed.
    Local,
    /// Those of its parent, as posed.
    Parent,
    /// Right, up and toward the viewer.
    View,
}

impl Axes {
    /// The axes that the header names.
    pub fn of(space: AxesSpace) -> Self {
        match space {
            AxesSpace::Local => Self::Local,
            AxesSpace::Parent => Self::Parent,
            AxesSpace::World => Self::Model,
            AxesSpace::View => Self::View,
        }
    }

    /// What people call them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "world",
            Self::Local => "local",
            Self::Parent => "parent",
            Self::View => "view",
        }
    }
}

/// What a transform is held to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisLock {
    /// Nothing: it follows the mouse in the plane of the picture.
    #[default]
    Free,
    /// One axis.
    Along(Axis, Axes),
    /// The plane across one axis.
    Across(Axis, Axes),
}

impl AxisLock {
    /// What pressing an axis key makes of it: the world's axis, the local one, nothing again.
    pub fn pressed(self, axis: Axis) -> Self {
        match self {
            Self::Along(held, Axes::Model) if held == axis => Self::Along(axis, Axes::Local),
            Self::Along(held, Axes::Local) if held == axis => Self::Free,
            Self::Free | Self::Along(..) | Self::Across(..) => Self::Along(axis, Axes::Model),
        }
    }

    /// What pressing an axis key with Shift makes of it: the plane across that axis.
    pub fn pressed_with_shift(self, axis: Axis) -> Self {
        match self {
            Self::Across(held, Axes::Model) if held == axis => Self::Across(axis, Axes::Local),
            Self::Across(held, Axes::Local) if held == axis => Self::Free,
            Self::Free | Self::Along(..) | Self::Across(..) => Self::Across(axis, Axes::Model),
        }
    }

    /// What the label says of it, such as `, local X`.
    pub fn text(self) -> String {
        match self {
            Self::Free => String::new(),
            Self::Along(axis, axes) => format!(", {} {}", axes.name(), axis.letter()),
            Self::Across(axis, axes) => {
                let [a, b] = axis.others();
                format!(", {} {}{} plane", axes.name(), a.letter(), b.letter())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_goes_from_world_to_local_to_free() {
        let mut lock = AxisLock::Free;
        for expected in [
            AxisLock::Along(Axis::X, Axes::Model),
            AxisLock::Along(Axis::X, Axes::Local),
            AxisLock::Free,
        ] {
            lock = lock.pressed(Axis::X);
            assert_eq!(lock, expected);
        }
    }

    #[test]
    fn another_key_starts_at_the_world_again() {
        let lock = AxisLock::Along(Axis::X, Axes::Local).pressed(Axis::Y);
        assert_eq!(lock, AxisLock::Along(Axis::Y, Axes::Model));
        let lock = lock.pressed_with_shift(Axis::Y);
        assert_eq!(lock, AxisLock::Across(Axis::Y, Axes::Model));
        let lock = lock.pressed_with_shift(Axis::Y);
        assert_eq!(lock, AxisLock::Across(Axis::Y, Axes::Local));
        assert_eq!(lock.text(), ", local XZ plane");
        assert_eq!(lock.pressed_with_shift(Axis::Y), AxisLock::Free);
    }
}
