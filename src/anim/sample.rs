//! The value of a track at a moment.

use super::{Clock, Driver, Interpolate, KeySlice, Track, TrackCursor, TrackKeys};

impl<T> Track<T> {
    /// The keyframes that play at `clock` and the time on their axis; `None` at rest.
    ///
    /// A track on a global loop plays its first list, whatever the clip.
    #[inline]
    pub fn playing(
        &self,
        clock: &Clock,
        global_loops_ms: &[u32],
    ) -> Option<(KeySlice<'_, T>, f64)> {
        let clip = clock.clip?;
        let (keys, time_ms) = match (self.driver, &self.keys) {
            (Driver::GlobalLoop(index), _) => (
                KeySlice::all(self.lists().first()?),
                clock.time_in_loop(global_loops_ms, index),
            ),
            (Driver::Clip, TrackKeys::Axis(keys)) => (
                KeySlice::inside(keys, clock.window),
                f64::from(clock.window.start_ms) + clock.time_ms,
            ),
            (Driver::Clip, TrackKeys::PerClip(lists)) => {
                (KeySlice::all(lists.get(clip)?), clock.time_ms)
            }
            (Driver::Clip, TrackKeys::Shared(keys)) => (KeySlice::all(keys), clock.time_ms),
        };
        Some((keys, time_ms))
    }
}

impl<T: Interpolate> Track<T> {
    /// The value at `clock`; `rest` in the bind pose and where no keyframes play.
    ///
    /// `global_loops_ms` are the lengths of the model's global loops.
    pub fn sample(&self, clock: &Clock, global_loops_ms: &[u32], rest: T) -> T {
        match self.playing(clock, global_loops_ms) {
            Some((keys, time_ms)) => keys.sample(self.interpolation, time_ms, rest),
            None => rest,
        }
    }

    /// The same as [`Track::sample`], faster where time moves on a little between calls.
    ///
    /// Any cursor gives the right value; one kept for this track gives it soonest.
    #[inline]
    pub fn sample_from(
        &self,
        cursor: &mut TrackCursor,
        clock: &Clock,
        global_loops_ms: &[u32],
        rest: T,
    ) -> T {
        match self.playing(clock, global_loops_ms) {
            Some((keys, time_ms)) => keys.sample_from(cursor, self.interpolation, time_ms, rest),
            None => rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anim::{
        Clip, ClipFlags, ClipId, Interpolation, KeyList, KeyWindow, Tangents, resolve_alias,
    };
    use crate::math::{Aabb, Quat, Vec3, quat_from_axis_angle};

    fn list<T: Copy>(keys: &[(i32, T)]) -> KeyList<T> {
        KeyList {
            times_ms: keys.iter().map(|key| key.0).collect(),
            values: keys.iter().map(|key| key.1).collect(),
            tangents: Vec::new(),
        }
    }

    fn track<T>(interpolation: Interpolation, keys: TrackKeys<T>) -> Track<T> {
        Track {
            interpolation,
            driver: Driver::Clip,
            keys,
        }
    }

    fn at(time_ms: f64) -> Clock {
        Clock::in_clip(0, time_ms)
    }

    /// Samples `keys` by itself and with a cursor that comes from anywhere.
    #[track_caller]
    fn check_scalar(
        keys: &KeyList<f32>,
        interpolation: Interpolation,
        time_ms: f64,
        expected: f32,
    ) {
        let found = keys.sample(interpolation, time_ms, -99.0);
        assert!(
            (found - expected).abs() <= 1e-6,
            "{found} at {time_ms}, expected {expected}"
        );
        for stood_at in [-5.0, 120.0, 1e9] {
            let mut cursor = TrackCursor::default();
            let slice = KeySlice::all(keys);
            slice.sample_from(&mut cursor, interpolation, stood_at, -99.0);
            let again = slice.sample_from(&mut cursor, interpolation, time_ms, -99.0);
            assert_eq!(again, found, "with a cursor that stood at {stood_at}");
        }
    }

    #[test]
    fn step_holds_each_key_until_the_next() {
        let keys = list(&[(0, 1.0), (100, 2.0), (250, 5.0)]);
        for (time_ms, expected) in [
            (0.0, 1.0),
            (99.999, 1.0),
            (100.0, 2.0),
            (249.0, 2.0),
            (250.0, 5.0),
        ] {
            check_scalar(&keys, Interpolation::Step, time_ms, expected);
        }
    }

    #[test]
    fn linear_runs_straight_between_keys_at_fractions_of_a_millisecond() {
        let keys = list(&[(0, 1.0), (100, 2.0), (250, 5.0)]);
        for (time_ms, expected) in [(0.0, 1.0), (33.25, 1.3325), (100.0, 2.0), (175.0, 3.5)] {
            check_scalar(&keys, Interpolation::Linear, time_ms, expected);
            check_scalar(&keys, Interpolation::Unknown(9), time_ms, expected);
        }
    }

    #[test]
    fn cubic_tracks_use_the_outgoing_tangent_before_and_the_incoming_after() {
        let mut keys = list(&[(0, 1.0), (100, 3.0)]);
        keys.tangents = vec![
            Tangents {
                incoming: 77.0,
                outgoing: 4.0,
            },
            Tangents {
                incoming: -2.0,
                outgoing: 77.0,
            },
        ];
        check_scalar(&keys, Interpolation::Hermite, 50.0, 2.75);
        check_scalar(&keys, Interpolation::Bezier, 50.0, 1.25);
        for interpolation in [Interpolation::Hermite, Interpolation::Bezier] {
            check_scalar(&keys, interpolation, 0.0, 1.0);
            check_scalar(&keys, interpolation, 100.0, 3.0);
        }
    }

    #[test]
    fn a_hermite_slope_in_time_is_its_tangent_over_the_key_distance() {
        let mut keys = list(&[(0, 1.0), (200, 3.0)]);
        keys.tangents = vec![
            Tangents {
                incoming: 0.0,
                outgoing: 4.0,
            },
            Tangents {
                incoming: -2.0,
                outgoing: 0.0,
            },
        ];
        let slope = |time_ms: f64| {
            let value = |t| f64::from(keys.sample(Interpolation::Hermite, t, 0.0));
            (value(time_ms + 0.5) - value(time_ms - 0.5)) / 1.0
        };
        assert!((slope(0.5) - 4.0 / 200.0).abs() < 5e-4);
        assert!((slope(199.5) - -2.0 / 200.0).abs() < 5e-4);
    }

    #[test]
    fn cubic_tracks_without_tangents_play_linear() {
        let keys = list(&[(0, 1.0), (100, 2.0)]);
        check_scalar(&keys, Interpolation::Hermite, 25.0, 1.25);
        check_scalar(&keys, Interpolation::Bezier, 25.0, 1.25);
    }

    #[test]
    fn sampling_before_the_first_and_past_the_last_key_holds_it() {
        let keys = list(&[(50, 1.0), (100, 2.0)]);
        for interpolation in [0, 1, 2, 3, 7].map(Interpolation::from_number) {
            for time_ms in [f64::NEG_INFINITY, -1e300, -3.0, 0.0, 49.9] {
                check_scalar(&keys, interpolation, time_ms, 1.0);
            }
            for time_ms in [100.0, 100.1, 1e300, f64::INFINITY] {
                check_scalar(&keys, interpolation, time_ms, 2.0);
            }
        }
    }

    #[test]
    fn a_track_without_keys_is_at_rest() {
        check_scalar(&list(&[]), Interpolation::Linear, 10.0, -99.0);
        let empty: Track<f32> = Track::default();
        assert_eq!(empty.sample(&at(10.0), &[], 4.5), 4.5);
        let other_clip = track(
            Interpolation::Linear,
            TrackKeys::PerClip(vec![list(&[(0, 1.0)])]),
        );
        assert_eq!(other_clip.sample(&Clock::in_clip(1, 0.0), &[], 4.5), 4.5);
    }

    #[test]
    fn every_track_is_at_rest_in_the_bind_pose() {
        let mut constant = track(Interpolation::Step, TrackKeys::Shared(list(&[(0, 1.0)])));
        assert_eq!(constant.sample(&Clock::BIND, &[100], 4.5), 4.5);
        constant.driver = Driver::GlobalLoop(0);
        assert_eq!(constant.sample(&Clock::BIND, &[100], 4.5), 4.5);
        assert_eq!(constant.sample(&at(0.0), &[100], 4.5), 1.0);
    }

    #[test]
    fn a_shared_list_plays_in_every_clip() {
        let shared = track(
            Interpolation::Linear,
            TrackKeys::Shared(list(&[(0, 1.0), (10, 2.0)])),
        );
        for clip in [0, 1, 500] {
            assert_eq!(shared.sample(&Clock::in_clip(clip, 5.0), &[], 0.0), 1.5);
        }
    }

    #[test]
    fn a_global_loop_runs_on_its_own_clock() {
        let mut looped = track(
            Interpolation::Linear,
            TrackKeys::Shared(list(&[(0, 0.0), (100, 1.0)])),
        );
        looped.driver = Driver::GlobalLoop(1);
        let loops = [0, 100];
        for (loop_time_ms, expected) in [(25.0, 0.25), (1025.0, 0.25), (-75.0, 0.25), (100.0, 0.0)]
        {
            let clock = at(3.0).with_loop_time(loop_time_ms);
            assert!((looped.sample(&clock, &loops, 9.0) - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn a_loop_of_length_0_and_a_missing_loop_stand_at_time_0() {
        let mut looped = track(
            Interpolation::Linear,
            TrackKeys::Shared(list(&[(0, 7.0), (100, 1.0)])),
        );
        for index in [0, 5] {
            looped.driver = Driver::GlobalLoop(index);
            assert_eq!(looped.sample(&at(60.0), &[0, 100], 9.0), 7.0);
        }
    }

    #[test]
    fn keys_of_the_axis_outside_the_clips_window_are_not_read() {
        let axis = track(
            Interpolation::Linear,
            TrackKeys::Axis(list(&[(0, 50.0), (1000, 1.0), (1100, 2.0), (1300, 60.0)])),
        );
        let sample = |time_ms| {
            let clock = Clock {
                window: KeyWindow::new(1000, 200),
                ..at(time_ms)
            };
            axis.sample(&clock, &[], -1.0)
        };
        assert_eq!(sample(0.0), 1.0);
        assert_eq!(sample(50.0), 1.5);
        assert_eq!(sample(150.0), 2.0, "the key at 1300 is not approached");
        let between = Clock {
            window: KeyWindow::new(1010, 50),
            ..at(20.0)
        };
        assert_eq!(
            axis.sample(&between, &[], -1.0),
            -1.0,
            "a window without keys is at rest"
        );
        let late = Clock {
            window: KeyWindow::new(1050, 100),
            ..at(0.0)
        };
        assert_eq!(
            axis.sample(&late, &[], -1.0),
            2.0,
            "the first key inside holds before it"
        );
    }

    #[test]
    fn integers_hold_whatever_the_interpolation_says() {
        let keys = list(&[(0, 1), (100, 9)]);
        for number in [0, 1, 2, 3, 8] {
            let interpolation = Interpolation::from_number(number);
            assert_eq!(keys.sample(interpolation, 99.9, 0), 1);
            assert_eq!(keys.sample(interpolation, 100.0, 0), 9);
        }
    }

    #[test]
    fn of_keys_at_one_time_the_last_counts() {
        let keys = list(&[(0, 0.0), (50, 1.0), (50, 2.0), (100, 4.0)]);
        check_scalar(&keys, Interpolation::Linear, 50.0, 2.0);
        check_scalar(&keys, Interpolation::Linear, 25.0, 0.5);
        check_scalar(&keys, Interpolation::Linear, 75.0, 3.0);
    }

    #[test]
    fn lists_out_of_order_or_of_unequal_length_never_panic() {
        let mut keys = list(&[
            (100, 1.0),
            (-5, 2.0),
            (i32::MAX, 3.0),
            (i32::MIN, 4.0),
            (7, 5.0),
        ]);
        let mut cursor = TrackCursor::default();
        for cut in 0..6 {
            for number in 0..5 {
                for time_ms in [f64::NAN, -1e12, -5.0, 0.0, 6.5, 7.0, 99.0, 1e12] {
                    let interpolation = Interpolation::from_number(number);
                    let value = keys.sample(interpolation, time_ms, 3.0);
                    assert!((1.0..=5.0).contains(&value), "{value}");
                    let slice = KeySlice::inside(&keys, KeyWindow::new(0, 50));
                    slice.sample_from(&mut cursor, interpolation, time_ms, 3.0);
                }
            }
            keys.values.truncate(5 - cut.min(5));
            keys.tangents = vec![
                Tangents {
                    incoming: 1.5,
                    outgoing: 2.0
                };
                cut
            ];
            keys.tangents.truncate(1);
        }
    }

    #[test]
    fn rotation_keys_at_0_170_and_340_degrees_are_one_turn() {
        let turn = |degrees: f32| quat_from_axis_angle(&Vec3::z(), degrees.to_radians());
        let keys = list(&[(0, turn(0.0)), (170, turn(170.0)), (340, turn(340.0))]);
        for degrees in 0..=340 {
            let found = keys.sample(Interpolation::Linear, f64::from(degrees), Quat::identity());
            let expected = turn(degrees as f32);
            assert!((found.dot(&expected).abs() - 1.0).abs() < 1e-6, "{degrees}");
            let x = 2.0 * (found.w * found.w) - 1.0;
            assert!(
                (x - (degrees as f32).to_radians().cos()).abs() < 2e-5,
                "{degrees}: {x}"
            );
        }
    }

    #[test]
    fn held_rotation_keys_are_unit_copies_and_the_key_stays_raw() {
        let raw = quat_from_axis_angle(&Vec3::x(), 1.0) * 1.02;
        let keys = list(&[(0, raw)]);
        for number in [0, 1] {
            let found = keys.sample(Interpolation::from_number(number), 5.0, Quat::identity());
            assert!((found.norm() - 1.0).abs() < 1e-6);
        }
        assert_eq!(keys.values[0], raw);
    }

    fn clip(id: u32, alias_of: Option<u32>) -> Clip {
        Clip {
            id: ClipId(id),
            name: None,
            animation_id: 0,
            variation: 0,
            start_ms: 0,
            duration_ms: 0,
            move_speed: 0.0,
            flags: ClipFlags(if alias_of.is_some() {
                ClipFlags::ALIAS
            } else {
                0
            }),
            frequency: 0,
            padding: 0,
            repeat: [0; 2],
            blend_time: 0,
            bounds: Aabb::EMPTY,
            bounds_radius: 0.0,
            variation_next: ClipId::NONE,
            alias_of: ClipId(alias_of.unwrap_or(3)),
            rarity: 0.0,
            sync_point: 0,
        }
    }

    #[test]
    fn alias_chains_end_at_the_clip_that_holds_the_keys() {
        let clips = [
            clip(0, Some(2)),
            clip(1, None),
            clip(2, Some(3)),
            clip(3, Some(1)),
        ];
        for index in 0..4 {
            assert_eq!(resolve_alias(&clips, index), Some(1));
        }
    }

    #[test]
    fn alias_cycles_and_aliases_of_nothing_have_no_keys() {
        let clips = [
            clip(0, Some(1)),
            clip(1, Some(0)),
            clip(2, Some(2)),
            clip(3, Some(77)),
        ];
        for index in 0..5 {
            assert_eq!(resolve_alias(&clips, index), None);
        }
    }
}
