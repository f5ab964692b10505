//! Which keys ask for which command: the one table that menus, tooltips and help read too.

use crate::editor::{Command, Workspace};
use eframe::egui;
use egui::{Key, Modifiers};

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

/// Every shortcut. A command's first row is the one that menus show; the others are alternates.
#[rustfmt::skip]
pub const SHORTCUTS: &[(Modifiers, Key, Command)] = &[
    (CTRL, Key::N, Command::NewProject),
    (CTRL, Key::O, Command::Open),
    (CTRL, Key::S, Command::Save),
    (CTRL_SHIFT, Key::S, Command::SaveAs),
    (CTRL, Key::E, Command::Export),
    (CTRL, Key::Q, Command::Quit),
    (CTRL, Key::Z, Command::Undo),
    (CTRL_SHIFT, Key::Z, Command::Redo),
    (CTRL, Key::Y, Command::Redo),
    (CTRL, Key::C, Command::CopyPose),
    (CTRL, Key::V, Command::PastePose),
    (CTRL_SHIFT, Key::V, Command::PastePoseFlipped),
    (CTRL_SHIFT, Key::P, Command::OpenPalette),
    (NONE, Key::F3, Command::OpenPalette),
    (NONE, Key::A, Command::SelectAllBones),
    (ALT, Key::A, Command::SelectNoBones),
    (CTRL, Key::I, Command::InvertBones),
    (NONE, Key::CloseBracket, Command::SelectChildren),
    (NONE, Key::OpenBracket, Command::SelectParents),
    (NONE, Key::G, Command::MoveBones),
    (NONE, Key::R, Command::RotateBones),
    (NONE, Key::S, Command::ScaleBones),
    (ALT, Key::G, Command::ClearTranslation),
    (ALT, Key::R, Command::ClearRotation),
    (ALT, Key::S, Command::ClearScale),
    (NONE, Key::F2, Command::RenameBone),
    (CTRL, Key::P, Command::ReparentBones),
    (NONE, Key::H, Command::HideBones),
    (ALT, Key::H, Command::ShowAllBones),
    (SHIFT, Key::H, Command::IsolateBones),
    (NONE, Key::I, Command::InsertKeys),
    (NONE, Key::K, Command::InsertKeys),
    (ALT, Key::I, Command::DeleteKeysHere),
    (NONE, Key::C, Command::SetCell),
    (NONE, Key::N, Command::NextCell),
    (SHIFT, Key::N, Command::PreviousCell),
    (NONE, Key::X, Command::DeleteSelectedKeys),
    (NONE, Key::Delete, Command::DeleteSelectedKeys),
    (NONE, Key::ArrowUp, Command::NextKey),
    (NONE, Key::ArrowDown, Command::PreviousKey),
    (NONE, Key::Space, Command::TogglePlay),
    (NONE, Key::ArrowRight, Command::StepForward),
    (NONE, Key::ArrowLeft, Command::StepBack),
    (SHIFT, Key::ArrowLeft, Command::GoToStart),
    (SHIFT, Key::ArrowRight, Command::GoToEnd),
    (NONE, Key::PageDown, Command::NextClip),
    (NONE, Key::PageUp, Command::PreviousClip),
    (NONE, Key::Period, Command::FrameSelected),
    (NONE, Key::F, Command::FrameSelected),
    (NONE, Key::Home, Command::FrameAll),
    (NONE, Key::Num1, Command::LookFront),
    (CTRL, Key::Num1, Command::LookBack),
    (NONE, Key::Num3, Command::LookRight),
    (CTRL, Key::Num3, Command::LookLeft),
    (NONE, Key::Num7, Command::LookTop),
    (CTRL, Key::Num7, Command::LookBottom),
    (NONE, Key::Num5, Command::ToggleOrtho),
    (NONE, Key::Num0, Command::LookThroughCamera),
    (NONE, Key::Z, Command::NextShading),
    (NONE, Key::F5, Command::AnimateWorkspace),
    (NONE, Key::F6, Command::WeightsWorkspace),
    (NONE, Key::F7, Command::TerrainWorkspace),
    (CTRL, Key::Tab, Command::NextWorkspace),
    (CTRL, Key::Plus, Command::ZoomIn),
    (CTRL, Key::Equals, Command::ZoomIn),
    (CTRL, Key::Minus, Command::ZoomOut),
    (CTRL, Key::Num0, Command::ZoomReset),
    (NONE, Key::F1, Command::OpenShortcuts),
    (CTRL_ALT, Key::R, Command::ResetLayout),
];

/// Shortcuts of the weights workspace; they come before those of [`SHORTCUTS`] there.
#[rustfmt::skip]
pub const WEIGHT_SHORTCUTS: &[(Modifiers, Key, Command)] = &[
    (NONE, Key::F, Command::DragBrushRadius),
    (SHIFT, Key::F, Command::DragBrushStrength),
    (CTRL, Key::F, Command::DragBrushValue),
    (NONE, Key::OpenBracket, Command::BrushSmaller),
    (NONE, Key::CloseBracket, Command::BrushLarger),
    (NONE, Key::Minus, Command::BrushWeaker),
    (NONE, Key::Equals, Command::BrushStronger),
    (NONE, Key::B, Command::BrushTool),
    (NONE, Key::V, Command::SelectVerticesTool),
    (NONE, Key::M, Command::NextBrushMode),
    (NONE, Key::T, Command::ToggleTarget),
    (NONE, Key::A, Command::SelectAllVertices),
    (ALT, Key::A, Command::SelectNoVertices),
    (CTRL, Key::I, Command::InvertVertices),
    (NONE, Key::L, Command::SelectLinkedVertices),
    (NONE, Key::H, Command::HideVertices),
    (ALT, Key::H, Command::ShowAllVertices),
    (SHIFT, Key::H, Command::IsolateVertices),
    (CTRL, Key::C, Command::CopyWeights),
    (CTRL, Key::V, Command::PasteWeights),
];

/// Shortcuts of the terrain workspace; they come before those of [`SHORTCUTS`] there.
#[rustfmt::skip]
pub const TERRAIN_SHORTCUTS: &[(Modifiers, Key, Command)] = &[
    (NONE, Key::F, Command::DragBrushRadius),
    (SHIFT, Key::F, Command::DragBrushStrength),
    (CTRL, Key::F, Command::DragBrushValue),
    (NONE, Key::OpenBracket, Command::BrushSmaller),
    (NONE, Key::CloseBracket, Command::BrushLarger),
    (NONE, Key::Minus, Command::BrushWeaker),
    (NONE, Key::Equals, Command::BrushStronger),
    (NONE, Key::M, Command::NextBrushMode),
    (NONE, Key::N, Command::NextSeam),
    (SHIFT, Key::L, Command::ToggleStraight),
    (NONE, Key::Y, Command::NextSymmetry),
    (SHIFT, Key::Y, Command::CentreSymmetry),
    (SHIFT, Key::N, Command::NextMeeting),
    (NONE, Key::G, Command::ToggleGrid),
    (NONE, Key::L, Command::OverLayerCount),
    (NONE, Key::V, Command::OverCoverage),
    (NONE, Key::S, Command::OverSlope),
    (NONE, Key::U, Command::OverUnpaintable),
    (NONE, Key::A, Command::OverAreas),
    (NONE, Key::B, Command::OverMarks),
    (NONE, Key::T, Command::OverMeetings),
    (NONE, Key::C, Command::OverContours),
    (NONE, Key::W, Command::OverWire),
];

/// The keys to show behind a command, such as `Ctrl+Shift+Z`; `None` if it has none.
pub fn shortcut_text(command: Command) -> Option<String> {
    let all = SHORTCUTS.iter().chain(WEIGHT_SHORTCUTS);
    let mut all = all.chain(TERRAIN_SHORTCUTS);
    let &(modifiers, key, _) = all.find(|(_, _, other)| *other == command)?;
    Some(keys_text(modifiers, key))
}

/// Keys as text, such as `Ctrl+Shift+Z`.
pub fn keys_text(modifiers: Modifiers, key: Key) -> String {
    let mut text = String::new();
    for (is_held, name) in [
        (modifiers.command || modifiers.ctrl, "Ctrl+"),
        (modifiers.alt, "Alt+"),
        (modifiers.shift, "Shift+"),
    ] {
        if is_held {
            text.push_str(name);
        }
    }
    text.push_str(match key {
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::Period => ".",
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Plus => "+",
        Key::Minus => "-",
        Key::Equals => "=",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        other => other.name(),
    });
    text
}

/// Takes the pressed shortcuts out of this frame's input.
///
/// None fires while a text field has the keyboard. While something else has it, such as a tree,
/// the keys that move about in it are left to it.
pub fn pressed_commands(ctx: &egui::Context, workspace: Workspace) -> Vec<Command> {
    if ctx.text_edit_focused() {
        return Vec::new();
    }
    let has_focus = ctx.memory(|memory| memory.focused()).is_some();
    let mut commands = Vec::new();
    ctx.input_mut(|input| {
        // Each press carries the modifiers it was made with: by the end of a slow frame they may
        // long be released.
        input.events.retain(|event| {
            let command = match event {
                egui::Event::Key {
                    key,
                    pressed: true,
                    repeat,
                    modifiers,
                    ..
                } if !(has_focus && moves_focus(*key)) => command_of(workspace, *modifiers, *key)
                    .filter(|command| !repeat || command.repeats()),
                _ => None,
            };
            commands.extend(command);
            command.is_none()
        });
    });
    commands
}

/// The command that these keys ask for.
fn command_of(workspace: Workspace, held: Modifiers, pressed: Key) -> Option<Command> {
    let first = match workspace {
        Workspace::Animate => &[][..],
        Workspace::Weights => WEIGHT_SHORTCUTS,
        Workspace::Terrain => TERRAIN_SHORTCUTS,
    };
    first
        .iter()
        .chain(SHORTCUTS)
        .find(|(modifiers, key, _)| *key == pressed && held.matches_exact(*modifiers))
        .map(|&(_, _, command)| command)
}

/// Takes the key that plays, before any panel sees it: it plays wherever the mouse is, as in every
/// program with a timeline. Buttons are clicked with Enter.
pub fn pressed_play(ctx: &egui::Context) -> bool {
    !ctx.text_edit_focused()
        && ctx
            .input_mut(|input| !is_repeat(input, Key::Space) && input.consume_key(NONE, Key::Space))
}

/// Whether a key moves about in whatever has the keyboard.
fn moves_focus(key: Key) -> bool {
    matches!(
        key,
        Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight | Key::Home
    )
}

fn is_repeat(input: &egui::InputState, asked: Key) -> bool {
    input
        .events
        .iter()
        .any(|event| matches!(event, egui::Event::Key { key, repeat: true, .. } if *key == asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_keys_ask_for_two_commands() {
        for table in [SHORTCUTS, WEIGHT_SHORTCUTS, TERRAIN_SHORTCUTS] {
            for (i, (modifiers, key, command)) in table.iter().enumerate() {
                for (other_modifiers, other_key, other) in &table[i + 1..] {
                    assert!(
                        !(modifiers == other_modifiers && key == other_key),
                        "{} asks for {command:?} and {other:?}",
                        keys_text(*modifiers, *key)
                    );
                }
            }
        }
    }

    #[test]
    fn the_first_row_of_a_command_is_the_one_shown() {
        assert_eq!(
            shortcut_text(Command::Redo).as_deref(),
            Some("Ctrl+Shift+Z")
        );
        assert_eq!(shortcut_text(Command::NextKey).as_deref(), Some("Up"));
    }
}
