//! What a user does to selected keys, as intents: drag, nudge, duplicate, delete.

use super::{HeldBy, KeyDrag, KeyMove, KeyOperators, MoveKind, ShownClip, TimelineState, frames};
use crate::edit::CollisionPolicy;
use crate::editor::{Intent, KeyRef, SelectMode, TimeDisplay, ViewIntent};

/// Selects keys and nothing else.
fn select(keys: Vec<KeyRef>) -> Intent {
    ViewIntent::SelectKeys {
        keys,
        mode: SelectMode::Replace,
    }
    .into()
}

/// Starts a drag of `keys`; nothing changes until the pointer moves.
pub fn begin_move(
    state: &mut TimelineState,
    mut keys: Vec<KeyRef>,
    kind: MoveKind,
    held_by: HeldBy,
    grabbed_ms: f64,
    anchor_ms: i32,
) {
    if keys.is_empty() {
        return;
    }
    keys.sort_unstable();
    keys.dedup();
    state.drag = KeyDrag::Moving(KeyMove {
        keys,
        kind,
        held_by,
        grabbed_ms,
        anchor_ms,
        delta_ms: 0,
        blocked: 0,
        before: state.cache.sheet(),
    });
}

/// Shows the dragged keys where the pointer wants them.
///
/// Keys that would land on others stay where they last could, unless `collisions` replaces those.
pub fn update_move(
    moving: &mut KeyMove,
    shown: ShownClip<'_>,
    pointer_ms: f64,
    snap: Option<TimeDisplay>,
    collisions: CollisionPolicy,
    intents: &mut Vec<Intent>,
) {
    let wanted = moving.wanted_delta_ms(pointer_ms, snap);
    if wanted == moving.delta_ms {
        moving.blocked = 0;
        return;
    }
    if wanted == 0 {
        moving.blocked = 0;
        moving.delta_ms = 0;
        intents.push(ViewIntent::CancelGesture.into());
        intents.push(select(moving.keys.clone()));
        return;
    }
    moving.blocked = moving.blocking(wanted);
    if moving.blocked > 0 && collisions == CollisionPolicy::Refuse {
        return;
    }
    let operators = KeyOperators::new(shown);
    let operator = match moving.kind {
        MoveKind::Keys => operators.move_keys(&moving.keys, wanted, None, collisions),
        MoveKind::Copies => operators.duplicate(&moving.keys, wanted, collisions),
    };
    moving.delta_ms = wanted;
    intents.push(ViewIntent::UpdateGesture(operator).into());
    intents.push(select(moving.moved(wanted)));
}

/// Ends a drag of keys: one entry of the history, the keys selected where they are now.
pub fn commit_move(moving: &KeyMove, intents: &mut Vec<Intent>) {
    if moving.delta_ms == 0 {
        cancel_move(moving, intents);
        return;
    }
    intents.push(ViewIntent::CommitGesture.into());
    intents.push(select(moving.moved(moving.delta_ms)));
}

/// Takes a drag of keys back.
pub fn cancel_move(moving: &KeyMove, intents: &mut Vec<Intent>) {
    intents.push(ViewIntent::CancelGesture.into());
    intents.push(select(moving.keys.clone()));
}

/// Moves keys by whole frames (ten ms, if times are shown in ms).
pub fn nudge(
    state: &TimelineState,
    shown: ShownClip<'_>,
    keys: Vec<KeyRef>,
    display: TimeDisplay,
    count: i32,
    intents: &mut Vec<Intent>,
) {
    let Some(first) = keys.iter().map(|key| key.time_ms).min() else {
        return;
    };
    let target = frames::stepped_ms(display, f64::from(first), count);
    move_by(
        state,
        shown,
        keys,
        (target.round() as i32).saturating_sub(first),
        MoveKind::Keys,
        intents,
    );
}

/// Copies keys so that the first of the copies is at `time_ms`.
pub fn duplicate_to(
    state: &TimelineState,
    shown: ShownClip<'_>,
    keys: Vec<KeyRef>,
    time_ms: i32,
    intents: &mut Vec<Intent>,
) {
    let Some(first) = keys.iter().map(|key| key.time_ms).min() else {
        return;
    };
    move_by(
        state,
        shown,
        keys,
        time_ms.saturating_sub(first),
        MoveKind::Copies,
        intents,
    );
}

fn move_by(
    state: &TimelineState,
    shown: ShownClip<'_>,
    keys: Vec<KeyRef>,
    delta_ms: i32,
    kind: MoveKind,
    intents: &mut Vec<Intent>,
) {
    if delta_ms == 0 {
        return;
    }
    let moving = KeyMove {
        keys,
        kind,
        held_by: HeldBy::Nothing,
        grabbed_ms: 0.0,
        anchor_ms: 0,
        delta_ms,
        blocked: 0,
        before: state.cache.sheet(),
    };
    let operators = KeyOperators::new(shown);
    let operator = match kind {
        MoveKind::Keys => {
            operators.move_keys(&moving.keys, delta_ms, None, CollisionPolicy::Refuse)
        }
        MoveKind::Copies => operators.duplicate(&moving.keys, delta_ms, CollisionPolicy::Refuse),
    };
    intents.push(Intent::Apply(operator));
    // Refused with a reason and a way out; the selection stays for it.
    if moving.blocking(delta_ms) == 0 {
        intents.push(select(moving.moved(delta_ms)));
    }
}
