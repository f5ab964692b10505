//! A rope between the pointer and the brush: the brush stays where it is while the rope is slack, so
//! that a shaking hand draws a calm line.

/// A rope between the pointer and the brush that it drags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LazyRope {
    brush: [f32; 2],
    length: f32,
}

impl LazyRope {
    /// A rope of this length whose brush is where the pointer is. One that is no length is none.
    pub fn new(pointer: [f32; 2], length: f32) -> Self {
        let length = if length.is_finite() {
            length.max(0.0)
        } else {
            0.0
        };
        Self {
            brush: pointer,
            length,
        }
    }

    /// Where the brush is.
    pub fn brush(&self) -> [f32; 2] {
        self.brush
    }

    /// The pointer goes on; gives where the brush is then, or `None` if it was not moved. A place
    /// that is no number moves nothing.
    pub fn pull(&mut self, pointer: [f32; 2]) -> Option<[f32; 2]> {
        let way = [0, 1].map(|axis| pointer[axis] - self.brush[axis]);
        let far = way[0].hypot(way[1]);
        if !far.is_finite() || far <= self.length {
            return None;
        }
        let share = (far - self.length) / far;
        self.brush = [0, 1].map(|axis| self.brush[axis] + way[axis] * share);
        Some(self.brush)
    }

    /// The stroke ends: the brush catches up with the pointer.
    pub fn let_go(&mut self, pointer: [f32; 2]) -> Option<[f32; 2]> {
        self.length = 0.0;
        self.pull(pointer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brush_on_a_rope_follows_its_length_behind_and_catches_up_at_the_end() {
        let mut rope = LazyRope::new([0.0; 2], 10.0);
        assert_eq!(rope.pull([6.0, 8.0]), None, "the rope is just taut");
        assert_eq!(rope.pull([18.0, 24.0]), Some([12.0, 16.0]));
        assert_eq!(rope.brush(), [12.0, 16.0]);
        assert_eq!(rope.let_go([18.0, 24.0]), Some([18.0, 24.0]));
        assert_eq!(rope.let_go([18.0, 24.0]), None);
        let mut rope = LazyRope::new([0.0; 2], f32::NAN);
        assert_eq!(rope.pull([3.0, 0.0]), Some([3.0, 0.0]));
        assert_eq!(rope.pull([f32::NAN, 0.0]), None);
        assert_eq!(rope.brush(), [3.0, 0.0]);
    }

    #[test]
    fn a_shaking_hand_draws_a_calmer_line() {
        // Along a line with a jitter across of 6 to either side.
        let mut rope = LazyRope::new([0.0; 2], 20.0);
        let mut widest = 0.0f32;
        for step in 1..400 {
            let jitter = if step % 2 == 0 { 6.0 } else { -6.0 };
            if let Some([x, y]) = rope.pull([step as f32, jitter])
                && x > 50.0
            {
                widest = widest.max(y.abs());
            }
        }
        assert!(widest < 2.0, "{widest}");
    }
}
