//! TextMate grammars, with the features that ours uses: `match`, `begin` and `end`, captures, rules of the
//! repository.
//!
//! The rule with the leftmost match on the line wins; among several, the first in the list.

use fancy_regex::{Captures, Regex};
use serde_json::Value;
use std::collections::BTreeMap;

/// A compiled grammar.
pub(crate) struct Grammar {
    patterns: Vec<Rule>,
    repository: BTreeMap<String, Rule>,
}

enum Rule {
    Match { pattern: Regex, name: String, captures: Vec<(usize, Capture)> },
    Between { begin: Regex, end: Regex, scope: String, patterns: Vec<Rule> },
    Group(Vec<Rule>),
    Include(String),
}

struct Capture {
    name: String,
    patterns: Vec<Rule>,
}

/// A match and its rule.
type Hit<'r, 't> = (Captures<'t>, &'r Rule);

impl Grammar {
    pub(crate) fn new(grammar: &Value) -> Grammar {
        let repository = grammar["repository"].as_object().unwrap().iter();
        Grammar {
            patterns: rules(&grammar["patterns"]),
            repository: repository.map(|(name, value)| (name.clone(), rule(value))).collect(),
        }
    }

    /// The innermost scope of each byte.
    pub(crate) fn scopes(&self, text: &str) -> Vec<String> {
        let mut scopes = vec![String::new(); text.len()];
        let (mut open, mut start) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            self.line(&self.patterns, content, &mut open, &mut scopes[start..start + content.len()]);
            start += line.len();
        }
        scopes
    }

    /// Sets the scopes of a line, or of the text of a capture. `open` has the rules that have begun and not
    /// ended.
    fn line<'g>(&'g self, patterns: &'g [Rule], line: &str, open: &mut Vec<&'g Rule>, scopes: &mut [String]) {
        let mut at = 0;
        while at < line.len() {
            let (patterns, end) = match open.last() {
                Some(Rule::Between { end, patterns, .. }) => (patterns.as_slice(), Some(end)),
                _ => (patterns, None),
            };
            let ended = end.and_then(|end| end.captures_from_pos(line, at).unwrap());
            let hit = self.first(patterns, line, at);
            let begins = |captures: &Captures<'_>| captures.get(0).unwrap().start();
            match (ended, hit) {
                (Some(ended), hit)
                    if hit.as_ref().is_none_or(|(captures, _)| begins(&ended) <= begins(captures)) =>
                {
                    let Some(Rule::Between { scope, .. }) = open.pop() else { unreachable!() };
                    let range = ended.get(0).unwrap().range();
                    scopes[range.clone()].fill(scope.clone());
                    at = range.end;
                }
                (_, Some((captures, rule))) => {
                    self.apply(rule, &captures, line, scopes);
                    if matches!(rule, Rule::Between { .. }) {
                        open.push(rule);
                    }
                    let range = captures.get(0).unwrap().range();
                    at = range.end + usize::from(range.is_empty());
                }
                _ => return,
            }
        }
    }

    fn first<'g, 't>(&'g self, patterns: &'g [Rule], line: &'t str, at: usize) -> Option<Hit<'g, 't>> {
        let mut best: Option<Hit<'g, 't>> = None;
        for rule in patterns {
            let hit = match rule {
                Rule::Match { pattern: regex, .. } | Rule::Between { begin: regex, .. } => {
                    regex.captures_from_pos(line, at).unwrap().map(|captures| (captures, rule))
                }
                Rule::Group(patterns) => self.first(patterns, line, at),
                Rule::Include(name) => self.first(std::slice::from_ref(&self.repository[name]), line, at),
            };
            let start = |hit: &Hit<'_, '_>| hit.0.get(0).unwrap().start();
            if let Some(hit) = hit
                && best.as_ref().is_none_or(|best| start(&hit) < start(best))
            {
                best = Some(hit);
            }
        }
        best
    }

    fn apply(&self, rule: &Rule, found: &Captures<'_>, line: &str, scopes: &mut [String]) {
        let whole = found.get(0).unwrap().range();
        match rule {
            Rule::Between { scope, .. } => scopes[whole].fill(scope.clone()),
            Rule::Match { name, captures, .. } => {
                if !name.is_empty() {
                    scopes[whole].fill(name.clone());
                }
                for (group, capture) in captures {
                    let Some(part) = found.get(*group) else { continue };
                    if !capture.name.is_empty() {
                        scopes[part.range()].fill(capture.name.clone());
                    }
                    self.line(
                        &capture.patterns,
                        &line[part.range()],
                        &mut Vec::new(),
                        &mut scopes[part.range()],
                    );
                }
            }
            Rule::Group(_) | Rule::Include(_) => unreachable!(),
        }
    }
}

fn rules(patterns: &Value) -> Vec<Rule> {
    patterns.as_array().map_or_else(Vec::new, |patterns| patterns.iter().map(rule).collect())
}

fn rule(value: &Value) -> Rule {
    let text = |field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let regex = |field: &str| Regex::new(value[field].as_str().unwrap()).unwrap();
    if let Some(name) = value["include"].as_str() {
        return Rule::Include(name.trim_start_matches('#').to_owned());
    }
    if value["match"].is_string() {
        let captures = value["captures"].as_object().into_iter().flatten();
        let capture = |value: &Value| Capture {
            name: value["name"].as_str().unwrap_or_default().to_owned(),
            patterns: rules(&value["patterns"]),
        };
        let captures = captures.map(|(group, value)| (group.parse().unwrap(), capture(value)));
        return Rule::Match { pattern: regex("match"), name: text("name"), captures: captures.collect() };
    }
    if value["begin"].is_string() {
        let scope = value["beginCaptures"]["0"]["name"].as_str().unwrap().to_owned();
        return Rule::Between {
            begin: regex("begin"),
            end: regex("end"),
            scope,
            patterns: rules(&value["patterns"]),
        };
    }
    Rule::Group(rules(&value["patterns"]))
}
