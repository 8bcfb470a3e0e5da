//! Terms without loop ids: only values of the model occur, so that the term can be printed.

use super::{Accesses, Symbol, TermId};
use ir::ValueId;

/// A factor of a monomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenFactor {
    /// A value: a parameter, a counter, a loaded value.
    Value(ValueId),
    /// The number of previous rounds of the loop whose header begins with this instruction.
    Rounds(ValueId),
    /// The product in a fused multiply-add: the instruction, and the two factors.
    Product(ValueId, [ValueId; 2]),
}

/// A sum of products: factors and coefficient, by descending number of factors, the constant last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenTerm {
    /// The products.
    pub monomials: Vec<(Vec<WrittenFactor>, i64)>,
}

impl WrittenTerm {
    /// The text, such as `%n*%i + 1`; `value` is the spelling of a value.
    pub fn text(&self, value: &dyn Fn(ValueId) -> String) -> String {
        let factor = |factor: &WrittenFactor| match factor {
            WrittenFactor::Value(of) => value(*of),
            WrittenFactor::Rounds(of) => format!("rounds({})", value(*of)),
            WrittenFactor::Product(_, [a, b]) => format!("{}*{}", value(*a), value(*b)),
        };
        let products = self.monomials.iter();
        sum_text(products.map(|(factors, number)| (factors.iter().map(factor).collect(), *number)))
    }
}

/// The text of a sum such as `n*i + 2*j - 1`, from factors and coefficients.
pub fn sum_text(products: impl Iterator<Item = (Vec<String>, i64)>) -> String {
    let mut text = String::new();
    for (factors, coefficient) in products {
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        let number = coefficient.unsigned_abs();
        let number = (number != 1 || factors.is_empty()).then(|| number.to_string());
        text.push_str(&number.into_iter().chain(factors).collect::<Vec<_>>().join("*"));
    }
    if text.is_empty() { "0".to_string() } else { text }
}

impl Accesses<'_> {
    /// The printable form of a term with an id that these accesses returned.
    pub fn written(&mut self, id: TermId) -> Option<WrittenTerm> {
        let term = self.term(id)?.clone();
        let mut monomials = Vec::new();
        for (factors, number) in term.ordered() {
            let written: Option<Vec<WrittenFactor>> =
                factors.iter().map(|symbol| self.factor(*symbol)).collect();
            monomials.push((written?, *number));
        }
        Some(WrittenTerm { monomials })
    }

    fn factor(&mut self, symbol: Symbol) -> Option<WrittenFactor> {
        Some(match symbol {
            Symbol::Value(value) => WrittenFactor::Value(value),
            Symbol::Counter(of) => match self.integer_counter(of) {
                Some(counter) => WrittenFactor::Value(counter),
                None => WrittenFactor::Rounds(self.first_instruction(of)),
            },
            Symbol::Product(of) => WrittenFactor::Product(of, self.factors(of)?),
            Symbol::Rounds(_) => return None,
        })
    }
}
