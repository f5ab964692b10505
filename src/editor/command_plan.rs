//! What a command asks for right now, or why it can't be done.

use super::plan_parts::{
    Plan, bones, clip, may_write, pictures, select, select_keys, set, shell, something_open, ui,
    view, viewport,
};
use super::{
    AutoKey, Command, Dialog, Editor, LoopMode, MapPictures, Panel, SelectMode, Shading,
    ShellRequest, TimeDisplay, ViewDirection, ViewIntent, ViewSetting, ViewportRequest,
};
use crate::skeleton::BoneId;

impl Command {
    /// What the command asks for right now, or a sentence why it can't be done.
    pub fn plan(self, editor: &Editor) -> Plan {
        match self {
            Self::NewProject => ui(ViewIntent::NewProject),
            Self::Open => ui(ViewIntent::ask(Dialog::Open)),
            Self::Save => may_write(editor).and_then(|()| ui(ViewIntent::Save)),
            Self::SaveAs => may_write(editor).and_then(|()| ui(ViewIntent::ask(Dialog::SaveAs))),
            Self::Export => may_write(editor).and_then(|()| ui(ViewIntent::ask(Dialog::Export))),
            Self::SaveAlphamaps => {
                pictures(editor, Dialog::SaveMapPictures(MapPictures::Alphamaps))
            }
            Self::LoadAlphamaps => {
                pictures(editor, Dialog::LoadMapPictures(MapPictures::Alphamaps))
            }
            Self::SaveHeightmap => {
                pictures(editor, Dialog::SaveMapPictures(MapPictures::Heightmap))
            }
            Self::LoadHeightmap => {
                pictures(editor, Dialog::LoadMapPictures(MapPictures::Heightmap))
            }
            Self::SaveSplat => pictures(editor, Dialog::SaveSplat),
            Self::ImportSplat => ui(ViewIntent::ask(Dialog::ImportSplat)),
            Self::RecoverWork => ui(ViewIntent::ShowRecovery),
            Self::ExportSkeleton => {
                something_open(editor).and_then(|()| ui(ViewIntent::ask(Dialog::ExportSkeleton)))
            }
            Self::AttachSkeleton => {
                something_open(editor).and_then(|()| ui(ViewIntent::ask(Dialog::AttachSkeleton)))
            }
            Self::AddAssetFolder => ui(ViewIntent::ask(Dialog::AddAssetFolder)),
            Self::Quit => ui(ViewIntent::Quit),
            Self::Undo if editor.history().can_undo() || editor.unkeyed.can_undo() => {
                ui(ViewIntent::Undo)
            }
            Self::Undo => Err("There is nothing to undo.".to_owned()),
            Self::Redo if editor.history().can_redo() || editor.unkeyed.can_redo() => {
                ui(ViewIntent::Redo)
            }
            Self::Redo => Err("There is nothing to redo.".to_owned()),
            Self::CopyPose => something_open(editor).and_then(|()| ui(ViewIntent::CopyPose)),
            Self::PastePose if editor.pose_clipboard.is_empty() => {
                Err("No pose was copied yet.".to_owned())
            }
            Self::PastePose => clip(editor).and_then(|_| ui(ViewIntent::PastePose)),
            Self::PastePoseFlipped if editor.pose_clipboard.is_empty() => {
                Err("No pose was copied yet.".to_owned())
            }
            Self::PastePoseFlipped => clip(editor).and_then(|_| ui(ViewIntent::PastePoseFlipped)),
            Self::OpenPalette => shell(ShellRequest::OpenPalette),
            Self::OpenShortcuts => shell(ShellRequest::OpenShortcuts),
            Self::OpenAbout => shell(ShellRequest::OpenAbout),
            Self::ResetLayout => shell(ShellRequest::ResetLayout),
            Self::ToggleTheme => shell(ShellRequest::ToggleTheme),
            Self::ZoomIn => shell(ShellRequest::ZoomIn),
            Self::ZoomOut => shell(ShellRequest::ZoomOut),
            Self::ZoomReset => shell(ShellRequest::ZoomReset),
            Self::ShowOutliner => shell(ShellRequest::ShowPanel(Panel::Outliner)),
            Self::ShowInspector => shell(ShellRequest::ShowPanel(Panel::Inspector)),
            Self::ShowClips => shell(ShellRequest::ShowPanel(Panel::Clips)),
            Self::ShowHistory => shell(ShellRequest::ShowPanel(Panel::History)),
            Self::ShowReport => shell(ShellRequest::ShowPanel(Panel::Report)),
            Self::ShowWeightCheck => shell(ShellRequest::ShowPanel(Panel::WeightCheck)),
            Self::ShowWeights => shell(ShellRequest::ShowPanel(Panel::Weights)),
            Self::ShowTextures => shell(ShellRequest::ShowPanel(Panel::Textures)),
            Self::ShowGroundTextures => shell(ShellRequest::ShowPanel(Panel::GroundTextures)),
            Self::ShowMapChunk => shell(ShellRequest::ShowPanel(Panel::MapChunk)),
            Self::ShowFrameStrip => shell(ShellRequest::ShowPanel(Panel::FrameStrip)),
            Self::ShowTimeline => shell(ShellRequest::ShowPanel(Panel::Timeline)),
            Self::SelectAllBones
            | Self::SelectNoBones
            | Self::InvertBones
            | Self::SelectChildren
            | Self::SelectParents
            | Self::SelectAllKeys
            | Self::SelectKeysHere
            | Self::SelectKeysBefore
            | Self::SelectKeysAfter => self.plan_selection(editor),
            Self::SelectAllVertices
            | Self::SelectNoVertices
            | Self::InvertVertices
            | Self::SelectLinkedVertices
            | Self::GrowVertices
            | Self::ShrinkVertices
            | Self::SelectInfluenced
            | Self::SelectSameWeights
            | Self::SelectUnweighted
            | Self::SelectOverLimit
            | Self::SelectNotWhole
            | Self::SelectMissingBones
            | Self::HideVertices
            | Self::ShowAllVertices
            | Self::IsolateVertices
            | Self::CopyWeights
            | Self::PasteWeights
            | Self::PasteAverageWeights => self.plan_vertices(editor),
            Self::NormaliseAll
            | Self::NormaliseBone
            | Self::LimitInfluences
            | Self::PruneWeights
            | Self::FloodWeights
            | Self::SmoothWeights
            | Self::RelaxWeights
            | Self::HammerWeights
            | Self::GradientWeights
            | Self::MoveWeights
            | Self::SwapWeights
            | Self::SplitWeights
            | Self::SplitToNearest
            | Self::BindRigid
            | Self::BindRigidStrongest
            | Self::BindRigidIslands
            | Self::QuantiseWeights
            | Self::AssignGroup
            | Self::ConvertToGroups => self.plan_skin(editor),
            Self::AutomaticWeights
            | Self::AutomaticWeightsOfBones
            | Self::BoneHeat
            | Self::GeodesicVoxels
            | Self::ClosestBone => self.plan_automatic(editor),
            Self::LockSelectedBones
            | Self::UnlockSelectedBones
            | Self::LockUnselectedBones
            | Self::InvertLocks
            | Self::UnlockAllBones => self.plan_locks(editor),
            Self::MoveBones
            | Self::RotateBones
            | Self::ScaleBones
            | Self::ClearTranslation
            | Self::ClearRotation
            | Self::ClearScale
            | Self::ClearAll
            | Self::AddBone
            | Self::RenameBone
            | Self::ReparentBones
            | Self::MakeRoots
            | Self::DeleteBones
            | Self::HideBones
            | Self::ShowAllBones
            | Self::IsolateBones => self.plan_bones(editor),
            Self::SelectMirrorBones
            | Self::PairBones
            | Self::PutBoneInMiddle
            | Self::ForgetMirrorBone => self.plan_mirror_bones(editor),
            Self::MirrorWeightsLeft
            | Self::MirrorWeightsRight
            | Self::FlipWeights
            | Self::TransferWeights
            | Self::SelectUnmirrored
            | Self::SaveWeights
            | Self::LoadWeights => self.plan_weights(editor),
            Self::InsertKeys
            | Self::InsertTranslationKeys
            | Self::InsertRotationKeys
            | Self::InsertScaleKeys
            | Self::DeleteKeysHere
            | Self::DeleteSelectedKeys
            | Self::NextStrayKey
            | Self::DeleteStrayKeys
            | Self::SetStep
            | Self::SetLinear
            | Self::SetHermite
            | Self::SetBezier
            | Self::NextKey
            | Self::PreviousKey => self.plan_keys(editor),
            Self::SetCell | Self::NextCell | Self::PreviousCell | Self::AddCells => {
                something_open(editor).and_then(|()| self.plan_cells(editor))
            }
            Self::NameRange => clip(editor).and_then(|_| shell(ShellRequest::NameRange)),
            Self::AutoKeyOff => set(ViewSetting::AutoKey(AutoKey::Off)),
            Self::AutoKeyAdd => set(ViewSetting::AutoKey(AutoKey::Add)),
            Self::AutoKeyReplace => set(ViewSetting::AutoKey(AutoKey::ReplaceOnly)),
            Self::TogglePlay
            | Self::StepForward
            | Self::StepBack
            | Self::GoToStart
            | Self::GoToEnd
            | Self::NextClip
            | Self::PreviousClip
            | Self::AddClip
            | Self::DuplicateClip
            | Self::RenameClip
            | Self::ToggleAxis
            | Self::DeleteClip => self.plan_clips(editor),
            Self::LoopAlways => set(ViewSetting::LoopMode(LoopMode::Loop)),
            Self::LoopOnce => set(ViewSetting::LoopMode(LoopMode::Once)),
            Self::LoopPingPong => set(ViewSetting::LoopMode(LoopMode::PingPong)),
            Self::FrameSelected if editor.shows_ground() => {
                view(editor, ViewportRequest::FrameSelected)
            }
            Self::FrameSelected => {
                bones(editor).and_then(|_| viewport(editor, ViewportRequest::FrameSelected))
            }
            Self::FrameAll => view(editor, ViewportRequest::FrameAll),
            Self::LookFront => view(editor, ViewportRequest::Look(ViewDirection::Front)),
            Self::LookBack => view(editor, ViewportRequest::Look(ViewDirection::Back)),
            Self::LookRight => view(editor, ViewportRequest::Look(ViewDirection::Right)),
            Self::LookLeft => view(editor, ViewportRequest::Look(ViewDirection::Left)),
            Self::LookTop => view(editor, ViewportRequest::Look(ViewDirection::Top)),
            Self::LookBottom => view(editor, ViewportRequest::Look(ViewDirection::Bottom)),
            Self::ToggleOrtho => view(editor, ViewportRequest::ToggleOrtho),
            Self::LookThroughCamera if editor.shows_ground() => {
                Err("A map has no camera.".to_owned())
            }
            Self::LookThroughCamera => match editor.model().map(|model| model.cameras.len()) {
                Some(0) => Err("This model has no camera.".to_owned()),
                _ => viewport(editor, ViewportRequest::LookThroughCamera),
            },
            Self::NextShading => set(ViewSetting::Shading(match editor.view.shading {
                Shading::Textured => Shading::Solid,
                Shading::Solid => Shading::Wire,
                Shading::Wire => Shading::TexturedWire,
                Shading::TexturedWire => Shading::Textured,
            })),
            Self::ToggleGrid => set(ViewSetting::Grid(!editor.view.shows_grid)),
            Self::ToggleAxes => set(ViewSetting::Axes(!editor.view.shows_axes)),
            Self::ToggleBones => set(ViewSetting::Bones(!editor.view.shows_bones)),
            Self::ToggleBoneNames => set(ViewSetting::BoneNames(!editor.view.shows_bone_names)),
            Self::ToggleBonesInFront => set(ViewSetting::BonesInFront(!editor.view.bones_in_front)),
            Self::ToggleParts => set(ViewSetting::Parts(!editor.view.shows_parts)),
            Self::ToggleCollision => set(ViewSetting::Collision(!editor.view.shows_collision)),
            Self::NextTeam => set(ViewSetting::Team(editor.view.team.next())),
            Self::BrushTool
            | Self::SelectVerticesTool
            | Self::GradientTool
            | Self::ToggleFaces
            | Self::NextBrushMode
            | Self::ToggleAirbrush
            | Self::ToggleBrushMirror
            | Self::DragBrushRadius
            | Self::DragBrushStrength
            | Self::DragBrushValue
            | Self::BrushLarger
            | Self::BrushSmaller
            | Self::BrushStronger
            | Self::BrushWeaker => self.plan_brush(editor),
            Self::LoadBrushPicture
            | Self::ClearBrushPicture
            | Self::NextSymmetry
            | Self::CentreSymmetry
            | Self::MiddleSymmetry
            | Self::ToggleStraight => self.plan_ground_way(editor),
            Self::TerrainWorkspace
            | Self::FillChunk
            | Self::FillTile
            | Self::FillMap
            | Self::SetBaseOfChunk
            | Self::SetBaseOfMap
            | Self::HealSeams
            | Self::DropUnusedLayers
            | Self::SolveSlots
            | Self::SolveSlotsByBorders
            | Self::MixInOrder
            | Self::MixByShares
            | Self::DropGroundTypes
            | Self::ClearHoles
            | Self::NextSeam
            | Self::NextMeeting
            | Self::ExamineGround
            | Self::LoadAllTiles => self.plan_ground(editor),
            Self::FillRegion
            | Self::SetBaseOfTile
            | Self::SetBaseOfRegion
            | Self::MarkRegionTool
            | Self::MarkTile
            | Self::MarkTexture
            | Self::MarkCrowded
            | Self::InvertRegion
            | Self::ClearRegion
            | Self::ProtectRegion
            | Self::UnprotectAll
            | Self::SolveSlotsOfRegion
            | Self::DropUnusedOfRegion
            | Self::ReplaceTexture
            | Self::EditGroundTypes
            | Self::ConvertAlphas
            | Self::MakeRoom
            | Self::MergeDuplicateLayers => self.plan_region(editor),
            Self::OverLayerCount
            | Self::OverCoverage
            | Self::OverSlope
            | Self::OverUnpaintable
            | Self::OverAreas
            | Self::OverMarks
            | Self::OverMeetings
            | Self::OverContours
            | Self::OverWire => self.plan_overlay(editor),
            Self::AnimateWorkspace
            | Self::WeightsWorkspace
            | Self::NextWorkspace
            | Self::WeightsOfBone
            | Self::WeightsOfAllBones
            | Self::WeightsByDominantBone
            | Self::ToggleTarget
            | Self::NextWeightRamp
            | Self::ToggleVertexDots
            | Self::ToggleDotsThrough
            | Self::ToggleWeightContours
            | Self::ToggleWeightWire
            | Self::ToggleWeightNumbers => self.plan_weight_view(editor),
            Self::ToggleTimeUnit => set(ViewSetting::TimeDisplay(match editor.playback.display {
                TimeDisplay::Milliseconds => TimeDisplay::default(),
                TimeDisplay::Frames { .. } => TimeDisplay::Milliseconds,
            })),
        }
    }

    /// Whether the command shows a tick in menus: `None` for one that switches nothing.
    pub fn is_on(self, editor: &Editor) -> Option<bool> {
        let (view, playback) = (&editor.view, &editor.playback);
        Some(match self {
            Self::ToggleGrid => view.shows_grid,
            Self::ToggleAxes => view.shows_axes,
            Self::ToggleBones => view.shows_bones,
            Self::ToggleBoneNames => view.shows_bone_names,
            Self::ToggleBonesInFront => view.bones_in_front,
            Self::ToggleParts => view.shows_parts,
            Self::ToggleCollision => view.shows_collision,
            Self::AutoKeyOff => view.auto_key == AutoKey::Off,
            Self::AutoKeyAdd => view.auto_key == AutoKey::Add,
            Self::AutoKeyReplace => view.auto_key == AutoKey::ReplaceOnly,
            Self::LoopAlways => playback.loop_mode == LoopMode::Loop,
            Self::LoopOnce => playback.loop_mode == LoopMode::Once,
            Self::LoopPingPong => playback.loop_mode == LoopMode::PingPong,
            other => {
                return other
                    .is_brush_on(editor)
                    .or_else(|| other.is_weight_view_on(editor))
                    .or_else(|| other.is_overlay_on(editor));
            }
        })
    }

    fn plan_selection(self, editor: &Editor) -> Plan {
        let model = editor
            .model()
            .ok_or_else(|| "Nothing is open.".to_owned())?;
        let hidden = &editor.view.hidden_bones;
        let all = model.skeleton.bones.iter().map(|bone| bone.id);
        let shown = all.filter(|id| !hidden.contains(id));
        let keys = |keep: &dyn Fn(i64) -> bool| select_keys(editor.keys_where(keep));
        match self {
            Self::SelectAllBones => select(shown.collect()),
            Self::SelectNoBones => Ok(vec![
                ViewIntent::SelectBones {
                    bones: Vec::new(),
                    mode: SelectMode::Replace,
                }
                .into(),
                ViewIntent::SelectKeys {
                    keys: Vec::new(),
                    mode: SelectMode::Replace,
                }
                .into(),
            ]),
            Self::InvertBones => {
                select(shown.filter(|&id| !editor.selection.has_bone(id)).collect())
            }
            Self::SelectChildren => {
                let selected = bones(editor)?;
                let tops: Vec<usize> = selected
                    .iter()
                    .filter_map(|&id| model.skeleton.index_of(id))
                    .collect();
                let below = model
                    .skeleton
                    .bones
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| {
                        tops.iter()
                            .any(|&top| editor.hierarchy().is_ancestor_or_self(top, *index))
                    });
                select(below.map(|(_, bone)| bone.id).collect())
            }
            Self::SelectParents => {
                let parents: Vec<BoneId> = bones(editor)?
                    .iter()
                    .filter_map(|&id| {
                        let index = model.skeleton.index_of(id)?;
                        let parent = editor.hierarchy().parent(index)?;
                        model.skeleton.bones.get(parent).map(|bone| bone.id)
                    })
                    .collect();
                if parents.is_empty() {
                    return Err("The selected bones have no parents.".to_owned());
                }
                select(parents)
            }
            Self::SelectAllKeys => keys(&|_| true),
            Self::SelectKeysHere => keys(&|later_ms| later_ms == 0),
            Self::SelectKeysBefore => keys(&|later_ms| later_ms <= 0),
            _ => keys(&|later_ms| later_ms >= 0),
        }
    }
}
