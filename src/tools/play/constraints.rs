//! The constraints of a text of specifications, to be switched off one by one.
//!
//! In: `( a ∧ b ∧ c )`, of which the second is off. Out: `( a     ∧ c )`. All other text stays in its place,
//! so that places in the result are places in the text.

use lang::candl::ast::{FormulaKind, Span, each_formula};
use lang::candl::lexer::{Token, TokenKind, lex};
use lang::candl::parser::parse;
use serde_json::{Value, json};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

/// The number of characters after which a constraint's text is cut.
const MOST_TEXT: usize = 100;

/// A part of a conjunction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// The index of its conjunction, and its index in that.
    conjunction: usize,
    ordinal: usize,
    /// The span as parsed, without surrounding parentheses.
    span: Span,
    /// The number of parts that contain it.
    depth: usize,
}

/// The parts of a conjunction, with the text between them.
struct Conjunction {
    /// The byte range of each part: from the operator or parenthesis before it to the next one.
    segments: Vec<(usize, usize)>,
}

/// A text split into its constraints.
struct Constraints {
    sources: Sources,
    conjunctions: Vec<Conjunction>,
    /// The parts in the order of the text.
    parts: Vec<Part>,
    /// The name of each specification, and the number of parts before it.
    specifications: Vec<(String, usize)>,
}

impl Constraints {
    fn of(text: &str) -> Constraints {
        let mut sources = Sources::new();
        let file = sources.add("", text);
        let parsed = parse(&sources, file, &mut Diagnostics::new());
        let tokens = lex(file, sources.file(file).text(), &mut Diagnostics::new()).tokens;
        let (mut conjunctions, mut parts, mut specifications) = (Vec::new(), Vec::new(), Vec::new());
        for specification in parsed.file.specifications.iter().filter(|s| s.complete) {
            specifications.push((specification.name.text.clone(), parts.len()));
            let first = parts.len();
            each_formula(&specification.formula, true, &mut |formula| {
                let FormulaKind::And(all) = &formula.kind else { return };
                let spans: Vec<Span> = all.iter().map(|part| part.span).collect();
                let Some(segments) = segments(formula.span, &spans, &tokens) else { return };
                let conjunction = conjunctions.len();
                conjunctions.push(Conjunction { segments });
                let part = |(ordinal, span)| Part { conjunction, ordinal, span, depth: 0 };
                parts.extend(spans.into_iter().enumerate().map(part));
            });
            nest(&mut parts[first..]);
        }
        Constraints { sources, conjunctions, parts, specifications }
    }

    fn text(&self) -> &str {
        self.sources.file(0).text()
    }
}

/// Sorts parts into the order of the text, and sets the depth of each.
fn nest(parts: &mut [Part]) {
    parts.sort_by_key(|part| (part.span.start, u32::MAX - part.span.end));
    let mut around: Vec<u32> = Vec::new();
    for part in parts {
        while around.last().is_some_and(|end| *end < part.span.end) {
            around.pop();
        }
        part.depth = around.len();
        around.push(part.span.end);
    }
}

/// The byte ranges of the parts of a conjunction, parentheses and comments included. `None` if the operators
/// are not found.
fn segments(whole: Span, parts: &[Span], tokens: &[Token]) -> Option<Vec<(usize, usize)>> {
    let mut segments = Vec::new();
    let mut start = whole.start as usize + 1;
    for two in parts.windows(2) {
        let behind = tokens.partition_point(|token| token.span.start < two[0].end);
        let between = tokens[behind..].iter().take_while(|token| token.span.end <= two[1].start);
        let is_operator = |token: &&Token| matches!(token.kind, TokenKind::And | TokenKind::Word);
        let operator = between.filter(is_operator).last()?;
        segments.push((start, operator.span.start as usize));
        start = operator.span.end as usize;
    }
    segments.push((start, (whole.end as usize).checked_sub(1)?));
    Some(segments)
}

/// The constraints by specification, as data for the page.
pub(super) fn listed(text: &str) -> Value {
    let constraints = Constraints::of(text);
    let entry = |(number, part): (usize, &Part)| {
        let (start, end) = (constraints.sources.start(part.span), constraints.sources.end(part.span));
        json!({
            "number": number,
            "depth": part.depth,
            "text": shortened(constraints.sources.text(part.span)),
            "line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column,
        })
    };
    let ends = constraints.specifications.iter().skip(1).map(|(_, first)| *first);
    let ends = ends.chain([constraints.parts.len()]);
    let of_each = constraints.specifications.iter().zip(ends).map(|((name, first), end)| {
        let own = constraints.parts.iter().enumerate().take(end).skip(*first);
        json!({ "name": name, "constraints": own.map(entry).collect::<Vec<Value>>() })
    });
    Value::Array(of_each.collect())
}

/// The text of a span, on one line.
fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MOST_TEXT) {
        None => text,
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
    }
}

/// The text with constraints blanked out, by their numbers.
///
/// # Errors
///
/// If nothing would be left of a conjunction, or a number belongs to no constraint.
pub(super) fn relaxed(text: &str, off: &[usize]) -> Result<String, String> {
    let constraints = Constraints::of(text);
    let mut is_off: Vec<Vec<bool>> =
        constraints.conjunctions.iter().map(|c| vec![false; c.segments.len()]).collect();
    for number in off {
        let part = constraints.parts.get(*number);
        let part = part.ok_or_else(|| format!("there is no constraint {number}; the text has changed"))?;
        is_off[part.conjunction][part.ordinal] = true;
    }
    let mut blanked: Vec<u8> = constraints.text().bytes().map(|_| 0).collect();
    for (conjunction, off) in constraints.conjunctions.iter().zip(&is_off) {
        if off.iter().all(|off| *off) {
            return Err(
                "nothing would be left of a conjunction: switch off the constraint around it".to_owned()
            );
        }
        let first_on = off.iter().position(|off| !off).unwrap_or_default();
        for (at, (start, end)) in conjunction.segments.iter().enumerate().filter(|(at, _)| off[*at]) {
            // The operator before the part goes too, or the one after it if no enabled part comes before.
            let (start, end) = match at < first_on {
                true => (*start, conjunction.segments[at + 1].0),
                false => (conjunction.segments[at - 1].1, *end),
            };
            blanked[start..end].fill(1);
        }
    }
    let chars = constraints.text().char_indices();
    Ok(chars.map(|(at, c)| if blanked[at] == 1 && c != '\n' { ' ' } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::BUILTIN;

    fn check(text: &str, off: &[usize], expect: &str) {
        assert_eq!(relaxed(text, off).expect("it can be relaxed"), expect);
    }

    #[test]
    fn parts_are_blanked_in_place() {
        let text = "Constraint A ( x{a} ∧ (y{a}) and ( z{a} ∨ ( p{a} && q{a})) ) End";
        let text = text.replace("x{a}", "opcode{x} = add").replace("y{a}", "opcode{y} = add");
        let text = text.replace("z{a}", "opcode{z} = add").replace("p{a}", "opcode{p} = add");
        let text = text.replace("q{a}", "opcode{q} = add");
        check(&text, &[], &text);
        let blank = |what: &str| text.replace(what, &" ".repeat(what.chars().count()));
        check(&text, &[0], &blank(" opcode{x} = add ∧"));
        check(&text, &[1], &blank("∧ (opcode{y} = add) "));
        check(&text, &[2], &blank("and ( opcode{z} = add ∨ ( opcode{p} = add && opcode{q} = add)) "));
        check(&text, &[0, 1], &blank(" opcode{x} = add ∧ (opcode{y} = add) and"));
        check(&text, &[0, 2].map(|n| n), &{
            let once = blank(" opcode{x} = add ∧");
            let what = "and ( opcode{z} = add ∨ ( opcode{p} = add && opcode{q} = add)) ";
            once.replace(what, &" ".repeat(what.chars().count()))
        });
        check(&text, &[3], &blank(" opcode{p} = add &&"));
        check(&text, &[4], &blank("&& opcode{q} = add"));
        assert!(relaxed(&text, &[3, 4]).is_err());
        assert!(relaxed(&text, &[0, 1, 2]).is_err());
        assert!(relaxed(&text, &[5]).is_err());
    }

    #[test]
    fn parts_are_listed_as_they_nest() {
        let text = "Constraint A\n( opcode{x} = add\n∧ none {y} ( opcode{y} = mul ∧ {y} ∈ {x}.args))\nEnd\nConstraint B opcode{x} = add End\n";
        let listed = listed(text);
        let rows: Vec<(u64, u64, &str)> = listed[0]["constraints"]
            .as_array()
            .expect("constraints")
            .iter()
            .map(|c| {
                let number = |field: &str| c[field].as_u64().expect("a number");
                (number("line"), number("depth"), c["text"].as_str().expect("a text"))
            })
            .collect();
        assert_eq!(rows[0], (2, 0, "opcode{x} = add"));
        assert_eq!((rows[1].0, rows[1].1), (3, 0));
        assert_eq!(rows[2], (3, 1, "opcode{y} = mul"));
        assert_eq!(rows[3], (3, 1, "{y} ∈ {x}.args"));
        assert_eq!(listed[1]["constraints"].as_array().map(Vec::len), Some(0));
    }

    /// Each constraint of every built-in specification is switched off by itself: the rest still parses, has
    /// one part less, and keeps its places.
    #[test]
    fn what_is_left_of_the_library_parses() {
        for (name, text) in BUILTIN {
            let constraints = Constraints::of(text);
            let total = constraints.parts.len();
            // Every fifth constraint is enough, and saves time.
            for number in (0..total).step_by(5) {
                let relaxed = relaxed(text, &[number]).expect("it can be relaxed");
                let mut sources = Sources::new();
                let file = sources.add(*name, &*relaxed);
                let mut diagnostics = Diagnostics::new();
                let parsed = parse(&sources, file, &mut diagnostics);
                assert!(!diagnostics.has_errors(), "{name}: {number}");
                assert_eq!(parsed.file.specifications.len(), constraints.specifications.len());
                assert_eq!(relaxed.chars().count(), text.chars().count());
                let at = constraints.parts[number].span;
                assert!(
                    relaxed.lines().zip(text.lines()).all(|(a, b)| a.chars().count() == b.chars().count())
                );
                assert!(Constraints::of(&relaxed).parts.len() < total, "{name}: {at:?}");
            }
        }
    }
}
