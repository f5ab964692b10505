//! Archives that lie: whatever the damage, tables and files are read or refused within bounds.

use bonewright::assets::Archive;

use crate::corpus::{Corpus, read};
use crate::damage::damage;
use crate::memory::with_peak;
use crate::random::Random;
use crate::random_damage::rounds;

/// What a file may take beside its own size: a table of blocks, a sector, what a codec needs.
const ALLOWANCE: usize = 96 << 20;

#[test]
fn damaged_real_archives_are_read_or_refused_within_bounds() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut opened, mut refused, mut worst) = (0usize, 0usize, 0usize);
    for kind in ["w3x", "w3m", "mpq"] {
        for (number, path) in corpus.with_extension(kind).enumerate() {
            let sound = read(path);
            let mut random = Random(0xA5C4 + number as u64);
            for round in 0..rounds(15) {
                let mut bytes = sound.clone();
                damage(&mut bytes, &mut random);
                let name = format!("{} round {round}", path.display());
                let length = bytes.len();
                let (is_open, peak) = with_peak(|| survives(bytes));
                assert!(peak <= ALLOWANCE + 16 * length, "{name}: {peak} bytes");
                worst = worst.max(peak);
                match is_open {
                    true => opened += 1,
                    false => refused += 1,
                }
            }
        }
    }
    println!("{opened} opened, {refused} refused, at most {worst} bytes");
    assert!(
        opened > 100 && refused > 10,
        "{opened} opened, {refused} refused"
    );
}

/// Opens an archive and reads all files, one after the other.
fn survives(bytes: Vec<u8>) -> bool {
    let Ok(archive) = Archive::open(bytes) else {
        return false;
    };
    for entry in archive.entries() {
        if let Ok(content) = archive.read(entry) {
            assert_eq!(content.len(), entry.size as usize);
        }
    }
    archive.noted_crcs().len() == archive.entries().len()
}
