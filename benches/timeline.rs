//! CPU time of the timeline panel for one frame, with ten and a hundred thousand keys in view.
//!
//! The panel alone is measured: transport, ruler, names, keys, hits; not egui's tessellation, except
//! where a name says so.

use bonewright::anim::{
    BoneTracks, Clip, ClipFlags, ClipId, Driver, Interpolation, KeyList, Track, TrackKeys,
};
use bonewright::document::{Document, Model, ModelFormat, ModelId};
use bonewright::editor::{Editor, Intent, KeyRef, SelectMode, Selection, ViewIntent};
use bonewright::math::{Aabb, Quat, Vec3};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};
use bonewright::ui::timeline::{OpenRows, RowFilter, Sheet, TimelineState, timeline_ui};
use bonewright::ui::{fonts, theme};
use divan::Bencher;
use eframe::egui::{Context, Event, FullOutput, Pos2, RawInput, Rect, Vec2};

fn main() {
    divan::main();
}

const SIZE: Vec2 = Vec2::new(1_920.0, 1_000.0);
/// Rows that fit into [`SIZE`].
const ROWS: u32 = 40;

fn model(bone_count: u32, keys_per_bone: i32) -> Model {
    let mut model = Model::new(ModelId(1), "Bench", ModelFormat::M2 { version: 264 });
    let none = Aabb {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    };
    model.clips.push(Clip {
        id: ClipId(0),
        name: None,
        animation_id: 0,
        variation: 0,
        start_ms: 0,
        duration_ms: (keys_per_bone * 20) as u32,
        move_speed: 0.0,
        flags: ClipFlags(ClipFlags::KEYS_INLINE),
        frequency: 32767,
        padding: 0,
        repeat: [0, 0],
        blend_time: 0,
        bounds: none,
        bounds_radius: 0.0,
        variation_next: ClipId::NONE,
        alias_of: ClipId::NONE,
        rarity: 0.0,
        sync_point: 0,
    });
    for index in 0..bone_count {
        model.skeleton.bones.push(Bone {
            id: BoneId(index),
            name: Some(format!("Bone {index}")),
            parent: index.checked_sub(1).map(BoneId),
            pivot: Vec3::zeros(),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        });
        let keys = KeyList {
            times_ms: (0..keys_per_bone).map(|key| key * 20).collect(),
            values: vec![Quat::identity(); keys_per_bone as usize],
            tangents: Vec::new(),
        };
        model.bone_tracks.push(BoneTracks {
            rotation: Track {
                interpolation: Interpolation::Linear,
                driver: Driver::Clip,
                keys: TrackKeys::PerClip(vec![keys]),
            },
            ..BoneTracks::default()
        });
    }
    model
}

/// A window with only the timeline in it.
struct Window {
    ctx: Context,
    editor: Editor,
    state: TimelineState,
    frame: u32,
}

impl Window {
    /// Shows `keys_per_row` keys in each row, every third of them selected.
    fn new(keys_per_row: i32) -> Self {
        let mut document = Document::new();
        document.models.push(model(ROWS, keys_per_row));
        let ctx = Context::default();
        fonts::install(&ctx);
        theme::install(&ctx);
        let mut window = Self {
            ctx,
            editor: Editor::with_document(document),
            state: TimelineState::default(),
            frame: 0,
        };
        for _ in 0..3 {
            window.frame(Vec::new());
        }
        window
    }

    fn frame(&mut self, events: Vec<Event>) -> FullOutput {
        self.frame += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(f64::from(self.frame) / 60.0),
            events,
            ..RawInput::default()
        };
        let Self {
            ctx, editor, state, ..
        } = self;
        let mut intents: Vec<Intent> = Vec::new();
        let mut output = ctx.run_ui(input, |ui| timeline_ui(editor, state, ui, &mut intents));
        for intent in intents {
            editor.handle(intent);
        }
        // Nobody paints here.
        output.textures_delta.clear();
        output
    }

    /// The pointer over the keys, at another place each frame.
    fn pointer(&self) -> Event {
        let x = 400.0 + (self.frame * 7 % 1_200) as f32;
        let y = 200.0 + (self.frame * 3 % 600) as f32;
        Event::PointerMoved(Pos2::new(x, y))
    }
}

#[divan::bench(args = [250, 2_500])]
fn idle(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let mut window = Window::new(keys_per_row);
    bencher.bench_local(|| window.frame(Vec::new()));
}

#[divan::bench(args = [250, 2_500])]
fn hovering(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let mut window = Window::new(keys_per_row);
    bencher.bench_local(|| {
        let event = window.pointer();
        window.frame(vec![event])
    });
}

#[divan::bench(args = [250, 2_500])]
fn zooming(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let mut window = Window::new(keys_per_row);
    bencher.bench_local(|| {
        let shift = if window.frame.is_multiple_of(2) {
            1.0
        } else {
            -1.0
        };
        window.state.axis.pan(shift);
        window.frame(Vec::new())
    });
}

#[divan::bench(args = [250, 2_500])]
fn with_a_third_selected(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let mut window = Window::new(keys_per_row);
    let sheet = sheet(&window.editor);
    let keys: Vec<KeyRef> = sheet
        .channels
        .iter()
        .flat_map(|channel| {
            let times = sheet.channel_times(channel).iter().step_by(3);
            times.map(|&time_ms| KeyRef {
                path: channel.path,
                time_ms,
            })
        })
        .collect();
    let mode = SelectMode::Replace;
    window
        .editor
        .handle(ViewIntent::SelectKeys { keys, mode }.into());
    bencher.bench_local(|| {
        let event = window.pointer();
        window.frame(vec![event])
    });
}

/// The same as `hovering`, with what egui does to get triangles of it.
#[divan::bench(args = [250, 2_500])]
fn hovering_tessellated(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let mut window = Window::new(keys_per_row);
    bencher.bench_local(|| {
        let event = window.pointer();
        let output = window.frame(vec![event]);
        window
            .ctx
            .tessellate(output.shapes, output.pixels_per_point)
    });
}

/// What an edit costs before the next frame: rows and times laid out anew.
#[divan::bench(args = [250, 2_500])]
fn sheet_after_an_edit(bencher: Bencher<'_, '_>, keys_per_row: i32) {
    let window = Window::new(keys_per_row);
    bencher.bench_local(|| sheet(&window.editor));
}

fn sheet(editor: &Editor) -> Sheet {
    let model = &editor.document().models[0];
    Sheet::new(
        model,
        0,
        &Selection::default(),
        &RowFilter::default(),
        &OpenRows::default(),
    )
}
