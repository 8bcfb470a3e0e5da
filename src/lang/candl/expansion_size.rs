//! The size of fully expanded instances, computed without expanding them.
//!
//! A search does not need the expansion, since an instance is searched once per binding pattern of its calls.
//! Readers and printers of a specification do, and one that expands to this much is probably a mistake.
//!
//! ```text
//! X0 includes X1 twice, X1 includes X2 twice, …, X29 includes X30 twice   =>   W0410 at X10
//! ```

use super::core::{CoreFormula, InstanceId, Program, Span};
use super::expand::MAX_EXPANSION;
use text::diagnostic::{Code, Diagnostic, Diagnostics};
use text::sources::Sources;

/// Warns of the user's specifications that expand to too much, unless a specification that they include
/// already does.
pub(super) fn check(program: &Program, sources: &Sources, diagnostics: &mut Diagnostics) {
    let sizes = sizes(program);
    let is_large = |id: InstanceId| sizes[id.index()] > MAX_EXPANSION;
    for (instance, size) in program.instances.iter().zip(&sizes) {
        let own = !sources.file(instance.span.file).is_builtin();
        let mut includes = Vec::new();
        gather(&instance.formula, &mut includes);
        if !own || *size <= MAX_EXPANSION || includes.iter().any(|(id, _)| is_large(*id)) {
            continue;
        }
        let largest = includes.iter().rev().max_by_key(|(id, _)| sizes[id.index()]);
        let message = format!("`{instance}` expands to more than {MAX_EXPANSION} formulas and variables");
        let diagnostic =
            Diagnostic::new(Code::LargeExpansion, largest.map_or(instance.span, |(_, span)| *span), message);
        diagnostics.push(match largest {
            Some((id, _)) => {
                let (name, part) = (program.instance(*id), sizes[id.index()]);
                diagnostic
                    .label(format!("{part} of them by this"))
                    .also(instance.span, "in this specification")
                    .help(format!("include `{name}` once: where each level of includes has the next one twice, the last one stands there once for each way to it"))
            }
            None => diagnostic,
        });
    }
}

/// The number of formulas and variables of each instance after expansion.
fn sizes(program: &Program) -> Vec<usize> {
    let mut sizes: Vec<usize> = Vec::new();
    for instance in &program.instances {
        let size = size(&instance.formula, &sizes);
        sizes.push(size);
    }
    sizes
}

fn size(formula: &CoreFormula, known: &[usize]) -> usize {
    let inside = match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => {
            parts.iter().fold(0usize, |sum, part| sum.saturating_add(size(part, known)))
        }
        CoreFormula::Atom(atom, _) => atom.variables.len(),
        CoreFormula::Include(include) => return known[include.instance.index()],
        CoreFormula::Collect(collect) => size(&collect.body, known),
        CoreFormula::Quantified(quantified) => size(&quantified.body, known),
        CoreFormula::Hidden(hidden) => size(&hidden.body, known),
    };
    inside.saturating_add(1)
}

/// The includes in a formula, in the order written.
fn gather(formula: &CoreFormula, out: &mut Vec<(InstanceId, Span)>) {
    match formula {
        CoreFormula::And(parts) | CoreFormula::Or(parts) => parts.iter().for_each(|part| gather(part, out)),
        CoreFormula::Atom(..) => {}
        CoreFormula::Include(include) => out.push((include.instance, include.span)),
        CoreFormula::Collect(collect) => gather(&collect.body, out),
        CoreFormula::Quantified(quantified) => gather(&quantified.body, out),
        CoreFormula::Hidden(hidden) => gather(&hidden.body, out),
    }
}

/// The size of the largest expanded instance.
#[cfg(any(test, feature = "testing"))]
pub(super) fn largest(program: &Program) -> usize {
    sizes(program).into_iter().max().unwrap_or(0)
}
