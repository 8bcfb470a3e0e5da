//! Advice to run a loop on several threads: the text of OpenMP's `parallel for`, with its clauses.
//!
//! In: a loop whose rounds are combined in `sum`. Out: `#pragma omp parallel for reduction(+: sum)`.

use super::names::SourceNames;
use ir::{Combining, Copies, Schedule};
use proof::rewrite::ParallelInstance;

/// A part of the advice.
enum Advice {
    /// A clause of the pragma.
    Clause(String),
    /// An addition to it, in words.
    Addition(String),
}

/// The pragma for a loop, or what stands in its way.
pub(super) fn advice(instance: &ParallelInstance<'_>, names: &SourceNames<'_, '_>) -> String {
    let (mut clauses, mut additions, mut unspoken) = (String::new(), Vec::new(), Vec::new());
    for (name, part) in parts(instance, names) {
        // A value that the source does not name.
        let is_spoken = !name.is_empty() && !name.contains(['%', '@', '[', '(']);
        match part {
            Advice::Clause(clause) if is_spoken => clauses += &format!(" {clause}"),
            Advice::Addition(words) if is_spoken => additions.push(words),
            Advice::Clause(words) | Advice::Addition(words) => unspoken.push(words),
        }
    }
    additions.append(&mut unspoken);
    let more = if additions.is_empty() { String::new() } else { format!(", with {}", additions.join(", ")) };
    let schedule = match instance.schedule {
        Schedule::Static => String::new(),
        schedule => format!(" schedule({})", schedule.word()),
    };
    format!("`#pragma omp parallel for{schedule}{clauses}`{more}")
}

/// The advice about each reduction, array and replaced value, by names.
fn parts(instance: &ParallelInstance<'_>, names: &SourceNames<'_, '_>) -> Vec<(String, Advice)> {
    let mut parts = Vec::new();
    let own = |name: &str| Advice::Addition(format!("a reduction of its own for {name}"));
    for sum in &instance.reductions {
        let name = names.short(sum.phi);
        let part = match sum.by {
            Combining::UAddSat => own(&name),
            by => Advice::Clause(format!("reduction({}: {name})", by.word())),
        };
        parts.push((name, part));
    }
    for array in &instance.private {
        let name = names.short(array.array.root);
        let elements = match (array.has_known_elements(), array.array.lowest.as_constant()) {
            (true, Some(first)) => format!("{first}:{}", array.array.further + 1),
            _ => "first:number".to_owned(),
        };
        let part = match array.copies {
            Copies::Combined(Combining::UAddSat) | Copies::Counted(_) => own(&name),
            Copies::Combined(by) => Advice::Clause(format!("reduction({}: {name}[{elements}])", by.word())),
            Copies::Last => Advice::Clause(format!("lastprivate({name})")),
            Copies::Dropped => {
                Advice::Addition(format!("private({name}) where it is declared before the loop"))
            }
        };
        parts.push((name, part));
    }
    for choice in &instance.choices {
        for chosen in &choice.values {
            let name = names.short(chosen.phi.unwrap_or(chosen.next));
            let part = match (choice.better, chosen.phi) {
                (Some(_), _) => own(&name),
                (None, Some(_)) => Advice::Clause(format!("lastprivate(conditional: {name})")),
                (None, None) => Advice::Clause(format!("lastprivate({name})")),
            };
            parts.push((name, part));
        }
    }
    parts
}
