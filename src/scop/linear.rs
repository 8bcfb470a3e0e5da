//! Linear forms over iterators and parameters, and conjunctions of constraints on them.
//!
//! ```text
//! n - i - 1 >= 0,  i >= 0      one conjunction: { i : 0 <= i < n }
//! ```
//!
//! Coefficients are exact; operations return `None` if a number would exceed 128 bits.

use std::cmp::Ordering;

/// A variable of a linear form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dimension {
    /// The parameter with that number.
    Parameter(u32),
    /// The iterator of the loop with that number.
    Iterator(u32),
}

/// A sum of multiples of dimensions, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    /// The terms, ascending by dimension, without zero coefficients.
    pub terms: Vec<(Dimension, i128)>,
    /// The constant.
    pub constant: i128,
}

impl Linear {
    /// A constant form.
    pub fn constant(constant: i128) -> Linear {
        Linear { terms: Vec::new(), constant }
    }

    /// A form of one dimension.
    pub fn dimension(dimension: Dimension) -> Linear {
        Linear { terms: vec![(dimension, 1)], constant: 0 }
    }

    /// The coefficient of a dimension.
    pub fn coefficient(&self, dimension: Dimension) -> i128 {
        self.terms.binary_search_by_key(&dimension, |(d, _)| *d).map_or(0, |at| self.terms[at].1)
    }

    /// The sum `self + other * by`; `None` on overflow.
    pub fn plus(&self, other: &Linear, by: i128) -> Option<Linear> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let own = left.next_if(|_| order.is_le()).copied();
            let added = right.next_if(|_| order.is_ge()).copied();
            let more = added.map_or(Some(0), |(_, number)| number.checked_mul(by))?;
            let number = own.map_or(0, |(_, number)| number).checked_add(more)?;
            terms.extend(own.or(added).filter(|_| number != 0).map(|(dimension, _)| (dimension, number)));
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(by)?)?;
        Some(Linear { terms, constant })
    }

    /// The product `self * by`; `None` on overflow.
    pub fn times(&self, by: i128) -> Option<Linear> {
        if by == 0 {
            return Some(Linear::default());
        }
        let mut terms = self.terms.clone();
        for (_, number) in &mut terms {
            *number = number.checked_mul(by)?;
        }
        Some(Linear { terms, constant: self.constant.checked_mul(by)? })
    }

    /// The sum `self + number`; `None` on overflow.
    pub fn shifted(&self, number: i128) -> Option<Linear> {
        Some(Linear { terms: self.terms.clone(), constant: self.constant.checked_add(number)? })
    }

    /// The value of the form at a point; `None` on overflow, or if a dimension has no value.
    pub fn evaluate(&self, value: impl Fn(Dimension) -> Option<i128>) -> Option<i128> {
        let of_term = |(dimension, by): &(Dimension, i128)| value(*dimension)?.checked_mul(*by);
        self.terms.iter().try_fold(self.constant, |sum, term| sum.checked_add(of_term(term)?))
    }

    /// Whether each coefficient is the negated one of the other form.
    fn has_opposite_terms(&self, other: &Linear) -> bool {
        let mut pairs = self.terms.iter().zip(&other.terms);
        self.terms.len() == other.terms.len()
            && pairs.all(|((a, by), (b, other))| a == b && by.checked_neg() == Some(*other))
    }

    /// Whether it is non-negative exactly where the other form is negative.
    pub(super) fn is_opposite_of(&self, other: &Linear) -> bool {
        self.constant.checked_add(other.constant) == Some(-1) && self.has_opposite_terms(other)
    }

    /// A form from terms in any order; `None` on overflow.
    pub(super) fn of_terms(mut terms: Vec<(Dimension, i128)>, constant: i128) -> Option<Linear> {
        terms.sort_unstable_by_key(|(dimension, _)| *dimension);
        let mut overflows = false;
        terms.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                let sum = first.1.checked_add(later.1);
                overflows |= sum.is_none();
                first.1 = sum.unwrap_or(0);
            }
            is_same
        });
        terms.retain(|(_, by)| *by != 0);
        (!overflows).then_some(Linear { terms, constant })
    }

    /// The greatest common divisor of the coefficients without the constant; 0 if there are none.
    pub(super) fn divisor(&self) -> i128 {
        let mut divisor = 0;
        for (_, by) in &self.terms {
            divisor = gcd(divisor, *by);
            if divisor == 1 {
                break;
            }
        }
        divisor
    }
}

/// The greatest common divisor, non-negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    // A fast path: remainders of 128 bits are library calls.
    if a == 0 || b == 1 {
        return b;
    }
    while b != 0 {
        (a, b) = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => (b.into(), (a % b).into()),
            _ => (b, a % b),
        };
    }
    a
}

/// A condition on a linear form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    /// The form compared with zero.
    pub form: Linear,
    /// Whether the form is zero; otherwise it is non-negative.
    pub is_equality: bool,
}

impl Constraint {
    /// `form >= 0`
    pub fn at_least_zero(form: Linear) -> Constraint {
        Constraint { form, is_equality: false }
    }

    /// `form == 0`
    pub fn zero(form: Linear) -> Constraint {
        Constraint { form, is_equality: true }
    }

    /// The order of a normal form: by direction, then equalities first, then the tightest.
    fn order(&self, other: &Constraint) -> Ordering {
        let key = |constraint: &Constraint| (!constraint.is_equality, constraint.form.constant);
        self.form.terms.cmp(&other.form.terms).then_with(|| key(self).cmp(&key(other)))
    }

    /// Whether it contradicts another constraint; both must be tightened.
    fn contradicts(&self, other: &Constraint) -> bool {
        self.form.constant.saturating_add(other.form.constant) < 0
            && self.form.has_opposite_terms(&other.form)
    }

    /// The constraint divided by the common divisor of its coefficients, with the constant rounded inwards.
    /// `Err` if it always (`true`) or never (`false`) holds.
    fn tightened(self) -> Result<Constraint, bool> {
        let (mut form, constant) = (self.form, 0);
        let divisor = form.divisor();
        if divisor == constant {
            return Err(if self.is_equality { form.constant == 0 } else { form.constant >= 0 });
        }
        if self.is_equality && form.constant % divisor != 0 {
            return Err(false);
        }
        if divisor != 1 {
            form.constant = form.constant.div_euclid(divisor);
            form.terms.iter_mut().for_each(|(_, by)| *by /= divisor);
        }
        // The sign of an equality is normalised.
        if self.is_equality && form.terms[0].1 < 0 {
            form = form.times(-1).ok_or(true)?;
        }
        Ok(Constraint { form, is_equality: self.is_equality })
    }
}

/// A conjunction of constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conjunction {
    /// The constraints in normal form: ascending, none implied by a single other one.
    pub constraints: Vec<Constraint>,
}

impl Conjunction {
    /// The conjunction in normal form; `None` if two constraints contradict each other.
    pub fn of(constraints: impl IntoIterator<Item = Constraint>) -> Option<Conjunction> {
        let mut tightened: Vec<Constraint> = Vec::new();
        for constraint in constraints {
            match constraint.tightened() {
                Ok(constraint) => tightened.push(constraint),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        tightened.sort_by(Constraint::order);
        let mut constraints: Vec<Constraint> = Vec::with_capacity(tightened.len());
        for constraint in tightened {
            if Conjunction::is_new(&constraints, &constraint)? {
                constraints.push(constraint);
            }
        }
        Conjunction { constraints }.paired()
    }

    /// Whether a constraint says more than those before it in [order](Constraint::order), all tightened;
    /// `None` if it contradicts the last of them.
    fn is_new(before: &[Constraint], constraint: &Constraint) -> Option<bool> {
        match before.last().filter(|last| last.form.terms == constraint.form.terms) {
            None => Some(true),
            Some(last) if last.is_equality => {
                let gap = constraint.form.constant - last.form.constant;
                (gap >= 0 && (!constraint.is_equality || gap == 0)).then_some(false)
            }
            Some(_) => Some(false),
        }
    }

    /// The conjunction in normal form of constraints that are already in normal form by themselves.
    fn merged(left: &[Constraint], right: &[Constraint]) -> Option<Conjunction> {
        let mut constraints: Vec<Constraint> = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
        loop {
            let is_left = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) => a.order(b).is_le(),
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => break,
            };
            let Some(next) = (if is_left { left.next() } else { right.next() }) else { break };
            if Conjunction::is_new(&constraints, next)? {
                constraints.push(next.clone());
            }
        }
        Conjunction { constraints }.paired()
    }

    /// Replaces `f >= 0` and `-f >= 0` by `f == 0`.
    fn paired(mut self) -> Option<Conjunction> {
        let mut at = 0;
        while at < self.constraints.len() {
            let form = &self.constraints[at].form;
            let other = self.constraints.iter().position(|c| c.form.has_opposite_terms(form));
            if let Some(other) = other {
                let (one, two) = (&self.constraints[at], &self.constraints[other]);
                let room = one.form.constant.saturating_add(two.form.constant);
                match (one.is_equality, two.is_equality, room) {
                    (true, true, 0) => {}
                    (true, true, _) => return None,
                    (_, _, ..0) => return None,
                    (false, false, 0) => {
                        self.constraints[at].is_equality = true;
                        self.constraints.remove(other);
                        return Conjunction::of(self.constraints);
                    }
                    (true, false, _) => {
                        self.constraints.remove(other);
                        return self.paired();
                    }
                    _ => {}
                }
            }
            at += 1;
        }
        Some(self)
    }

    /// The intersection; `None` if two constraints contradict each other.
    pub fn and(&self, other: &Conjunction) -> Option<Conjunction> {
        match (self.constraints.is_empty(), other.constraints.is_empty()) {
            (true, _) => Some(other.clone()),
            (_, true) => Some(self.clone()),
            _ => Conjunction::merged(&self.constraints, &other.constraints),
        }
    }

    /// The conjunction with one more constraint; `None` if that contradicts another one.
    pub fn with(&self, constraint: Constraint) -> Option<Conjunction> {
        let more = match constraint.tightened() {
            Ok(more) => more,
            Err(holds) => return holds.then(|| self.clone()),
        };
        // Contradictions are the most frequent case, so they are checked before anything is copied.
        match self.constraints.iter().any(|constraint| constraint.contradicts(&more)) {
            true => None,
            false => Conjunction::merged(&self.constraints, &[more]),
        }
    }

    /// Whether a point lies in the conjunction; `None` if a form has no value there.
    pub fn contains(&self, value: impl Fn(Dimension) -> Option<i128> + Copy) -> Option<bool> {
        for constraint in &self.constraints {
            let at = constraint.form.evaluate(value)?;
            if at < 0 || (constraint.is_equality && at != 0) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Its dimensions, ascending.
    pub fn dimensions(&self) -> Vec<Dimension> {
        let terms = self.constraints.iter().flat_map(|c| &c.form.terms);
        let mut dimensions: Vec<Dimension> = terms.map(|(dimension, _)| *dimension).collect();
        dimensions.sort();
        dimensions.dedup();
        dimensions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(i: i128, n: i128, constant: i128) -> Linear {
        let terms = [(Dimension::Parameter(0), n), (Dimension::Iterator(0), i)];
        Linear { terms: terms.into_iter().filter(|(_, by)| *by != 0).collect(), constant }
    }

    #[test]
    fn constraints_are_tightened_and_paired() {
        let at_least = |f| Constraint::at_least_zero(f);
        // The constraint 2i >= 1 becomes i >= 1; the weaker one is dropped.
        let one = Conjunction::of([at_least(form(2, 0, -1)), at_least(form(1, 0, 5))]).unwrap();
        assert_eq!(one.constraints, vec![at_least(form(1, 0, -1))]);
        // The pair i >= 3 and i <= 3 becomes i == 3; i >= 4 and i <= 3 is empty, and so is 2i == 1.
        let both = Conjunction::of([at_least(form(1, 0, -3)), at_least(form(-1, 0, 3))]).unwrap();
        assert_eq!(both.constraints, vec![Constraint::zero(form(1, 0, -3))]);
        assert_eq!(Conjunction::of([at_least(form(1, 0, -4)), at_least(form(-1, 0, 3))]), None);
        assert_eq!(Conjunction::of([Constraint::zero(form(2, 0, -1))]), None);
        assert_eq!(Conjunction::of([Constraint::zero(form(-1, 0, 3)), at_least(form(1, 0, -4))]), None);
        assert_eq!(Conjunction::of([at_least(Linear::constant(0))]).unwrap(), Conjunction::default());
        // The universe is neutral; a number without a negation forms no pair.
        let everything = Conjunction::default();
        assert_eq!((both.and(&everything), everything.and(&both)), (Some(both.clone()), Some(both.clone())));
        let far = [at_least(form(i128::MIN, 1, 0)), at_least(form(i128::MAX, -1, 0))];
        assert_eq!(Conjunction::of(far.clone()).unwrap().constraints.len(), 2);
    }

    #[test]
    fn forms_add_up() {
        let sum = form(1, 2, 3).plus(&form(1, -1, 1), 2).unwrap();
        assert_eq!(sum, form(3, 0, 5));
        let value = |dimension| (dimension == Dimension::Iterator(0)).then_some(4);
        assert_eq!(sum.evaluate(value), Some(17));
        assert_eq!(form(i128::MAX, 0, 0).plus(&form(1, 0, 0), 1), None);
        let (i, n) = (Dimension::Iterator(0), Dimension::Parameter(0));
        assert_eq!(Linear::of_terms(vec![(i, 2), (n, 1), (i, 1), (n, -1)], 5), Some(form(3, 0, 5)));
        assert_eq!(Linear::of_terms(vec![(i, i128::MAX), (i, 1)], 0), None);
    }
}
