//! Statement instances in terms of the rounds of their loops: `i = first + step * round`.

use super::{Relation, Row};
use crate::ScopIterator;

impl Relation {
    /// The relation, or set, with iterators that count rounds from zero; `None` if a coefficient exceeds 128
    /// bits.
    pub fn in_rounds(&self, iterators: &[ScopIterator]) -> Option<Relation> {
        let tuple = self.input.as_ref().or(self.output.as_ref());
        let dimensions = tuple.map_or(&[][..], |tuple| tuple.dimensions.as_slice());
        let mut relation = self.clone();
        // The first value of an inner loop depends on the iterators of its enclosing loops.
        for (column, name) in dimensions.iter().enumerate().rev() {
            let Some(iterator) = iterators.iter().find(|iterator| iterator.name == *name) else { continue };
            relation.cases = relation.counted(column, iterator)?;
        }
        Some(relation)
    }

    /// The disjuncts with one iterator counted in rounds, for each disjunct of its first value.
    fn counted(&self, column: usize, iterator: &ScopIterator) -> Option<Vec<Vec<Row>>> {
        let mut cases = Vec::new();
        for first in &iterator.first.cases {
            let is_value = |row: &&Row| row.coefficients[column] != 0;
            let value = first.iter().find(is_value)?;
            let by = value.coefficients[column];
            let mut value: Vec<i128> = self.widened(column, value);
            value.iter_mut().for_each(|other| *other *= -by);
            value[column] = iterator.step.into();
            let when = first.iter().filter(|row| !is_value(row));
            let when = when.map(|row| Row { coefficients: self.widened(column, row), ..row.clone() });
            for case in &self.cases {
                let of_case = case.iter().map(|row| substituted(row, column, &value));
                cases.push(when.clone().map(Some).chain(of_case).collect::<Option<Vec<Row>>>()?);
            }
        }
        Some(cases)
    }

    /// A row over the first dimensions and the parameters, extended to the columns of this relation.
    fn widened(&self, dimensions: usize, row: &Row) -> Vec<i128> {
        let mut wide = vec![0; self.columns()];
        wide[..dimensions].copy_from_slice(&row.coefficients[..dimensions]);
        let parameters = self.parameters.len() + 1;
        let (from, to) = (row.coefficients.len() - parameters, self.columns() - parameters);
        wide[to..].copy_from_slice(&row.coefficients[from..]);
        wide
    }
}

/// The row with a dimension replaced by a linear expression.
fn substituted(row: &Row, column: usize, value: &[i128]) -> Option<Row> {
    let by = row.coefficients[column];
    let mut coefficients = row.coefficients.clone();
    coefficients[column] = 0;
    for (own, more) in coefficients.iter_mut().zip(value) {
        *own = own.checked_add(more.checked_mul(by)?)?;
    }
    Some(Row { is_equality: row.is_equality, coefficients })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterator(name: &str, first: &str, step: i64) -> ScopIterator {
        ScopIterator { name: name.into(), first: first.parse().unwrap(), step, source: None }
    }

    #[test]
    fn rounds_count_from_zero() {
        let iterators = [
            iterator("i0", "[n] -> { [] -> [1] }", 1),
            iterator("i1", "[n] -> { [i0] -> [i0 + n] : i0 >= 3; [i0] -> [7] : 2 >= i0 }", -1),
        ];
        let check = |relation: &str, expected: &str| {
            let relation: Relation = relation.parse().unwrap();
            assert_eq!(relation.in_rounds(&iterators).unwrap().to_string(), expected);
        };
        check("[n] -> { S[i0] : i0 >= 1 and n >= i0 }", "[n] -> { S[i0] : i0 >= 0 and n >= i0 + 1 }");
        check(
            "[n] -> { S[i0, i1] -> A[i0, 2i1] }",
            "[n] -> { S[i0, i1] -> A[i0 + 1, 2i0 - 2i1 + 2n + 2] : i0 >= 2; S[i0, i1] -> A[i0 + 1, -2i1 + 14] : 1 >= i0 }",
        );
        check("[n] -> { : n >= 0 }", "[n] -> { : n >= 0 }");
    }
}
