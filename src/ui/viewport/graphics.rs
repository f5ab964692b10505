//! What the viewport keeps on the graphics card, and how it is brought up to date.
//!
//! - A model is uploaded when it is first shown; an edit uploads only what it changed, and textures
//!   come when they have been read.
//! - While the window is drawn again but nothing in here changed, the last picture is shown again.
//! - Moving bones, playing and looking around fill lists that keep their size: nothing is allocated.

use super::dirty_vertices::DirtyVertices;
use super::ground_upload::GroundUpload;
use super::overlay_look::{fill_overlay, fill_terrain_overlay};
use super::weight_colours::{ChangedSkin, SkinColours};
use crate::document::{Model, ModelId, Terrain};
use crate::edit::ChangeSet;
use crate::editor::Editor;
use crate::render::{Camera, ChangedParts, Moment, Overlay, Scene, Stage, StagedModel};
use eframe::egui;
use image::RgbaImage;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use three_d::core::{Context, Viewport};

/// The graphics card as the viewport uses it.
#[derive(Default)]
pub(super) struct Graphics {
    painted: Option<Arc<Mutex<Painted>>>,
    failure: Option<String>,
    shown: Option<Shown>,
    changed: ChangedParts,
    dirty: DirtyVertices,
    ground: GroundUpload,
    /// The check whose weights the skin is drawn with, if it is not its own.
    shown_skin: Option<(ModelId, usize)>,
    skin: SkinColours,
    /// The overlay of the picture before, to compare with and to fill again.
    overlay: Overlay,
    /// The editor's revision of the last picture.
    drawn_at: Option<u64>,
}

/// What the paint callback shares with the pane.
struct Painted {
    stage: Stage,
    failure: Option<String>,
    /// Whether the last picture shows something else than the stage.
    is_stale: bool,
}

/// What is on the graphics card now.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    document: u64,
    model: ModelId,
    textures: u64,
}

impl std::fmt::Debug for Graphics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graphics")
            .field("is_ready", &self.painted.is_some())
            .field("failure", &self.failure)
            .finish_non_exhaustive()
    }
}

/// What a texture shows until it was read.
const UNREAD_GREY: [u8; 4] = [188, 188, 188, 255];

impl Graphics {
    /// Draws in this context from now on.
    pub fn connect(&mut self, context: &Context) {
        *self = Self::default();
        match Stage::new(context) {
            Ok(stage) => {
                self.painted = Some(Arc::new(Mutex::new(Painted {
                    stage,
                    failure: None,
                    is_stale: true,
                })));
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Why nothing can be drawn, as a sentence; `None` if all is well.
    pub fn failure(&self) -> Option<String> {
        let Some(painted) = &self.painted else {
            return Some(match &self.failure {
                Some(reason) => format!("The model can't be drawn: {reason}"),
                None => "The model can't be drawn: this window has no OpenGL 3.3.".to_owned(),
            });
        };
        let painted = painted.lock().unwrap_or_else(PoisonError::into_inner);
        let reason = painted.failure.as_ref()?;
        Some(format!("The model can't be drawn: {reason}"))
    }

    /// Takes note of what edits touched.
    pub fn note(&mut self, changes: &ChangeSet) {
        self.ground.note(&changes.terrain);
        let Some(shown) = &self.shown else {
            return;
        };
        let id = shown.model;
        let of_bones = changes.bones.iter().any(|(model, _)| *model == id);
        if let Some(vertices) = changes.vertices.get(&id) {
            // Runs close together cost less to upload as one.
            for run in vertices.ranges(64) {
                self.dirty.add(run);
            }
        }
        self.changed.skeleton |= of_bones || changes.hierarchies.contains(&id);
        self.changed.batches |= changes.palettes.contains(&id);
    }

    /// Brings the graphics card up to date with the editor and puts a shape into the pane that
    /// paints it.
    pub fn show(
        &mut self,
        editor: &Editor,
        camera: &Camera,
        hovered: Option<usize>,
        ui: &egui::Ui,
        rect: egui::Rect,
    ) {
        let (Some(shared), Some(model)) = (self.painted.clone(), editor.model()) else {
            return;
        };
        {
            let mut painted = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let uploaded = self.bring_up_to_date(editor, model, &mut painted.stage);
            fill_overlay(editor, model, hovered, ui, &mut self.overlay);
            let moved = self.drawn_at.replace(editor.revision()) != Some(editor.revision());
            let Painted {
                stage, is_stale, ..
            } = &mut *painted;
            *is_stale |= uploaded || moved;
            *is_stale |= stage.camera != *camera || stage.overlay != self.overlay;
            stage.camera = *camera;
            std::mem::swap(&mut stage.overlay, &mut self.overlay);
            if moved && let Some(staged) = stage.models.first_mut() {
                fill_moment(editor, model, &mut staged.moment);
                fill_geosets(editor, model, &mut staged.geosets);
            }
        }
        paint_into(shared, ui, rect);
    }

    /// The same for a terrain.
    pub fn show_terrain(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        camera: &Camera,
        ui: &egui::Ui,
        rect: egui::Rect,
    ) {
        let Some(shared) = self.painted.clone() else {
            return;
        };
        {
            let mut painted = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let Painted {
                stage, is_stale, ..
            } = &mut *painted;
            // A model that is shown after this comes as a new one.
            *is_stale |= self.shown.take().is_some();
            stage.models.clear();
            *is_stale |= self.ground.bring_up_to_date(editor, terrain, stage);
            fill_terrain_overlay(editor, terrain, ui, &mut self.overlay);
            *is_stale |= stage.camera != *camera || stage.overlay != self.overlay;
            stage.camera = *camera;
            std::mem::swap(&mut stage.overlay, &mut self.overlay);
        }
        paint_into(shared, ui, rect);
    }
}

/// Puts a shape into the pane that paints the stage.
fn paint_into(shared: Arc<Mutex<Painted>>, ui: &egui::Ui, rect: egui::Rect) {
    let ctx = ui.ctx().clone();
    let paint = move |info: egui::PaintCallbackInfo, _: &egui_glow::Painter| {
        let mut painted = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let place = place_of(&info);
        if !painted.is_stale && painted.stage.paint_again(place) {
            return;
        }
        painted.is_stale = false;
        let failure = painted.stage.paint(place).err();
        let failure = failure.map(|error| error.to_string());
        if failure != painted.failure {
            painted.failure = failure;
            ctx.request_repaint();
        }
    };
    ui.painter().add(egui::PaintCallback {
        rect,
        callback: Arc::new(egui_glow::CallbackFn::new(paint)),
    });
}

impl Graphics {
    /// Uploads what is not on the graphics card yet; `false` if all was there.
    fn bring_up_to_date(&mut self, editor: &Editor, model: &Model, stage: &mut Stage) -> bool {
        let now = Shown {
            document: editor.document_number(),
            model: model.id,
            textures: editor.textures.revision,
        };
        let before = self.shown.replace(now);
        let changed = std::mem::take(&mut self.changed);
        let same_model =
            before.is_some_and(|shown| (shown.document, shown.model) == (now.document, now.model));
        if !same_model {
            self.ground.clear(stage);
            stage.models.clear();
            let scene = Scene::new(stage.context(), model, 0, &[]);
            stage.models.push(StagedModel {
                id: model.id,
                scene,
                moment: Moment::default(),
                geosets: BTreeSet::new(),
            });
        }
        let Some(staged) = stage.models.first_mut() else {
            return true;
        };
        let scene = &mut staged.scene;
        if same_model && changed != ChangedParts::default() {
            scene.refresh(model, changed);
        }
        let preview = editor.current_preview().filter(|_| editor.shows_target());
        let shown_skin = preview.map(|preview| (model.id, std::ptr::from_ref(preview).addr()));
        if std::mem::replace(&mut self.shown_skin, shown_skin) != shown_skin {
            // The skin is drawn with the weights that the target has, or with its own again.
            let mut drawn = model.clone();
            if let Some(preview) = preview {
                drawn.vertices.influences.clone_from(&preview.influences);
            }
            let vertices = 0..u32::try_from(drawn.vertices.len()).unwrap_or(u32::MAX);
            scene.mend_influences(&drawn, [vertices]);
        }
        let dirty = self.dirty.settled();
        let (has_dirty, skin) = if !same_model || changed.skeleton {
            (false, ChangedSkin::All)
        } else {
            scene.mend_influences(model, dirty.iter().cloned());
            (!dirty.is_empty(), ChangedSkin::Vertices(dirty))
        };
        let is_hiding = scene.hide_vertices(model, &editor.view.hidden_vertices);
        let is_coloured = self.skin.bring_up_to_date(editor, model, skin, scene);
        self.dirty.clear();
        if before != Some(now) {
            upload_textures(editor, model, &mut staged.scene);
        }
        let is_changed =
            changed != ChangedParts::default() || has_dirty || is_coloured || is_hiding;
        before != Some(now) || is_changed
    }
}

fn upload_textures(editor: &Editor, model: &Model, scene: &mut Scene) {
    let grey = RgbaImage::from_pixel(1, 1, image::Rgba(UNREAD_GREY));
    for slot in 0..model.textures.len() {
        let read = (editor.textures.model == Some(model.id))
            .then(|| editor.textures.pictures.get(slot))
            .flatten();
        // Until they were read, surfaces are grey: a checker would say that they are missing.
        let picture = match read {
            None if editor.textures.is_loading => Some(grey.clone()),
            None => None,
            Some(read) => read.picture.as_ref().and_then(|picture| {
                RgbaImage::from_raw(picture.width, picture.height, picture.rgba.clone())
            }),
        };
        scene.set_picture(model, slot, picture.as_ref());
    }
}

fn fill_moment(editor: &Editor, model: &Model, moment: &mut Moment) {
    let pose = editor.pose();
    moment.pose.local.clone_from(&pose.local);
    moment
        .pose
        .model_from_bind
        .clone_from(&pose.model_from_bind);
    if let Some(clock) = editor.clock() {
        moment.sample_surfaces(model, &clock);
    }
}

fn fill_geosets(editor: &Editor, model: &Model, shown: &mut BTreeSet<u16>) {
    let hidden = &editor.view.hidden_geosets;
    let submeshes = || model.views.iter().take(1).flat_map(|view| &view.submeshes);
    let is_current = submeshes()
        .all(|submesh| shown.contains(&submesh.geoset) != hidden.contains(&submesh.geoset));
    if !is_current {
        shown.clear();
        shown.extend(
            submeshes()
                .map(|submesh| submesh.geoset)
                .filter(|geoset| !hidden.contains(geoset)),
        );
    }
}

fn place_of(info: &egui::PaintCallbackInfo) -> Viewport {
    let pixels = info.viewport_in_pixels();
    Viewport {
        x: pixels.left_px,
        y: pixels.from_bottom_px,
        width: u32::try_from(pixels.width_px).unwrap_or(0),
        height: u32::try_from(pixels.height_px).unwrap_or(0),
    }
}
