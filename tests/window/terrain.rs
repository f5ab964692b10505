//! A map in the real window: it opens, is saved in a project, and is exported as it was.

use crate::desktop::{Desktop, wait_until};
use bonewright::project;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn a_map_opens_is_saved_and_exported_in_a_real_window() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let mut bytes = b"W3E!\x0b\0\0\0L\0\0\0\0\x01\0\0\0Ldrt\0\0\0\0".to_vec();
    bytes.extend([33u32, 65].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend([0; 8]);
    bytes.extend([0, 0x20, 0, 0x20, 0, 0, 0xF2].repeat(33 * 65));
    let map = desktop.path("isle.w3e");
    std::fs::write(&map, &bytes).unwrap();
    let (saved, exported) = (desktop.path("work.bwp"), desktop.path("out.w3e"));
    let program = desktop.open(&map);
    program.wait_for_title("the map is open", |title| title.starts_with("isle"));
    sleep(Duration::from_secs(2));
    program.picture("map_open.png");
    program.press(&["ctrl+s"]);
    program.enter_path(&saved);
    program.wait_for_title("the project is saved", |title| title.starts_with("work"));
    program.press(&["ctrl+e"]);
    sleep(Duration::from_millis(1500));
    program.enter_path(&exported);
    wait_until("the map is exported", || exported.is_file());
    program.press(&["ctrl+q"]);
    program.wait_for_end();
    assert_eq!(std::fs::read(&exported).unwrap(), bytes);
    let opened = project::open(&saved).expect("the project opens");
    assert_eq!(opened.document.terrains[0].size_text(), "33 x 65 corners");
}
