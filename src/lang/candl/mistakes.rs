//! Warnings about constraints that never hold together, and about names that look misspelt: specifications
//! that are accepted but find nothing, or too much.
//!
//! The checks cover the conjunctions of the user's unrolled specifications; of included ones only the facts
//! that `facts.rs` gathers are known.
//!
//! ```text
//! ( opcode{x} = fadd ∧ {y} = {x}.args[2] )   =>   W0504: an instruction `fadd` has no argument 2
//! ```

mod names;

use super::atom_table::AtomKind;
use super::core::{CoreAtom, CoreFormula, Part, Program, Span, VarName};
use super::facts::{Included, VariableFact, facts, flatten};
use super::scope_names::NameSets;
use super::vocabulary::{Vocabulary, WordKind};
use names::used_once;
use rustc_hash::{FxHashMap, FxHashSet};
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;

/// The number of names per instance beyond which the checks on names are skipped.
const MAX_WORK: usize = 20_000;

/// Warns of the mistakes in all instances of the user's specifications.
pub(super) fn check(
    program: &Program,
    sources: &Sources,
    vocabulary: &dyn Vocabulary,
    diagnostics: &mut Diagnostics,
) {
    let own = |span: Span| !sources.file(span.file).is_builtin();
    let names = if has_few_names(program) { NameSets::of(program).ok() } else { None };
    let included = Included::of(program);
    for instance in program.instances.iter().filter(|instance| own(instance.span)) {
        let (known, terms, order) = (FxHashMap::default(), FxHashSet::default(), Vec::new());
        MistakeFinder { vocabulary, diagnostics, included: &included, known, terms, order }
            .conjunction(&[&instance.formula]);
        if let Some(names) = &names {
            used_once(&instance.formula, names, sources, diagnostics);
        }
    }
}

/// Whether all instances have few enough names for the checks on names.
fn has_few_names(program: &Program) -> bool {
    let mut known: Vec<usize> = Vec::new();
    for instance in &program.instances {
        known.push(name_bound(&instance.formula, &known));
    }
    known.iter().all(|count| *count <= MAX_WORK)
}

/// An upper bound on the number of names of a formula; `known` has the bounds of earlier instances.
fn name_bound(formula: &CoreFormula, known: &[usize]) -> usize {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter().fold(0, |sum, part| sum.saturating_add(name_bound(part, known)))
        }
        CoreFormula::Atom(atom, _) => atom.variables.len(),
        CoreFormula::Include(include) => known.get(include.instance.index()).copied().unwrap_or(usize::MAX),
        CoreFormula::Collect(collect) => {
            name_bound(&collect.body, known).saturating_mul(collect.limit as usize + 1)
        }
        CoreFormula::Quantified(quantified) => name_bound(&quantified.body, known),
        CoreFormula::Hidden(hidden) => name_bound(&hidden.body, known),
    }
}

struct MistakeFinder<'a> {
    vocabulary: &'a dyn Vocabulary,
    diagnostics: &'a mut Diagnostics,
    included: &'a Included,
    /// The facts known here, by variable.
    known: FxHashMap<VarName, Vec<VariableFact>>,
    /// The variables known to hold terms so far.
    terms: FxHashSet<VarName>,
    /// The variables of the facts, in the order in which they were met.
    order: Vec<VarName>,
}

impl MistakeFinder<'_> {
    /// Checks the parts of a conjunction, with the facts of each part known to all others.
    fn conjunction(&mut self, parts: &[&CoreFormula]) {
        let before = self.order.len();
        let mut flat: Vec<&CoreFormula> = Vec::new();
        parts.iter().for_each(|part| flatten(part, &mut flat));
        for fact in flat.iter().flat_map(|part| facts(part, self.included)) {
            self.know(fact);
        }
        for part in flat {
            match part {
                CoreFormula::Atom(atom, span) => self.atom(atom, *span),
                // Individual spellings of a pattern, or words of a set, may well be ruled out.
                CoreFormula::Or(_) if is_one_constraint(part) => {}
                CoreFormula::Or(branches) => branches.iter().for_each(|branch| self.conjunction(&[branch])),
                CoreFormula::Collect(collect) => self.conjunction(&[&collect.body]),
                CoreFormula::Quantified(quantified) => self.conjunction(&[&quantified.body]),
                CoreFormula::Hidden(hidden) => self.conjunction(&[&hidden.body]),
                CoreFormula::And(_) | CoreFormula::Include(_) => {}
            }
        }
        for name in self.order.drain(before..) {
            self.known.entry(name).and_modify(|facts| {
                facts.pop();
            });
        }
    }

    fn known(&self, name: &VarName, kind: AtomKind) -> Option<&VariableFact> {
        self.known.get(name)?.iter().find(|fact| fact.kind == kind)
    }

    /// Records a fact, and reports two opcodes of one value that no instruction has both.
    fn know(&mut self, fact: VariableFact) {
        self.other_predicate(&fact);
        self.other_type(&fact);
        let first = self.known(&fact.name, fact.kind).filter(|_| fact.kind == AtomKind::Opcode);
        let meet = |a: &String| fact.words.iter().any(|b| self.vocabulary.can_be_both(a, b));
        if let Some(first) = first.filter(|first| first.span != fact.span && !first.words.iter().any(meet)) {
            let message = format!(
                "`{}` cannot be `{}` and `{}`",
                fact.name,
                first.words.join("` or `"),
                fact.words.join("` or `")
            );
            let diagnostic =
                Diagnostic::new(Code::NeverHolds, fact.span, message).also(first.span, "the other opcode");
            self.diagnostics.push(match (first.words.as_slice(), fact.words.as_slice()) {
                ([_], [_]) => diagnostic.help("alternatives are written `opcode{x} ∈ {add, sub}`"),
                _ => diagnostic,
            });
        }
        self.order.push(fact.name.clone());
        self.known.entry(fact.name.clone()).or_default().push(fact);
    }

    /// Reports a type that the results of the value's opcode cannot have.
    fn other_type(&mut self, fact: &VariableFact) {
        let other = match fact.kind {
            AtomKind::Opcode => self.known(&fact.name, AtomKind::DataType),
            AtomKind::DataType => self.known(&fact.name, AtomKind::Opcode),
            _ => None,
        };
        let Some(other) = other.filter(|other| other.span != fact.span) else { return };
        let (opcode, ty) = if fact.kind == AtomKind::Opcode { (fact, other) } else { (other, fact) };
        let can = |ty: &String| opcode.words.iter().any(|word| self.vocabulary.can_have_type(word, ty));
        if !ty.words.iter().any(can) {
            let (opcodes, types) = (opcode.words.join("` or `"), ty.words.join("` or `"));
            let message = format!("no `{opcodes}` has a result of type `{types}`");
            let diagnostic = self.never(fact.span, message, Some(other.span));
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a second predicate of one comparison.
    fn other_predicate(&mut self, fact: &VariableFact) {
        let is_predicate = |fact: &VariableFact| {
            fact.kind == AtomKind::HasFlag && fact.words.iter().all(|word| self.vocabulary.is_predicate(word))
        };
        let facts = self.known.get(&fact.name).into_iter().flatten().filter(|_| is_predicate(fact));
        let excludes = |first: &&VariableFact| {
            is_predicate(first)
                && first.span != fact.span
                && !first.words.iter().any(|word| fact.words.contains(word))
        };
        if let Some(first) = facts.into_iter().find(excludes) {
            let (one, other) = (first.words.join("` or `"), fact.words.join("` or `"));
            let message = format!("`{}` compares by one predicate, not by `{one}` and `{other}`", fact.name);
            let diagnostic = Diagnostic::new(Code::NeverHolds, fact.span, message)
                .also(first.span, "the other predicate")
                .help("alternatives are written `( {x} has flag slt ∨ {x} has flag ult )`");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a cast required to be an argument: arguments are looked up behind casts.
    fn cast(&mut self, x: &VarName, span: Span) {
        let Some(fact) = self.known(x, AtomKind::Opcode) else { return };
        if fact.words.iter().all(|word| self.vocabulary.is_skipped_cast(word)) {
            let reason = Some(fact.span);
            let message = format!(
                "`{x}` is a `{}`, and no argument: casts are looked through",
                fact.words.join("` or `")
            );
            let diagnostic = self.never(span, message, reason);
            self.diagnostics
                .push(diagnostic.help("`.operands[n]` and `∈ {y}.operands` are the exact operands"));
        }
    }

    fn never(&mut self, span: Span, message: String, reason: Option<Span>) -> Diagnostic {
        let diagnostic = Diagnostic::new(Code::NeverHolds, span, message);
        match reason.filter(|reason| *reason != span) {
            Some(reason) => diagnostic.also(reason, "by this"),
            None => diagnostic,
        }
    }

    fn atom(&mut self, atom: &CoreAtom, span: Span) {
        for name in &atom.variables {
            self.list_in_name(name, span);
        }
        match (atom.relation.kind, atom.variables.as_slice()) {
            (AtomKind::ArgNumber | AtomKind::OperandNumber, [x, y]) => {
                let number = atom.relation.number().unwrap_or_default();
                self.argument_of(y, number, span);
                if number == 0 {
                    self.callee(x, y, span);
                }
                if atom.relation.kind == AtomKind::ArgNumber {
                    self.cast(x, span);
                }
            }
            (AtomKind::InArgs, [x, _]) => self.cast(x, span),
            (AtomKind::HasFlag, [x]) => self.flag(atom, x, span),
            (AtomKind::HasAttribute | AtomKind::FunctionName, [x]) => self.function(atom, x, span),
            (AtomKind::Literal | AtomKind::IntegerZero | AtomKind::FloatZero | AtomKind::Null, [x]) => {
                let found =
                    self.known(x, AtomKind::Opcode).map(|fact| (fact.words.join("` or `"), fact.span));
                if let Some((words, reason)) = found {
                    let message = format!("`{x}` is an instruction `{words}`, and so no constant");
                    let diagnostic = self.never(span, message, Some(reason));
                    self.diagnostics.push(diagnostic);
                }
            }
            (AtomKind::Differ, [a, b]) => {
                if self.terms.contains(b) {
                    self.term(a, span);
                } else if self.terms.contains(a) {
                    self.term(b, span);
                }
            }
            (kind, names) => {
                let terms = terms_of(kind, names);
                terms.iter().for_each(|name| self.term(name, span));
                self.terms.extend(terms.iter().cloned());
            }
        }
    }

    /// Reports a term used as a value of the function.
    fn term(&mut self, name: &VarName, span: Span) {
        let Some(fact) = self.known.get(name).and_then(|facts| facts.first()) else { return };
        let is_counter = self.known(name, AtomKind::Counter).is_some();
        let (reason, message) = (
            fact.span,
            format!(
                "`{name}` is a value in the code, and no term: those are numbers that do not change there"
            ),
        );
        let diagnostic = self.never(span, message, Some(reason));
        self.diagnostics.push(diagnostic.help(match is_counter {
            true => format!("`{{{name}.count}}` is how many rounds the loop of a counter has"),
            false => format!(
                "`literal{{{name}}}` is the number that a constant is, `width{{{name}}}` how many bits a value has"
            ),
        }));
    }

    /// Reports `{x.args[0]}`, a plain variable name that was probably meant as a list.
    fn list_in_name(&mut self, name: &VarName, span: Span) {
        let is_list = |part: &Part| matches!(part, Part::Field(word) if ["args", "operands", "successors"].contains(&&**word));
        let lists = name.0.windows(2).any(|pair| is_list(&pair[0]) && matches!(pair[1], Part::Number(_)));
        if lists && !name.0.first().is_some_and(is_list) {
            let message = format!("`{{{name}}}` is a variable of that name, and no argument of anything");
            let diagnostic = Diagnostic::new(Code::ListInName, span, message)
                .help("name the argument by a constraint of its own: `{y} = {x}.args[0]`");
            self.diagnostics.push(diagnostic);
        }
    }

    fn argument_of(&mut self, y: &VarName, number: u32, span: Span) {
        let Some(fact) = self.known(y, AtomKind::Opcode) else { return };
        let count = |word: &String| self.vocabulary.argument_count(word);
        let counts: Option<Vec<u32>> = fact.words.iter().map(count).collect();
        let Some(most) = counts.and_then(|counts| counts.into_iter().max()) else { return };
        if number >= most {
            let words = fact.words.join("` or `");
            let reason = Some(fact.span);
            let message = format!("an instruction `{words}` has no argument {number}");
            let plural = if most == 1 { "" } else { "s" };
            let diagnostic = self.never(span, message, reason);
            self.diagnostics
                .push(diagnostic.note(format!("it has {most} argument{plural}, numbered from 0")));
        }
    }

    /// Reports a callee that is neither a function nor a pointer.
    fn callee(&mut self, x: &VarName, call: &VarName, span: Span) {
        let is_call =
            |fact: &VariableFact| fact.words.iter().all(|word| matches!(word.as_str(), "call" | "invoke"));
        let (Some(callee), Some(_)) = (
            self.known(x, AtomKind::Opcode),
            self.known(call, AtomKind::Opcode).filter(|fact| is_call(fact)),
        ) else {
            return;
        };
        if callee.words.iter().all(|word| self.vocabulary.is_computation(word)) {
            let message = format!("`{x}` is called, and cannot be `{}`", callee.words.join("` or `"));
            let reason = Some(callee.span);
            let diagnostic = self.never(span, message, reason);
            self.diagnostics
                .push(diagnostic.note("argument 0 of a call is what is called; the actual arguments follow"));
        }
    }

    fn flag(&mut self, atom: &CoreAtom, x: &VarName, span: Span) {
        let Some(flag) = atom.relation.symbol() else { return };
        let Some(fact) = self.known(x, AtomKind::Opcode) else { return };
        if fact.words.iter().any(|word| self.vocabulary.can_carry(word, &flag.text)) {
            return;
        }
        let opcodes = self.vocabulary.words(WordKind::Opcode);
        let can = opcodes.iter().filter(|word| self.vocabulary.can_carry(word, &flag.text));
        let can: Vec<String> = can.map(|word| format!("`{word}`")).collect();
        let words = fact.words.join("` or `");
        let reason = Some(fact.span);
        let message = format!("no `{words}` carries the flag `{}`", flag.text);
        let diagnostic = self.never(span, message, reason);
        self.diagnostics.push(diagnostic.note(format!("{} can", can.join(", "))));
    }

    /// Reports names and attributes of values that are neither functions nor globals.
    fn function(&mut self, atom: &CoreAtom, x: &VarName, span: Span) {
        let opcode = self.known(x, AtomKind::Opcode);
        let kind = self.known(x, AtomKind::IrType);
        let is_other = |fact: &&VariableFact| {
            !fact.words.iter().any(|word| matches!(word.as_str(), "preexecution" | "global"))
        };
        let Some(fact) = opcode.or(kind.filter(is_other)) else { return };
        let (words, reason) = (fact.words.join("` or `"), Some(fact.span));
        let is_name = atom.relation.kind == AtomKind::FunctionName;
        let what = if is_name { "names" } else { "attributes" };
        let message = format!("these are the {what} of functions, and `{x}` is `{words}`");
        let diagnostic = self.never(span, message, reason);
        let is_call = words == "call";
        self.diagnostics.push(match is_call {
            true => diagnostic.help(format!("name what is called: `{{callee}} = {{{x}}}.args[0]`")),
            false => diagnostic,
        });
    }
}

/// The variables of an atom that hold terms.
fn terms_of(kind: AtomKind, names: &[VarName]) -> &[VarName] {
    let count = match kind {
        AtomKind::Plus
        | AtomKind::Times
        | AtomKind::PowerOfTwo
        | AtomKind::LessThan
        | AtomKind::AtMost
        | AtomKind::LargerStride => names.len(),
        AtomKind::Least => 2,
        AtomKind::Number
        | AtomKind::LiteralNumber
        | AtomKind::AlwaysNumber
        | AtomKind::LiveCount
        | AtomKind::Width
        | AtomKind::Count
        | AtomKind::ExitCount
        | AtomKind::ProfiledCount
        | AtomKind::Frequency
        | AtomKind::EdgeFrequency
        | AtomKind::Start => 1,
        _ => 0,
    };
    names.get(..count).unwrap_or_default()
}

/// Whether all atoms of a formula have the same place, that is, come from one constraint.
fn is_one_constraint(formula: &CoreFormula) -> bool {
    let mut spans = Vec::new();
    let mut open = vec![formula];
    while let Some(next) = open.pop() {
        match next {
            CoreFormula::And(parts) | CoreFormula::Or(parts) => open.extend(parts),
            CoreFormula::Atom(_, span) => spans.push(*span),
            CoreFormula::Include(include) => spans.push(include.span),
            CoreFormula::Collect(collect) => open.push(&collect.body),
            CoreFormula::Quantified(quantified) => open.push(&quantified.body),
            CoreFormula::Hidden(hidden) => open.push(&hidden.body),
        }
    }
    spans.windows(2).all(|pair| pair[0] == pair[1])
}
