//! A texture that leaves map chunks, and what has its share then.

use super::views::{TextureNumber, share_of};
use crate::terrain::split_whole;

/// Shares by texture, each texture once, in order.
pub(super) type Shares = Vec<(TextureNumber, u8)>;

/// A texture that leaves map chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaving {
    pub texture: TextureNumber,
    /// The texture that gets its share; without one all others do, in proportion.
    pub into: Option<TextureNumber>,
}

impl Leaving {
    /// Whether nothing changes: a second layer of a texture goes into the first.
    pub fn is_idle(self) -> bool {
        self.into == Some(self.texture)
    }

    /// What is there without it. `takers` are the textures, from below, that can be there: rounding
    /// goes along their numbers, and where there is none of them the lowest has it all. `None`
    /// without any.
    pub fn without(self, shares: &Shares, takers: &[TextureNumber]) -> Option<Shares> {
        if let Some(into) = self.into {
            let mut after: Shares = shares.clone();
            after.retain(|(number, _)| ![self.texture, into].contains(number));
            let both = share_of(shares, self.texture).saturating_add(share_of(shares, into));
            after.push((into, both));
            after.sort_unstable();
            return takers.contains(&into).then_some(after);
        }
        let lowest = *takers.first()?;
        let mut numbers = takers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let parts: Vec<u64> = numbers
            .iter()
            .map(|number| u64::from(share_of(shares, *number)))
            .collect();
        if parts.iter().all(|part| *part == 0) {
            return Some(vec![(lowest, u8::MAX)]);
        }
        let mut split = vec![0; parts.len()];
        split_whole(&parts, &mut split);
        Some(numbers.into_iter().zip(split).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_is_parted_in_proportion_and_nothing_is_lost() {
        let leaving = Leaving {
            texture: 2,
            into: None,
        };
        let shares = vec![(1, 60), (2, 135), (7, 60)];
        let after = leaving.without(&shares, &[7, 1]);
        assert_eq!(after, Some(vec![(1, 128), (7, 127)]));
        // Where it was alone, the lowest has all.
        let alone = leaving.without(&vec![(2, 255)], &[7, 1]);
        assert_eq!(alone, Some(vec![(7, 255)]));
        assert_eq!(leaving.without(&shares, &[]), None);
    }

    #[test]
    fn what_goes_into_another_is_there_as_that() {
        let leaving = Leaving {
            texture: 2,
            into: Some(5),
        };
        let shares = vec![(1, 60), (2, 135), (7, 60)];
        let after = leaving.without(&shares, &[1, 5, 7]);
        assert_eq!(after, Some(vec![(1, 60), (5, 135), (7, 60)]));
        assert_eq!(leaving.without(&shares, &[1, 7]), None);
    }
}
