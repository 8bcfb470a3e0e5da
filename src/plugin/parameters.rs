//! Parameters of a pass in pipeline text: `idiom-detect<SqrtOfSquare;report=f.json>`.
//!
//! LLVM splits pipeline text at commas, so ours are separated by `;`. A value cannot hold `, ( ) < >`.

use super::settings::Mode;
use super::values::{parse_budget, parse_count, parse_memory};
use library::Budget;
use passes::registry::{Entry, PASSES, Parameter};
use search::SearchOptions;
use std::path::PathBuf;

/// The parameters of a pass between `<` and `>`. Where one is `None` or empty, the environment decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PassParameters {
    pub(super) idioms: Vec<String>,
    pub(super) specs: Vec<PathBuf>,
    /// Files of rules.
    pub(super) rules: Vec<PathBuf>,
    /// The file of verdicts.
    pub(super) proofs: Option<PathBuf>,
    pub(super) unproven: bool,
    pub(super) report: Option<PathBuf>,
    pub(super) budget: Option<u64>,
    /// The limit of memory in bytes.
    pub(super) memory: Option<u64>,
    pub(super) findings: Option<usize>,
    pub(super) mode: Option<Mode>,
    pub(super) clean_up: Option<bool>,
    pub(super) explain: Option<bool>,
}

impl PassParameters {
    /// The options with these parameters in place of theirs. `no-explain` does not affect pins, which are
    /// still explained.
    pub(super) fn over(&self, options: &SearchOptions) -> SearchOptions {
        let SearchOptions { budget, most_findings, explain, pins, attempts } = options.clone();
        SearchOptions {
            budget: Budget {
                steps: self.budget.unwrap_or(budget.steps),
                memory: self.memory.unwrap_or(budget.memory),
            },
            most_findings: self.findings.unwrap_or(most_findings),
            explain: self.explain.unwrap_or(explain),
            pins,
            attempts: attempts.filter(|_| self.explain != Some(false)),
        }
    }
}

/// The result of parsing an element of a pipeline.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parsed {
    /// Not one of our passes.
    NotOurs,
    /// The pass at this slot.
    Pass(usize, PassParameters),
    /// One of our passes with wrong parameters; the message states the mistake and the valid syntax.
    Wrong(String),
}

/// Reads one element of a pipeline.
pub(super) fn parse(text: &str) -> Parsed {
    if let Some(slot) = PASSES.iter().position(|entry| entry.name == text) {
        return Parsed::Pass(slot, PassParameters::default());
    }
    let Some((name, rest)) = text.split_once('<') else { return Parsed::NotOurs };
    let Some(slot) = PASSES.iter().position(|entry| entry.name == name) else { return Parsed::NotOurs };
    let Some(inside) = rest.strip_suffix('>') else {
        return Parsed::Wrong(format!("`{text}`: `>` is missing"));
    };
    let mut parameters = PassParameters::default();
    for part in inside.split(';').filter(|part| !part.is_empty()) {
        if let Err(wrong) = take(&PASSES[slot], part, &mut parameters) {
            return Parsed::Wrong(wrong);
        }
    }
    Parsed::Pass(slot, parameters)
}

/// Adds one parameter of a pass. The error is a message to the user.
fn take(entry: &Entry, part: &str, parameters: &mut PassParameters) -> Result<(), String> {
    let allowed = |parameter| entry.parameters.contains(&parameter);
    let bad_value = |what: &str| format!("`{}`: {what} in `{part}`", entry.name);
    // The `=` of an index value, `SumChain[N=4]`, belongs to the name.
    match part.split_once('=').filter(|(key, _)| !key.contains('[')) {
        Some(("spec", file)) if allowed(Parameter::Spec) => parameters.specs.push(file.into()),
        Some(("file", file)) if allowed(Parameter::File) => parameters.rules.push(file.into()),
        Some(("proofs", file)) if allowed(Parameter::Proofs) => parameters.proofs = Some(file.into()),
        None if allowed(Parameter::Unproven) && part == "unproven" => parameters.unproven = true,
        Some(("report", file)) if allowed(Parameter::Report) => parameters.report = Some(file.into()),
        Some(("budget", steps)) if allowed(Parameter::Budget) => {
            parameters.budget = Some(parse_budget(steps).map_err(|why| bad_value(&why))?);
        }
        Some(("memory", mib)) if allowed(Parameter::Memory) => {
            parameters.memory = Some(parse_memory(mib).map_err(|why| bad_value(&why))?);
        }
        Some(("findings", number)) if allowed(Parameter::Findings) => {
            parameters.findings = Some(parse_count(number, "findings").map_err(|why| bad_value(&why))?);
        }
        Some(("mode", mode)) if allowed(Parameter::Mode) => {
            parameters.mode = Some(
                Mode::parse(mode)
                    .filter(|m| *m != Mode::Off)
                    .ok_or_else(|| bad_value("the mode is one of rewrite, detect"))?,
            );
        }
        None if allowed(Parameter::CleanUp) && matches!(part, "clean-up" | "no-clean-up") => {
            parameters.clean_up = Some(part == "clean-up");
        }
        None if allowed(Parameter::Explain) && matches!(part, "explain" | "no-explain") => {
            parameters.explain = Some(part == "explain");
        }
        _ if allowed(Parameter::Idiom) && is_idiom_name(part) => parameters.idioms.push(part.into()),
        _ => return Err(unknown(entry, part)),
    }
    Ok(())
}

/// Whether a parameter is a name of an idiom, with or without index values: `SumChain[N=4]`.
fn is_idiom_name(part: &str) -> bool {
    let name = part.split('[').next().unwrap_or_default();
    name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn unknown(entry: &Entry, part: &str) -> String {
    let name = part.split('=').next().unwrap_or(part);
    if entry.parameters.is_empty() {
        return format!("`{}` takes no parameters, `{name}` was given", entry.name);
    }
    let valid: Vec<&str> = entry.parameters.iter().map(|p| p.syntax()).collect();
    format!("`{}` has no parameter `{name}`; it takes, separated by `;`: {}", entry.name, valid.join(", "))
}

/// The pass as pipeline text, the inverse of [`parse`].
pub(super) fn print(slot: usize, parameters: &PassParameters) -> String {
    let mut parts: Vec<String> = parameters.idioms.clone();
    parts.extend(parameters.specs.iter().map(|s| format!("spec={}", s.display())));
    parts.extend(parameters.rules.iter().map(|r| format!("file={}", r.display())));
    parts.extend(parameters.proofs.iter().map(|p| format!("proofs={}", p.display())));
    parts.extend(parameters.unproven.then(|| "unproven".to_string()));
    parts.extend(parameters.mode.map(|m| format!("mode={}", m.name())));
    parts.extend(parameters.report.iter().map(|r| format!("report={}", r.display())));
    parts.extend(parameters.budget.map(|b| format!("budget={b}")));
    parts.extend(parameters.memory.map(|bytes| format!("memory={}", bytes / Budget::MIB)));
    parts.extend(parameters.findings.map(|n| format!("findings={n}")));
    parts.extend(parameters.clean_up.map(|c| if c { "clean-up".to_string() } else { "no-clean-up".into() }));
    parts.extend(parameters.explain.map(|e| if e { "explain".to_string() } else { "no-explain".into() }));
    let name = PASSES[slot].name;
    if parts.is_empty() { name.to_string() } else { format!("{name}<{}>", parts.join(";")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_parses_back() {
        for text in [
            "idiom-detect",
            "idiom-detect<SqrtOfSquare>",
            "idiom-detect<SqrtOfSquare;SumChain[N=4];spec=a/b.candl;report=f.json;budget=1000>",
            "idiom-detect<explain>",
            "idiom-detect<budget=7;memory=3;findings=9;no-explain>",
            "idiom-sqrt-of-square<mode=detect;no-clean-up>",
            "idiom-rules",
            "idiom-rules<file=a.opt;file=b/c.opt;proofs=p.jsonl;unproven;mode=detect;report=f.json>",
            "print<idiom>",
            "print<idiom-model>",
        ] {
            let Parsed::Pass(slot, parameters) = parse(text) else { panic!("{text}") };
            assert_eq!(print(slot, &parameters), text);
        }
    }

    #[test]
    fn a_wrong_parameter_is_named_with_the_valid_ones() {
        for (text, words) in [
            ("idiom-detect<bogus=1>", &["`bogus`", "spec=FILE", "report=FILE", "budget=N"][..]),
            ("idiom-detect<budget=many>", &["budget=many"]),
            ("idiom-sqrt-of-square<bogus>", &["`bogus`", "mode=rewrite|detect"]),
            ("idiom-sqrt-of-square<explain>", &["`explain`", "[no-]clean-up"]),
            ("idiom-rules<spec=a>", &["`spec`", "file=FILE", "unproven"]),
            ("idiom-sqrt-of-square<mode=off>", &["rewrite, detect"]),
            ("print<idiom><x>", &[]),
            ("idiom-detect<x", &["`>` is missing"]),
        ] {
            match parse(text) {
                Parsed::Wrong(message) => {
                    assert!(words.iter().all(|w| message.contains(w)), "{message}");
                }
                other => assert!(words.is_empty() && other == Parsed::NotOurs, "{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn other_passes_are_not_ours() {
        for text in
            ["instcombine", "print<domtree>", "instcombine<max-iterations=1>", "idiom", "idiom-detectx"]
        {
            assert_eq!(parse(text), Parsed::NotOurs, "{text}");
        }
    }
}
