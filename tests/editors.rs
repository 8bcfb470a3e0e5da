//! Syntax highlighting without a server: the grammars are generated from the atom table, and agree with the
//! parser on every token of every specification in the repository.
//!
//! `UPDATE_EXPECT=1 cargo test --test editors` regenerates the grammars.

// A test fails by panicking, also in its helper functions.
#![allow(clippy::unwrap_used)]

mod textmate;

use lang::candl::atom_table::TABLE;
use lang::candl::classes::{KEYWORDS, classify};
use lang::candl::parser::parse;
use lang::candl::token_class::TokenClass;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use text::diagnostic::Diagnostics;
use text::sources::Sources;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The words of the atoms' spellings that are keywords of the language, outside of braces.
fn constraint_words() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for row in TABLE {
        for written in row.written {
            let is_argument = |word: &str| row.arguments.iter().any(|(name, _)| *name == word);
            let found = written.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let is_word = |word: &&str| {
                word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !is_argument(word)
            };
            words.extend(found.filter(is_word).map(str::to_owned));
        }
    }
    // These are ASCII spellings of the operators ∈ and Φ.
    words.retain(|word| !matches!(word.as_str(), "in" | "phi"));
    words
}

/// A regular expression for any of the words.
fn any_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    format!("\\b(?:{})\\b", words.into_iter().collect::<Vec<_>>().join("|"))
}

const KEYWORD: &str = "keyword.control.candl";
const CONSTRAINT: &str = "support.function.candl";
const SPECIFICATION: &str = "entity.name.type.candl";
const VARIABLE: &str = "variable.other.candl";
const INDEX: &str = "variable.parameter.candl";
const WORD: &str = "constant.language.candl";
const TYPE: &str = "storage.type.candl";
const FUNCTION: &str = "entity.name.function.candl";
const NUMBER: &str = "constant.numeric.candl";
const TEXT: &str = "string.quoted.double.candl";
const OPERATOR: &str = "keyword.operator.candl";
const PUNCTUATION: &str = "punctuation.candl";
const COMMENT: &str = "comment.line.number-sign.candl";
const HEADLINE: &str = "comment.block.documentation.candl";

/// The scope of a token class. All words of the vocabulary that are no types share one scope.
fn scope(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => KEYWORD,
        TokenClass::Constraint => CONSTRAINT,
        TokenClass::Specification => SPECIFICATION,
        TokenClass::Variable => VARIABLE,
        TokenClass::Index => INDEX,
        TokenClass::Opcode | TokenClass::ValueKind | TokenClass::Flag | TokenClass::Attribute => WORD,
        TokenClass::Type => TYPE,
        TokenClass::Function => FUNCTION,
        TokenClass::Number => NUMBER,
        TokenClass::Text => TEXT,
        TokenClass::Operator => OPERATOR,
        TokenClass::Punctuation => PUNCTUATION,
        TokenClass::Comment => COMMENT,
        TokenClass::Headline => HEADLINE,
        TokenClass::Unknown => "",
    }
}

const SIGNS: &str = "∧|∨|∈|≠|Φ|&&|\\|\\||!=|->|…|\\.\\.\\.|\\.\\.|:=|<<|>>|<=|>=|≤|≥|[=@+*/%&|^~?:<>-]";

fn captured(scopes: &[(usize, Value)]) -> Value {
    scopes
        .iter()
        .map(|(group, rule)| (group.to_string(), rule.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn named(scope: &str) -> Value {
    json!({ "name": scope })
}

fn nested(rules: &[&str]) -> Value {
    json!({ "patterns": rules.iter().map(|rule| json!({ "include": format!("#{rule}") })).collect::<Vec<_>>() })
}

fn matching(pattern: &str, captures: &[(usize, Value)]) -> Value {
    json!({ "match": pattern, "captures": captured(captures) })
}

/// The rules for `opcode{x} = add` and `opcode{x} ∈ {add, sub}`, for one keyword.
fn about(word: &str, value: &str) -> [Value; 2] {
    let variable = "(\\{)([^{}]*)(\\})";
    let known = [
        (1, named(CONSTRAINT)),
        (2, named(PUNCTUATION)),
        (3, nested(&["in-braces"])),
        (4, named(PUNCTUATION)),
        (5, named(OPERATOR)),
    ];
    let one = [known.as_slice(), &[(6, nested(&["string", value]))]].concat();
    let several = [
        known.as_slice(),
        &[(6, named(PUNCTUATION)), (7, nested(&["string", value])), (8, named(PUNCTUATION))],
    ]
    .concat();
    [
        matching(&format!("\\b({word})\\s*{variable}\\s*(=)\\s*([A-Za-z_][\\w.]*)"), &one),
        matching(&format!("\\b({word})\\s*{variable}\\s*(∈|\\bin\\b)\\s*(\\{{)([^{{}}]*)(\\}})"), &several),
    ]
}

/// The rules for words of the vocabulary in the places where atoms have them.
fn vocabulary() -> Vec<Value> {
    let values =
        [("opcode", "words"), ("data_type", "types"), ("ir_type", "words"), ("function_name", "functions")];
    let mut rules: Vec<Value> = values.into_iter().flat_map(|(word, value)| about(word, value)).collect();
    let constraint = || named(CONSTRAINT);
    let brace = || named(PUNCTUATION);
    rules.push(matching(
        "\\b(has)\\s+(flag|attribute)\\s+([A-Za-z_]\\w*)",
        &[(1, constraint()), (2, constraint()), (3, named(WORD))],
    ));
    rules.push(matching(
        "\\b(flag)\\s+(of)\\s*(\\{)([^{}]*)(\\})",
        &[(1, constraint()), (2, constraint()), (3, brace()), (4, nested(&["words"])), (5, brace())],
    ));
    rules.push(matching(
        "\\b(through)\\s+(only)\\s*(\\{)([^{}]*)(\\})",
        &[(1, constraint()), (2, constraint()), (3, brace()), (4, nested(&["words"])), (5, brace())],
    ));
    rules
}

/// The rules for words that are keywords in some places and vocabulary in others.
fn twofold() -> Vec<Value> {
    vec![
        json!({ "match": "\\b(?:every|has)\\b(?=\\s*(?:$|[({]|private\\b))", "name": KEYWORD }),
        json!({ "match": "\\bliteral(?=\\s*\\{[^{}]*\\}\\s*=\\s*-?[0-9])", "name": CONSTRAINT }),
        json!({ "match": "\\b(?:exit(?=\\s+value\\s*\\{)|value(?=\\s*\\{[^{}]*\\}\\s*=))", "name": KEYWORD }),
        matching("\\b(set)\\s+(as)\\b", &[(1, named(CONSTRAINT)), (2, named(CONSTRAINT))]),
        matching("\\b(the)\\s+(literal|width)\\b", &[(1, named(CONSTRAINT)), (2, named(CONSTRAINT))]),
    ]
}

fn clauses() -> Vec<Value> {
    vec![
        matching(
            "\\b(extern)\\s+(\\w+)\\s+(\\w+)\\s*(\\()([^()]*)(\\))",
            &[
                (1, named(KEYWORD)),
                (2, named(TYPE)),
                (3, named(FUNCTION)),
                (4, named(PUNCTUATION)),
                (5, nested(&["types", "operators"])),
                (6, named(PUNCTUATION)),
            ],
        ),
        matching(
            "\\b(collect)\\s+([A-Za-z_]\\w*)\\s+([A-Za-z_]\\w*)",
            &[(1, named(KEYWORD)), (2, named(INDEX)), (3, named(INDEX))],
        ),
        matching("\\b(let)\\s+([A-Za-z_]\\w*)", &[(1, named(KEYWORD)), (2, named(INDEX))]),
        matching("\\b(by)\\s+(min|max|last)\\b", &[(1, named(KEYWORD)), (2, named(OPERATOR))]),
        json!({ "match": "\\bby(?=\\s*[+*&|^])", "name": KEYWORD }),
        matching("\\b(bounded)\\s+(by)\\b", &[(1, named(KEYWORD)), (2, named(KEYWORD))]),
        json!({ "match": "\\bby(?=\\s*\\{)", "name": CONSTRAINT }),
        matching("\\b(zext|sext|trunc)\\s+(i[0-9]+)\\b", &[(1, named(WORD)), (2, named(TYPE))]),
    ]
}

fn grammar() -> Value {
    let constraints = constraint_words();
    let twofold_words = ["every", "has", "literal", "width", "as"];
    let keywords =
        KEYWORDS.iter().copied().filter(|word| !constraints.contains(*word) || twofold_words.contains(word));
    let keywords = any_of(keywords.filter(|word| !matches!(*word, "every" | "has")));
    let words = |scope: &str| {
        json!([
            { "match": "[A-Za-z_]\\w*", "name": scope },
            { "match": "[.,]", "name": PUNCTUATION },
        ])
    };
    let all = [
        "headline",
        "comment",
        "string",
        "names",
        "vocabulary",
        "clauses",
        "twofold",
        "keywords",
        "constraints",
        "braces",
        "updates",
        "operators",
        "numbers",
        "functions-called",
        "indices",
        "punctuation",
    ];
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "CAnDL",
        "scopeName": "source.candl",
        "patterns": nested(&all)["patterns"],
        "repository": {
            "headline": { "match": "^[ \\t\u{feff}]*(#[ \\t]*[>!?<=].*)$", "captures": { "1": {
                "name": HEADLINE,
                "patterns": [matching("\\{[=?!\\s]*([^{}=?!\\s][^{}]*?)\\s*(?=[{}]|$)", &[(1, named(VARIABLE))])],
            } } },
            "comment": { "match": "#.*$", "name": COMMENT },
            "string": { "match": "\"[^\"]*\"?", "name": TEXT },
            "names": { "patterns": [
                matching(
                    "\\b(Constraint|Rewrite|Analysis|include)\\s+([A-Za-z_]\\w*)",
                    &[(1, named(KEYWORD)), (2, named(SPECIFICATION))],
                ),
                matching(
                    "\\b(must|may)\\s+(Fact)\\s+([A-Za-z_]\\w*)",
                    &[(1, named(KEYWORD)), (2, named(KEYWORD)), (3, named(SPECIFICATION))],
                ),
                matching(
                    "\\b(does|returns)\\s+([A-Za-z_]\\w*)(?=\\s*\\()",
                    &[(1, named(CONSTRAINT)), (2, named(SPECIFICATION))],
                ),
                matching(
                    "([A-Za-z_]\\w*)(?=\\s*\\(\\s*\\{[^{}]*\\}\\s*\\)\\s*(?:before|after|on)\\b)",
                    &[(1, named(SPECIFICATION))],
                ),
                matching(
                    "\\b(forward|backward)\\s+(must|may)\\b",
                    &[(1, named(KEYWORD)), (2, named(KEYWORD))],
                ),
                matching(
                    "\\b(entry|exit)\\s+(all|none)\\b(?!\\s*\\{)",
                    &[(1, named(KEYWORD)), (2, named(KEYWORD))],
                ),
                matching("\\b(exit)(?=\\s*[({]|\\s*\\w+\\s*\\{|\\s*$)", &[(1, named(KEYWORD))]),
                matching("\\b(returns)(?=\\s*\\{)", &[(1, named(KEYWORD))]),
                matching("\\b(or)\\s+(null)\\b", &[(1, named(OPERATOR)), (2, named(KEYWORD))]),
            ] },
            "vocabulary": { "patterns": vocabulary() },
            "clauses": { "patterns": clauses() },
            "twofold": { "patterns": twofold() },
            "keywords": { "match": keywords, "name": KEYWORD },
            "constraints": { "match": any_of(constraints.iter().map(String::as_str).filter(|word| !KEYWORDS.contains(word) || matches!(*word, "every" | "has" | "exit" | "value" | "all" | "must" | "may" | "returns" | "null"))), "name": CONSTRAINT },
            "braces": {
                "begin": "\\{", "beginCaptures": { "0": { "name": PUNCTUATION } },
                "end": "\\}", "endCaptures": { "0": { "name": PUNCTUATION } },
                "patterns": [{ "include": "#in-braces" }],
            },
            "in-braces": { "patterns": [
                { "include": "#comment" }, { "include": "#braces" }, { "include": "#slots" }, { "include": "#signs" },
                { "include": "#numbers" }, { "match": "[A-Za-z_]\\w*", "name": VARIABLE }, { "include": "#punctuation" },
            ] },
            "slots": {
                "begin": "\\[", "beginCaptures": { "0": { "name": PUNCTUATION } },
                "end": "\\]", "endCaptures": { "0": { "name": PUNCTUATION } },
                "patterns": [{ "include": "#signs" }, { "include": "#numbers" }, { "include": "#indices" }, { "include": "#punctuation" }],
            },
            "updates": { "patterns": [matching("\\b(min|max)(=)(?!=)", &[(1, named(OPERATOR)), (2, named(OPERATOR))])] },
            "operators": { "patterns": [
                matching("(>>|<=|>=|[/%<>])([us])\\b", &[(1, named(OPERATOR)), (2, named(OPERATOR))]),
                { "include": "#signs" },
                { "match": "\\b(?:and|or|in|phi)\\b", "name": OPERATOR },
            ] },
            "signs": { "match": SIGNS, "name": OPERATOR },
            "numbers": {
                "match": "\\b0[xX][0-9a-fA-F]+|\\b[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|'(?:\\\\[ntr0\\\\'\"]|[^\\\\])'",
                "name": NUMBER
            },
            "functions-called": matching("([A-Za-z_][\\w.]*)(?=\\s*\\()", &[(1, nested(&["functions"]))]),
            "indices": { "match": "[A-Za-z_]\\w*", "name": INDEX },
            "punctuation": { "match": "[()\\[\\]{},.]", "name": PUNCTUATION },
            "words": { "patterns": words(WORD) },
            "types": { "patterns": words(TYPE) },
            "functions": { "patterns": words(FUNCTION) },
        },
    })
}

/// The grammar for highlight.js, which the book uses: with lists of words, since it has no captures.
fn for_the_book() -> String {
    let constraints = constraint_words();
    let keywords = KEYWORDS.iter().copied().filter(|word| !constraints.contains(*word) || *word == "has");
    let (keywords, constraints) = (
        keywords.collect::<Vec<_>>().join(" "),
        constraints.iter().map(String::as_str).filter(|word| *word != "has").collect::<Vec<_>>().join(" "),
    );
    format!(
        "// Colours CAnDL in the book. Written by tests/editors.rs from the atom table; do not edit.\n\
         hljs.registerLanguage(\"candl\", function () {{\n\
         \x20 return {{\n\
         \x20   keywords: {{ keyword: \"{keywords}\", built_in: \"{constraints}\", literal: \"and or in phi\" }},\n\
         \x20   contains: [\n\
         \x20     {{ className: \"comment\", begin: /#/, end: /$/ }},\n\
         \x20     {{ className: \"string\", begin: /\"/, end: /\"/, illegal: /\\n/ }},\n\
         \x20     {{ beginKeywords: \"Constraint Rewrite Fact Analysis include\", end: /[A-Za-z_]\\w*/, returnEnd: false,\n\
         \x20       contains: [{{ className: \"title\", begin: /[A-Za-z_]\\w*/, endsParent: true }}] }},\n\
         \x20     {{ className: \"variable\", begin: /\\{{/, end: /\\}}/ }},\n\
         \x20     {{ className: \"number\", begin: /\\b[0-9]+(\\.[0-9]+)?/ }},\n\
         \x20   ],\n\
         \x20 }};\n\
         }});\n\
         document.querySelectorAll(\"code.language-candl\").forEach(function (block) {{\n\
         \x20 hljs.highlightBlock(block);\n\
         }});\n"
    )
}

fn check_file(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        return;
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "run this test with UPDATE_EXPECT=1: {} differs", path.display());
}

#[test]
fn the_grammars_are_those_of_the_language() {
    check_file("editors/vscode/syntaxes/candl.tmLanguage.json", &format!("{:#}\n", grammar()));
    check_file("docs/candl.js", &for_the_book());
}

fn specifications() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = ["idioms", "examples", "lit", "test-ir", "tests", "docs"]
        .iter()
        .map(|name| root().join(name))
        .collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "candl") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The tokens on which grammar and parser differ: line, token, both scopes.
fn differences(grammar: &textmate::Grammar, text: &str) -> Vec<String> {
    let scopes = grammar.scopes(text);
    let mut found = Vec::new();
    for token in classify(text).iter().filter(|token| token.class != TokenClass::Unknown) {
        let range = token.span.range();
        let coloured: BTreeSet<&str> = scopes[range.clone()].iter().map(String::as_str).collect();
        if coloured != BTreeSet::from([scope(token.class)]) {
            let line = text[..range.start].lines().count();
            found.push(format!(
                "{line}: `{}` is {}, coloured as {coloured:?}",
                &text[range],
                token.class.name()
            ));
        }
    }
    found
}

/// Whether the parser reports an error.
fn has_errors(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("", text);
    let mut diagnostics = Diagnostics::new();
    parse(&sources, file, &mut diagnostics);
    diagnostics.has_errors()
}

#[test]
fn the_textmate_grammar_agrees_with_the_parser() {
    let grammar = textmate::Grammar::new(&grammar());
    let all = specifications();
    assert!(all.len() > 35, "the specifications were not found");
    let mut wrong = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        if has_errors(&text) {
            continue;
        }
        let path = path.strip_prefix(root()).unwrap().display().to_string();
        wrong.extend(
            differences(&grammar, &text).into_iter().map(|difference| format!("{path}:{difference}")),
        );
    }
    assert!(wrong.is_empty(), "{} tokens:\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}

#[test]
fn a_grammar_that_is_wrong_is_noticed() {
    let mut wrong = grammar();
    wrong["repository"]["comment"]["name"] = json!(KEYWORD);
    let grammar = textmate::Grammar::new(&wrong);
    assert_eq!(differences(&grammar, "Constraint A opcode{x} = add # one\nEnd\n").len(), 1);
}
