//! Compressed rows: the edges of a graph, grouped by the node they start at.
//!
//! One allocation for all edges and one for the row starts; a row is a slice. This is the layout of
//! the data flow and control flow graphs, both ways.

/// `rows[k]` is the slice of items that belong to node `k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Csr<T> {
    /// Csr without a single node.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the row of the next node.
    #[inline]
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    /// The row of node `k`; empty when there is no such node.
    #[inline]
    pub fn row(&self, k: usize) -> &[T] {
        match (self.starts.get(k), self.starts.get(k + 1)) {
            (Some(&from), Some(&to)) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }

    /// The number of nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no node.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All items of all rows, in order.
    #[inline]
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl<T> Csr<T> {
    /// No rows, with room for so many rows and items.
    pub fn with_capacity(rows: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// Makes room for so many more rows and items.
    #[inline]
    pub fn reserve(&mut self, rows: usize, items: usize) {
        self.starts.reserve(rows);
        self.items.reserve(items);
    }

    /// The rows, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        self.starts.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }

    /// The rows with every item replaced, in the same memory if the new items are as large.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Csr<U> {
        Csr { starts: self.starts, items: self.items.into_iter().map(f).collect() }
    }

    /// The rows with `f` applied to each item and the row that it stands in; items for which it is `None` are
    /// dropped.
    pub fn filter_map<U>(&self, f: impl Fn(usize, &T) -> Option<U>) -> Csr<U> {
        let mut rows = Csr::with_capacity(self.len(), self.items.len());
        for (node, ends) in self.starts.windows(2).enumerate() {
            for item in &self.items[ends[0] as usize..ends[1] as usize] {
                if let Some(made) = f(node, item) {
                    rows.items.push(made);
                }
            }
            rows.starts.push(rows.items.len() as u32);
        }
        rows
    }

    /// The rows padded with `before` empty ones in front, and with empty ones behind up to `len` in all.
    #[inline]
    pub fn padded(mut self, before: usize, len: usize) -> Self {
        self.starts.reserve_exact((len + 1).saturating_sub(self.starts.len()));
        self.starts.splice(0..0, std::iter::repeat_n(0, before));
        self.starts.resize(len + 1, self.items.len() as u32);
        self
    }
}

impl<T: Copy> Csr<T> {
    /// The rows transposed by `target`: each item moves to that node, as `seen` from there, given the row it
    /// stood in. The order within a row stays. Linear in `nodes` plus the number of items.
    pub fn transposed_by<U: Copy>(
        &self,
        nodes: usize,
        target: impl Fn(T) -> usize,
        seen: impl Fn(usize, T) -> U,
    ) -> Csr<U> {
        let Some(&first) = self.items.first() else {
            return Csr { starts: vec![0; nodes + 1], items: Vec::new() };
        };
        // One place further than the start of a row is: placing an item moves it on, at last to where the row
        // starts.
        let mut starts = vec![0u32; nodes + 2];
        for &item in &self.items {
            starts[target(item) + 2] += 1;
        }
        let mut sum = 0;
        for count in &mut starts {
            sum += *count;
            *count = sum;
        }
        let mut items = vec![seen(0, first); self.items.len()];
        for (node, ends) in self.starts.windows(2).enumerate() {
            for &item in &self.items[ends[0] as usize..ends[1] as usize] {
                let next = &mut starts[target(item) + 1];
                items[*next as usize] = seen(node, item);
                *next += 1;
            }
        }
        starts.truncate(nodes + 1);
        Csr { starts, items }
    }
}

impl<T: Clone> Csr<T> {
    /// Groups `(node, item)` pairs by node with a counting sort; within a row the order of `pairs` stays.
    ///
    /// Linear in `nodes` plus the number of pairs.
    pub fn group(nodes: usize, pairs: &[(usize, T)]) -> Self {
        Self::group_all(nodes, pairs.iter().cloned())
    }

    /// [`Csr::group`] of pairs that are made while they are counted, and again while they are placed.
    pub fn group_all(nodes: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for (node, _) in pairs.clone() {
            starts[node + 1] += 1;
        }
        for k in 0..nodes {
            starts[k + 1] += starts[k];
        }
        let mut next = starts.clone();
        let Some((_, any)) = pairs.clone().next() else { return Self { starts, items: Vec::new() } };
        let mut items = vec![any; starts[nodes] as usize];
        for (node, item) in pairs {
            items[next[node] as usize] = item;
            next[node] += 1;
        }
        Self { starts, items }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushed_rows_come_back() {
        let mut rows = Csr::new();
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
        let rows = Csr::group(3, &[(2, 'a'), (0, 'b'), (2, 'c'), (0, 'd')]);
        assert_eq!((rows.row(0), rows.row(1), rows.row(2)), (&['b', 'd'][..], &[][..], &['a', 'c'][..]));
        assert_eq!(Csr::<char>::group(2, &[]).iter().collect::<Vec<_>>(), [&[]; 2]);
    }

    #[test]
    fn regrouped_items_are_seen_from_the_other_end() {
        let mut rows = Csr::new();
        rows.push([2, 0]);
        rows.push([]);
        rows.push([2, 2]);
        let back = rows.transposed_by(4, |to| to, |from, _| from);
        assert_eq!(back.iter().collect::<Vec<_>>(), [&[0][..], &[], &[0, 2, 2], &[]]);
        assert_eq!(Csr::<usize>::new().transposed_by(2, |to| to, |from, _| from).iter().count(), 2);
    }

    #[test]
    fn rows_can_be_surrounded_by_empty_ones() {
        let rows = Csr::group(2, &[(0, 1), (1, 2), (1, 3)]).map(|n| n * 10).padded(1, 4);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [&[][..], &[10], &[20, 30], &[]]);
    }
}
