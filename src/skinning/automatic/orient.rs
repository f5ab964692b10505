//! Turns triangles so that those of one part of a mesh agree, and face outwards.

use super::edges::Edges;
use crate::math::Vec3;

/// Turns the triangles that face the other way than most of their part, then the parts that
/// enclose their volume from the wrong side. Gives how many were turned.
///
/// `islands` names the part of each vertex. Neighbours agree where an edge has exactly two
/// triangles; across others nothing follows.
pub(super) fn orient(
    points: &[Vec3],
    triangles: &mut [[u32; 3]],
    edges: &Edges,
    islands: &[u32],
    island_count: usize,
) -> usize {
    let mut is_turned = agree(triangles, edges);
    let island_of = |triangle: &[u32; 3]| islands.get(triangle[0] as usize).copied();
    // Six times the volume each part encloses, seen from its own middle; and six times the volume
    // that its triangles would enclose at most.
    let mut middles = vec![(Vec3::zeros(), 0.0f32); island_count];
    for triangle in triangles.iter() {
        if let Some((middle, count)) =
            island_of(triangle).and_then(|island| middles.get_mut(island as usize))
        {
            *middle += corners(points, triangle).iter().sum::<Vec3>();
            *count += 3.0;
        }
    }
    let mut volumes = vec![(0.0f64, 0.0f64); island_count];
    for (triangle, &turned) in triangles.iter().zip(&is_turned) {
        let Some(island) = island_of(triangle).map(|island| island as usize) else {
            continue;
        };
        let (Some((sum, count)), Some((volume, most))) =
            (middles.get(island), volumes.get_mut(island))
        else {
            continue;
        };
        let middle = sum / count.max(1.0);
        let [a, b, c] = corners(points, triangle).map(|corner| corner - middle);
        let six = f64::from(a.dot(&b.cross(&c)));
        *volume += if turned { -six } else { six };
        *most += six.abs();
    }
    for (triangle, turned) in triangles.iter().zip(&mut is_turned) {
        let inside_out = island_of(triangle)
            .and_then(|island| volumes.get(island as usize))
            // A flat or evenly curled part encloses next to nothing either way: believe the file.
            .is_some_and(|(volume, most)| *volume < -0.05 * most);
        *turned ^= inside_out;
    }
    let mut count = 0;
    for (triangle, turned) in triangles.iter_mut().zip(is_turned) {
        if turned {
            triangle.swap(1, 2);
            count += 1;
        }
    }
    count
}

fn corners(points: &[Vec3], triangle: &[u32; 3]) -> [Vec3; 3] {
    triangle.map(|corner| points.get(corner as usize).copied().unwrap_or_default())
}

/// Which triangles to turn so that neighbours agree, the fewer of each connected patch.
fn agree(triangles: &[[u32; 3]], edges: &Edges) -> Vec<bool> {
    // Triangles joined by edges of two, with whether they disagree there.
    let mut pairs = Vec::with_capacity(triangles.len() * 3 / 2);
    for (_, _, sides) in edges.iter() {
        if let [one, two] = sides {
            pairs.push((one.triangle, two.triangle, one.is_upwards == two.is_upwards));
        }
    }
    let mut is_turned = vec![false; triangles.len()];
    if pairs.iter().all(|&(_, _, disagree)| !disagree) {
        return is_turned;
    }
    let mut starts = vec![0u32; triangles.len() + 1];
    for &(a, b, _) in &pairs {
        for end in [a, b] {
            if let Some(count) = starts.get_mut(end as usize + 1) {
                *count += 1;
            }
        }
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut next = starts.clone();
    let mut links = vec![(0u32, false); sum as usize];
    for &(a, b, disagree) in &pairs {
        for (from, to) in [(a, b), (b, a)] {
            if let Some(at) = next.get_mut(from as usize) {
                if let Some(link) = links.get_mut(*at as usize) {
                    *link = (to, disagree);
                }
                *at += 1;
            }
        }
    }
    let mut is_seen = vec![false; triangles.len()];
    let mut patch: Vec<u32> = Vec::new();
    for first in 0..triangles.len() {
        if is_seen.get(first).copied().unwrap_or(true) {
            continue;
        }
        patch.clear();
        patch.push(first as u32);
        if let Some(seen) = is_seen.get_mut(first) {
            *seen = true;
        }
        let mut done = 0;
        while let Some(&at) = patch.get(done) {
            done += 1;
            let turned = is_turned.get(at as usize).copied().unwrap_or_default();
            let range = starts.get(at as usize).zip(starts.get(at as usize + 1));
            let around = range.and_then(|(from, to)| links.get(*from as usize..*to as usize));
            for &(other, disagree) in around.unwrap_or_default() {
                let (Some(seen), Some(slot)) = (
                    is_seen.get_mut(other as usize),
                    is_turned.get_mut(other as usize),
                ) else {
                    continue;
                };
                if !*seen {
                    *seen = true;
                    *slot = turned ^ disagree;
                    patch.push(other);
                }
            }
        }
        let turned_count = patch
            .iter()
            .filter(|&&at| is_turned.get(at as usize).copied().unwrap_or_default())
            .count();
        if turned_count * 2 > patch.len() {
            for &at in &patch {
                if let Some(slot) = is_turned.get_mut(at as usize) {
                    *slot = !*slot;
                }
            }
        }
    }
    is_turned
}
