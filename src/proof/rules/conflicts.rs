//! Diagnostics about sets of rules: overlaps, rules that never apply, rules that cannot be matched.

use super::diagnostic::{Code, Diagnostic, Diagnostics};
use super::matching::{Conflict, RuleSet};

/// Reports conflicts in the order of a set's rules, and the rules that it refuses.
pub fn report(rules: &RuleSet, diagnostics: &mut Diagnostics) {
    for refusal in rules.refused() {
        let rule = rules.rule(refusal.rule);
        let how = if refusal.is_partial { "not matched in every order" } else { "never matched" };
        let message = format!("{} is {how}: {}", rule.title(), refusal.reason);
        diagnostics.push(Diagnostic::new(Code::NotMatched, rule.span, message));
    }
    let dead = rules.never_apply();
    for Conflict { first, second } in &dead {
        let (first, second) = (rules.rule(*first), rules.rule(*second));
        let message =
            format!("{} never applies: {} does first wherever it would", second.title(), first.title());
        diagnostics.push(
            Diagnostic::new(Code::NeverApplies, second.span, message).also(first.span, "applies first"),
        );
    }
    let (overlaps, is_all) = rules.overlaps(&dead);
    for Conflict { first, second } in overlaps {
        let (first, second) = (rules.rule(first), rules.rule(second));
        let message =
            format!("{} and {} match the same code, and neither tests more", first.title(), second.title());
        let diagnostic = Diagnostic::new(Code::Overlap, second.span, message)
            .also(first.span, "this one comes first, since it is written first")
            .help("`Priority: 1` below its name puts a rule first");
        diagnostics.push(diagnostic);
    }
    if let (false, Some((_, rule))) = (is_all, rules.rules().last()) {
        let message = "there are too many pairs of rules; some are not searched for code that both match";
        diagnostics.push(Diagnostic::new(Code::Overlap, rule.span, message));
    }
    diagnostics.sort();
}
