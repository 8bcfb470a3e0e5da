//! Advice to run a loop on several threads: the text of OpenMP's `parallel for`, with its clauses.
//!
//! In: a loop whose rounds are combined in `sum`. Out: `#pragma omp parallel for reduction(+: sum)`.

use super::names::SourceNames;
use proof::rewrite::ParallelInstance;

/// The pragma for a loop, or what stands in its way.
pub(super) fn advice(instance: &ParallelInstance<'_>, names: &SourceNames<'_, '_>) -> String {
    let mut clauses = Vec::new();
    let mut lacking = Vec::new();
    let is_spoken = |name: &str| !name.is_empty() && !name.contains(['%', '@', '[', '(']);
    let mut add = |clause: String, name: String| match is_spoken(&name) {
        true => clauses.push(clause),
        false => lacking.push(clause),
    };
    for sum in &instance.reductions {
        let name = names.short(sum.phi);
        add(format!("reduction({}: {name})", sum.by.word()), name);
    }
    for array in &instance.private {
        let name = names.short(array.array.root);
        let elements = match (array.ranged.is_empty(), array.array.lowest.as_constant()) {
            (true, Some(first)) => format!("{first}:{}", array.array.further + 1),
            _ => "first:number".to_owned(),
        };
        add(format!("reduction({}: {name}[{elements}])", array.by.word()), name);
    }
    for choice in &instance.choices {
        for chosen in &choice.values {
            let name = names.short(chosen.phi.unwrap_or(chosen.next));
            let clause = match (choice.better, chosen.phi) {
                (Some(_), _) => format!("a reduction of its own for {name}"),
                (None, Some(_)) => format!("lastprivate(conditional: {name})"),
                (None, None) => format!("lastprivate({name})"),
            };
            add(clause, name);
        }
    }
    let (own, clauses): (Vec<String>, Vec<String>) =
        clauses.into_iter().partition(|clause| clause.starts_with("a reduction"));
    let list: String = clauses.iter().map(|clause| format!(" {clause}")).collect();
    let more = own.into_iter().chain(lacking).collect::<Vec<_>>().join(", ");
    let more = if more.is_empty() { String::new() } else { format!(", with {more}") };
    format!("`#pragma omp parallel for{list}`{more}")
}
