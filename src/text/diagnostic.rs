//! Diagnostics of the front end: a closed set of codes, with spans, notes and help.
//!
//! This file and the stages create them, and `render.rs` renders them. Tests check code and span, never the
//! wording.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information; nothing is wrong.
    Note,
    /// A probable mistake; the specification still has a meaning.
    Warning,
    /// The specification has no meaning.
    Error,
}

impl Severity {
    /// The name of the severity: `error`, `warning`, `note`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $severity:ident $code:literal,)*) => {
        /// Every kind of diagnostic. The strings are stable: users look them up and filter by them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])* $variant,)* }

        impl Code {
            /// Every code, ascending.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The code, such as `E0101`. Its second digit is the stage.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// The severity of every diagnostic with this code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// A character that begins no token.
    UnexpectedCharacter = Error "E0101",
    /// A `"` without a closing one on the same line.
    UnterminatedString = Error "E0102",
    /// An index of more than 64 bits, or a number that no constant can have.
    NumberTooLarge = Error "E0103",
    /// Bytes that are not UTF-8.
    NotUtf8 = Error "E0104",
    /// A file too large to be a specification.
    FileTooLarge = Error "E0105",

    /// A token that the grammar does not allow there.
    UnexpectedToken = Error "E0201",
    /// Formulas nested deeper than the limit.
    NestedTooDeep = Error "E0202",
    /// `∧` and `∨` in one pair of parentheses.
    MixedOperators = Error "E0203",
    /// A word that neither begins nor continues a constraint.
    UnknownConstraint = Error "E0204",
    /// An opening bracket, or `Constraint`, that is not closed.
    Unclosed = Error "E0205",
    /// `∧` or `∨` outside of parentheses.
    BareOperator = Error "E0206",
    /// `foreach` or `forany` at the end of a collect's body that may be intended for the whole collect.
    SuffixInCollect = Warning "W0207",

    /// No specification with that name.
    UnknownSpecification = Error "E0301",
    /// Two specifications with the same name among the user's files, or among the built-in ones.
    DuplicateSpecification = Error "E0302",
    /// A user's specification that hides a built-in one.
    HidesBuiltin = Note "N0303",
    /// No opcode with that name.
    UnknownOpcode = Error "E0304",
    /// No type with that name.
    UnknownType = Error "E0305",
    /// No instruction flag with that name.
    UnknownFlag = Error "E0306",
    /// No function attribute with that name.
    UnknownAttribute = Error "E0307",
    /// A function name that differs from its canonical name in specifications.
    UnusualName = Warning "W0308",
    /// No fact about functions with that name.
    UnknownFact = Error "E0309",
    /// An index parameter that the specification does not have.
    UnknownParameter = Error "E0310",
    /// An index parameter without a value.
    MissingParameter = Error "E0311",
    /// An index parameter given twice.
    RepeatedParameter = Error "E0312",
    /// An index that is bound and not used.
    UnusedIndex = Warning "W0313",
    /// An index name that nothing binds, in a specification that is run.
    UnboundIndex = Error "E0314",
    /// The index of a collect in a place other than `[i]`.
    CollectIndexMisused = Error "E0315",
    /// An inner binder that reuses the index of a collect.
    CollectIndexReused = Error "E0316",
    /// A collect without local variables.
    CollectWithoutLocals = Error "E0317",
    /// A name that one placing renames twice.
    RenamedTwice = Error "E0318",
    /// An index that nothing binds, in a specification that nothing includes.
    NeedsParameter = Note "N0319",
    /// A variable that a quantifier lists and that also occurs outside of it, or that two nested quantifiers
    /// list.
    ListedOutside = Error "E0320",
    /// `.args[0]` inside the name of a variable.
    ListInName = Warning "W0321",
    /// A clause of a rewrite that contradicts its formula, or cannot be carried out.
    RewriteClause = Error "E0322",
    /// A file that a specification uses and that cannot be read.
    UnreadableFile = Error "E0323",
    /// A fact about functions that is used with other parameters than it has.
    FactForm = Error "E0324",
    /// A fact about functions whose formula does not keep to its force, `must` or `may`.
    FactForce = Error "E0325",
    /// An analysis used with other parameters than it has, or as a constraint, or one whose formulas leave
    /// out what they are about.
    AnalysisForm = Error "E0326",
    /// An analysis whose formulas depend on it.
    AnalysisCycle = Error "E0327",
    /// No analysis with that name.
    UnknownAnalysis = Error "E0328",

    /// A range that ends before it starts.
    EmptyRangeBackwards = Error "E0401",
    /// A negative index of a variable, an argument or a successor.
    NegativeIndex = Error "E0402",
    /// An index that is too large.
    IndexOverflow = Error "E0403",
    /// A specification that includes itself recursively.
    IncludeCycle = Error "E0404",
    /// An expansion beyond the size limit.
    ExpansionTooLarge = Error "E0405",
    /// A renaming of a name that does not occur.
    RenameMatchesNothing = Warning "W0406",
    /// Collects over one family of variables with different limits.
    CollectLimitsDiffer = Error "E0407",
    /// A limit of a collect that is negative or too large.
    CollectLimitOutOfRange = Error "E0408",
    /// A range without numbers.
    EmptyRange = Warning "W0409",
    /// A specification whose expansion is very large.
    LargeExpansion = Warning "W0410",

    /// A variable that is not bound.
    UnboundVariable = Error "E0501",
    /// A renaming that merges two families that one collect gathers.
    JoinedFamilies = Error "E0502",
    /// Parts of a specification that no constraint connects.
    CrossProduct = Warning "W0503",
    /// Constraints that never hold together.
    NeverHolds = Warning "W0504",
    /// A variable that only one constraint mentions, and whose name resembles another one.
    UsedOnce = Warning "W0505",
    /// A headline with a variable that the specification does not have, or an unclosed bracket.
    Headline = Warning "W0506",
    /// A spelling of a computation that optimised code never has.
    NotInNormalForm = Warning "W0507",
}

/// A closed set of diagnostic codes; each language has its own.
pub trait Kind: Copy + Ord + std::hash::Hash + 'static {
    /// The stable string, such as `E0101`.
    fn as_str(self) -> &'static str;
    /// The severity of every diagnostic of this kind.
    fn severity(self) -> Severity;
}

impl Kind for Code {
    fn as_str(self) -> &'static str {
        Code::as_str(self)
    }

    fn severity(self) -> Severity {
        Code::severity(self)
    }
}

impl Code {
    /// Whether the code is about a misspelt word that does not affect the binding of variables.
    pub fn is_about_a_word(self) -> bool {
        use Code::{
            NumberTooLarge, UnknownAnalysis, UnknownAttribute, UnknownFact, UnknownFlag, UnknownOpcode,
            UnknownType,
        };
        matches!(
            self,
            UnknownOpcode
                | UnknownType
                | UnknownFlag
                | UnknownAttribute
                | UnknownFact
                | UnknownAnalysis
                | NumberTooLarge
        )
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A span with a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text of the label; may be empty.
    pub text: String,
}

/// One diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<C = Code> {
    /// The code.
    pub code: C,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The span of the problem, with a label.
    pub primary: Label,
    /// Further spans that explain the problem.
    pub secondary: Vec<Label>,
    /// Additional facts.
    pub notes: Vec<String>,
    /// Suggestions to the user.
    pub help: Vec<String>,
    /// The suggested replacement of a misspelt name.
    pub suggestion: Option<Suggestion>,
}

/// The known name that resembles a misspelt one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The misspelt name.
    pub written: String,
    /// The most similar known name.
    pub name: String,
}

impl<C: Kind> Diagnostic<C> {
    /// A diagnostic with a code, a span and a message.
    pub fn new(code: C, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            suggestion: None,
        }
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Sets the label of the primary span.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a secondary span with a label.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds help.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds help with the most similar known name, if there is one.
    pub fn suggest(self, written: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        match nearest(written, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")).with_suggestion(written, name),
            None => self,
        }
    }

    /// Sets the suggested replacement of a misspelt name.
    pub fn with_suggestion(mut self, written: impl Into<String>, name: impl Into<String>) -> Self {
        self.suggestion = Some(Suggestion { written: written.into(), name: name.into() });
        self
    }
}

/// Maximal number of letters of a short name.
const SHORT: usize = 5;

/// Longer names get no suggestion, and only this many known names are compared.
const MAX_COMPARED: usize = 64;
const MAX_KNOWN: usize = 1_000;

/// The most similar known name, if it is similar enough: at most a third of the letters differ, or one letter
/// of a short name. The first one among equally similar names.
pub fn nearest(written: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    if written.len() > MAX_COMPARED {
        return None;
    }
    let lower = written.to_lowercase();
    let mut best: Option<(usize, String)> = None;
    for name in known.into_iter().take(MAX_KNOWN) {
        let name = name.as_ref();
        let (ours, theirs) = (written.chars().count(), name.chars().count());
        let letters = ours.max(theirs);
        let allowed = if letters <= SHORT { 1 } else { letters.div_ceil(3) };
        if name == written || name.len() > MAX_COMPARED || ours.abs_diff(theirs) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
        if distance <= allowed && best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, name.to_owned()));
        }
    }
    best.map(|(_, name)| name)
}

/// Maximal number of diagnostics of each severity. It bounds the time for a report, and nobody reads more.
pub const MAX_DIAGNOSTICS: usize = 2_000;

/// Diagnostics in order of creation, without duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics<C: Kind = Code> {
    all: Vec<Diagnostic<C>>,
    seen: FxHashSet<(C, Span, String)>,
    /// The number of diagnostics of each [`Severity`].
    counts: [usize; 3],
}

impl<C: Kind> Default for Diagnostics<C> {
    fn default() -> Self {
        Diagnostics { all: Vec::new(), seen: FxHashSet::default(), counts: [0; 3] }
    }
}

impl<C: Kind> Diagnostics<C> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic, unless the same one exists for the same span or there are [too
    /// many](MAX_DIAGNOSTICS).
    pub fn push(&mut self, diagnostic: Diagnostic<C>) {
        let count = &mut self.counts[diagnostic.severity() as usize];
        if *count < MAX_DIAGNOSTICS
            && self.seen.insert((diagnostic.code, diagnostic.primary.span, diagnostic.message.clone()))
        {
            *count += 1;
            self.all.push(diagnostic);
        }
    }

    /// Adds the diagnostics of another stage.
    pub fn extend(&mut self, others: Diagnostics<C>) {
        for diagnostic in others.all {
            self.push(diagnostic);
        }
    }

    /// Sorts by span, then by code.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    }

    /// The diagnostics in order of creation, or after [`sort`](Self::sort) by span.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic<C>> {
        self.all.iter()
    }

    /// The number of diagnostics.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether one of the diagnostics is an error.
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|diagnostic| diagnostic.severity() == Severity::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_and_say_their_severity() {
        let number = |code: &Code| code.as_str()[1..].to_owned();
        assert!(Code::ALL.iter().map(number).is_sorted_by(|a, b| a < b));
        for code in Code::ALL {
            let letter = code.severity().as_str().chars().next().unwrap().to_ascii_uppercase();
            assert_eq!(code.as_str().chars().next(), Some(letter), "{code}");
        }
    }

    #[test]
    fn a_third_of_a_name_may_differ() {
        let known = ["Copy", "Fill", "MulChain", "Be", "SqrtOfSquare", "isPowerOf2"];
        for (written, suggestion) in [
            ("Copi", Some("Copy")),
            ("Nope", None),
            ("Cop", Some("Copy")),
            ("Copies", None),
            ("isPow2", Some("isPowerOf2")),
            ("Bee", Some("Be")),
            ("MulChian", Some("MulChain")),
            ("mulchan", Some("MulChain")),
            ("SqrtSquare", Some("SqrtOfSquare")),
            ("CubeOfSquare", Some("SqrtOfSquare")),
            ("CubeOfCubes", None),
        ] {
            assert_eq!(nearest(written, known).as_deref(), suggestion, "{written}");
        }
    }

    #[test]
    fn every_code_is_in_the_index() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/diagnostics.md");
        let index = std::fs::read_to_string(path).unwrap();
        for code in Code::ALL {
            assert!(index.contains(&format!("**{code}**")), "{code} is missing in docs/src/diagnostics.md");
        }
        let listed =
            index.matches("**E").count() + index.matches("**W").count() + index.matches("**N").count();
        assert_eq!(listed, Code::ALL.len(), "the index lists a code that does not exist, or one twice");
    }

    #[test]
    fn nearest_names() {
        let known = ["fadd", "fmul", "getelementptr", "call"];
        assert_eq!(nearest("fmull", known).as_deref(), Some("fmul"));
        assert_eq!(nearest("FMUL", known).as_deref(), Some("fmul"));
        assert_eq!(nearest("getelementpointer", known).as_deref(), Some("getelementptr"));
        assert_eq!(nearest("shufflevector", known), None);
    }

    #[test]
    fn the_same_thing_is_reported_once() {
        let mut diagnostics = Diagnostics::new();
        let error =
            Diagnostic::new(Code::UnknownOpcode, Span { file: 0, start: 3, end: 5 }, "unknown opcode `x`");
        diagnostics.push(error.clone());
        diagnostics.push(error.clone());
        diagnostics.push(Diagnostic { message: "unknown opcode `y`".into(), ..error });
        assert_eq!(diagnostics.len(), 2);
        assert!(diagnostics.has_errors());
    }
}
