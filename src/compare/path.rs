//! Where in a model a value is; becomes text only where there is a difference.

use std::fmt;

/// A way down from the model, one step at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'a> {
    above: Option<&'a Path<'a>>,
    step: Step,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Top,
    Field(&'static str),
    Index(usize),
    Place(u32, u32),
}

impl<'a> Path<'a> {
    /// The model or document itself.
    pub const TOP: Path<'static> = Path {
        above: None,
        step: Step::Top,
    };

    /// A field of what is here.
    pub fn field(&'a self, name: &'static str) -> Self {
        Self {
            above: Some(self),
            step: Step::Field(name),
        }
    }

    /// An item of the list that is here.
    pub fn index(&'a self, index: usize) -> Self {
        Self {
            above: Some(self),
            step: Step::Index(index),
        }
    }

    /// What is in this column and row of the grid that is here.
    pub fn place(&'a self, column: u32, row: u32) -> Self {
        Self {
            above: Some(self),
            step: Step::Place(column, row),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_first = self
            .above
            .is_none_or(|above| matches!(above.step, Step::Top));
        if let Some(above) = self.above {
            above.fmt(f)?;
        }
        match self.step {
            Step::Top => Ok(()),
            Step::Field(name) if is_first => f.write_str(name),
            Step::Field(name) => write!(f, ".{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Place(column, row) => write!(f, "[{column},{row}]"),
        }
    }
}
