//! The whole window: menus, tools, docked panels, hint bar, and what is laid over them.

use crate::editor::{
    Command, Dialog, Editor, GroundIntent, Intent, Panel, Request, Sample, Severity, ShellRequest,
    ViewIntent, Workspace, find_samples,
};
use crate::ui::alphas_dialog::alphas_dialog_ui;
use crate::ui::brush_bar::brush_bar_ui;
use crate::ui::command_palette::{PaletteState, command_palette_ui};
use crate::ui::dialogs::{about_ui, losses_ui, question_ui, shortcuts_ui};
use crate::ui::dock::{self, Layout};
use crate::ui::fifth_question::fifth_question_ui;
use crate::ui::frame_strip::{FrameStripState, frame_strip_hints, frame_strip_ui};
use crate::ui::ground_bar::ground_bar_ui;
use crate::ui::header::header_ui;
use crate::ui::hint_bar::hint_bar_ui;
use crate::ui::menu_bar::menu_bar_ui;
use crate::ui::panels::{
    ClipsState, GroundTexturesState, InspectorState, MapChunkState, OutlinerState, ReportState,
    WeightCheckState, WeightsState, clips_ui, ground_textures_ui, history_ui, inspector_ui,
    map_chunk_ui, outliner_ui, report_ui, textures_ui, weight_check_badge, weight_check_ui,
    weights_ui,
};
use crate::ui::path_prompt::{PathPromptState, path_prompt_ui};
use crate::ui::recovery::{RecoveryState, recovery_ui};
use crate::ui::swap_dialog::swap_dialog_ui;
use crate::ui::timeline::{TimelineState, timeline_ui};
use crate::ui::toasts::{ToastsState, toasts_ui};
use crate::ui::tool_strip::tool_strip_ui;
use crate::ui::types_dialog::{TypesDialogState, types_dialog_ui};
use crate::ui::viewport::{ViewportState, viewport_ui};
use crate::ui::welcome::welcome_ui;
use crate::ui::widgets::fixed_panel;
use crate::ui::{Hint, shortcuts, theme};
use eframe::egui;
use std::path::PathBuf;

/// How high the bars below the menus are.
const BAR_HEIGHT: f32 = 32.0;

/// What the window keeps between frames beside the editor: layout and view state, no content.
#[derive(Debug)]
pub struct Shell {
    /// Where the panels are.
    pub layout: Layout,
    /// The viewport's camera and tool in hand.
    pub viewport: ViewportState,
    /// The timeline's zoom and scroll.
    pub timeline: TimelineState,
    /// The frame strip's selected range and scroll.
    pub frame_strip: FrameStripState,
    /// Pictures a second, to show in the hint bar; `None` to show none.
    pub frames_per_second: Option<f32>,
    outliner: OutlinerState,
    clips: ClipsState,
    inspector: InspectorState,
    report: ReportState,
    weight_check: WeightCheckState,
    weights: WeightsState,
    ground_textures: GroundTexturesState,
    map_chunk: MapChunkState,
    types_dialog: TypesDialogState,
    /// The workspace that the panels were last fitted to.
    fitted: Option<Workspace>,
    toasts: ToastsState,
    palette: PaletteState,
    path_prompt: PathPromptState,
    recovery: RecoveryState,
    shows_shortcuts: bool,
    shows_about: bool,
    samples: Vec<Sample>,
}

impl Default for Shell {
    fn default() -> Self {
        Self {
            layout: dock::default_layout(),
            viewport: ViewportState::default(),
            timeline: TimelineState::default(),
            frame_strip: FrameStripState::default(),
            frames_per_second: None,
            outliner: OutlinerState::default(),
            clips: ClipsState::default(),
            inspector: InspectorState::default(),
            report: ReportState::default(),
            weight_check: WeightCheckState::default(),
            weights: WeightsState::default(),
            ground_textures: GroundTexturesState::default(),
            map_chunk: MapChunkState::default(),
            types_dialog: TypesDialogState::default(),
            fitted: None,
            toasts: ToastsState::default(),
            palette: PaletteState::default(),
            path_prompt: PathPromptState::default(),
            recovery: RecoveryState::default(),
            shows_shortcuts: false,
            shows_about: false,
            samples: find_samples(),
        }
    }
}

impl Shell {
    /// Asks for a path inside the window: the system has no dialog to offer.
    pub fn prompt_path(&mut self, editor: &Editor, dialog: Dialog) {
        let files = &editor.files;
        let suggestion = files.suggestion(&dialog, editor.document(), editor.terrain());
        self.path_prompt.ask(dialog, suggestion);
    }
}

/// Shows the whole window for one frame, carries out what the user asks for, and gives back what
/// only the program around it can do: dialogs, the clipboard, closing.
pub fn shell_ui(editor: &mut Editor, shell: &mut Shell, ui: &mut egui::Ui) -> Vec<Request> {
    let ctx = ui.ctx().clone();
    let mut intents = Vec::new();
    editor.poll();
    pass_time(editor, &ctx);
    take_dropped_files(editor, &ctx, &mut intents);
    // A field or dialog that closes in this frame still owns the keys that came before.
    let keys_are_taken = is_busy(editor, shell) || ctx.text_edit_focused();
    if !is_busy(editor, shell) && shortcuts::pressed_play(&ctx) {
        intents.extend(planned(editor, Command::TogglePlay));
    }
    if editor.view.workspace == Workspace::Weights && !editor.playback.is_playing {
        editor.refresh_surface();
    }
    let workspace = editor.view.workspace;
    if shell.fitted != Some(workspace) {
        shell.fitted = Some(workspace);
        dock::fit_workspace(&mut shell.layout, workspace);
    }
    bars_ui(editor, shell, ui, &mut intents);
    egui::CentralPanel::no_frame().show(ui, |ui| {
        if !editor.document().is_empty() {
            docked_ui(editor, shell, ui, &mut intents);
        } else {
            let is_dropping = ctx.input(|input| !input.raw.hovered_files.is_empty());
            welcome_ui(editor, &shell.samples, is_dropping, ui, &mut intents);
        }
    });
    drop_hint_ui(editor, &ctx);
    fifth_question_ui(editor, &ctx, &mut intents);
    swap_dialog_ui(editor, &ctx, &mut intents);
    alphas_dialog_ui(editor, &ctx, &mut intents);
    types_dialog_ui(editor, &mut shell.types_dialog, &ctx, &mut intents);
    question_ui(editor, &ctx, &mut intents);
    losses_ui(editor, &ctx, &mut intents);
    recovery_ui(editor, &mut shell.recovery, &ctx, &mut intents);
    shortcuts_ui(&mut shell.shows_shortcuts, &ctx);
    about_ui(&mut shell.shows_about, &ctx);
    command_palette_ui(editor, &mut shell.palette, &ctx, &mut intents);
    path_prompt_ui(&mut shell.path_prompt, &ctx, &mut intents);
    toasts_ui(editor, &mut shell.toasts, &ctx, &mut intents);
    if !keys_are_taken {
        take_shortcuts(editor, shell, &ctx, &mut intents);
    }
    for intent in intents {
        editor.handle(intent);
    }
    shell.viewport.note_changes(&editor.take_changes());
    dispatch(editor, shell, &ctx)
}

/// Lets the clip play on, and asks for the next picture only while something moves.
fn pass_time(editor: &mut Editor, ctx: &egui::Context) {
    if editor.playback.is_playing {
        let elapsed_secs = f64::from(ctx.input(|input| input.stable_dt.min(0.1)));
        editor.handle(ViewIntent::Advance { elapsed_secs }.into());
        ctx.request_repaint();
    }
    if !editor.jobs().is_idle() {
        ctx.request_repaint_after_secs(0.1);
    }
    if let Some(wait) = editor.journal().due_in() {
        ctx.request_repaint_after(wait);
    }
}

fn take_dropped_files(editor: &Editor, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    let paths: Vec<PathBuf> = ctx.input(|input| {
        input
            .raw
            .dropped_files
            .iter()
            .map(|file| file.path().to_owned())
            .collect()
    });
    if paths.is_empty() {
        return;
    }
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    intents.extend(
        folders
            .into_iter()
            .map(|folder| ViewIntent::AddAssetFolder(folder).into()),
    );
    // Over the ground of a map a picture is a texture to paint with.
    let is_picture = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default();
        ["blp", "png", "tga", "dds"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    };
    let (pictures, files): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|path| editor.shows_ground() && is_picture(path));
    let pictures = pictures.into_iter().map(GroundIntent::UsePicture);
    intents.extend(pictures.map(Intent::from));
    if !files.is_empty() {
        intents.push(ViewIntent::Open(files).into());
    }
}

fn bars_ui(editor: &Editor, shell: &mut Shell, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    egui::Panel::top("menu bar").show(ui, |ui| menu_bar_ui(editor, ui, intents));
    let panel = egui::Panel::bottom("hint bar");
    fixed_panel(panel, theme::HINT_BAR_HEIGHT, ui, |ui| {
        let hints = hints(editor, shell);
        hint_bar_ui(editor, &hints, shell.frames_per_second, ui, intents);
    });
    if editor.model().is_none() && !editor.shows_ground() {
        return;
    }
    fixed_panel(egui::Panel::top("header"), BAR_HEIGHT, ui, |ui| {
        header_ui(editor, shell.viewport.status(), ui, intents);
    });
    if editor.view.workspace == Workspace::Weights {
        fixed_panel(egui::Panel::top("brush bar"), BAR_HEIGHT, ui, |ui| {
            brush_bar_ui(editor, ui, intents);
        });
    }
    if editor.shows_ground() {
        fixed_panel(egui::Panel::top("ground bar"), BAR_HEIGHT, ui, |ui| {
            ground_bar_ui(editor, ui, intents);
        });
    }
    let panel = egui::Panel::left("tools").resizable(false);
    fixed_panel(panel, theme::TOOL_STRIP_WIDTH, ui, |ui| {
        tool_strip_ui(editor, ui, intents);
    });
}

fn docked_ui(editor: &Editor, shell: &mut Shell, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let Shell {
        layout,
        viewport,
        timeline,
        frame_strip,
        outliner,
        clips,
        inspector,
        report,
        weight_check,
        weights,
        ground_textures,
        map_chunk,
        ..
    } = shell;
    let badge = |panel| match panel {
        Panel::Report => match editor.report.count_from(Severity::Warning) {
            0 => None,
            count => Some(format!("({count})")),
        },
        Panel::WeightCheck => weight_check_badge(editor),
        Panel::GroundTextures => match editor.ground.missing_count() {
            0 => None,
            count => Some(format!("({count})")),
        },
        Panel::Textures => match editor.textures.missing_count() {
            0 => None,
            count => Some(format!("({count})")),
        },
        _ => None,
    };
    dock::dock_ui(layout, ui, badge, |panel, ui| match panel {
        Panel::Outliner => outliner_ui(editor, outliner, ui, intents),
        Panel::Viewport => viewport_ui(editor, viewport, ui, intents),
        Panel::Inspector => inspector_ui(editor, inspector, ui, intents),
        Panel::Clips => clips_ui(editor, clips, ui, intents),
        Panel::History => history_ui(editor, ui, intents),
        Panel::Report => report_ui(editor, report, ui, intents),
        Panel::WeightCheck => weight_check_ui(editor, weight_check, ui, intents),
        Panel::Weights => weights_ui(editor, weights, ui, intents),
        Panel::Textures => textures_ui(editor, ui, intents),
        Panel::GroundTextures => ground_textures_ui(editor, ground_textures, ui, intents),
        Panel::MapChunk => map_chunk_ui(editor, map_chunk, ground_textures, ui, intents),
        Panel::Timeline => timeline_ui(editor, timeline, ui, intents),
        Panel::FrameStrip => frame_strip_ui(editor, frame_strip, ui, intents),
    });
}

/// What buttons and keys do now, for the place the mouse is at.
fn hints(editor: &Editor, shell: &Shell) -> Vec<Hint> {
    if editor.model().is_none() && !editor.shows_ground() {
        return vec![
            Hint::new("Ctrl+O", "open a model, map or project"),
            Hint::new("Ctrl+Shift+P", "find a command"),
        ];
    }
    if shell.viewport.is_modal() || shell.viewport.is_hovered {
        return shell.viewport.hints.clone();
    }
    if shell.timeline.is_modal() || shell.timeline.is_hovered {
        return shell.timeline.hints.clone();
    }
    if shell.frame_strip.is_hovered {
        return frame_strip_hints();
    }
    vec![
        Hint::new("Click", "select"),
        Hint::new("Double click", "rename"),
        Hint::new("Right click", "what can be done here"),
        Hint::new("Ctrl+Shift+P", "find a command"),
    ]
}

/// Says over the panels what dropping the held files would do.
fn drop_hint_ui(editor: &Editor, ctx: &egui::Context) {
    let count = ctx.input(|input| input.raw.hovered_files.len());
    if count == 0 || editor.model().is_none() {
        return;
    }
    egui::Area::new(egui::Id::unique("drop hint"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            let palette = theme::palette(ui);
            egui::Frame::popup(ui.style())
                .stroke(egui::Stroke::new(2.0, palette.accent))
                .inner_margin(20)
                .show(ui, |ui| {
                    ui.heading("Let go to open");
                    ui.weak("Models join what is open, projects replace it, folders are looked in for textures.");
                });
        });
}

/// Takes the keys that no panel wanted.
fn take_shortcuts(editor: &Editor, shell: &Shell, ctx: &egui::Context, intents: &mut Vec<Intent>) {
    if is_busy(editor, shell) {
        return;
    }
    if editor.has_gesture() && ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
        intents.push(ViewIntent::CancelGesture.into());
        return;
    }
    for command in shortcuts::pressed_commands(ctx, editor.view.workspace) {
        intents.extend(planned(editor, command));
    }
}

/// Whether something that is open, or a transform that follows the mouse, takes all keys.
fn is_busy(editor: &Editor, shell: &Shell) -> bool {
    shell.palette.is_open()
        || shell.path_prompt.is_open()
        || shell.shows_shortcuts
        || shell.shows_about
        || editor.question().is_some()
        || editor.pending_export().is_some()
        || editor.recovery.is_asking
        || shell.viewport.is_modal()
        || shell.timeline.is_modal()
}

/// What a command asks for, or the message why it can't be done.
fn planned(editor: &Editor, command: Command) -> Vec<Intent> {
    command
        .plan(editor)
        .unwrap_or_else(|reason| vec![ViewIntent::Refuse(reason).into()])
}

/// Hands requests to the panels; what is left is for the program around the window.
fn dispatch(editor: &mut Editor, shell: &mut Shell, ctx: &egui::Context) -> Vec<Request> {
    let mut left = Vec::new();
    for request in editor.take_requests() {
        match request {
            Request::Viewport(request) => {
                dock::show_panel(&mut shell.layout, Panel::Viewport);
                shell.viewport.requests.push(request);
                ctx.request_repaint();
            }
            Request::Timeline(request) => {
                shell.timeline.requests.push(request);
                ctx.request_repaint();
            }
            Request::Shell(request) => {
                shell_request(editor, shell, ctx, request);
                ctx.request_repaint();
            }
            Request::CopyText(text) => ctx.copy_text(text),
            other => left.push(other),
        }
    }
    left
}

fn shell_request(editor: &Editor, shell: &mut Shell, ctx: &egui::Context, request: ShellRequest) {
    match request {
        ShellRequest::OpenPalette => shell.palette.open(),
        ShellRequest::OpenShortcuts => shell.shows_shortcuts = true,
        ShellRequest::OpenAbout => shell.shows_about = true,
        ShellRequest::ResetLayout => {
            shell.layout = dock::default_layout();
            shell.fitted = None;
        }
        ShellRequest::ShowPanel(panel) => dock::show_panel(&mut shell.layout, panel),
        ShellRequest::ToggleTheme => {
            let is_dark = ctx.theme() == egui::Theme::Dark;
            ctx.set_theme(if is_dark {
                egui::ThemePreference::Light
            } else {
                egui::ThemePreference::Dark
            });
        }
        ShellRequest::ZoomIn => ctx.set_zoom_factor((ctx.zoom_factor() + 0.1).min(3.0)),
        ShellRequest::ZoomOut => ctx.set_zoom_factor((ctx.zoom_factor() - 0.1).max(0.5)),
        ShellRequest::ZoomReset => ctx.set_zoom_factor(1.0),
        ShellRequest::RenameBone => {
            dock::show_panel(&mut shell.layout, Panel::Outliner);
            shell.outliner.rename_active(editor);
        }
        ShellRequest::RenameClip => {
            dock::show_panel(&mut shell.layout, Panel::Clips);
            shell.clips.rename_selected(editor);
        }
        ShellRequest::NameRange => {
            dock::show_panel(&mut shell.layout, Panel::FrameStrip);
            shell.frame_strip.begin_naming(editor);
        }
    }
}
