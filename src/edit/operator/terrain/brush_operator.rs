//! Makes operators on terrains from one text, with or without the arguments of a brush.

/// Makes an operator on a terrain; see `operator!`.
macro_rules! terrain_operator {
    ($($operator:tt)*) => {
        $crate::edit::operator::spec::operator_on! {
            terrain "The id of the terrain; may be left out where the document has only one."
            $($operator)*
        }
    };
}
pub(super) use terrain_operator;

/// Makes an operator on a terrain that has, behind its own arguments, those of every brush; gives it
/// `brush()`, the brush in one piece.
macro_rules! terrain_brush_operator {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $op:literal {
            $($own:tt)*
        }
        example $example:literal
    ) => {
        $crate::edit::operator::terrain::brush_operator::terrain_operator! {
            $(#[doc = $doc])+
            $name = $op {
                $($own)*
                /// The radius of the brush, in world units.
                radius: f32,
                /// How much is done at the middle, 0 to 1.
                #[serde(default = "crate::edit::operator::spec::one")]
                strength: f32 = "1.0",
                /// How much of the radius is whole, 0 to 1.
                #[serde(default)]
                hardness: f32 = "0.0",
                /// How the brush fades.
                #[serde(default)]
                falloff: $crate::edit::FalloffArgument = "\"smooth\"",
                /// Whether each dab works on what the dabs before left; if not, a spot is touched once, as strongly as its strongest dab.
                #[serde(default)]
                accumulate: bool = "false",
                /// The outline of the brush.
                #[serde(default)]
                shape: $crate::edit::BrushShapeArgument = "\"circle\"",
                /// Where the brush was: world x and y of the game's own axes.
                samples: Vec<$crate::edit::GroundSample>,
                /// What the brush leaves alone.
                #[serde(default)]
                masks: $crate::edit::TerrainMasks = "{}",
                /// What chance begins with, where there is any.
                #[serde(default)]
                seed: u32 = "0",
                /// What of its outline the brush touches: a picture, how it is stretched and turned, and how it is broken up.
                #[serde(default)]
                tip: $crate::edit::TipArgument = "{}",
                /// Which other places the brush works on too; null for none.
                #[serde(default)]
                symmetry: Option<$crate::edit::SymmetryArgument> = "null",
            }
            example $example
        }

        impl $name {
            /// The brush and its way; refused with numbers that no brush can have.
            pub(in crate::edit) fn brush(
                &self,
            ) -> Result<$crate::edit::TerrainBrush, $crate::edit::EditError> {
                let brush = $crate::edit::TerrainBrush {
                    radius: self.radius,
                    strength: self.strength,
                    hardness: self.hardness,
                    falloff: self.falloff.clone(),
                    accumulate: self.accumulate,
                    shape: self.shape,
                    samples: self.samples.clone(),
                    masks: self.masks.clone(),
                    seed: self.seed,
                    tip: self.tip.clone(),
                    symmetry: self.symmetry,
                };
                brush.check()?;
                Ok(brush)
            }
        }
    };
}
pub(super) use terrain_brush_operator;
