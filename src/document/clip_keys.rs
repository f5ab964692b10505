//! The keyframes of a model as its clips see them: in a clip's own time, and outside every clip.

use super::{Model, TrackPath};
use crate::anim::{AxisCover, KeyPlace, KeyWindow, TrackRef};

impl Model {
    /// Where the clip at position `clip` has the keyframes of a track.
    ///
    /// Aliases are the caller's business: pass the position of the clip that holds the keyframes.
    pub fn place(&self, track: TrackRef<'_>, clip: usize) -> KeyPlace {
        let window = self.clips.get(clip).map(KeyWindow::of);
        track.place(clip, window.unwrap_or_default())
    }

    /// Times of the keyframes that a track has in a clip, in the clip's own time.
    ///
    /// Those of a global loop are in the loop's time. The order is that of the file.
    pub fn own_times<'a>(
        &self,
        track: TrackRef<'a>,
        clip: usize,
    ) -> impl Iterator<Item = i32> + use<'a> {
        let place = self.place(track, clip);
        let times = track.list_times_ms(place.list).iter();
        times.filter_map(move |&time| place.own_ms(time))
    }

    /// Whether a track has a keyframe at a time of a clip.
    pub fn has_key(&self, track: TrackRef<'_>, clip: usize, own_ms: i32) -> bool {
        self.own_times(track, clip).any(|time| time == own_ms)
    }

    /// The keyframes that no clip plays: for each track that has some their times on the axis.
    pub fn stray_keys(&self) -> Vec<(TrackPath, Vec<i32>)> {
        let cover = AxisCover::of(&self.clips);
        let mut strays = Vec::new();
        for owner in self.track_owners() {
            for (path, track) in self.owner_tracks(owner) {
                if !track.is_on_axis() {
                    continue;
                }
                let times = track.list_times_ms(0).iter().copied();
                let outside: Vec<i32> = times.filter(|&time| !cover.contains(time)).collect();
                if !outside.is_empty() {
                    strays.push((path, outside));
                }
            }
        }
        strays
    }

    /// Whether some keyframe is played by no clip.
    pub fn has_stray_keys(&self) -> bool {
        let cover = AxisCover::of(&self.clips);
        let is_stray = |time: &i32| !cover.contains(*time);
        self.track_owners().into_iter().any(|owner| {
            let tracks = self.owner_tracks(owner).into_iter();
            let mut on_axis = tracks.filter(|(_, track)| track.is_on_axis());
            on_axis.any(|(_, track)| track.list_times_ms(0).iter().any(is_stray))
        })
    }

    /// The clips that play what is at a moment of the axis, by position.
    pub fn clips_at(&self, axis_ms: i32) -> impl Iterator<Item = usize> + '_ {
        let sees = move |(_, clip): &(usize, &crate::anim::Clip)| {
            !clip.is_alias() && KeyWindow::of(clip).contains(axis_ms)
        };
        let clips = self.clips.iter().enumerate().filter(sees);
        clips.map(|(index, _)| index)
    }
}
