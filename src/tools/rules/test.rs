//! `idiom rules test FILE…`: the own test of each rule. Code is made from its source; the rule has to match
//! it, and before all others.

use super::super::Verdict;
use super::super::console::{Console, Failure};
use super::arguments::RulesTest;
use super::{Read, counted};

/// Runs `idiom rules test`.
pub fn run(arguments: &RulesTest, console: &Console) -> Result<Verdict, Failure> {
    let (read, rules) = Read::set(&arguments.files, console)?;
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
    console.say(&(counted(&counts) + "\n"));
    Ok(if never > 0 { Verdict::Findings } else { Verdict::Fine })
}
