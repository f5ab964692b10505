//! Every colour and size of the interface, for the dark and the light theme.
//!
//! Nothing outside this file names a colour. Text has a contrast of at least 4.5 to 1 on what it
//! stands on; a test measures it.

use crate::render::{self, WeightRamp};
use eframe::egui;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2};

/// Height of a row of a list or tree.
pub const ROW_HEIGHT: f32 = 22.0;
/// Width of the column of labels in the inspector.
pub const LABEL_WIDTH: f32 = 84.0;
/// Size of the body text.
pub const BODY_SIZE: f32 = 13.0;
/// Size of headings.
pub const HEADING_SIZE: f32 = 17.0;
/// Size of secondary text.
pub const SMALL_SIZE: f32 = 11.0;
/// Size of icons in rows and buttons.
pub const ICON_SIZE: f32 = 16.0;
/// Height of the hint bar.
pub const HINT_BAR_HEIGHT: f32 = 26.0;
/// Width of the tool strip at the left edge.
pub const TOOL_STRIP_WIDTH: f32 = 40.0;
/// Width of a message.
pub const TOAST_WIDTH: f32 = 360.0;
/// Width of the command palette.
pub const PALETTE_WIDTH: f32 = 560.0;

/// The colours of one theme, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Behind panels.
    pub panel: Color32,
    /// Behind everything else: gaps, tab bars, fields.
    pub well: Color32,
    /// Behind menus and messages.
    pub popup: Color32,
    /// Buttons at rest.
    pub button: Color32,
    /// Buttons under the mouse.
    pub button_hovered: Color32,
    /// Lines between things.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub text_weak: Color32,
    /// The one accent: selection, focus, the playhead.
    pub accent: Color32,
    /// Behind selected rows.
    pub selection: Color32,
    /// Text on [`Self::selection`].
    pub on_selection: Color32,
    /// Errors, and the sign that auto-key is on.
    pub error: Color32,
    /// Warnings, and changes without a keyframe.
    pub warning: Color32,
    /// Things that went well.
    pub good: Color32,
    /// X everywhere.
    pub axis_x: Color32,
    /// Y everywhere.
    pub axis_y: Color32,
    /// Z everywhere.
    pub axis_z: Color32,
    /// A keyframe at rest.
    pub key: Color32,
    /// A keyframe that no clip plays.
    pub stray: Color32,
    /// Bands of clips on a shared time axis, in turn.
    pub bands: [Color32; 6],
    /// Behind the model.
    pub backdrop: Color32,
}

const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgba_premultiplied(r, g, b, 255)
}

/// The two tones of the hatch that stands for a weight of exactly 0.
pub const WEIGHT_ZERO: [Color32; 2] = [
    of_picture(render::ZERO_TONES[0]),
    of_picture(render::ZERO_TONES[1]),
];
/// What stands for a vertex that no bone moves.
pub const WEIGHT_BARE: Color32 = of_picture(render::BARE_COLOUR);
/// What stands for missing weight among the colours of bones.
pub const WEIGHT_MISSING: Color32 = of_picture(render::MISSING_COLOUR);
/// The outer tone of a ring that is seen on any ground.
pub const RING_DARK: Color32 = Color32::from_black_alpha(200);
/// The inner tone of a ring that is seen on any ground.
pub const RING_LIGHT: Color32 = Color32::WHITE;

/// A colour of pictures, without transparency.
pub const fn of_picture(colour: render::Colour) -> Color32 {
    let [red, green, blue, _] = colour;
    let [r, g, b] = [
        (red * 255.0 + 0.5) as u8,
        (green * 255.0 + 0.5) as u8,
        (blue * 255.0 + 0.5) as u8,
    ];
    Color32::from_rgba_premultiplied(r, g, b, 255)
}

/// The colour of a weight: pictures and legends have it from the same ramp.
pub fn weight_colour(ramp: WeightRamp, weight: f32) -> Color32 {
    of_picture(ramp.colour(weight))
}

/// The dark theme: neutral greys.
pub const DARK: Palette = Palette {
    panel: hex(0x24_24_24),
    well: hex(0x1b_1b_1b),
    popup: hex(0x2a_2a_2a),
    button: hex(0x36_36_36),
    button_hovered: hex(0x46_46_46),
    line: hex(0x3c_3c_3c),
    text: hex(0xe2_e2_e2),
    text_weak: hex(0xa6_a6_a6),
    accent: hex(0xe8_a3_3d),
    selection: hex(0x5a_43_20),
    on_selection: hex(0xff_f4_e0),
    error: hex(0xf2_77_6b),
    warning: hex(0xef_9d_3c),
    good: hex(0x7d_c4_7d),
    axis_x: hex(0xe8_5c_5c),
    axis_y: hex(0x74_c4_5a),
    axis_z: hex(0x5f_9b_f0),
    key: hex(0xc8_c8_c8),
    stray: hex(0xd9_8c_f0),
    bands: [
        hex(0x3f_63_8a),
        hex(0x45_65_3f),
        hex(0x7a_55_3c),
        hex(0x67_4f_80),
        hex(0x38_65_63),
        hex(0x7d_47_5a),
    ],
    backdrop: hex(0x2e_2e_2e),
};

/// The light theme.
pub const LIGHT: Palette = Palette {
    panel: hex(0xf2_f2_f2),
    well: hex(0xff_ff_ff),
    popup: hex(0xfa_fa_fa),
    button: hex(0xdf_df_df),
    button_hovered: hex(0xd0_d0_d0),
    line: hex(0xc4_c4_c4),
    text: hex(0x1e_1e_1e),
    text_weak: hex(0x5c_5c_5c),
    accent: hex(0x8f_57_00),
    selection: hex(0xf6_d7_a4),
    on_selection: hex(0x26_1a_05),
    error: hex(0xb0_28_1c),
    warning: hex(0x8a_55_00),
    good: hex(0x2b_6e_2b),
    axis_x: hex(0xb8_2a_2a),
    axis_y: hex(0x33_75_1c),
    axis_z: hex(0x22_5a_b8),
    key: hex(0x4a_4a_4a),
    stray: hex(0x8a_24_a8),
    bands: [
        hex(0xb4_cd_ea),
        hex(0xbe_dc_b6),
        hex(0xea_cf_ba),
        hex(0xd5_c4_e8),
        hex(0xb6_dc_da),
        hex(0xea_c2_d0),
    ],
    backdrop: hex(0xc9_c9_c9),
};

/// The colours in use.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    if ui.visuals().dark_mode {
        &DARK
    } else {
        &LIGHT
    }
}

/// Gives both themes to egui, once at the start.
pub fn install(ctx: &egui::Context) {
    ctx.set_style_of(
        egui::Theme::Dark,
        style(&DARK, egui::Style::default(), true),
    );
    ctx.set_style_of(
        egui::Theme::Light,
        style(&LIGHT, egui::Style::default(), false),
    );
}

fn style(palette: &Palette, mut style: egui::Style, is_dark: bool) -> egui::Style {
    style.visuals = visuals(palette, is_dark);
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(8.0, 4.0);
    spacing.button_padding = Vec2::new(8.0, 2.0);
    spacing.interact_size = Vec2::new(40.0, ROW_HEIGHT);
    spacing.indent = 14.0;
    spacing.window_margin = Margin::same(8);
    spacing.menu_margin = Margin::same(4);
    spacing.icon_width = 16.0;
    spacing.tooltip_width = 320.0;
    let proportional = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Body, proportional(BODY_SIZE)),
        (TextStyle::Button, proportional(BODY_SIZE)),
        (TextStyle::Heading, proportional(HEADING_SIZE)),
        (TextStyle::Small, proportional(SMALL_SIZE)),
        (
            TextStyle::Monospace,
            FontId::new(BODY_SIZE, FontFamily::Monospace),
        ),
    ]
    .into();
    style.interaction.tooltip_delay = 0.4;
    style
}

fn visuals(palette: &Palette, is_dark: bool) -> egui::Visuals {
    let mut visuals = if is_dark {
        egui::Visuals::dark()
    } else {
        egui::Visuals::light()
    };
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.popup;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.extreme_bg_color = palette.well;
    visuals.faint_bg_color = palette.popup;
    visuals.code_bg_color = palette.well;
    visuals.hyperlink_color = palette.accent;
    visuals.warn_fg_color = palette.warning;
    visuals.error_fg_color = palette.error;
    visuals.weak_text_color = Some(palette.text_weak);
    visuals.selection.bg_fill = palette.selection;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_selection);
    visuals.striped = false;
    visuals.slider_trailing_fill = true;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_fill = palette.panel;
    widgets.noninteractive.weak_bg_fill = palette.panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text);
    for (widget, fill) in [
        (&mut widgets.inactive, palette.button),
        (&mut widgets.hovered, palette.button_hovered),
        (&mut widgets.active, palette.button_hovered),
        (&mut widgets.open, palette.button),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::NONE;
        widget.fg_stroke = Stroke::new(1.0, palette.text);
        widget.corner_radius = CornerRadius::same(3);
        widget.expansion = 0.0;
    }
    widgets.hovered.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.active.bg_stroke = Stroke::new(1.0, palette.accent);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(colour: Color32) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_has_a_contrast_of_4_5_to_1_on_whatever_it_stands_on() {
        for palette in [&DARK, &LIGHT] {
            let grounds = [palette.panel, palette.well, palette.popup];
            let inks = [
                palette.text,
                palette.text_weak,
                palette.accent,
                palette.error,
                palette.warning,
                palette.good,
                palette.stray,
            ];
            for ground in grounds {
                for ink in inks {
                    let ratio = contrast(ink, ground);
                    assert!(ratio >= 4.5, "{ink:?} on {ground:?} has {ratio:.2}");
                }
            }
            assert!(contrast(palette.on_selection, palette.selection) >= 4.5);
            assert!(contrast(palette.text, palette.button_hovered) >= 4.5);
            for band in palette.bands {
                let ratio = contrast(palette.text, band);
                assert!(ratio >= 4.5, "{band:?} has {ratio:.2}");
            }
        }
    }
}
