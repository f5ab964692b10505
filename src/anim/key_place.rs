//! How the times in a list of keyframes relate to the time of the clip that shows them.

use super::{Driver, KeyWindow, Track, TrackKeys, TrackRef};
use crate::for_any_track;

/// Which list of a track a clip shows, and how its times relate to the clip's own.
///
/// Every comparison of a keyframe's time with the time of a clip goes through here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPlace {
    /// Position of the list in the track.
    pub list: usize,
    /// A time of the clip and this give the time in the list.
    pub shift_ms: i32,
    /// The part of the list that is the clip's; all of it unless clips share an axis.
    pub window: KeyWindow,
}

impl KeyPlace {
    /// The clip's own time for a time in the list; `None` for a keyframe the clip does not have.
    pub fn own_ms(&self, list_ms: i32) -> Option<i32> {
        let is_inside = self.window.contains(list_ms);
        is_inside.then(|| list_ms.saturating_sub(self.shift_ms))
    }

    /// The time in the list for a time of the clip; `None` where no keyframe of the clip can be.
    pub fn list_ms(&self, own_ms: i32) -> Option<i32> {
        let list_ms = own_ms.checked_add(self.shift_ms)?;
        self.window.contains(list_ms).then_some(list_ms)
    }
}

impl<T> Track<T> {
    /// Where the clip at position `clip`, which lies in `window`, has its keyframes.
    ///
    /// Aliases are the caller's business. A track on a global loop has one list in the loop's time.
    pub fn place(&self, clip: usize, window: KeyWindow) -> KeyPlace {
        let whole = |list| KeyPlace {
            list,
            shift_ms: 0,
            window: KeyWindow::WHOLE,
        };
        match (self.driver, &self.keys) {
            (Driver::GlobalLoop(_), _) | (Driver::Clip, TrackKeys::Shared(_)) => whole(0),
            (Driver::Clip, TrackKeys::PerClip(_)) => whole(clip),
            (Driver::Clip, TrackKeys::Axis(_)) => KeyPlace {
                list: 0,
                shift_ms: window.start_ms,
                window,
            },
        }
    }
}

impl<'a> TrackRef<'a> {
    /// Where the clip at position `clip`, which lies in `window`, has its keyframes.
    pub fn place(self, clip: usize, window: KeyWindow) -> KeyPlace {
        for_any_track!(TrackRef, self, track => track.place(clip, window))
    }

    /// Times of the list at a position, as stored; empty where there is none.
    pub fn list_times_ms(self, list: usize) -> &'a [i32] {
        for_any_track!(TrackRef, self, track => {
            track.lists().get(list).map_or(&[], |keys| &keys.times_ms)
        })
    }

    /// Whether its keyframes lie on the axis that all clips share.
    pub fn is_on_axis(self) -> bool {
        self.driver() == Driver::Clip
            && for_any_track!(TrackRef, self, track => matches!(track.keys, TrackKeys::Axis(_)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::KeyList;

    fn track(driver: Driver, keys: fn(KeyList<f32>) -> TrackKeys<f32>) -> Track<f32> {
        Track {
            driver,
            keys: keys(KeyList::default()),
            ..Track::default()
        }
    }

    #[test]
    fn only_on_the_shared_axis_does_the_start_of_a_clip_count() {
        let window = KeyWindow::new(3333, 1000);
        let axis = track(Driver::Clip, TrackKeys::Axis).place(2, window);
        assert_eq!(axis.own_ms(3333), Some(0));
        assert_eq!(axis.own_ms(4333), Some(1000));
        assert_eq!(axis.own_ms(4334), None);
        assert_eq!(axis.own_ms(3332), None);
        assert_eq!(axis.list_ms(1000), Some(4333));
        assert_eq!(axis.list_ms(1001), None);
        assert_eq!(axis.list_ms(-1), None);
        assert_eq!(axis.list_ms(i32::MAX), None);
        let looped = track(Driver::GlobalLoop(0), TrackKeys::Axis).place(2, window);
        let shared = track(Driver::Clip, TrackKeys::Shared).place(2, window);
        for place in [looped, shared] {
            assert_eq!((place.list, place.own_ms(5000)), (0, Some(5000)));
        }
        let own = track(Driver::Clip, |list| TrackKeys::PerClip(vec![list])).place(2, window);
        assert_eq!((own.list, own.list_ms(-7)), (2, Some(-7)));
    }

    #[test]
    fn a_clip_that_runs_backwards_has_the_keyframes_at_its_start() {
        let window = KeyWindow::new(1000, (-400i32).cast_unsigned());
        let place = track(Driver::Clip, TrackKeys::Axis).place(0, window);
        assert_eq!(place.own_ms(1000), Some(0));
        for time in [600, 800, 1001] {
            assert_eq!(place.own_ms(time), None);
        }
    }
}
