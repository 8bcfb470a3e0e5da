//! The keywords: the production that each begins, its form, and its meaning.

/// A production by its first word: the word, its form as a snippet, its meaning.
pub(super) type Keyword = (&'static str, &'static str, &'static str);

/// The parts of a file.
pub(super) const OF_A_FILE: &[Keyword] = &[
    (
        "Constraint",
        "Constraint ${1:Name}\n( $0 )\nEnd",
        "A specification: a name, a formula, `End`. The comment above is its documentation.",
    ),
    (
        "Rewrite",
        "Rewrite ${1:Name}\n( $0 )\ngives {${2:r}} = ${3:expression}\nEnd",
        "A specification with what takes the place of what it finds.",
    ),
    (
        "must",
        "must Fact ${1:Name}({${2:p}})\n( ir_type{${2:p}} = argument\n∧ $0)\nEnd",
        "A fact that holds in every run of a function that returns; where nothing is known, it does not hold.",
    ),
    (
        "may",
        "may Fact ${1:Name}({${2:p}})\n( ir_type{${2:p}} = argument\n∧ $0)\nEnd",
        "A fact that may hold in some run of a function; where nothing is known, it holds.",
    ),
    (
        "Fact",
        "Fact ${1:Name}({${2:p}})",
        "A fact about functions, behind `must` or `may`: a formula over a function that calls can ask for.",
    ),
    (
        "Analysis",
        "Analysis ${1:Name}({${2:x}}) ${3:forward} ${4:must}\ngen {${5:i}}\n( $0 )\nkill {${5:i}}\n( )\nEnd",
        "An analysis of data flow: which instructions begin a fact about values, and which end it. Constraints ask it at points.",
    ),
    ("private", "private ", "The specification is known in its file only."),
    (
        "use",
        "use \"${1:file.candl}\"",
        "Takes in the specifications of another file, named relative to this one. Stands before all specifications.",
    ),
];

/// The productions of formulas, except atoms and patterns.
pub(super) const OF_A_FORMULA: &[Keyword] = &[
    (
        "include",
        "include ${1:Name}",
        "The formula of another specification, here: `include X[N=4]({here}->{inside}) @ {prefix}`. Names inside that are not renamed get the prefix.",
    ),
    (
        "collect",
        "collect ${1:i} ${2:8}\n( $0 )",
        "All solutions of the body side by side: `{x[i]}` stands for `x[0]`, `x[1]`, …, up to the limit.",
    ),
    ("none", "none {${1:x}} ( $0 )", "Nothing satisfies the body."),
    ("some", "some {${1:x}} ( $0 )", "Something satisfies the body; what it is belongs to no solution."),
    (
        "every",
        "every {${1:x}} ( $2 ) has ( $0 )",
        "Everything that satisfies the first body satisfies the second one too.",
    ),
    (
        "hide",
        "hide {${1:x}} ( $0 )",
        "The variables belong to no solution: solutions that differ in them alone are one.",
    ),
    (
        "if",
        "if ${1:N} = ${2:0} then $3 else $0 endif",
        "Picks a formula by the value of an index, before anything is searched.",
    ),
    ("let", "let ${1:n} = $0", "A name for a term, as the number of rounds of a loop."),
    ("not", "not ", "Stands before a constraint that only tests, and before a pattern."),
];

/// The keywords inside of formulas and behind them.
pub(super) const IN_A_FORMULA: &[Keyword] = &[
    ("End", "End", "Ends a specification."),
    (
        "foreach",
        "foreach ${1:i} = ${2:0} .. ${3:N}",
        "The formula before it, for each value of the index from the first up to the last but one: all hold.",
    ),
    (
        "forany",
        "forany ${1:i} = ${2:0} .. ${3:N}",
        "The formula before it, for each value of the index from the first up to the last but one: at least one holds.",
    ),
    (
        "for",
        "for ${1:N} = ${2:8}",
        "A value for an index in the formula before it; with `if not otherwise specified`, one that an include may replace.",
    ),
    ("then", "then", "Taken when both indices of the `if` are equal."),
    ("else", "else", "Taken when the indices of the `if` differ."),
    ("endif", "endif", "Ends an `if`."),
    ("has", "has", "What every solution of the part before it has to satisfy."),
    (
        "otherwise",
        "otherwise",
        "`if not otherwise specified`: an include, or the command line, may give another value.",
    ),
    (
        "specified",
        "specified",
        "`if not otherwise specified`: an include, or the command line, may give another value.",
    ),
    ("returns", "returns {${1:r}}", "The result that a fact is about, in its head."),
    ("forward", "forward", "The facts of the analysis hold because of what comes before."),
    ("backward", "backward", "The facts of the analysis hold because of what comes after."),
    ("gen", "gen {${1:i}}\n( $0 )", "The instructions that begin a fact of the analysis."),
    ("kill", "kill {${1:i}}\n( $0 )", "The instructions that end a fact of the analysis."),
    (
        "entry",
        "entry ${1:all}",
        "The facts of a forward analysis that hold at the entry: `none`, `all`, or a formula.",
    ),
    ("all", "all", "`entry all`, `exit all`: all facts of the analysis hold at the boundary."),
    ("null", "null", "`or null`: the fact need not hold of null. In a pattern: the null pointer."),
    ("as", "as", "Names a part of a pattern: `({a} + {b} as {s}) * {c}`."),
    ("assoc", "assoc(${1:a + b + c})", "Any tree of that operation over these operands."),
    ("matches", "matches", "The same as `~`: the value is computed as the pattern says."),
    ("literal", "literal{${1:x}}", "The number that a constant is."),
    ("width", "width{${1:x}}", "The number of bits of a value."),
    ("extern", "extern ${1:double} ${2:name}(${3:double})", "Declares a function that the rewrite may call."),
    ("gives", "gives {${1:r}} = ", "What takes the place of a value, or of a nest of loops."),
    ("nest", "nest {${1:i}} = call ", "The loops that a call replaces, by their counters."),
    ("parallel", "parallel {${1:i}} ", "The loop whose rounds are divided among threads, by its counter."),
    (
        "reducing",
        "reducing {${1:s}} by ${2:+}",
        "The values that rounds hand on: each thread has its own part, and the parts are combined.",
    ),
    (
        "privatising",
        "privatising {${1:H}} by ${2:+}",
        "The arrays that rounds update: each thread has a copy, and the copies are combined.",
    ),
    (
        "schedule",
        "schedule ${1:dynamic}",
        "How rounds are given to threads: `static`, `dynamic` or `guided`, as in OpenMP.",
    ),
    ("any", "any by ${1:+}", "All values, or arrays, that are not named."),
    ("by", "by ${1:+}", "The operation that combines the parts of all threads."),
    ("exit", "exit value {${1:r}} = ", "The value of a loop, as it is used behind it."),
    ("value", "value {${1:r}} = ", "The value of a loop, as it is used behind it."),
    ("with", "with", "The values of a nest that are used behind it."),
    ("down", "down", "The loop of a nest that is `updating` an array counts down."),
    ("bounded", "bounded by {${1:i}}", "The bounds of the loop depend on the counter of a loop around it."),
    (
        "updating",
        "updating {${1:x}}",
        "The names of an array of which rounds read what earlier ones have written.",
    ),
    (
        "leaving",
        "leaving {${1:s}} in {${2:y}} = call ",
        "The value that a call leaves in an array for the loops that stay.",
    ),
    (
        "until",
        "until {${1:exit}} skipping call ",
        "The branch that leaves a loop early, whose first rounds a call makes superfluous.",
    ),
    (
        "skipping",
        "skipping call ",
        "The call that says from which round a loop runs: its number, or the address of its element.",
    ),
    (
        "unless",
        "unless call ",
        "All rounds but the last are skipped where the call gives zero, and none elsewhere. Before a variable: a match \
         that has a value for it is left alone, for the reason behind it.",
    ),
    ("when", "when ", "What is tested before a nest is replaced."),
    ("trusting", "trusting \"$0\"", "The reason why a rewrite may be applied without a proof."),
    ("always", "always", "The rewrite is applied without asking the target's costs."),
    ("call", "call ", "A call of a function that an `extern` declares."),
    ("pure", "pure", "The function neither reads nor writes memory, returns, and throws nothing."),
];

/// The entry of a keyword.
pub(super) fn keyword(word: &str) -> Option<&'static Keyword> {
    [OF_A_FILE, OF_A_FORMULA, IN_A_FORMULA].into_iter().flatten().find(|(own, ..)| *own == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::candl::classes::KEYWORDS;

    #[test]
    fn every_keyword_is_explained() {
        let missing: Vec<&&str> = KEYWORDS.iter().filter(|word| keyword(word).is_none()).collect();
        assert_eq!(missing, Vec::<&&str>::new());
        let rows = [OF_A_FILE, OF_A_FORMULA, IN_A_FORMULA].into_iter().flatten();
        assert!(rows.clone().all(|(word, ..)| KEYWORDS.contains(word)));
        assert_eq!(rows.count(), KEYWORDS.len());
    }
}
