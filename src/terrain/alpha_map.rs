//! How strongly a texture layer covers each texel of a map chunk.

use super::blend_rule::AlphaDepth;

/// Texels of a side of a map chunk.
pub const ALPHA_SIDE: usize = 64;
/// Texels of a map chunk.
pub const ALPHA_TEXELS: usize = ALPHA_SIDE * ALPHA_SIDE;

/// How the file stores an alpha map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaForm {
    /// Four bits a texel; in memory multiples of 17.
    FourBit,
    /// A byte a texel.
    EightBit,
    /// Run-length coded bytes.
    Runs,
}

impl AlphaForm {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::FourBit => "4 bits",
            Self::EightBit => "8 bits",
            Self::Runs => "8 bits, compressed",
        }
    }

    /// How finely it stores alphas.
    pub fn depth(self) -> AlphaDepth {
        match self {
            Self::FourBit => AlphaDepth::Four,
            Self::EightBit | Self::Runs => AlphaDepth::Eight,
        }
    }
}

/// 64 rows of 64 alphas, 0 to 255; rows grow to the south, columns to the east.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaMap {
    texels: Box<[u8; ALPHA_TEXELS]>,
}

impl AlphaMap {
    /// A map of given texels, row by row.
    pub fn new(texels: Box<[u8; ALPHA_TEXELS]>) -> Self {
        Self { texels }
    }

    /// A map of one alpha.
    pub fn filled(alpha: u8) -> Self {
        Self::new(Box::new([alpha; ALPHA_TEXELS]))
    }

    /// All texels, row by row.
    pub fn texels(&self) -> &[u8; ALPHA_TEXELS] {
        &self.texels
    }

    /// All texels, to change them.
    pub fn texels_mut(&mut self) -> &mut [u8; ALPHA_TEXELS] {
        &mut self.texels
    }

    /// The rows from north to south.
    pub fn rows(&self) -> &[[u8; ALPHA_SIDE]] {
        self.texels.as_chunks().0
    }

    /// The rows from north to south, to change them.
    pub fn rows_mut(&mut self) -> &mut [[u8; ALPHA_SIDE]] {
        self.texels.as_chunks_mut().0
    }

    /// Copies the last but one column and row over the last, as the game does where they do not
    /// count.
    pub fn repeat_edge(&mut self) {
        for row in self.rows_mut() {
            let [.., before, last] = row;
            *last = *before;
        }
        let rows = self.rows_mut();
        if let [.., before, last] = rows {
            *last = *before;
        }
    }

    /// Whether the last column and row are those before them.
    pub fn repeats_edge(&self) -> bool {
        let mut rows = self.rows().iter();
        let is_even = rows.all(|row| {
            row.last_chunk()
                .is_some_and(|[before, last]| before == last)
        });
        is_even && matches!(self.rows(), [.., before, last] if before == last)
    }

    /// The alpha of a texel; 0 outside.
    pub fn alpha(&self, column: usize, row: usize) -> u8 {
        let texel = self.rows().get(row).and_then(|row| row.get(column));
        texel.copied().unwrap_or(0)
    }
}
