//! Answers of a call among those of a wider one, which are known.
//!
//! All answers to the wider call are read once, as the call would tell them, and sorted by what the call has bound. From then on each call is a
//! look-up: where a function has a hundred thousand loops, the one that ends at a branch is found without looking at the others.
//!
//! ```text
//! For, nothing bound: rows of (begin, end) (5, 9), (2, 30), (12, 30)          read by {end}: (5, 9) | (2, 30), (12, 30)
//! ```

use super::alternatives::sorting_bytes;
use super::budget::{Exhausted, Held, Ledger};
use super::plan::{Read, Wider};
use super::problem::{Relation, Value, World};
use super::rows::{Row, RowRef, Rows, held_rows};
use super::search::{Search, bytes};
use super::table::{Answers, Asked};
use std::cmp::Ordering;
use std::ops::Range;
use std::rc::Rc;

/// To read so many answers of another plan is a step of the budget.
const READ_IN_A_STEP: usize = 64;

/// The answers of a wider call, sorted by what another one has bound.
#[derive(Debug)]
pub(super) enum Sorted {
    /// As the other one tells them, so many values to each.
    Told(Vec<Value>, usize),
    /// With all that they stand on.
    Whole(Vec<RowRef>),
}

impl<R: Relation, W: World<R>, const EXPLAIN: bool> Search<'_, R, W, EXPLAIN> {
    /// The answers of a call whose inputs are those from `key` on, when those of a wider one are known, or those of the `sibling` are found for it.
    /// Why there are none only a search tells: where that is asked, none are no answer.
    pub(super) fn among_wider(
        &mut self,
        key: usize,
        wider: Range<u32>,
        sibling: Option<u32>,
    ) -> Result<Option<Answers>, Exhausted> {
        for number in wider {
            if let Some(answers) = self.among(key, number, false)? {
                return Ok(self.told_why(answers));
            }
        }
        let Some(number) = sibling else { return Ok(None) };
        Ok(self.among(key, number, true)?.and_then(|answers| self.told_why(answers)))
    }

    /// The answers, but for none of them where the reason has to be told.
    fn told_why(&self, answers: Answers) -> Option<Answers> {
        (!EXPLAIN || !matches!(answers, Answers::Holds(false))).then_some(answers)
    }

    /// Those among the answers of a wider call, which is made if it `is_worth_it`.
    fn among(&mut self, key: usize, number: u32, is_worth_it: bool) -> Result<Option<Answers>, Exhausted> {
        let wider = self.compiled.code.wider(number);
        if self.keeping && !wider.has_its_rows {
            return Ok(None);
        }
        let outer = self.values.len();
        for input in &wider.inputs {
            self.values.push(self.values[key + *input as usize]);
        }
        let sorted = self.sorted_answers(wider, number, outer, is_worth_it)?;
        self.values.truncate(outer);
        let ledger = self.meter.ledger();
        Ok(sorted.map(|sorted| sorted.answers(wider, &self.values[key..], ledger)))
    }

    /// All answers of the wider call whose inputs are those from `key` on.
    fn sorted_answers(
        &mut self,
        wider: &Wider,
        number: u32,
        key: usize,
        is_worth_it: bool,
    ) -> Result<Option<Rc<Held<Sorted>>>, Exhausted> {
        let asked = Asked::new(number * 2 + u32::from(!self.keeping), &self.values[key..]);
        if let Some(sorted) = self.sorted.get(asked, &self.values[key..]) {
            return Ok(Some(sorted.clone()));
        }
        let answers = match self.known(wider, key) {
            None if is_worth_it => self.tabled(wider.plan, key, (0..0, None))?,
            None => return Ok(None),
            Some(answers) => answers,
        };
        // The values that are read, and those sorted.
        let width = wider.reads.len();
        self.room(
            sorting_bytes(answers.count() * width, width) + answers.count() * width * size_of::<Value>(),
        )?;
        let Some((sorted, read)) = Sorted::of(&answers, wider, self.keeping) else { return Ok(None) };
        (0..read / READ_IN_A_STEP).try_for_each(|_| self.step())?;
        let behind = sorted.bytes();
        let sorted = Rc::new(self.meter.ledger().hold(sorted, behind));
        self.sorted.insert(asked, &self.values[key..], sorted.clone(), read as u64);
        Ok(Some(sorted))
    }

    /// The answers of the wider call, if they are in the table. Rows that were kept tell as much as is told otherwise.
    fn known(&self, wider: &Wider, key: usize) -> Option<Answers> {
        let key = &self.values[key..];
        let kept = || self.answers.get(Asked::new(wider.plan.0 * 2, key), key);
        let found = match self.keeping {
            true => kept(),
            false => kept().or_else(|| {
                let is_told = wider.reads.iter().all(|read| read.told.is_some());
                is_told.then(|| self.answers.get(Asked::new(wider.plan.0 * 2 + 1, key), key)).flatten()
            }),
        };
        found.cloned()
    }
}

impl Sorted {
    /// The answers of a wider call as another one has them, and how many there were; `None` where they do not tell enough.
    fn of(answers: &Answers, wider: &Wider, keeping: bool) -> Option<(Sorted, usize)> {
        match answers {
            Answers::Whole(rows) if keeping => Some((Sorted::whole(rows, wider), rows.len())),
            Answers::Whole(rows) => {
                let values =
                    |row: &RowRef| wider.reads.iter().map(|read| read.of_row(row)).collect::<Vec<_>>();
                Some((Sorted::told(rows.iter().flat_map(values).collect(), wider), rows.len()))
            }
            Answers::Told(values, width) => Sorted::retold(values, *width, wider),
            Answers::Few(few, width) => Sorted::retold(few.as_slice(), usize::from(*width), wider),
            Answers::Holds(false) => Some((Sorted::Told(Vec::new(), wider.reads.len()), 0)),
            Answers::Holds(true) => None,
        }
    }

    /// The bytes of its list.
    fn bytes(&self) -> usize {
        match self {
            Sorted::Told(values, _) => bytes(values),
            Sorted::Whole(rows) => bytes(rows),
        }
    }

    fn whole(rows: &Rows, wider: &Wider) -> Sorted {
        let mut rows = rows.to_vec();
        let key = |row: &Row| wider.bound().map(|read| read.of_row(row)).collect::<Vec<_>>();
        rows.sort_by_cached_key(|row| key(row));
        Sorted::Whole(rows)
    }

    fn retold(values: &[Value], width: usize, wider: &Wider) -> Option<(Sorted, usize)> {
        let told: Option<Vec<usize>> = wider.reads.iter().map(|read| Some(read.told? as usize)).collect();
        let told = told?;
        let tuples = values.chunks_exact(width);
        let count = tuples.len();
        Some((Sorted::told(tuples.flat_map(|tuple| told.iter().map(|&k| tuple[k])).collect(), wider), count))
    }

    /// Of tuples that may come more than once.
    fn told(values: Vec<Value>, wider: &Wider) -> Sorted {
        let width = wider.reads.len();
        let by_key = |a: &&[Value], b: &&[Value]| {
            wider.compared(a, |k| b[wider.bound[k] as usize]).then_with(|| a.cmp(b))
        };
        let mut tuples: Vec<&[Value]> = values.chunks_exact(width).collect();
        tuples.sort_unstable_by(by_key);
        tuples.dedup();
        Sorted::Told(tuples.concat(), width)
    }

    /// Those that agree with a key.
    fn answers(&self, wider: &Wider, key: &[Value], ledger: &Ledger) -> Answers {
        match self {
            Sorted::Told(values, width) => {
                let fitting = equal_range(values.len() / width, |at| {
                    wider.compared(&values[at * width..(at + 1) * width], |k| key[k])
                });
                match fitting.is_empty() || wider.bound.len() == *width {
                    true => Answers::Holds(!fitting.is_empty()),
                    false => {
                        Answers::told(&values[fitting.start * width..fitting.end * width], *width, ledger)
                    }
                }
            }
            Sorted::Whole(rows) => {
                let order = |row: &Row| {
                    let values = wider.bound().map(|read| read.of_row(row));
                    values.cmp(key.iter().copied())
                };
                let fitting = equal_range(rows.len(), |at| order(&rows[at]));
                match fitting.is_empty() {
                    true => Answers::Holds(false),
                    false => Answers::Whole(held_rows(rows[fitting].into(), ledger)),
                }
            }
        }
    }
}

impl Wider {
    /// The reads of what is bound.
    fn bound(&self) -> impl Iterator<Item = &Read> {
        self.bound.iter().map(|&k| &self.reads[k as usize])
    }

    /// How what is bound compares in a tuple with something else.
    fn compared(&self, tuple: &[Value], other: impl Fn(usize) -> Value) -> Ordering {
        let orders = self.bound.iter().enumerate().map(|(k, &at)| tuple[at as usize].cmp(&other(k)));
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

impl Read {
    fn of_row(&self, row: &Row) -> Value {
        let row = self.path.iter().fold(row, |row, &site| &**row.calls[site as usize]);
        row.value(self.variable)
    }
}

/// Which of so many sorted things are equal to what they are compared with.
fn equal_range(len: usize, compared: impl Fn(usize) -> Ordering) -> Range<usize> {
    let behind = |goes_on: &dyn Fn(Ordering) -> bool| {
        let (mut from, mut to) = (0, len);
        while from < to {
            let middle = from + (to - from) / 2;
            match goes_on(compared(middle)) {
                true => from = middle + 1,
                false => to = middle,
            }
        }
        from
    };
    behind(&Ordering::is_lt)..behind(&Ordering::is_le)
}
