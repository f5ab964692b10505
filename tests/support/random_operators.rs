//! Random operators on a small document, as JSON.

use bonewright::document::Document;

/// A small repeatable source of numbers (xorshift).
pub struct Dice(pub u64);

impl Dice {
    /// A number from 0 to one below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    fn number(&mut self) -> f32 {
        self.below(401) as f32 / 100.0 - 2.0
    }

    fn vector(&mut self) -> String {
        format!("[{},{},{}]", self.number(), self.number(), self.number())
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Some operator on the document; now and then one that must be refused.
pub fn roll(dice: &mut Dice, document: &Document) -> String {
    let model = &document.models[0];
    let bone = |dice: &mut Dice| format!("\"#{}\"", dice.below(model.skeleton.bones.len()));
    let clip = |dice: &mut Dice| format!("\"#{}\"", dice.below(model.clips.len()));
    let (a, b, c) = (bone(dice), bone(dice), clip(dice));
    let time = dice.below(11) * 100;
    let space = dice.pick(&["local", "parent", "model"]);
    let pivot = dice.pick(&["\"individual\"", "\"median\"", "[1,0,2]"]);
    let channel = dice.pick(&["translation", "rotation", "scale"]);
    let policy = dice.pick(&["refuse", "replace"]);
    let keep = dice.pick(&["pose", "local"]);
    let key = dice.pick(&["true", "true", "true", "false"]);
    let at = format!("\"clip\":{c},\"time_ms\":{time}");
    let on = format!("\"bones\":[{a},{b}],{at},\"key\":{key}");
    // A keyframe that is there, if the roll is lucky.
    let index = a.trim_matches('"').trim_start_matches('#').to_owned();
    let path = match dice.below(5) {
        0 => "events[0].times".to_owned(),
        1 => "colours[0].alpha".to_owned(),
        2 => "lights[0].ambient_intensity".to_owned(),
        _ => format!("bones[{index}].{channel}"),
    };
    let key_ref = format!(
        "{{\"track\":\"{path}\",\"clip\":{c},\"time_ms\":{}}}",
        dice.pick(&["0", "400", "1000", "500"])
    );
    let delta = dice.below(9) as i32 * 100 - 400;
    let (v, n) = (dice.vector(), dice.below(1000));
    let name = dice.pick(&["Stand", "Walk", "Death", "MyDance"]);
    match dice.below(35) {
        0 => format!(
            "{{\"op\":\"rotate_bones\",{on},\"axis\":{v},\"degrees\":{n},\"space\":\"{space}\",\"pivot\":{pivot}}}"
        ),
        1 => format!("{{\"op\":\"move_bones\",{on},\"offset\":{v},\"space\":\"{space}\"}}"),
        2 => format!(
            "{{\"op\":\"scale_bones\",{on},\"factors\":[1.1,0.9,1.2],\"space\":\"{space}\",\"pivot\":{pivot}}}"
        ),
        3 => format!(
            "{{\"op\":\"set_bone_transform\",{on},\"values\":{{\"translation\":{v},\"rotation\":{{\"euler_deg\":{v}}}}}}}"
        ),
        4 => format!("{{\"op\":\"clear_to_rest\",{on},\"channels\":[\"{channel}\"]}}"),
        5 | 6 => format!(
            "{{\"op\":\"insert_keyframe\",\"bones\":[{a},{b}],{at},\"channels\":[\"{channel}\"]}}"
        ),
        7 => format!("{{\"op\":\"insert_track_keyframe\",\"tracks\":[\"{path}\"],{at}}}"),
        8 => format!("{{\"op\":\"delete_keyframes\",\"keys\":[{key_ref}]}}"),
        9 => format!(
            "{{\"op\":\"move_keyframes\",\"keys\":[{key_ref}],\"delta_ms\":{delta},\"collisions\":\"{policy}\"}}"
        ),
        10 => format!(
            "{{\"op\":\"duplicate_keyframes\",\"keys\":[{key_ref}],\"delta_ms\":{delta},\"collisions\":\"{policy}\"}}"
        ),
        11 => format!(
            "{{\"op\":\"set_key_value\",\"track\":\"bones[{index}].translation\",\"clip\":{c},\"time_ms\":400,\"value\":{v}}}"
        ),
        12 => format!(
            "{{\"op\":\"set_interpolation\",\"tracks\":[\"{path}\"],\"interpolation\":\"{}\",\"tangents\":\"{}\"}}",
            dice.pick(&["step", "linear", "hermite", "bezier"]),
            dice.pick(&["auto", "flat"])
        ),
        13 => format!("{{\"op\":\"rename_bone\",\"bone\":{a},\"name\":\"Bone{n}\"}}"),
        14 => format!("{{\"op\":\"rename_clip\",\"clip\":{c},\"name\":\"{name}\"}}"),
        15 => format!("{{\"op\":\"add_clip\",\"name\":\"{name}\",\"duration_ms\":{n}}}"),
        16 => format!("{{\"op\":\"duplicate_clip\",\"clip\":{c}}}"),
        17 | 18 => format!("{{\"op\":\"delete_clip\",\"clip\":{c}}}"),
        19 => format!(
            "{{\"op\":\"set_clip_range\",\"clip\":{c},\"duration_ms\":{},\"start_ms\":{},\"keys\":\"{}\"}}",
            500 + n,
            dice.pick(&["null", "null", "0", "9000", "2500"]),
            dice.pick(&["stay", "follow"])
        ),
        20 => format!(
            "{{\"op\":\"set_clip_flags\",\"clip\":{c},\"looping\":{},\"alias\":{}}}",
            n % 2 == 0,
            if n % 5 == 0 {
                format!("{{\"of\":{}}}", clip(dice))
            } else {
                "\"none\"".to_owned()
            }
        ),
        21 | 22 => format!("{{\"op\":\"add_bone\",\"parent\":{a},\"position\":{v}}}"),
        23 => format!(
            "{{\"op\":\"delete_bone\",\"bone\":{a},\"weights\":\"{}\",\"children\":\"{keep}\"}}",
            dice.pick(&["parent", "others"])
        ),
        24 => {
            format!("{{\"op\":\"reparent_bone\",\"bone\":{a},\"parent\":{b},\"keep\":\"{keep}\"}}")
        }
        25 => format!("{{\"op\":\"set_pivot\",\"bone\":{a},\"position\":{v},\"keep\":\"{keep}\"}}"),
        26 => format!(
            "{{\"op\":\"paste_pose\",{at},\"key\":{key},\"pose\":[{{\"bone\":{a},\"translation\":{v}}}]}}"
        ),
        27 => "{\"op\":\"delete_stray_keyframes\"}".to_owned(),
        28 => format!("{{\"op\":\"hammer_weights\",\"vertices\":[{}]}}", n % 40),
        29 => format!(
            "{{\"op\":\"move_weights\",\"from\":{a},\"to\":{b},\"share\":0.5,\"vertices\":{}}}",
            dice.pick(&["null", "[0,1,2]"])
        ),
        30 => format!(
            "{{\"op\":\"bind_rigid\",\"bone\":{a},\"vertices\":[{}]}}",
            n % 40
        ),
        31 => format!(
            "{{\"op\":\"set_vertex_group\",\"vertices\":[{}],\"bones\":[{a},{b}]}}",
            n % 40
        ),
        33 => format!(
            "{{\"op\":\"set_mirror_bone\",\"bone\":{a},\"partner\":{}}}",
            if n % 3 == 0 { "null" } else { &b }
        ),
        34 => format!(
            "{{\"op\":\"mirror_weights\",\"from\":\"{}\"}}",
            dice.pick(&["left", "right", "flip"])
        ),
        _ => format!(
            "{{\"op\":\"set_bone_flags\",\"bones\":[{a}],\"set\":{},\"clear\":7}}",
            n % 8
        ),
    }
}
