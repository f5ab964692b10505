//! Alpha maps: how many bytes each takes, and what they stand for.

/// How an alpha map lies in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleForm {
    Four,
    Eight,
    Runs,
}

/// An alpha map.
#[derive(Clone, Debug)]
pub struct OracleAlpha {
    /// Where in the file its bytes begin, and how many they are.
    pub at: usize,
    pub byte_count: usize,
    pub form: OracleForm,
    /// 64 rows of 64.
    pub texels: Vec<u8>,
}

impl OracleAlpha {
    /// The alpha map at `at` of the file.
    ///
    /// `big` says what the map's own file tells of its alphas; without that, `gap` decides, the
    /// bytes up to the next alpha map. `is_fixed` is for maps of which all rows count.
    pub fn read(
        bytes: &[u8],
        at: usize,
        gap: usize,
        layer_flags: u32,
        big: Option<bool>,
        is_fixed: bool,
    ) -> Self {
        let is_big = big.unwrap_or(gap >= 4096);
        let form = match (layer_flags & 0x200 != 0, is_big) {
            (true, _) if big != Some(false) => OracleForm::Runs,
            (_, true) => OracleForm::Eight,
            _ => OracleForm::Four,
        };
        let (mut texels, byte_count) = match form {
            OracleForm::Four => {
                let packed = &bytes[at..at + 2048];
                let texels = packed.iter().flat_map(|two| [two & 15, two >> 4]);
                (texels.map(|value| value * 17).collect(), 2048)
            }
            OracleForm::Eight => (bytes[at..at + 4096].to_vec(), 4096),
            OracleForm::Runs => inflate(&bytes[at..]),
        };
        if form == OracleForm::Four && !is_fixed {
            for row in 0..64 {
                texels[row * 64 + 63] = texels[row * 64 + 62];
            }
            texels.copy_within(62 * 64..63 * 64, 63 * 64);
        }
        Self {
            at,
            byte_count,
            form,
            texels,
        }
    }
}

/// The 4096 texels that runs stand for, and how many bytes they take.
fn inflate(bytes: &[u8]) -> (Vec<u8>, usize) {
    let mut texels = Vec::with_capacity(4096);
    let mut at = 0;
    while texels.len() < 4096 {
        let count = usize::from(bytes[at] & 0x7F);
        assert!(count > 0, "a run of nothing");
        if bytes[at] & 0x80 != 0 {
            texels.extend(std::iter::repeat_n(bytes[at + 1], count));
            at += 2;
        } else {
            texels.extend_from_slice(&bytes[at + 1..at + 1 + count]);
            at += 1 + count;
        }
    }
    assert_eq!(texels.len(), 4096, "a run goes on past the last texel");
    (texels, at)
}
