//! Warnings about variables that only one constraint mentions: probably misspelt, or undefined fields.
//!
//! ```text
//! ( opcode{product} = fmul ∧ {x} ∈ {product}.args ∧ {y} ∈ {prodcut}.args )
//!     =>   W0505: did you mean `product`?
//! ```

use super::super::atom_table::AtomKind;
use super::super::core::{CoreFormula, Part, Span, VarName};
use super::super::scope_names::{NameSets, Names, is_family};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;

/// The most names of a specification that is searched for misspelt ones.
const MAX_NAMES: usize = 1_000;

/// The fewest letters of names that are compared: shorter names are similar by chance.
const MIN_LETTERS: usize = 3;

/// The fewest letters if both names occur once: shorter ones are similar by chance.
const LONG_NAME: usize = 5;

/// The note on a variable that occurs once.
const RESTRICTS_NOTHING: &str = "a variable that nothing else mentions restricts nothing else";

/// Warns of variables that only one constraint mentions and whose name is similar to another one.
pub(super) fn used_once(
    formula: &CoreFormula,
    names: &NameSets,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let all = names.formula(formula);
    if all.len() > MAX_NAMES {
        return;
    }
    let mut uses = NameUses::default();
    uses.gather(formula, names);
    for (name, (span, is_once)) in &uses.found {
        let Some(span) = span.filter(|_| *is_once) else { continue };
        // Patterns define some names, such as `i.loop`, which are not in the text and cannot be misspelt.
        let text = sources.text(span);
        if name.0.iter().any(|part| matches!(part, Part::Field(word) if !text.contains(&**word))) {
            continue;
        }
        // Arrays of a building block are described by its includers.
        let no_field = no_such_stride(name, span, &uses).or_else(|| no_such_field(name, span, &uses));
        let no_field = no_field.filter(|_| uses.describe_something());
        if let Some(diagnostic) = no_field {
            diagnostics.push(diagnostic);
        } else if let Some(near) = nearest(name, &all, &uses) {
            let message = format!("`{name}` stands here alone; did you mean `{near}`?");
            let diagnostic = Diagnostic::new(Code::UsedOnce, span, message)
                .with_suggestion(name.to_string(), near.to_string());
            diagnostics.push(diagnostic.note(RESTRICTS_NOTHING));
        }
    }
}

/// Reports a stride of an array that no element has.
fn no_such_stride(name: &VarName, span: Span, uses: &NameUses) -> Option<Diagnostic> {
    let is_stride = |part: &Part| matches!(part, Part::Field(word) if &**word == "stride");
    let array = match name.0.as_slice() {
        [array @ .., stride, Part::Number(_)] | [array @ .., stride] if is_stride(stride) => array,
        _ => return None,
    };
    let below = |parts: &[Part]| uses.found.contains_key(&VarName([array, parts].concat()));
    if array.is_empty() || !below(&[Part::Field("size".into())]) {
        return None;
    }
    let stride = |k: u32| [Part::Field("stride".into()), Part::Number(k)];
    let strides: Vec<String> = (0..u32::MAX)
        .take_while(|k| below(&stride(*k)) && VarName([array, &stride(*k)].concat()) != *name)
        .map(|k| format!("`{}`", VarName([array, &stride(k)].concat())))
        .collect();
    let message = format!("`{name}` stands here alone, and is the stride of no subscript");
    let diagnostic = Diagnostic::new(Code::UsedOnce, span, message).note(RESTRICTS_NOTHING);
    Some(match strides.is_empty() {
        true => diagnostic,
        false => diagnostic.help(format!("`{}` has {}", VarName(array.to_vec()), strides.join(", "))),
    })
}

/// Reports a field that an array, counter or reduction does not have; such a variable would equal anything it
/// is compared with.
fn no_such_field(name: &VarName, span: Span, uses: &NameUses) -> Option<Diagnostic> {
    let owner = match name.0.as_slice() {
        [owner @ .., Part::Field(_), Part::Number(_)] | [owner @ .., Part::Field(_)] => owner,
        _ => return None,
    };
    let below = |field: &str| VarName([owner, &[Part::Field(field.into())]].concat());
    let has = |field: &str| uses.found.contains_key(&below(field));
    let is_reduction = ["init", "next", "out"].iter().all(|field| has(field) && below(field) != *name);
    let is_index = has("loop") && !is_reduction;
    let is_count = is_index && name.0.last() == Some(&Part::Field("count".into()));
    let is_intended = is_reduction || (has("size") || is_index) && uses.compared.contains(name);
    if owner.is_empty() || is_count || !is_intended {
        return None;
    }
    let is_other = |other: &&VarName| *other != name && !is_family(other) && other.0.starts_with(owner);
    let fields =
        uses.found.keys().filter(is_other).filter(|other| (1..=2).contains(&(other.0.len() - owner.len())));
    let is_own = |other: &&VarName| {
        !other.0.iter().any(|part| matches!(part, Part::Hidden(_)))
            && (!is_reduction || other.0.len() == owner.len() + 1)
    };
    let mut fields: Vec<String> = fields.filter(is_own).map(ToString::to_string).collect();
    if is_reduction {
        let begin = below("loop").join(&[Part::Field("begin".into())]);
        fields.push(if below("loop") == *name { begin } else { below("loop") }.to_string());
    }
    if is_index {
        fields.push(VarName([owner, &[Part::Field("count".into())]].concat()).to_string());
    }
    let text = name.to_string();
    let near = fields.iter().min_by_key(|field| strsim::damerau_levenshtein(field, &text));
    let near = near.filter(|field| strsim::damerau_levenshtein(field, &text) <= 2);
    let near = near.map(|near| format!("; did you mean `{near}`?")).zip(near);
    let advice = near.as_ref().map_or("", |(text, _)| text);
    let message =
        format!("`{name}` stands here alone, and is no field of `{}`{advice}", VarName(owner.to_vec()));
    let diagnostic = Diagnostic::new(Code::UsedOnce, span, message).note(RESTRICTS_NOTHING);
    Some(match near {
        Some((_, near)) => diagnostic.with_suggestion(text, near.clone()),
        None if fields.is_empty() => diagnostic,
        None => diagnostic.help(format!("there are `{}`", fields.join("`, `"))),
    })
}

/// The places where names stand.
#[derive(Default)]
struct NameUses {
    /// The names that are compared with a term or a variable.
    compared: FxHashSet<VarName>,
    /// For each name, the atom that mentions it (if the first mention is an atom's), and whether that is the
    /// only one.
    found: IndexMap<VarName, (Option<Span>, bool), FxBuildHasher>,
}

impl NameUses {
    fn gather(&mut self, formula: &CoreFormula, names: &NameSets) {
        match formula {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => {
                parts.iter().for_each(|part| self.gather(part, names))
            }
            CoreFormula::Atom(atom, span) => {
                use AtomKind::{AtMost, Equal, LessThan, Number, Unused};
                if matches!(atom.relation.kind, Number | Equal | LessThan | AtMost | Unused) {
                    self.compared.extend(atom.variables.iter().cloned());
                }
                atom.variables.iter().for_each(|name| self.add(name, Some(*span)));
            }
            CoreFormula::Include(_) => names.formula(formula).iter().for_each(|name| self.add(name, None)),
            CoreFormula::Collect(collect) => {
                self.gather(&collect.body, names);
                names.formula(formula).iter().for_each(|name| self.add(name, None));
            }
            CoreFormula::Quantified(quantified) => self.gather(&quantified.body, names),
            CoreFormula::Hidden(hidden) => self.gather(&hidden.body, names),
        }
    }

    /// Whether an array, a counter or a reduction is described: some field occurs beside its owner.
    fn describe_something(&self) -> bool {
        self.found.keys().any(|name| match name.0.as_slice() {
            [owner @ .., Part::Field(field)] => {
                !owner.is_empty()
                    && matches!(&**field, "size" | "loop" | "next")
                    && self.found.contains_key(&VarName(owner.to_vec()))
            }
            _ => false,
        })
    }

    fn add(&mut self, name: &VarName, span: Option<Span>) {
        let first = self.found.entry(name.clone()).or_insert((span, true));
        first.1 &= span.is_some() && first.0 == span;
    }
}

/// The parts of two names without their common prefix and suffix. Numbers in brackets count as equal.
fn without_common_ends<'n>(one: &'n VarName, other: &'n VarName) -> (&'n [Part], &'n [Part]) {
    let (mut one, mut other) = (&one.0[..], &other.0[..]);
    let is_same = |a: &Part, b: &Part| a == b || matches!((a, b), (Part::Number(_), Part::Number(_)));
    while let ([a, rest @ ..], [b, of_other @ ..]) = (one, other)
        && is_same(a, b)
    {
        (one, other) = (rest, of_other);
    }
    while let ([rest @ .., a], [of_other @ .., b]) = (one, other)
        && is_same(a, b)
    {
        (one, other) = (rest, of_other);
    }
    (one, other)
}

/// A similar name that occurs several times and differs in one or two letters.
fn nearest(name: &VarName, all: &Names, uses: &NameUses) -> Option<String> {
    let is_plain = |name: &VarName| {
        let is_named = |part: &Part| matches!(part, Part::Field(_) | Part::Number(_) | Part::Local(_));
        !is_family(name) && name.0.iter().all(is_named)
    };
    if !is_plain(name) {
        return None;
    }
    let letters =
        |parts: &[Part]| VarName(parts.into()).to_string().replace(|c: char| c.is_ascii_digit(), "");
    let is_near = |other: &&VarName| {
        // `A.stride` and `C.stride` are compared as `A` and `C`.
        let (own, theirs) = without_common_ends(name, other);
        let (own, theirs) = (letters(own), letters(theirs));
        let least = own.len().min(theirs.len());
        let allowed = (least / MIN_LETTERS).min(2);
        let is_part = own.starts_with(theirs.as_str()) || theirs.starts_with(own.as_str());
        theirs != own
            && !is_part
            && own.len().abs_diff(theirs.len()) <= allowed
            && strsim::damerau_levenshtein(&own, &theirs) <= allowed
    };
    let is_used = |other: &&VarName| uses.found.get(*other).is_none_or(|(_, is_once)| !is_once);
    let near = all.iter().filter(|other| is_plain(other)).filter(is_used).find(is_near);
    near.or_else(|| twin(name, uses).filter(|other| is_plain(other))).map(ToString::to_string)
}

/// A longer name that occurs once as well, earlier, and differs by one slip: one letter replaced, doubled or
/// missing, or two swapped. The first letter is assumed correct.
fn twin<'n>(name: &VarName, uses: &'n NameUses) -> Option<&'n VarName> {
    let word = |name: &VarName| match name.0.as_slice() {
        [Part::Field(word)] if word.len() >= LONG_NAME => Some(word.to_string()),
        _ => None,
    };
    let own = word(name)?;
    let is_slip = |other: &&VarName| {
        word(other).is_some_and(|other| {
            let is_part = own.starts_with(&other) || other.starts_with(&own);
            // Names of a series differ in a digit or in the last letter.
            let is_of_row = own.contains(|c: char| c.is_ascii_digit())
                || own[own.len() - 1..] != other[other.len() - 1..];
            other[..1] == own[..1] && !is_part && !is_of_row && strsim::damerau_levenshtein(&own, &other) == 1
        })
    };
    uses.found.keys().take_while(|other| *other != name).find(is_slip)
}
