//! `idiom rules test FILE…`: a self-test of each rule. Code is generated from its source; the rule must match
//! that code, and before all other rules.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::arguments::RulesTest;
use super::{RuleFiles, counted};

/// Runs `idiom rules test`.
pub fn run(arguments: &RulesTest, console: &Console) -> Result<Verdict, Failure> {
    let (read, rules) = RuleFiles::set(&arguments.files, console)?;
    let (mut first, mut later, mut never) = (0, 0, 0);
    let mut text = String::new();
    for (id, rule) in rules.rules() {
        let (file, line) = read.place(rule);
        match rules.own_test(id) {
            Some(test) => match test.taken_by {
                None => first += 1,
                Some(other) => {
                    later += 1;
                    let other = rules.rule(other).title();
                    text += &format!(
                        "{file}:{line}: {} matches its own source, but {other} comes first\n",
                        rule.title()
                    );
                }
            },
            None => {
                never += 1;
                text += &format!("{file}:{line}: {}: no code was found that it matches\n", rule.title());
            }
        }
    }
    console.print(&text)?;
    let counts = [
        (first, "rule matches its source", "rules match their sources"),
        (later, "comes behind another one", "come behind others"),
        (never, "was matched by no code", "were matched by no code"),
    ];
    console.eprint(&(counted(&counts) + "\n"));
    Ok(if never > 0 { Verdict::Findings } else { Verdict::Fine })
}
