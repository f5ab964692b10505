//! The equations of heat on a surface, taken apart once and solved for many bones.
//!
//! `L w + M h (w - p) = 0`: cotangents on the edges (`L`), a third of the area of its triangles at
//! each vertex (`M`), heat flowing in where bones give it (`h`). With edges above 0 the weights of
//! all bones lie between 0 and 1 and sum to 1.

use super::welded::WeldedMesh;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, LltRef, SymbolicCholesky, SymmetricOrdering,
    factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, MatMut, Par, Side, Spec};

/// An edge whose two cotangents sum to less counts as this: obtuse triangles would repel heat.
const LEAST_EDGE: f64 = 1e-3;
/// And this is the most, so that slivers do not drown all else.
const MOST_COTANGENT: f64 = 1e4;

/// Numbers that the factor may have: 400 MB. A surface of half a million vertices needs a third.
const MOST_VALUES: usize = 50_000_000;

/// Edges and areas of a mesh.
pub(super) struct Surface {
    /// A third of the area around each weld.
    pub masses: Vec<f64>,
    /// Lower end, higher end and weight of every edge, by lower end.
    edges: Vec<(u32, u32, f64)>,
}

impl Surface {
    pub(super) fn new(mesh: &WeldedMesh) -> Self {
        let mut masses = vec![0.0; mesh.points.len()];
        let cotangents: Vec<[f32; 3]> = mesh
            .triangles
            .iter()
            .map(|triangle| {
                let [a, b, c] = triangle.map(|corner| {
                    let point = mesh.points.get(corner as usize);
                    point.copied().unwrap_or_default().cast::<f64>()
                });
                let doubled_area = (b - a).cross(&(c - a)).norm().max(f64::MIN_POSITIVE);
                for corner in triangle {
                    if let Some(mass) = masses.get_mut(*corner as usize) {
                        *mass += doubled_area / 6.0;
                    }
                }
                [
                    (b - a).dot(&(c - a)),
                    (c - b).dot(&(a - b)),
                    (a - c).dot(&(b - c)),
                ]
                .map(|dot| (dot / doubled_area).clamp(-MOST_COTANGENT, MOST_COTANGENT) as f32)
            })
            .collect();
        let edges = mesh.edges.iter().map(|(low, high, sides)| {
            let sum: f64 = sides
                .iter()
                .filter_map(|side| {
                    let corners = cotangents.get(side.triangle as usize)?;
                    corners.get(usize::from(side.corner)).copied()
                })
                .map(f64::from)
                .sum();
            (low, high, (0.5 * sum).max(LEAST_EDGE))
        });
        let edges = edges.collect();
        Self { masses, edges }
    }
}

/// The equations of those welds that heat reaches, ready to be solved.
pub(super) struct HeatMatrix {
    /// For each weld its row, or `u32::MAX`.
    rows: Vec<u32>,
    /// For each row its weld.
    welds: Vec<u32>,
    symbolic: SymbolicCholesky<u32>,
    values: Vec<f64>,
}

/// Why the equations could not be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsolvable {
    /// They contradict themselves, or there is not the memory.
    Singular,
    /// Vertices are joined so wildly that no memory would do; no surface is like that.
    TooEntangled,
}

impl HeatMatrix {
    /// `inflow` is `M h` of each weld; only welds for which `is_reached` holds take part.
    pub(super) fn new(
        surface: &Surface,
        inflow: &[f64],
        is_reached: impl Fn(usize) -> bool,
    ) -> Result<Self, Unsolvable> {
        let mut rows = vec![u32::MAX; surface.masses.len()];
        let mut welds = Vec::with_capacity(rows.len());
        for (weld, row) in rows.iter_mut().enumerate() {
            // A vertex without area, in no triangle or next to it, has no equation.
            if is_reached(weld) && surface.masses.get(weld).is_some_and(|mass| *mass > 0.0) {
                *row = welds.len() as u32;
                welds.push(weld as u32);
            }
        }
        let count = welds.len();
        let mut diagonal = vec![0.0; count];
        let mut starts = vec![0u32; count + 1];
        for (&row, &flow) in rows.iter().zip(inflow) {
            if let Some(value) = diagonal.get_mut(row as usize) {
                *value = flow;
            }
        }
        // Lower triangle, column by column: the diagonal, then the edges to later rows. Rows are
        // numbered as welds are, and edges lie in that order.
        let row_of = |weld: u32| rows.get(weld as usize).copied().unwrap_or(u32::MAX);
        for &(low, high, weight) in &surface.edges {
            let (low, high) = (row_of(low), row_of(high));
            if low == u32::MAX || high == u32::MAX {
                continue;
            }
            for row in [low, high] {
                if let Some(value) = diagonal.get_mut(row as usize) {
                    *value += weight;
                }
            }
            if let Some(length) = starts.get_mut(low as usize + 1) {
                *length += 1;
            }
        }
        let mut sum = 0;
        for (column, start) in starts.iter_mut().enumerate() {
            // Every earlier column also has its diagonal.
            sum += *start + u32::from(column > 0);
            *start = sum;
        }
        let mut row_indices = Vec::with_capacity(sum as usize);
        let mut matrix = Vec::with_capacity(sum as usize);
        let mut edges = surface.edges.iter().peekable();
        for (column, &value) in diagonal.iter().enumerate() {
            row_indices.push(column as u32);
            matrix.push(value);
            while let Some(&&(low, high, weight)) = edges.peek() {
                let (low, high) = (row_of(low), row_of(high));
                if low != u32::MAX && low as usize > column {
                    break;
                }
                edges.next();
                if low as usize == column && high != u32::MAX {
                    row_indices.push(high);
                    matrix.push(-weight);
                }
            }
        }
        if row_indices.len() != sum as usize {
            return Err(Unsolvable::Singular);
        }
        let pattern =
            SymbolicSparseColMatRef::<u32>::new_checked(count, count, &starts, None, &row_indices);
        let symbolic = factorize_symbolic_cholesky(
            pattern,
            Side::Lower,
            SymmetricOrdering::Amd,
            CholeskySymbolicParams::default(),
        )
        .map_err(|_| Unsolvable::Singular)?;
        if symbolic.len_val() > MOST_VALUES {
            return Err(Unsolvable::TooEntangled);
        }
        let mut values = vec![0.0; symbolic.len_val()];
        let need = symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Spec::default());
        let mut memory = MemBuffer::try_new(need).map_err(|_| Unsolvable::Singular)?;
        symbolic
            .factorize_numeric_llt(
                &mut values,
                SparseColMatRef::new(pattern, &matrix),
                Side::Lower,
                Default::default(),
                Par::Seq,
                MemStack::new(&mut memory),
                Spec::default(),
            )
            .map_err(|_| Unsolvable::Singular)?;
        Ok(Self {
            rows,
            welds,
            symbolic,
            values,
        })
    }

    /// Each weld's row, if it has one.
    pub(super) fn row(&self, weld: usize) -> Option<usize> {
        let row = self.rows.get(weld).copied().unwrap_or(u32::MAX);
        (row != u32::MAX).then_some(row as usize)
    }

    /// The weld of a row.
    pub(super) fn weld(&self, row: usize) -> Option<usize> {
        self.welds.get(row).map(|weld| *weld as usize)
    }

    /// How many rows there are.
    pub(super) fn row_count(&self) -> usize {
        self.welds.len()
    }

    /// Solves for as many right-hand sides as `sides` has whole columns, in place.
    pub(super) fn solve(&self, sides: &mut [f64]) -> Result<(), Unsolvable> {
        let count = self.row_count();
        if count == 0 {
            return Ok(());
        }
        let columns = sides.len() / count;
        let need = self
            .symbolic
            .solve_in_place_scratch::<f64>(columns, Par::Seq);
        let mut memory = MemBuffer::try_new(need).map_err(|_| Unsolvable::Singular)?;
        let whole = sides.get_mut(..columns * count).unwrap_or_default();
        let right = MatMut::from_column_major_slice_mut(whole, count, columns);
        LltRef::new(&self.symbolic, &self.values).solve_in_place_with_conj(
            Conj::No,
            right,
            Par::Seq,
            MemStack::new(&mut memory),
        );
        Ok(())
    }
}
