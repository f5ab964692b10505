//! The program's window: it lets the shell draw, and does what only a window can do.

use super::scripted_run::ScriptedRun;
use super::settings::{state_folder, write_settings};
use super::system_dialogs::{DialogEnd, SystemDialogs};
use super::{AppError, Settings, journal_picture};
use crate::editor::{Editor, Request, ViewIntent};
use crate::ui::{Shell, fonts, shell_ui, theme};
use eframe::egui;
use std::path::PathBuf;
use std::sync::Arc;

/// How often settings are written if they changed, in seconds.
const SETTINGS_SECS: f64 = 5.0;

/// Opens the window on these files, or on the welcome screen; returns when it closes.
pub fn run(paths: Vec<PathBuf>) -> Result<(), AppError> {
    let settings = Settings::load();
    let size = settings.window_size().unwrap_or([1440.0, 900.0]);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Bonewright")
            .with_app_id("bonewright")
            .with_inner_size(size)
            .with_min_inner_size([800.0, 500.0])
            .with_clamp_size_to_monitor_size(true)
            .with_drag_and_drop(true),
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        "Bonewright",
        options,
        Box::new(|context| Ok(Box::new(Window::new(context, settings, paths)))),
    )
    .map_err(|error| AppError::of(&error))
}

/// The window.
pub struct Window {
    ctx: egui::Context,
    editor: Editor,
    shell: Shell,
    dialogs: SystemDialogs,
    written_settings: String,
    settings_looked_at: f64,
    title: String,
    may_close: bool,
    scripted_run: Option<ScriptedRun>,
}

impl Window {
    /// A window on these files.
    pub fn new(
        context: &eframe::CreationContext<'_>,
        settings: Settings,
        paths: Vec<PathBuf>,
    ) -> Self {
        let ctx = &context.egui_ctx;
        theme::install(ctx);
        fonts::install(ctx);
        let mut editor = Editor::new();
        let mut shell = Shell::default();
        if let Some(graphics) = context
            .gl
            .clone()
            .and_then(|gl| three_d::core::Context::from_gl_context(gl).ok())
        {
            shell.viewport.connect(&graphics);
        }
        settings.restore(&mut editor, &mut shell, ctx);
        let waker = ctx.clone();
        editor
            .jobs_mut()
            .set_wake(Arc::new(move || waker.request_repaint()));
        if let Some(folder) = state_folder() {
            editor.keep_journal(folder.join("journals"));
            editor.look_for_journals();
        }
        if !paths.is_empty() {
            editor.handle(ViewIntent::Open(paths).into());
        }
        Self {
            ctx: ctx.clone(),
            editor,
            shell,
            dialogs: SystemDialogs::default(),
            written_settings: String::new(),
            settings_looked_at: 0.0,
            title: String::new(),
            may_close: false,
            scripted_run: ScriptedRun::from_environment(),
        }
    }

    /// Asks about unsaved work before the window closes.
    fn guard_closing(&mut self, ctx: &egui::Context) {
        let wants_to_close = ctx.input(|input| input.viewport().close_requested());
        if wants_to_close && !self.may_close && self.editor.is_dirty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.editor.handle(ViewIntent::Quit.into());
        }
    }

    fn carry_out(&mut self, ctx: &egui::Context, request: Request) {
        match request {
            Request::Dialog(dialog) => {
                let document = self.editor.document();
                let shown = self.editor.terrain();
                let suggestion = self.editor.files.suggestion(&dialog, document, shown);
                let waker = ctx.clone();
                self.dialogs
                    .show(dialog, suggestion, move || waker.request_repaint());
            }
            Request::CloseWindow => {
                self.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            // The shell takes the others itself.
            _ => {}
        }
    }

    fn take_dialog_ends(&mut self) {
        for end in self.dialogs.ended() {
            match end {
                DialogEnd::Chosen(intent) => self.editor.handle(*intent),
                DialogEnd::Dismissed => self.editor.handle(ViewIntent::DialogDismissed.into()),
                DialogEnd::Unavailable(dialog) => self.shell.prompt_path(&self.editor, dialog),
            }
        }
    }

    fn show_title(&mut self, ctx: &egui::Context) {
        let title = self.editor.title();
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn keep_settings(&mut self, ctx: &egui::Context) {
        let text = Settings::of(&self.editor, &self.shell, ctx).to_text();
        if text != self.written_settings {
            write_settings(&text);
            self.written_settings = text;
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.guard_closing(&ctx);
        self.take_dialog_ends();
        self.shell.frames_per_second = self.editor.playback.is_playing.then(|| {
            let secs = ctx.input(|input| input.stable_dt).max(1e-3);
            secs.recip()
        });
        for request in shell_ui(&mut self.editor, &mut self.shell, ui) {
            self.carry_out(&ctx, request);
        }
        journal_picture::update(&mut self.editor, self.shell.viewport.pane, &ctx);
        if let Some(run) = &mut self.scripted_run
            && run.step(&mut self.editor)
        {
            ctx.request_repaint();
        }
        self.show_title(&ctx);
        let now = ctx.input(|input| input.time);
        if now - self.settings_looked_at > SETTINGS_SECS {
            self.settings_looked_at = now;
            self.keep_settings(&ctx);
        }
    }

    fn on_exit(&mut self, _gl: Option<&glow::Context>) {
        let ctx = self.ctx.clone();
        self.keep_settings(&ctx);
        self.editor.close();
    }
}
