//! What a conversion of alpha maps changes, in numbers and in sentences.

use super::layer_stack::chunks_text;
use crate::terrain::{AlphaDepth, AlphaLoss, BlendRule, TileMap};

/// What a conversion of alpha maps changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlphaFigures {
    /// Map chunks that were looked at.
    pub looked_at: usize,
    /// Those of them whose file will say something else.
    pub changed: usize,
    /// Alpha maps that get another form.
    pub maps: usize,
    /// Map chunks whose last rows and columns of alphas count from now on, or no longer.
    pub edges: usize,
    /// What of the look changes.
    pub loss: AlphaLoss,
    /// Borders of map chunks at which a texture breaks off, before and after.
    pub seams: [usize; 2],
    /// Map chunks with more layers than can be told, which stay as they are.
    pub untold: usize,
    /// The flags of the map's own file, before and after, where they change.
    pub flags: Option<[u32; 2]>,
    /// How finely alphas are stored from now on, if that is otherwise and the map's own file, which
    /// has to say so, was not found.
    pub untold_depth: Option<AlphaDepth>,
    /// The rule by which layers are mixed from now on, if that is another.
    pub rule: Option<BlendRule>,
}

impl AlphaFigures {
    /// Whether nothing would change.
    pub fn is_nothing(&self) -> bool {
        self.changed == 0
            && self.flags.is_none()
            && self.rule.is_none()
            && self.untold_depth.is_none()
    }

    /// What of the look is lost, in one sentence.
    pub fn loss_text(&self) -> String {
        match self.loss {
            AlphaLoss { texels: 0, .. } => "the look stays as it is".to_owned(),
            AlphaLoss {
                chunks,
                texels,
                worst,
            } => format!(
                "the look of {texels} texels of {} changes, by {worst} of 255 at most",
                chunks_text(chunks)
            ),
        }
    }

    /// Everything worth knowing, a sentence each.
    pub fn sentences(&self) -> Vec<String> {
        if self.is_nothing() {
            let looked_at = chunks_text(self.looked_at);
            return vec![format!(
                "the alpha maps of {looked_at} are stored so already"
            )];
        }
        let changed = chunks_text(self.changed);
        let mut told = vec![
            format!("{} alpha maps of {changed} get another form", self.maps),
            self.loss_text(),
        ];
        if self.edges > 0 {
            let chunks = chunks_text(self.edges);
            told.push(format!(
                "{chunks} change whether the last row and column of their alpha maps count"
            ));
        }
        let [before, after] = self.seams;
        if after > before {
            told.push(format!(
                "{} more borders between map chunks have a texture that breaks off; healing seams \
                 mends what the form can hold",
                after - before
            ));
        }
        if self.untold > 0 {
            told.push(format!(
                "{} have more than 8 layers and were left as they are",
                chunks_text(self.untold)
            ));
        }
        if let Some(rule) = self.rule {
            let name = match rule {
                BlendRule::Ordered => "one over another",
                BlendRule::Weighted => "by shares",
            };
            told.push(format!(
                "layers are mixed {name} from now on, as such maps are, and alphas are worked out \
                 anew for it"
            ));
        }
        if let Some([before, after]) = self.flags {
            told.push(format!(
                "the flags of the map's own file (WDT, MPHD) go from {before:#x} to {after:#x}; \
                 export the map as .wdt so that it is written with its tiles, and convert every \
                 tile of it that is not open too"
            ));
        }
        if let Some(depth) = self.untold_depth {
            let set = match depth {
                AlphaDepth::Eight => "set",
                AlphaDepth::Four => "clear",
            };
            told.push(format!(
                "the map's own file (WDT) was not found: {set} flag {:#x} in its MPHD, and convert \
                 all other tiles of the map too, or the game reads these alpha maps wrongly",
                TileMap::BIG_ALPHA
            ));
        }
        told
    }
}
