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

#[test]
fn damage_to_a_made_model_is_survived() {
    let mut tally = Tally::default();
    check_damaged("made", &Case::made(), rounds(600), 1, &mut tally);
    println!("{tally}");
    assert!(tally.opened > 100 && tally.refused > 100, "{tally}");
    assert_eq!(tally.unwritable, 0, "{tally}");
}

#[test]
fn damage_to_the_sample_is_survived() {
    let mut tally = Tally::default();
    check_damaged("mosskin", &Case::sample(), rounds(12), 2, &mut tally);
    println!("{tally}");
    assert!(tally.opened > 0 && tally.refused > 0, "{tally}");
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
    assert!(tally.opened > 50 && tally.refused > 20, "{tally}");
}
