//! Weights as lines of text: a place and the bones by name, so that they outlive the mesh's order.

use crate::document::Model;
use crate::math::{PointTree, Vec3};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

/// The first words of every file.
pub const WEIGHT_TEXT_HEADER: &str = "boneweights 1";

/// The longest word that is read, in bytes; names of bones are far shorter.
const LONGEST_WORD: usize = 1024;

/// The weights of one vertex, as a file has them.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightLine {
    /// Where the vertex is, in the model's own space and units.
    pub position: Vec3,
    /// Bones by name, with their weights from 0 to 1.
    pub influences: Vec<(String, f32)>,
}

/// Why a text is no list of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct WeightTextError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: WeightTextErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightTextErrorKind {
    /// The first line is not that of a list of weights.
    #[error("the file has to begin with `{WEIGHT_TEXT_HEADER}`")]
    NoHeader,
    /// Something else stands where a number has to be.
    #[error("'{0}' stands where a finite number has to be")]
    NoNumber(String),
    /// The line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A weight that is none.
    #[error("a weight has to be from 0 to 1, not {0}")]
    OutOfRange(String),
    /// A name in quotes that does not end.
    #[error("a quote is not closed")]
    OpenQuote,
    /// A backslash before something that needs none.
    #[error("after a backslash only a quote, a backslash, n, r or t may stand")]
    BadEscape,
    /// A word that no name is as long as.
    #[error("a word is longer than {LONGEST_WORD} bytes")]
    LongWord,
}

/// What a list of weights comes to on a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchedWeights {
    /// The vertices that were found in the list, in ascending order.
    pub vertices: Vec<u32>,
    /// The influences of each of them, each bone once.
    pub influences: Vec<Vec<Influence>>,
    /// Vertices that no line is about, in ascending order.
    pub unmatched: Vec<u32>,
    /// Lines that no vertex is at, counted.
    pub unused_lines: usize,
    /// Names that no bone has, or several, with the weight that was lost with each.
    pub unknown_bones: BTreeMap<String, f64>,
    /// Vertices of `vertices` that were left out since none of their bones is there.
    pub weightless: usize,
}

impl MatchedWeights {
    /// What could not be used, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let vertices = |count: usize| match count {
            1 => "1 vertex".to_owned(),
            count => format!("{count} vertices"),
        };
        let mut notes = Vec::new();
        if !self.unmatched.is_empty() {
            let count = vertices(self.unmatched.len());
            notes.push(format!(
                "{count} kept weights: no line of the file is at their place"
            ));
        }
        if self.weightless > 0 {
            let count = vertices(self.weightless);
            notes.push(format!(
                "{count} kept weights: none of their bones is in this model"
            ));
        }
        if self.unused_lines > 0 {
            notes.push(format!(
                "{} lines of the file are at no vertex's place",
                self.unused_lines
            ));
        }
        for (name, weight) in &self.unknown_bones {
            notes.push(format!(
                "no single bone is called '{name}'; its weight, {weight:.3} in all, went to the \
                 other bones"
            ));
        }
        notes
    }
}

/// The weights of a model as text, a line a vertex, in the order of the vertices.
pub fn write_weights(model: &Model) -> String {
    let names = model.bone_names();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in &names {
        *counts.entry(name).or_default() += 1;
    }
    let labels: HashMap<BoneId, String> = model
        .skeleton
        .bones
        .iter()
        .zip(names.iter().enumerate())
        .map(|(bone, (index, name))| {
            // As everywhere: a name that several bones have names none of them.
            let is_unique = counts.get(name.as_str()) == Some(&1) && !name.starts_with('#');
            let label = if is_unique {
                quoted(name)
            } else {
                format!("\"#{index}\"")
            };
            (bone.id, label)
        })
        .collect();
    let mut out = format!("{WEIGHT_TEXT_HEADER}\n");
    for (vertex, at) in model.vertices.positions.iter().enumerate() {
        if !at.iter().all(|part| part.is_finite()) {
            continue;
        }
        // Writing to a string can't fail.
        let _ = write!(out, "{} {} {}", at.x, at.y, at.z);
        for influence in model.vertices.influences.of(vertex) {
            if let Some(label) = labels.get(&influence.bone)
                && influence.weight.is_finite()
            {
                let _ = write!(out, " {label} {}", influence.weight.min(1.0));
            }
        }
        out.push('\n');
    }
    out
}

/// Reads a list of weights; the grammar is in `docs/formats/weighttext.md`.
///
/// # Errors
/// The first line that breaks the grammar, and how.
pub fn read_weights(text: &str) -> Result<Vec<WeightLine>, WeightTextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines());
    let is_header = lines.next().is_some_and(|(_, first)| {
        let bare = first.split('#').next().unwrap_or_default();
        bare.split_whitespace().eq(WEIGHT_TEXT_HEADER.split(' '))
    });
    if !is_header {
        return Err(WeightTextError {
            line: 1,
            kind: WeightTextErrorKind::NoHeader,
        });
    }
    let mut found = Vec::new();
    for (line, text) in lines {
        let read = read_line(text).map_err(|kind| WeightTextError { line, kind })?;
        found.extend(read);
    }
    Ok(found)
}

/// Finds the vertices that lines are about: at the same place, else the nearest line that is at
/// most `tolerance` away. Bones are found by name, or as `#` and their position.
///
/// Where several lines are at one place and as many vertices are, each has its own, in order.
pub fn match_weights(lines: &[WeightLine], model: &Model, tolerance: f32) -> MatchedWeights {
    let bone_of = bones_by_name(model);
    // Adding zero makes the negative zero the positive one.
    let key = |at: &Vec3| [at.x, at.y, at.z].map(|part| (part + 0.0).to_bits());
    let mut at_place: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
    for (place, line) in lines.iter().enumerate() {
        at_place.entry(key(&line.position)).or_default().push(place);
    }
    let firsts = at_place
        .values()
        .filter_map(|places| places.first().copied());
    let points = firsts.filter_map(|first| Some((first as u32, lines.get(first)?.position)));
    let tree = PointTree::new(points);
    let mut taken: HashMap<[u32; 3], usize> = HashMap::new();
    let mut is_used = vec![false; lines.len()];
    let mut matched = MatchedWeights::default();
    for (vertex, at) in (0..).zip(&model.vertices.positions) {
        let place = if at_place.contains_key(&key(at)) {
            Some(key(at))
        } else {
            let near = tree.nearest(at, tolerance, |_| true);
            near.and_then(|(line, _)| lines.get(line as usize))
                .map(|line| key(&line.position))
        };
        let Some((place, here)) = place.and_then(|place| Some((place, at_place.get(&place)?)))
        else {
            matched.unmatched.push(vertex);
            continue;
        };
        let turn = taken.entry(place).or_default();
        let index = here
            .get(*turn)
            .or(here.first())
            .copied()
            .unwrap_or_default();
        *turn += 1;
        // All lines of a place are about its vertices.
        for &line in here {
            if let Some(is_used) = is_used.get_mut(line) {
                *is_used = true;
            }
        }
        let Some(line) = lines.get(index) else {
            continue;
        };
        let mut row: Vec<Influence> = Vec::with_capacity(line.influences.len().min(16));
        for (name, weight) in &line.influences {
            let Some(bone) = bone_of(name) else {
                let lost = matched.unknown_bones.entry(name.clone()).or_default();
                *lost += f64::from(*weight);
                continue;
            };
            match row.iter_mut().find(|influence| influence.bone == bone) {
                Some(influence) => influence.weight = (influence.weight + weight).min(1.0),
                None => row.push(Influence {
                    bone,
                    weight: *weight,
                }),
            }
        }
        if row.is_empty() && !line.influences.is_empty() {
            matched.weightless += 1;
            continue;
        }
        matched.vertices.push(vertex);
        matched.influences.push(row);
    }
    matched.unused_lines = is_used.iter().filter(|is_used| !**is_used).count();
    matched
}

/// How bones are found by what a line calls them.
fn bones_by_name(model: &Model) -> impl Fn(&str) -> Option<BoneId> + '_ {
    let mut by_name: HashMap<String, Option<BoneId>> = HashMap::new();
    for (bone, name) in model.skeleton.bones.iter().zip(model.bone_names()) {
        let is_first = !by_name.contains_key(&name);
        by_name.insert(name, is_first.then_some(bone.id));
    }
    move |name: &str| match name.strip_prefix('#').map(str::parse::<usize>) {
        Some(Ok(index)) => model.skeleton.bones.get(index).map(|bone| bone.id),
        _ => by_name.get(name).copied().flatten(),
    }
}

fn quoted(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('"');
    for char in name.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// One line; `None` if it is empty or a comment.
fn read_line(text: &str) -> Result<Option<WeightLine>, WeightTextErrorKind> {
    let mut words = Words(text);
    let Some(first) = words.next()? else {
        return Ok(None);
    };
    let coordinate = |word: Option<String>| {
        let word = word.ok_or(WeightTextErrorKind::Missing("a coordinate"))?;
        number(word)
    };
    let x = coordinate(Some(first))?;
    let y = coordinate(words.next()?)?;
    let z = coordinate(words.next()?)?;
    let mut influences = Vec::new();
    while let Some(name) = words.next()? {
        let weight = words.next()?;
        let weight = number(weight.ok_or(WeightTextErrorKind::Missing("a weight"))?)?;
        if !(0.0..=1.0).contains(&weight) {
            return Err(WeightTextErrorKind::OutOfRange(weight.to_string()));
        }
        influences.push((name, weight));
    }
    Ok(Some(WeightLine {
        position: Vec3::new(x, y, z),
        influences,
    }))
}

fn number(word: String) -> Result<f32, WeightTextErrorKind> {
    match word.parse::<f32>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(WeightTextErrorKind::NoNumber(word)),
    }
}

/// The words of a line, one after the other.
struct Words<'a>(&'a str);

impl Words<'_> {
    fn next(&mut self) -> Result<Option<String>, WeightTextErrorKind> {
        let rest = self.0.trim_start();
        let Some(first) = rest.chars().next().filter(|&char| char != '#') else {
            self.0 = "";
            return Ok(None);
        };
        let mut word = String::new();
        let mut end = rest.len();
        let is_quoted = first == '"';
        let mut is_open = is_quoted;
        let mut chars = rest.char_indices().skip(usize::from(is_quoted));
        while let Some((at, char)) = chars.next() {
            if word.len() > LONGEST_WORD {
                return Err(WeightTextErrorKind::LongWord);
            }
            match char {
                '"' if is_quoted => {
                    is_open = false;
                    end = at + 1;
                    break;
                }
                '\\' if is_quoted => {
                    let escaped = chars.next().and_then(|(_, char)| match char {
                        '"' | '\\' => Some(char),
                        'n' => Some('\n'),
                        'r' => Some('\r'),
                        't' => Some('\t'),
                        _ => None,
                    });
                    word.push(escaped.ok_or(WeightTextErrorKind::BadEscape)?);
                }
                char if !is_quoted && (char.is_whitespace() || char == '#' || char == '"') => {
                    end = at;
                    break;
                }
                char => word.push(char),
            }
        }
        if is_open {
            return Err(WeightTextErrorKind::OpenQuote);
        }
        self.0 = rest.get(end..).unwrap_or_default();
        Ok(Some(word))
    }
}
