//! One icon for each kind of node, the same in the outliner and in the viewport.

use crate::skeleton::BoneKind;
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons::{
    ICON_ADJUST, ICON_BOLT, ICON_CROP_FREE, ICON_GESTURE, ICON_GRAIN, ICON_LIGHTBULB,
    ICON_PUSH_PIN, ICON_SKELETON, ICON_TOYS,
};

/// The icon of a kind of node.
pub fn node_icon(kind: BoneKind) -> MaterialIcon {
    match kind {
        BoneKind::Bone => ICON_SKELETON,
        BoneKind::Helper => ICON_ADJUST,
        BoneKind::Light => ICON_LIGHTBULB,
        BoneKind::Attachment => ICON_PUSH_PIN,
        BoneKind::ModelEmitter => ICON_TOYS,
        BoneKind::SpriteEmitter => ICON_GRAIN,
        BoneKind::Ribbon => ICON_GESTURE,
        BoneKind::Event => ICON_BOLT,
        BoneKind::CollisionShape => ICON_CROP_FREE,
    }
}
