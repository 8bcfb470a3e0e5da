//! Printing and parsing of sets and relations.
//!
//! The printer uses a subset of isl's notation: constraints with positive terms on the left and negative ones
//! on the right, and expressions in the output tuple if each output dimension is one. The parser accepts the
//! same subset and chains of comparisons.

use super::{Relation, Row, Tuple};
use smallvec::SmallVec;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Relation {
    /// The text in isl notation.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(128);
        if !self.parameters.is_empty() {
            text.push('[');
            list(&mut text, ", ", &self.parameters, |text, name| text.push_str(name));
            text.push_str("] -> ");
        }
        text.push_str("{ ");
        if self.cases.is_empty() {
            self.head(&mut text, None);
            text.push_str(if text.ends_with("{ ") { ": false" } else { " : false" });
        }
        list(&mut text, "; ", &self.cases, |text, case| self.case(text, case));
        text.push_str(" }");
        text
    }

    fn case(&self, text: &mut String, case: &[Row]) {
        let expressions = self.expressions(case);
        let from = text.len();
        self.head(text, expressions.as_deref());
        let has_head = text.len() > from;
        let is_left = |row: &&Row| expressions.is_none() || !self.is_about_output(row);
        let mut before = if has_head { " : " } else { ": " };
        for row in case.iter().filter(is_left) {
            text.push_str(before);
            self.condition(text, row);
            before = " and ";
        }
        if text.len() == from {
            text.push(':');
        }
    }

    /// The tuples: `S0[i0] -> MemRef_a[i0 + 1]`.
    fn head(&self, text: &mut String, outputs: Option<&[Expression<'_>]>) {
        if let Some(input) = &self.input {
            text.push_str(&input.name);
            text.push('[');
            list(text, ", ", &input.dimensions, |text, name| text.push_str(name));
            text.push(']');
        }
        let Some(output) = &self.output else { return };
        if self.input.is_some() {
            text.push_str(" -> ");
        }
        text.push_str(&output.name);
        text.push('[');
        match outputs {
            Some(outputs) => list(text, ", ", outputs, |text, output| self.expression(text, output)),
            None => list(text, ", ", &output.dimensions, |text, name| text.push_str(name)),
        }
        text.push(']');
    }

    fn output_columns<'r>(&self, row: &'r Row) -> &'r [i128] {
        &row.coefficients[self.inputs()..self.inputs() + self.outputs()]
    }

    fn is_about_output(&self, row: &Row) -> bool {
        self.output_columns(row).iter().any(|by| *by != 0)
    }

    /// The expression of each output dimension; `None` unless each one is an expression of inputs and
    /// parameters.
    fn expressions<'r>(&self, case: &'r [Row]) -> Option<SmallVec<[Expression<'r>; 8]>> {
        self.input.as_ref()?;
        let rows: SmallVec<[&Row; 8]> = case.iter().filter(|row| self.is_about_output(row)).collect();
        let expression = |output: usize| {
            let row = rows.iter().find(|row| self.output_columns(row)[output] != 0)?;
            let by = self.output_columns(row)[output];
            let is_alone = self.output_columns(row).iter().filter(|by| **by != 0).count() == 1;
            (row.is_equality && by.abs() == 1 && is_alone).then(|| Expression { row, by: -by, output })
        };
        let is_one_each = rows.len() == self.outputs();
        is_one_each.then(|| (0..self.outputs()).map(expression).collect()).flatten()
    }

    fn expression(&self, text: &mut String, Expression { row, by, output }: &Expression<'_>) {
        let own = self.inputs() + output;
        let columns = row.coefficients.iter().enumerate();
        self.terms(text, columns.map(|(at, number)| if at == own { 0 } else { by * number }));
    }

    /// A constraint: `p_n >= i0 + 1`.
    fn condition(&self, text: &mut String, row: &Row) {
        // The first term of an equality is on the left.
        let first = row.coefficients.iter().find(|by| **by != 0);
        let sign = if row.is_equality && first.is_some_and(|by| *by < 0) { -1 } else { 1 };
        // A constant is not put on the other side if that would otherwise be empty.
        let has = |sign: i128| row.coefficients.iter().any(|by| by * sign > 0);
        let constant = self.columns() - 1;
        let stays_left = match (has(sign), has(-sign)) {
            (_, false) => Some(false),
            (false, true) => Some(true),
            (true, true) => None,
        };
        let side = |text: &mut String, sign: i128, is_left: bool| {
            let number = |(at, by): (usize, &i128)| match stays_left {
                Some(stays_left) if at == constant => {
                    if stays_left == is_left {
                        by * sign
                    } else {
                        0
                    }
                }
                _ => (by * sign).max(0),
            };
            self.terms(text, row.coefficients.iter().enumerate().map(number));
        };
        side(text, sign, true);
        text.push_str(if row.is_equality { " = " } else { " >= " });
        side(text, -sign, false);
    }

    /// A linear expression with these coefficients of dimensions and parameters: `2i0 - p_n + 1`.
    pub fn sum(&self, coefficients: &[i128]) -> String {
        let mut text = String::new();
        self.terms(&mut text, coefficients.iter().copied());
        text
    }

    fn terms(&self, text: &mut String, coefficients: impl Iterator<Item = i128>) {
        let dimensions = self.input.iter().chain(&self.output).flat_map(|tuple| &tuple.dimensions);
        let from = text.len();
        for (name, by) in dimensions.chain(&self.parameters).map(Some).chain([None]).zip(coefficients) {
            if by == 0 {
                continue;
            }
            text.push_str(match (text.len() == from, by < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            let number = by.unsigned_abs();
            if number != 1 || name.is_none() {
                // Most numbers are small, and small ones are formatted faster.
                match u32::try_from(number) {
                    Ok(small) => text.push_str(&small.to_string()),
                    Err(_) => text.push_str(&number.to_string()),
                }
            }
            text.push_str(name.map_or("", String::as_str));
        }
        if text.len() == from {
            text.push('0');
        }
    }
}

/// The expression of an output dimension: the sum of a row's other terms, times 1 or -1.
struct Expression<'r> {
    row: &'r Row,
    by: i128,
    output: usize,
}

/// Writes items with a separator.
fn list<T>(text: &mut String, between: &str, of: &[T], mut write: impl FnMut(&mut String, &T)) {
    for (at, one) in of.iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        write(text, one);
    }
}

impl FromStr for Relation {
    type Err = String;

    fn from_str(text: &str) -> Result<Relation, String> {
        let mut reader = Reader { tokens: tokens(text)?, at: 0 };
        reader.relation().map_err(|what| format!("{what} in `{text}`"))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    Number(i128),
    Sign(&'static str),
}

const SIGNS: &[&str] = &["->", ">=", "<=", "[", "]", "{", "}", ":", ";", ",", "+", "-", "*", "=", "<", ">"];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..length].parse().map_err(|_| format!("`{}` is too great", &rest[..length]))?;
            tokens.push(Token::Number(number));
            length
        } else if is_name(first) {
            let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            tokens.push(Token::Name(rest[..length].to_owned()));
            length
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| format!("`{first}` has no meaning"))?;
            tokens.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Coefficients by name, and the constant.
type Sum = (Vec<(String, i128)>, i128);

/// A parsed disjunct: tuples of expressions, and constraints.
struct Case {
    tuples: Vec<(String, Vec<Sum>)>,
    /// `None` if it is false.
    conditions: Option<Vec<(Sum, &'static str, Sum)>>,
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is_there = matches!(self.peek(), Some(Token::Sign(other)) if *other == sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(format!("no `{sign}` at token {}", self.at)) }
    }

    fn relation(&mut self) -> Result<Relation, String> {
        let mut parameters = Vec::new();
        if matches!(self.peek(), Some(Token::Sign("["))) {
            for (terms, _) in self.tuple()?.1 {
                parameters.extend(terms.into_iter().map(|(name, _)| name));
            }
            self.expect("->")?;
        }
        self.expect("{")?;
        let mut cases = vec![self.case()?];
        while self.take(";") {
            cases.push(self.case()?);
        }
        self.expect("}")?;
        let mut relation = Relation { parameters, ..Relation::default() };
        for case in cases {
            add(&mut relation, case)?;
        }
        Ok(relation)
    }

    fn case(&mut self) -> Result<Case, String> {
        let mut tuples = Vec::new();
        while !matches!(self.peek(), Some(Token::Sign(":" | ";" | "}"))) {
            tuples.push(self.tuple()?);
            if !self.take("->") {
                break;
            }
        }
        let mut conditions = Some(Vec::new());
        if self.take(":") && !matches!(self.peek(), Some(Token::Sign(";" | "}"))) {
            loop {
                if matches!(self.peek(), Some(Token::Name(name)) if name == "false") {
                    self.at += 1;
                    conditions = None;
                } else {
                    let chain = self.chain()?;
                    conditions.iter_mut().for_each(|all| all.extend(chain.iter().cloned()));
                }
                if !matches!(self.peek(), Some(Token::Name(name)) if name == "and") {
                    break;
                }
                self.at += 1;
            }
        }
        Ok(Case { tuples, conditions })
    }

    /// A chain of comparisons: `0 <= i0 < n`.
    fn chain(&mut self) -> Result<Vec<(Sum, &'static str, Sum)>, String> {
        let mut chain = Vec::new();
        let mut left = self.sum()?;
        while let Some(Token::Sign(sign @ (">=" | "<=" | "=" | "<" | ">"))) = self.peek() {
            let sign = *sign;
            self.at += 1;
            let right = self.sum()?;
            chain.push((left, sign, right.clone()));
            left = right;
        }
        if chain.is_empty() { Err(format!("no comparison at token {}", self.at)) } else { Ok(chain) }
    }

    fn tuple(&mut self) -> Result<(String, Vec<Sum>), String> {
        let mut name = String::new();
        if let Some(Token::Name(own)) = self.peek() {
            name = own.clone();
            self.at += 1;
        }
        self.expect("[")?;
        let mut dimensions = Vec::new();
        while !self.take("]") {
            dimensions.push(self.sum()?);
            if !self.take(",") {
                self.expect("]")?;
                break;
            }
        }
        Ok((name, dimensions))
    }

    fn sum(&mut self) -> Result<Sum, String> {
        let (mut terms, mut constant) = (Vec::new(), 0i128);
        let mut sign = if self.take("-") { -1 } else { 1 };
        loop {
            let number = match self.peek() {
                Some(Token::Number(number)) => Some(*number),
                _ => None,
            };
            self.at += usize::from(number.is_some());
            self.take("*");
            let name = match self.peek() {
                Some(Token::Name(name)) if name != "and" => Some(name.clone()),
                _ => None,
            };
            self.at += usize::from(name.is_some());
            match (name, number) {
                (Some(name), number) => terms.push((name, sign * number.unwrap_or(1))),
                (None, Some(number)) => constant += sign * number,
                (None, None) => return Err(format!("no expression at token {}", self.at)),
            }
            sign = match self.peek() {
                Some(Token::Sign("+")) => 1,
                Some(Token::Sign("-")) => -1,
                _ => return Ok((terms, constant)),
            };
            self.at += 1;
        }
    }
}

/// Adds a disjunct to a relation with the same tuples, or to an empty one.
fn add(relation: &mut Relation, case: Case) -> Result<(), String> {
    let mut names: Vec<String> = Vec::new();
    let mut tuples = Vec::new();
    let mut equal = Vec::new();
    let count = case.tuples.len();
    for (at, (name, expressions)) in case.tuples.into_iter().enumerate() {
        let mut dimensions = Vec::new();
        for (k, expression) in expressions.into_iter().enumerate() {
            let is_new = |name: &String| !names.contains(name) && !relation.parameters.contains(name);
            let own = match (expression.0.as_slice(), expression.1) {
                ([(name, 1)], 0) if is_new(name) => name.clone(),
                _ if at + 1 < count || count == 1 => return Err(format!("an expression in `{name}[…]`")),
                _ => {
                    let own = format!("o{k}");
                    equal.push(((vec![(own.clone(), 1)], 0), "=", expression));
                    own
                }
            };
            names.push(own.clone());
            dimensions.push(own);
        }
        tuples.push(Tuple { name, dimensions });
    }
    let output = tuples.pop();
    let input = tuples.pop();
    if relation.cases.is_empty() {
        (relation.input, relation.output) = (input, output);
    } else if [&relation.input, &relation.output].map(signature) != [&input, &output].map(signature) {
        return Err("cases of different spaces".to_owned());
    }
    let Some(conditions) = case.conditions else { return Ok(()) };
    let columns = names.iter().chain(&relation.parameters);
    let columns: Vec<&String> = columns.collect();
    let rows = equal.into_iter().chain(conditions).map(|condition| row(&columns, condition));
    relation.cases.push(rows.collect::<Result<_, _>>()?);
    Ok(())
}

fn signature(tuple: &Option<Tuple>) -> Option<(&str, usize)> {
    tuple.as_ref().map(|tuple| (tuple.name.as_str(), tuple.dimensions.len()))
}

fn row(columns: &[&String], (left, sign, right): (Sum, &str, Sum)) -> Result<Row, String> {
    let mut coefficients = vec![0; columns.len() + 1];
    let (by, less) = match sign {
        "<" => (-1, 1),
        "<=" => (-1, 0),
        ">" => (1, 1),
        _ => (1, 0),
    };
    for ((terms, constant), by) in [(left, by), (right, -by)] {
        for (name, number) in terms {
            let at = columns.iter().position(|column| **column == name);
            coefficients[at.ok_or_else(|| format!("unknown name `{name}`"))?] += by * number;
        }
        coefficients[columns.len()] += by * constant;
    }
    coefficients[columns.len()] -= less;
    Ok(Row { is_equality: sign == "=", coefficients })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_written() {
        for text in [
            "{ : }",
            "{ : false }",
            "[p_n] -> { : p_n >= 0 and 7 >= p_n }",
            "[p_n] -> { S0[i0] : i0 >= 1 and p_n >= i0 + 1; S0[i0] : i0 = -1 }",
            "[p_n] -> { S0[i0] : false }",
            "[p_n, p_m] -> { S0[i0, i1] -> MemRef_a[i0 - 1, 2i1 + p_m] }",
            "{ S0[i0] -> A[o0] : o0 >= i0 and i0 + 3 >= o0 }",
            "{ S0[i0] -> A[o0] : i0 = 2o0 }",
            "{ S0[] -> s[] }",
            "{ [i0] -> [3, i0, -i0, 0] : i0 >= 3; [i0] -> [2, 0, 0, 0] : 2 >= i0 }",
        ] {
            assert_eq!(text.parse::<Relation>().unwrap().to_string(), text);
        }
        let chain: Relation = "[n] -> { S[i] : 0 <= i < 2n }".parse().unwrap();
        assert_eq!(chain.to_string(), "[n] -> { S[i] : i >= 0 and 2n >= i + 1 }");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{ S[i] : j >= 0 }",
            "{ S[i] : i }",
            "{ S[i + 1] }",
            "{ S[i] -> A[i] ; S[i] -> B[i] }",
            "{ S[i] : i >= 0 or i = 3 }",
            "{ S[i] : 9999999999999999999999999999999999999999 >= i }",
        ] {
            assert!(text.parse::<Relation>().is_err(), "{text}");
        }
    }
}
