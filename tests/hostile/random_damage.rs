//! Random damage to sound models: the one made here, the project's sample, and the real ones.

use crate::case::Case;
use crate::corpus::{Corpus, ModelFiles};
use crate::damage::damage_case;
use crate::random::Random;
use crate::survive::Tally;

/// How many times as many rounds as usual were asked for.
pub fn rounds(usual: usize) -> usize {
    usual * number("BONEWRIGHT_HOSTILE_ROUNDS").unwrap_or(1)
}

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}

fn check_damaged(name: &str, sound: &Case, count: usize, seed: u64, tally: &mut Tally) {
    let alone = number("BONEWRIGHT_HOSTILE_ROUND").map(|round| round as u64);
    for round in alone.map_or(0..count as u64, |round| round..round + 1) {
        // Each round has its own numbers, so that it can be done again alone.
        let mut random = Random(seed.wrapping_mul(0x1_0000).wrapping_add(round));
        let mut case = sound.clone();
        let file = damage_case(&mut case, &mut random);
        tally.survive(&format!("{name} round {round} {file}"), &case);
    }
}

/// More were opened and more refused than these numbers, unless a single round was asked for.
#[track_caller]
fn check_tried(tally: &Tally, [opened, refused]: [usize; 2]) {
    let is_alone = number("BONEWRIGHT_HOSTILE_ROUND").is_some();
    let has_both = tally.opened > opened && tally.refused > refused;
    assert!(is_alone || has_both, "{tally}");
}

#[test]
fn damage_to_a_made_model_is_survived() {
    let mut tally = Tally::default();
    check_damaged("made", &Case::made(), rounds(600), 1, &mut tally);
    println!("{tally}");
    check_tried(&tally, [100, 100]);
    assert_eq!(tally.unwritable, 0, "{tally}");
}

#[test]
fn damage_to_the_sample_is_survived() {
    let mut tally = Tally::default();
    check_damaged("mosskin", &Case::sample(), rounds(12), 2, &mut tally);
    println!("{tally}");
    check_tried(&tally, [0, 0]);
}

#[test]
fn damage_to_real_models_is_survived() {
    let Some(corpus) = Corpus::open() else { return };
    let mut tally = Tally::default();
    for (seed, path) in (100..).zip(corpus.models(264)) {
        let case = Case::real(ModelFiles::load(path));
        // Large models take long; each gets about the same time.
        let count = (1_000_000 / case.size().max(1)).clamp(1, 20);
        let name = path.file_name().unwrap().to_string_lossy();
        check_damaged(&name, &case, rounds(count), seed, &mut tally);
    }
    println!("{tally}");
    check_tried(&tally, [50, 20]);
}
