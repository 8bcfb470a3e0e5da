//! Detection of rules that undo each other: the rules are applied, as by the pass, to the sources of the
//! rules of each suspected cycle.
//!
//! In: `add x, C => sub x, -C` and its converse. Out: an error that names both, with the code that returns to
//! its earlier form. Examples run through extraction, a round of the rules and commit, like any function, so
//! that priorities and preconditions apply as in the pass. Registers become parameters, about which analyses
//! know nothing. If no example of a cycle's rules returns, a solver finds numbers for constants and registers
//! that satisfy the precondition, and the rules are applied to the source with these. A rule that adds more
//! instructions than it removes applies only if the target's costs permit it; its source is tried with usual
//! costs.

use ir::{Flags, Model, Opcode, ValueId};
use llvm::Module;
use proof::rules::applying::{ActiveRules, Host, round};
use proof::rules::diagnostic::{Code, Diagnostic, Diagnostics};
use proof::rules::form::Rule;
use proof::rules::matching::{Net, Symbol};
use proof::rules::prove::numbers;
use proof::rules::termination::{Example, example_with, examples, growing_suspects, suspects};
use proof::rules::verdicts::Verdicts;
use proof::rules::widths::typings;
use proof::semantics::SolverError;
use std::cell::Cell;
use tools::rules::solver::Process;

/// Limit of rewrites of one example; longer cycles are not found.
const MOST_ROUNDS: usize = 12;

/// Limit of bytes of a code's text; longer ones are not compared.
const MOST_TEXT: usize = 2_000;

/// The widths for which the solver finds numbers, and the number of choices of numbers.
const WIDTHS: [u32; 4] = [4, 8, 32, 64];
const MOST_CHOICES: usize = 4;

/// The limit of one solver query for numbers, in z3's units of work.
const RLIMIT: u64 = 6_000_000;

/// Limits of examples that rules are applied to, and of rules whose preconditions go to the solver.
const MOST_EXAMPLES: usize = 20_000;
const MOST_QUERIED: usize = 200;

/// Reports every rule whose source returns to itself. Returns a note if the check is incomplete, for example
/// for want of a solver.
pub(in crate::cli) fn check(rules: &[Rule], diagnostics: &mut Diagnostics) -> Option<String> {
    let (components, growing) = (suspects(rules), growing_suspects(rules));
    if components.is_empty() && growing.is_empty() {
        return None;
    }
    let mut solver = Process::new("z3", RLIMIT);
    let runner = Runner::new(rules);
    let (mut reported, mut open): (Vec<Vec<usize>>, Option<usize>) = (Vec::new(), None);
    for component in components {
        let mut cycles: Vec<Cycle> = component
            .iter()
            .filter_map(|at| runner.plainest(&Target::Unknown, || examples(&rules[*at])))
            .collect();
        if cycles.is_empty() {
            let queried = open.get_or_insert_default();
            let Ok(solver) = solver.as_mut() else { continue };
            let few = component.iter().take(MOST_QUERIED.saturating_sub(*queried));
            *queried += component.len();
            let found =
                few.filter_map(|at| runner.plainest(&Target::Unknown, || solved(&rules[*at], solver)));
            cycles = found.collect();
        }
        cycles.iter().for_each(|cycle| report(rules, cycle, &Target::Unknown, &mut reported, diagnostics));
    }
    for at in growing {
        if let Some(cycle) = runner.plainest(&Target::Usual, || examples(&rules[at])) {
            report(rules, &cycle, &Target::Usual, &mut reported, diagnostics);
        }
    }
    let without_solver = solver.err().filter(|_| open.is_some()).map(|error: SolverError| {
        format!("rules that undo each other are looked for with small numbers alone: {error}")
    });
    let is_cut = runner.left.get() == 0 || open.is_some_and(|queried| queried > MOST_QUERIED);
    let cut = || "rules that may undo each other are many, and not all of them are tried".to_owned();
    without_solver.or_else(|| is_cut.then(cut))
}

/// Reports a cycle, unless a cycle of the same rules was reported.
fn report(
    rules: &[Rule],
    cycle: &Cycle,
    target: &Target,
    reported: &mut Vec<Vec<usize>>,
    diagnostics: &mut Diagnostics,
) {
    let mut among = cycle.rules.clone();
    among.sort_unstable();
    among.dedup();
    if !reported.contains(&among) {
        let diagnostic = diagnose(rules, cycle);
        diagnostics.push(match target {
            Target::Unknown => diagnostic,
            Target::Usual => diagnostic.note(USUAL),
        });
        reported.push(among);
    }
}

/// Examples of a rule's source with numbers that satisfy its precondition.
fn solved(rule: &Rule, solver: &mut Process) -> Vec<Example> {
    let mut examples = Vec::new();
    for width in WIDTHS {
        let Some(typing) = typings(rule, &[width], &[width]).into_iter().next() else { continue };
        // Malformed answers of the solver are ignored.
        let Ok(choices) = numbers(rule, &typing, solver, MOST_CHOICES) else { continue };
        examples.extend(choices.iter().filter_map(|choice| example_with(rule, &typing, choice)));
    }
    examples
}

/// Applies rules to a limited number of examples.
struct Runner {
    rules: ActiveRules,
    net: Net,
    left: Cell<usize>,
}

impl Runner {
    fn new(rules: &[Rule]) -> Runner {
        let verdicts = vec![Verdicts::default(); rules.len()];
        let rules = ActiveRules::new(rules.to_vec(), verdicts, true);
        Runner { net: Net::of_all(rules.set()), rules, left: Cell::new(MOST_EXAMPLES) }
    }

    /// The cycle of an example with different constants that returns to itself, or else any cycle.
    fn plainest(&self, target: &Target, examples: impl FnOnce() -> Vec<Example>) -> Option<Cycle> {
        if self.left.get() == 0 {
            return None;
        }
        let mut any = None;
        for example in examples() {
            if self.left.get() == 0 {
                break;
            }
            self.left.set(self.left.get() - 1);
            let Some(cycle) = self.cycle(target, &example) else { continue };
            if cycle.is_whole && example.has_different_constants {
                return Some(cycle);
            }
            any = any.or(Some(cycle));
        }
        any
    }

    /// Applies the rules to an example until nothing matches, or the code returns to an earlier form.
    fn cycle(&self, target: &Target, example: &Example) -> Option<Cycle> {
        let mut module = Module::parse(example.ir.as_bytes(), "example").ok()?;
        let (mut texts, mut applied): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
        for _ in 0..MOST_ROUNDS {
            let (text, plan, rule) = {
                let extraction = module.function("f")?.extract();
                let model = &extraction.model;
                let text = returned(model)?;
                let step = round(&self.rules, &self.net, model, target, (1, false));
                (text, step.plan, step.applied.first().map(|it| it.rule.index()))
            };
            if let Some(first) = texts.iter().position(|known| *known == text) {
                texts.push(text);
                let widths = example.widths.clone();
                let (rules, texts) = (applied.split_off(first), texts.split_off(first));
                return Some(Cycle { is_whole: first == 0, rules, texts, widths });
            }
            texts.push(text);
            applied.push(rule?);
            module.commit("f", &plan)?.ok()?;
        }
        None
    }
}

/// A sequence of rewrites after which code is as it was before.
struct Cycle {
    /// Whether the cycle begins with the example itself.
    is_whole: bool,
    /// The applied rules, in order.
    rules: Vec<usize>,
    /// The code before each rewrite, and at the end the first code again.
    texts: Vec<String>,
    widths: String,
}

/// The target whose costs decide about rewrites that add more instructions than they remove.
enum Target {
    /// A target without costs, which permits no such rewrites.
    Unknown,
    /// A target on which products and quotients cost more than all other instructions, as on most targets.
    Usual,
}

const USUAL: &str = "where a target's costs are 1, of products 4 and of quotients and remainders 20";

impl Host for Target {
    fn cost(&self, opcode: Opcode, _: ValueId) -> Option<u64> {
        match (self, opcode) {
            (Target::Unknown, _) => None,
            (Target::Usual, Opcode::Mul) => Some(4),
            (Target::Usual, Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem) => Some(20),
            (Target::Usual, _) => Some(1),
        }
    }

    fn is_defined(&self, _: ValueId) -> bool {
        true
    }
}

/// The result of a function of one block, as an expression; `None` if the text is too long.
fn returned(model: &Model) -> Option<String> {
    let last = model.instructions().last()?;
    let mut text = String::new();
    spell(model, model.operand(last, 0)?, &mut text).then_some(text)
}

/// Spells a value, operands in parentheses. False once the text is too long, which also bounds the depth.
fn spell(model: &Model, value: ValueId, text: &mut String) -> bool {
    if text.len() > MOST_TEXT {
        return false;
    }
    let Some(opcode) = model.opcode(value) else {
        match model.constant(value).and_then(|constant| constant.signed()) {
            Some(number) => text.push_str(&number.to_string()),
            None => text.push_str(&format!("%{}", model.name(value))),
        }
        return true;
    };
    let operands: Vec<ValueId> = model.operands(value).iter().map(|operand| operand.to).collect();
    let (word, operands) = match model.predicate(value) {
        _ if opcode == Opcode::Call => match model.global(operands[0]) {
            Some(callee) => (callee.canonical.trim_start_matches("llvm.").to_owned(), &operands[1..]),
            None => (opcode.name().to_owned(), &operands[..]),
        },
        Some(predicate) => (format!("icmp {}", predicate.name()), &operands[..]),
        None => (Symbol::Instruction(opcode).word().to_owned(), &operands[..]),
    };
    text.push_str(&word);
    // Flags are part of the form: a rule that adds some makes other code.
    for (_, flag) in Flags::NAMED.iter().filter(|(flag, _)| model.flags(value).contains(*flag)) {
        text.push_str(&format!(" {flag}"));
    }
    text.push('(');
    for (at, operand) in operands.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        if !spell(model, *operand, text) {
            return false;
        }
    }
    text.push(')');
    true
}

fn diagnose(rules: &[Rule], cycle: &Cycle) -> Diagnostic {
    let first = &rules[cycle.rules[0]];
    let mut titles: Vec<String> = cycle.rules.iter().map(|at| rules[*at].title()).collect();
    titles.dedup();
    let message = match titles.as_slice() {
        [one] => format!("{one} undoes itself at {}", cycle.widths),
        several => format!("{} undo each other at {}", several.join(" and "), cycle.widths),
    };
    let mut diagnostic = Diagnostic::new(Code::Cycle, first.span, message).note(cycle.texts.join(" → "));
    for at in &cycle.rules[1..] {
        let span = rules[*at].span;
        if span != first.span {
            diagnostic = diagnostic.also(span, "this one");
        }
    }
    diagnostic.help("a precondition that excludes these constants, or a rule that comes before")
}
