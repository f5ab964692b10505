//! A mesh cut into parts that fit into geosets: few enough vertices and groups of bones for each.

use std::collections::HashMap;

/// Vertices of a geoset; an index of 16 bits reaches no more.
pub const MOST_VERTICES: usize = 0xFFFF;
/// Groups of bones of a geoset; a vertex names its group with a byte.
pub const MOST_GROUPS: usize = 256;

/// Triangles over a list of vertices of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// For each position the vertex of the source.
    pub vertices: Vec<u32>,
    /// Positions in `vertices`.
    pub triangles: Vec<[u32; 3]>,
}

/// A part of a mesh that fits into a geoset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// For each vertex the vertex of the source.
    pub vertices: Vec<u32>,
    /// The group of each vertex: a position in `groups`.
    pub vertex_groups: Vec<u8>,
    /// The groups in use, by their number in the table of all groups.
    pub groups: Vec<usize>,
    /// Positions in `vertices`.
    pub triangles: Vec<[u16; 3]>,
}

/// Cuts `mesh` into as few parts as going through its triangles in order gives.
///
/// `group_of` is the number of the group of a vertex of the source. A mesh that fits stays as it
/// is, vertices without a triangle included; else those go where there is room.
pub fn split(mesh: &Mesh, group_of: impl Fn(u32) -> usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Building::default();
    let all = [mesh.vertices.as_slice()];
    if part.has_room(all[0], &group_of) {
        for &vertex in all[0] {
            part.add(vertex, &group_of);
        }
        let corner = |at: u32| u16::try_from(at).unwrap_or(u16::MAX);
        let triangles = mesh.triangles.iter();
        part.part.triangles = triangles.map(|triangle| triangle.map(corner)).collect();
        return vec![part.part];
    }
    let mut has_triangle = vec![false; mesh.vertices.len()];
    for triangle in &mesh.triangles {
        let sources = triangle.map(|at| mesh.vertices.get(at as usize).copied());
        let [Some(a), Some(b), Some(c)] = sources else {
            continue;
        };
        for &at in triangle {
            if let Some(slot) = has_triangle.get_mut(at as usize) {
                *slot = true;
            }
        }
        if !part.has_room(&[a, b, c], &group_of) {
            parts.push(std::mem::take(&mut part).part);
        }
        let corners = [a, b, c].map(|vertex| part.find_or_add(vertex, &group_of));
        part.part.triangles.push(corners);
    }
    for (&vertex, _) in mesh
        .vertices
        .iter()
        .zip(&has_triangle)
        .filter(|(_, has)| !**has)
    {
        if !part.has_room(&[vertex], &group_of) {
            parts.push(std::mem::take(&mut part).part);
        }
        part.add(vertex, &group_of);
    }
    parts.push(part.part);
    parts
}

#[derive(Default)]
struct Building {
    part: Part,
    positions: HashMap<u32, u16>,
    group_numbers: HashMap<usize, u8>,
}

impl Building {
    fn has_room(&self, vertices: &[u32], group_of: &impl Fn(u32) -> usize) -> bool {
        let is_new = |vertex: &&u32| !self.positions.contains_key(*vertex);
        let new = vertices.iter().filter(is_new).count();
        if self.part.vertices.len() + new > MOST_VERTICES {
            return false;
        }
        let mut groups: Vec<usize> = vertices.iter().map(|&vertex| group_of(vertex)).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.retain(|group| !self.group_numbers.contains_key(group));
        self.part.groups.len() + groups.len() <= MOST_GROUPS
    }

    fn find_or_add(&mut self, vertex: u32, group_of: &impl Fn(u32) -> usize) -> u16 {
        match self.positions.get(&vertex) {
            Some(&position) => position,
            None => self.add(vertex, group_of),
        }
    }

    fn add(&mut self, vertex: u32, group_of: &impl Fn(u32) -> usize) -> u16 {
        let group = group_of(vertex);
        let groups = &mut self.part.groups;
        let number = *self.group_numbers.entry(group).or_insert_with(|| {
            groups.push(group);
            u8::try_from(groups.len() - 1).unwrap_or(u8::MAX)
        });
        let position = u16::try_from(self.part.vertices.len()).unwrap_or(u16::MAX);
        self.part.vertices.push(vertex);
        self.part.vertex_groups.push(number);
        self.positions.insert(vertex, position);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of triangles over `count` vertices.
    fn strip(count: u32) -> Mesh {
        Mesh {
            vertices: (0..count).collect(),
            triangles: (2..count).map(|at| [at - 2, at - 1, at]).collect(),
        }
    }

    #[track_caller]
    fn check_parts(mesh: &Mesh, group_of: impl Fn(u32) -> usize, expected: usize) {
        let parts = split(mesh, &group_of);
        assert_eq!(parts.len(), expected);
        let mut triangles = Vec::new();
        for part in &parts {
            assert!(part.vertices.len() <= MOST_VERTICES && part.groups.len() <= MOST_GROUPS);
            for (&vertex, &number) in part.vertices.iter().zip(&part.vertex_groups) {
                assert_eq!(part.groups[usize::from(number)], group_of(vertex));
            }
            let of = |triangle: &[u16; 3]| triangle.map(|at| part.vertices[usize::from(at)]);
            triangles.extend(part.triangles.iter().map(of));
        }
        assert_eq!(triangles, mesh.triangles, "none is lost, none turned over");
    }

    #[test]
    fn a_mesh_that_fits_stays_whole() {
        let mut mesh = strip(300);
        mesh.vertices.push(4);
        mesh.vertices.push(900);
        let parts = split(&mesh, |vertex| (vertex % 256) as usize);
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].vertices, mesh.vertices);
        assert_eq!(split(&Mesh::default(), |_| 0), [Part::default()]);
    }

    #[test]
    fn more_groups_than_a_byte_names_need_more_parts() {
        check_parts(&strip(256), |vertex| vertex as usize, 1);
        check_parts(&strip(300), |vertex| vertex as usize, 2);
        check_parts(&strip(1000), |vertex| vertex as usize, 4);
    }

    #[test]
    fn more_vertices_than_16_bits_name_need_more_parts() {
        check_parts(&strip(65_535), |_| 0, 1);
        check_parts(&strip(65_536), |_| 7, 2);
    }
}
