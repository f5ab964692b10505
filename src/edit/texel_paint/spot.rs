//! The map chunks that dabs of a stroke reached.

use super::held::Held;
use super::masks::MaskPlane;
use super::strengths::Strengths;
use super::views::TextureNumber;
use crate::math::times_over_65535;
use crate::terrain::{ChunkPlace, ShareMove, TexelSpans};
use std::collections::BTreeMap;

/// A map chunk that dabs reached.
#[derive(Debug)]
pub(super) struct Spot {
    pub strengths: Strengths,
    pub state: State,
}

impl Spot {
    /// One that no dab touched yet.
    pub fn new(mask: Option<MaskPlane>, state: State) -> Self {
        Self {
            strengths: Strengths::new(mask),
            state,
        }
    }

    /// Moves the shares of some texels towards what is wanted of the painted layer.
    pub fn move_shares(&mut self, wanted: u8, spans: &TexelSpans) {
        let State::Held(held) = &mut self.state else {
            return;
        };
        if let Some(target) = held.target {
            ShareMove {
                before: &held.start.planes,
                target,
                wanted,
                order: &held.order,
                strengths: self.strengths.texels(),
                spans,
                after: &mut held.now.planes,
            }
            .run();
        }
    }

    /// Gives what is taken of the share of `source` in some texels to the painted layer.
    pub fn swap_shares(&mut self, source: Option<TextureNumber>, spans: &TexelSpans) {
        let State::Held(held) = &mut self.state else {
            return;
        };
        let (Some(source), Some(target)) = (source, held.target) else {
            return;
        };
        let strengths = self.strengths.texels();
        for (row, columns) in spans.rows() {
            for column in columns {
                let strength = strengths.get(row).and_then(|row| row.get(column));
                let strength = strength.copied().unwrap_or(0);
                let mut shares = held.start.texel(column, row);
                let mut taken = 0;
                for (number, share) in held.numbers.iter().zip(&mut shares) {
                    if *number == source {
                        let moved = times_over_65535((*share).into(), strength) as u8;
                        *share -= moved;
                        taken += moved;
                    }
                }
                if let Some(share) = shares.get_mut(target) {
                    *share = share.saturating_add(taken);
                }
                held.now.set_texel(column, row, &shares);
            }
        }
    }

    /// What is worked on, to change it.
    pub fn held_mut(&mut self) -> Option<&mut Held> {
        match &mut self.state {
            State::Held(held) => Some(held),
            _ => None,
        }
    }
}

/// What a stroke does with a map chunk.
#[derive(Debug)]
pub(super) enum State {
    /// It was not yet asked.
    Reached,
    /// There is nothing to do.
    Idle,
    /// It can't take the texture.
    Refused,
    /// It has no texture at all, so a share of one means nothing there.
    Bare,
    /// It is worked on.
    Held(Box<Held>),
}

impl State {
    /// Whether it is known if it takes the texture.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Reached => false,
            Self::Held(held) => held.is_asked,
            Self::Idle | Self::Refused | Self::Bare => true,
        }
    }

    /// Whether it was asked to take the texture and can't.
    pub fn is_refused(&self) -> bool {
        match self {
            Self::Refused => true,
            Self::Held(held) => held.is_refused,
            Self::Reached | Self::Idle | Self::Bare => false,
        }
    }
}

/// What is worked on at a place.
pub(super) fn held_at<'a>(
    spots: &'a BTreeMap<ChunkPlace, Spot>,
    place: &ChunkPlace,
) -> Option<&'a Held> {
    match &spots.get(place)?.state {
        State::Held(held) => Some(held),
        _ => None,
    }
}

/// What is worked on at a place, to change it.
pub(super) fn held_at_mut<'a>(
    spots: &'a mut BTreeMap<ChunkPlace, Spot>,
    place: &ChunkPlace,
) -> Option<&'a mut Held> {
    spots.get_mut(place)?.held_mut()
}
