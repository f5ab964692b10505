//! The legend of the colours over the ground, in the corner of the viewport.

use super::legend::{paint_hatch, paint_ramp};
use super::weight_colours::ramp;
use crate::document::{Terrain, TerrainShape};
use crate::editor::{Editor, GroundColours};
use crate::render::{
    ALARM_TONES, EXCESS_COLOUR, MARK_COLOURS, STEEPEST_DEG, WeightRamp, area_colour,
};
use crate::terrain::CornerFlags;
use crate::ui::ground_name::short_name;
use crate::ui::theme::{self, Palette};
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Vec2};
use std::collections::BTreeMap;

/// Space around the legend, in points.
const MARGIN: f32 = 10.0;
const PADDING: f32 = 8.0;
const WIDTH: f32 = 200.0;
const BAR_HEIGHT: f32 = 12.0;
const LINE_HEIGHT: f32 = 16.0;
const SWATCH: Vec2 = Vec2::new(22.0, 11.0);
/// Below this the pane has no room for a legend, in points.
const LEAST_PANE: Vec2 = Vec2::new(320.0, 220.0);
/// How many areas are listed.
const MOST_AREAS: usize = 6;

/// What stands before a line.
enum Swatch {
    One(Color32),
    Hatch([Color32; 2]),
}

/// What a legend says.
struct Legend {
    title: String,
    /// The ends of the ramp, and what is between them.
    bar: Option<[String; 3]>,
    lines: Vec<(Swatch, String)>,
}

/// Says what the colours over the ground mean.
pub(super) fn paint_ground_legend(
    painter: &Painter,
    pane: Rect,
    editor: &Editor,
    terrain: &Terrain,
    palette: &Palette,
) {
    let is_small = pane.width() < LEAST_PANE.x || pane.height() < LEAST_PANE.y;
    let Some(legend) = legend(editor, terrain).filter(|_| !is_small) else {
        return;
    };
    let bar_height = match legend.bar {
        Some(_) => BAR_HEIGHT + LINE_HEIGHT + 4.0,
        None => 0.0,
    };
    let lines = (1 + legend.lines.len()) as f32 * LINE_HEIGHT;
    let size = Vec2::new(WIDTH, 2.0 * PADDING + lines + 2.0 + bar_height);
    let place = Rect::from_min_size(pane.right_bottom() - size - Vec2::splat(MARGIN), size);
    painter.rect_filled(place, 4.0, palette.well.gamma_multiply(0.86));
    let painter = painter.with_clip_rect(place.shrink(PADDING * 0.5).intersect(pane));
    let write = |at: Pos2, anchor: Align2, text: &str, ink: Color32| {
        let font = FontId::proportional(theme::SMALL_SIZE);
        painter.text(at, anchor, text, font, ink);
    };
    let mut at = place.min + Vec2::splat(PADDING);
    let font = FontId::proportional(theme::SMALL_SIZE + 1.0);
    painter.text(at, Align2::LEFT_TOP, &legend.title, font, palette.text);
    at.y += LINE_HEIGHT + 2.0;
    if let Some(texts) = &legend.bar {
        let bar = Rect::from_min_size(at, Vec2::new(WIDTH - 2.0 * PADDING, BAR_HEIGHT));
        paint_ramp(&painter, ramp(editor.ground_view.overlays.ramp), bar);
        let anchors = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP];
        for ((part, anchor), text) in [0.0, 0.5, 1.0].into_iter().zip(anchors).zip(texts) {
            let below = Pos2::new(bar.left() + bar.width() * part, bar.bottom() + 2.0);
            write(below, anchor, text, palette.text_weak);
        }
        at.y += bar_height;
    }
    for (swatch, text) in &legend.lines {
        let box_place = Rect::from_min_size(at, SWATCH);
        match swatch {
            Swatch::One(colour) => {
                painter.rect_filled(box_place, 0.0, *colour);
            }
            Swatch::Hatch(tones) => paint_hatch(&painter, box_place, *tones),
        }
        let beside = at + Vec2::new(SWATCH.x + 8.0, SWATCH.y * 0.5);
        write(beside, Align2::LEFT_CENTER, text, palette.text_weak);
        at.y += LINE_HEIGHT;
    }
}

fn legend(editor: &Editor, terrain: &Terrain) -> Option<Legend> {
    let overlays = &editor.ground_view.overlays;
    let alarm = || Swatch::Hatch(ALARM_TONES.map(theme::of_picture));
    let plain = |title: &str, lines: Vec<(Swatch, String)>| Legend {
        title: title.to_owned(),
        bar: None,
        lines,
    };
    let texture = editor.ground_view.texture.as_deref();
    let shape = &terrain.shape;
    Some(match overlays.colours_on(shape) {
        GroundColours::Nothing => return None,
        GroundColours::LayerCount => {
            let (title, noun) = match shape {
                TerrainShape::Tiles(_) => ("Layers of map chunks", "layer"),
                TerrainShape::Corners(_) => ("Grounds that meet in tiles", "ground"),
            };
            count_legend(title, noun, ramp(overlays.ramp), shape)
        }
        GroundColours::Coverage => Legend {
            title: match texture {
                Some(texture) => format!("Covered by {}", short_name(texture)),
                None => "No texture is chosen".to_owned(),
            },
            bar: Some(["0 %", "50 %", "100 %"].map(str::to_owned)),
            lines: vec![(
                Swatch::Hatch(theme::WEIGHT_ZERO),
                "none of it here".to_owned(),
            )],
        },
        GroundColours::Slope => {
            let half = STEEPEST_DEG * 0.5;
            let mask = editor.ground_brush.masks.slope.map(|mask| {
                let (from, to) = (mask.from_deg, mask.to_deg);
                let text = match mask.invert {
                    false => format!("not from {from:.0}° to {to:.0}°: left alone"),
                    true => format!("from {from:.0}° to {to:.0}°: left alone"),
                };
                (Swatch::Hatch(theme::WEIGHT_ZERO), text)
            });
            Legend {
                title: "Slope".to_owned(),
                bar: Some([
                    "0°".to_owned(),
                    format!("{half:.0}°"),
                    format!("{STEEPEST_DEG:.0}° or more"),
                ]),
                lines: mask.into_iter().collect(),
            }
        }
        GroundColours::Unpaintable => {
            let text = match texture {
                Some(texture) => format!("no room for {}", short_name(texture)),
                None => "four layers: full".to_owned(),
            };
            plain("Full map chunks", vec![(alarm(), text)])
        }
        GroundColours::Areas => plain("Areas", area_lines(shape)),
        GroundColours::Marks => match shape {
            TerrainShape::Tiles(map) => {
                let bits = editor.ground_brush.tools.chunk_flags;
                let found = map.chunks().filter(|(_, chunk)| chunk.flags.has(bits));
                let text = format!("{:#x}: {} map chunks", bits, found.count());
                plain("Flags", vec![(alarm(), text)])
            }
            TerrainShape::Corners(_) => {
                let marks = CornerFlags::ALL.iter().zip(MARK_COLOURS);
                let lines = marks.map(|((_, name), colour)| {
                    (Swatch::One(theme::of_picture(colour)), (*name).to_owned())
                });
                plain("Marks of corners", lines.collect())
            }
        },
        GroundColours::Meetings => {
            let count = editor.ground_census().map(|census| census.meetings.len());
            let excess = [EXCESS_COLOUR, ALARM_TONES[1]].map(theme::of_picture);
            Legend {
                title: match count {
                    Some(1) => "1 tile of 3 or 4 grounds".to_owned(),
                    Some(count) => format!("{count} tiles of 3 or 4 grounds"),
                    None => "Tiles of 3 or 4 grounds".to_owned(),
                },
                bar: None,
                lines: vec![
                    (alarm(), "three grounds".to_owned()),
                    (Swatch::Hatch(excess), "four grounds".to_owned()),
                ],
            }
        }
    })
}

/// A colour for each of one to four, and one for more.
fn count_legend(title: &str, noun: &str, ramp: WeightRamp, shape: &TerrainShape) -> Legend {
    let line = |count: u8| {
        let colour = theme::weight_colour(ramp, f32::from(count - 1) / 3.0);
        let plural = if count == 1 { "" } else { "s" };
        (Swatch::One(colour), format!("{count} {noun}{plural}"))
    };
    let excess = (
        Swatch::One(theme::of_picture(EXCESS_COLOUR)),
        format!("more than 4 {noun}s"),
    );
    let has_excess = matches!(shape, TerrainShape::Tiles(_));
    Legend {
        title: title.to_owned(),
        bar: None,
        lines: (1..=4)
            .map(line)
            .chain(has_excess.then_some(excess))
            .collect(),
    }
}

/// The areas with most map chunks.
fn area_lines(shape: &TerrainShape) -> Vec<(Swatch, String)> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, chunk) in shape.tiles().into_iter().flat_map(|map| map.chunks()) {
        *counts.entry(chunk.area_id).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown = counts.iter().take(MOST_AREAS).map(|(area, count)| {
        let noun = if *count == 1 { "chunk" } else { "chunks" };
        let colour = theme::of_picture(area_colour(*area));
        (Swatch::One(colour), format!("{area}: {count} map {noun}"))
    });
    let mut lines: Vec<_> = shown.collect();
    if counts.len() > MOST_AREAS {
        let rest = counts.len() - MOST_AREAS;
        lines.push((
            Swatch::One(Color32::TRANSPARENT),
            format!("and {rest} more"),
        ));
    }
    lines
}
