//! Compressed rows: the edges of a graph, grouped by the node they start at.
//!
//! One allocation for all edges and one for the row starts; a row is a slice. This is the layout of
//! the data flow and control flow graphs, both ways.

/// `rows[k]` is the slice of items that belong to node `k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Rows<T> {
    /// Rows without a single node.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the row of the next node.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    /// The row of node `k`; empty when there is no such node.
    pub fn row(&self, k: usize) -> &[T] {
        match (self.starts.get(k), self.starts.get(k + 1)) {
            (Some(&from), Some(&to)) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All items of all rows, in order.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl<T: Clone> Rows<T> {
    /// Groups `(node, item)` pairs by node with a counting sort; within a row the order of `pairs` stays.
    ///
    /// Linear in `nodes` plus the number of pairs.
    pub fn group(nodes: usize, pairs: &[(usize, T)]) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for (node, _) in pairs {
            starts[node + 1] += 1;
        }
        for k in 0..nodes {
            starts[k + 1] += starts[k];
        }
        let mut order = vec![0usize; pairs.len()];
        let mut next = starts.clone();
        for (at, (node, _)) in pairs.iter().enumerate() {
            order[next[*node] as usize] = at;
            next[*node] += 1;
        }
        let items = order.into_iter().map(|at| pairs[at].1.clone()).collect();
        Self { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushed_rows_come_back() {
        let mut rows = Rows::new();
        rows.push([1, 2]);
        rows.push([]);
        rows.push([3]);
        assert_eq!(
            (rows.row(0), rows.row(1), rows.row(2), rows.row(3)),
            (&[1, 2][..], &[][..], &[3][..], &[][..])
        );
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn grouping_is_stable() {
        let rows = Rows::group(3, &[(2, 'a'), (0, 'b'), (2, 'c'), (0, 'd')]);
        assert_eq!((rows.row(0), rows.row(1), rows.row(2)), (&['b', 'd'][..], &[][..], &['a', 'c'][..]));
    }
}
