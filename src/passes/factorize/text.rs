//! Sums of products in mathematical notation: `%a*%b + 3*%c - %d`.

use super::polynomial::Polynomial;
use super::terms::{Atom, Term};
use ir::ValueId;

/// The length limit in characters; longer text is cut off.
const LONGEST: usize = 400;

/// Terms of a polynomial as text; `name` spells a value.
pub(super) fn expression(
    polynomial: &Polynomial,
    terms: &[Term],
    name: &dyn Fn(ValueId) -> String,
) -> String {
    let mut text = String::new();
    write_sum(polynomial, terms, name, &mut text);
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The recursion depth is bounded by the number of factors.
fn write_sum(polynomial: &Polynomial, terms: &[Term], name: &dyn Fn(ValueId) -> String, text: &mut String) {
    if terms.is_empty() {
        text.push('0');
    }
    for (at, term) in terms.iter().enumerate() {
        if text.len() > LONGEST {
            return;
        }
        text.push_str(match (at, term.coefficient < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        let size = term.coefficient.unsigned_abs();
        let mut separator = "";
        if size != 1 || term.is_constant() {
            text.push_str(&size.to_string());
            separator = "*";
        }
        for factor in &term.factors {
            text.push_str(separator);
            separator = "*";
            match factor {
                Atom::Value(value) => text.push_str(&name(*value)),
                Atom::Sum(sum) => {
                    text.push('(');
                    write_sum(polynomial, &polynomial.sums[*sum], name, text);
                    text.push(')');
                }
            }
        }
    }
}
