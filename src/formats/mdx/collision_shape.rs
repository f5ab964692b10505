//! One shape that the pointer can hit, `CLID`.

use super::node::Node;
use super::record::{Record, record};
use super::section::Section;
use super::sink::Sink;
use crate::formats::{FormatError, FormatErrorKind};

record! {
    merged
    /// A collision shape.
    ///
    /// | behind the node | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | shape |
    /// | 4 | 12 or 24 | one point for a sphere, else two |
    /// | | 0 or 4 | radius, for a sphere or a cylinder |
    pub struct CollisionShape {
        /// Its place in the tree.
        pub node: Node,
        /// 0 box, 1 plane, 2 sphere, 3 cylinder; files of 1 and 3 were not seen.
        pub shape: u32,
        /// Corners, ends or centre relative to the node; a sphere's second is zero and not in the file.
        pub points: [[f32; 3]; 2],
        /// Radius; zero and not in the file for a box or a plane.
        pub radius: f32,
    }
}

impl CollisionShape {
    /// Two corners.
    pub const BOX: u32 = 0;
    /// Two points.
    pub const PLANE: u32 = 1;
    /// Centre and radius.
    pub const SPHERE: u32 = 2;
    /// Two ends and a radius.
    pub const CYLINDER: u32 = 3;

    fn check_shape(shape: u32, offset: usize) -> Result<(), FormatError> {
        if shape <= Self::CYLINDER {
            return Ok(());
        }
        let kind = FormatErrorKind::OutOfRange {
            field: "shape",
            value: shape.into(),
            limit: Self::CYLINDER.into(),
        };
        Err(FormatError::new(offset, kind))
    }

    fn has_radius(shape: u32) -> bool {
        matches!(shape, Self::SPHERE | Self::CYLINDER)
    }
}

impl Record for CollisionShape {
    const LEAST: usize = Node::LEAST + 4 + 16;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let node = Node::read(section).map_err(|error| error.within("node"))?;
        let start = section.position();
        let shape = section.u32()?;
        Self::check_shape(shape, start)?;
        let first = Record::read(section)?;
        let second = if shape == Self::SPHERE {
            [0.0; 3]
        } else {
            Record::read(section)?
        };
        let radius = if Self::has_radius(shape) {
            f32::read(section)?
        } else {
            0.0
        };
        Ok(Self {
            node,
            shape,
            points: [first, second],
            radius,
        })
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        Self::check_shape(self.shape, sink.position())?;
        self.node
            .write(sink)
            .map_err(|error| error.within("node"))?;
        self.shape.write(sink)?;
        let [first, second] = &self.points;
        first.write(sink)?;
        if self.shape != Self::SPHERE {
            second.write(sink)?;
        }
        if Self::has_radius(self.shape) {
            self.radius.write(sink)?;
        }
        Ok(())
    }
}
