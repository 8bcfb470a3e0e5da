//! Compressed sparse rows: the edges of a graph, grouped by the node they start at.
//!
//! One allocation holds all edges, and another one the row starts; a row is a slice. Data flow and control
//! flow graphs are stored this way, in both directions.

/// Compressed sparse rows: row `k` is the slice of items that belong to node `k`.
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
    /// No rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the row of the next node.
    #[inline]
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.starts.push(self.items.len() as u32);
    }

    /// The row of node `k`; empty if there is no such node.
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
    /// No rows, with memory reserved for `rows` rows and `items` items.
    pub fn with_capacity(rows: usize, items: usize) -> Self {
        let mut starts = Vec::with_capacity(rows + 1);
        starts.push(0);
        Self { starts, items: Vec::with_capacity(items) }
    }

    /// Reserves memory for `rows` further rows and `items` further items.
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

    /// The rows with every item mapped by `f`. Reuses the memory if the new items have the same size.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Csr<U> {
        Csr { starts: self.starts, items: self.items.into_iter().map(f).collect() }
    }

    /// The rows with every item mapped by `f`, which also takes the index of the row. Items for which it
    /// returns `None` are dropped.
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

    /// The rows with `before` empty rows inserted in front, and empty rows appended up to a total of `len`.
    #[inline]
    pub fn padded(mut self, before: usize, len: usize) -> Self {
        self.starts.reserve_exact((len + 1).saturating_sub(self.starts.len()));
        self.starts.splice(0..0, std::iter::repeat_n(0, before));
        self.starts.resize(len + 1, self.items.len() as u32);
        self
    }
}

impl<T: Copy> Csr<T> {
    /// The transposed rows: each item moves to the row `target(item)`, where it becomes `seen(row, item)` for
    /// its old row. Items of a row stay in order. Linear in `nodes` plus the number of items.
    pub fn transposed_by<U: Copy>(
        &self,
        nodes: usize,
        target: impl Fn(T) -> usize,
        seen: impl Fn(usize, T) -> U,
    ) -> Csr<U> {
        let Some(&first) = self.items.first() else {
            return Csr { starts: vec![0; nodes + 1], items: Vec::new() };
        };
        // Starts are stored one position further on: placing an item advances its row's start, which ends up
        // at the right value.
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
    /// Groups `(node, item)` pairs by node with a counting sort. The items of a row are in the order of
    /// `pairs`.
    ///
    /// Linear in `nodes` plus the number of pairs.
    pub fn group(nodes: usize, pairs: &[(usize, T)]) -> Self {
        Self::group_all(nodes, pairs.iter().cloned())
    }

    /// Like [`Csr::group`], for an iterator that is evaluated twice: for counting and for placing.
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
