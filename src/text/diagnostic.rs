//! What the front end has to say: a closed set of codes, with spans, notes and help.
//!
//! Detecting is here and in the stages, rendering in `render.rs`. Tests assert code and span, never the
//! wording.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Probably not meant; the specification still has a meaning.
    Warning,
    /// The specification has no meaning.
    Error,
}

impl Severity {
    /// `error`, `warning`, `note`.
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

            /// `E0101`: the stage is the second digit.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// What it always is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// A character that no token begins with.
    UnexpectedCharacter = Error "E0101",
    /// A `"` without its twin on the same line.
    UnterminatedString = Error "E0102",
    /// An index beyond 64 bits, or a number that no constant could be.
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
    /// A word that begins or continues no constraint.
    UnknownConstraint = Error "E0204",
    /// An opening bracket, or `Constraint`, without its end.
    Unclosed = Error "E0205",
    /// `∧` or `∨` outside of parentheses.
    BareOperator = Error "E0206",
    /// `foreach` or `forany` that ends the body of a collect and may be meant for the whole.
    SuffixInCollect = Warning "W0207",

    /// No specification of that name.
    UnknownSpecification = Error "E0301",
    /// Two specifications of one name among the user's files, or among the built-in ones.
    DuplicateSpecification = Error "E0302",
    /// A user's specification that hides a built-in one.
    HidesBuiltin = Note "N0303",
    /// No opcode of that name.
    UnknownOpcode = Error "E0304",
    /// No type of that name.
    UnknownType = Error "E0305",
    /// No instruction flag of that name.
    UnknownFlag = Error "E0306",
    /// No function attribute of that name.
    UnknownAttribute = Error "E0307",
    /// A function by a name that it does not go by in specifications.
    UnusualName = Warning "W0308",
    /// An index parameter that the specification does not have.
    UnknownParameter = Error "E0310",
    /// An index parameter without a value.
    MissingParameter = Error "E0311",
    /// An index parameter given twice.
    RepeatedParameter = Error "E0312",
    /// An index that is bound and never used.
    UnusedIndex = Warning "W0313",
    /// An index name that nothing binds, in a specification that is run.
    UnboundIndex = Error "E0314",
    /// The index of a collect in a place other than `[i]`.
    CollectIndexMisused = Error "E0315",
    /// An inner binder that reuses the index of a collect.
    CollectIndexReused = Error "E0316",
    /// A collect without local variables.
    CollectWithoutLocals = Error "E0317",
    /// One name renamed twice by one placing.
    RenamedTwice = Error "E0318",
    /// An index that nothing binds, in a specification that nothing includes.
    NeedsParameter = Note "N0319",
    /// A variable that a quantifier lists and that stands outside of it, or that two in each other list.
    ListedOutside = Error "E0320",
    /// `.args[0]` within the name of a variable.
    ListInName = Warning "W0321",
    /// A clause of a rewrite that does not go together with its formula, or cannot be carried out.
    RewriteClause = Error "E0322",
    /// A file that is used and cannot be read.
    UnreadableFile = Error "E0323",

    /// A range whose end lies before its start.
    EmptyRangeBackwards = Error "E0401",
    /// A negative index of a variable, an argument or a successor.
    NegativeIndex = Error "E0402",
    /// An index beyond what can be counted.
    IndexOverflow = Error "E0403",
    /// A specification that includes itself without end.
    IncludeCycle = Error "E0404",
    /// An expansion beyond the size limit.
    ExpansionTooLarge = Error "E0405",
    /// A renaming of a name that does not occur.
    RenameMatchesNothing = Warning "W0406",
    /// Collects over one family of variables with different limits.
    CollectLimitsDiffer = Error "E0407",
    /// The limit of a collect below zero or beyond what can be counted.
    CollectLimitOutOfRange = Error "E0408",
    /// A range of numbers that holds none.
    EmptyRange = Warning "W0409",
    /// A specification that is very large with every include written out.
    LargeExpansion = Warning "W0410",

    /// A variable that nothing binds.
    UnboundVariable = Error "E0501",
    /// A renaming that makes one family of two that one collect gathers.
    JoinedFamilies = Error "E0502",
    /// Parts of a specification that no constraint connects.
    CrossProduct = Warning "W0503",
    /// Constraints that never hold together.
    NeverHolds = Warning "W0504",
    /// A variable that one constraint alone mentions, and whose name is nearly that of another.
    UsedOnce = Warning "W0505",
    /// A line that tells findings, with a variable that the specification does not have, or a bracket without
    /// its end.
    Headline = Warning "W0506",
    /// A spelling of a computation that optimised code never has.
    NotInNormalForm = Warning "W0507",
}

/// A closed set of kinds of diagnostics; each language has its own.
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
    /// Whether a word is wrong that changes nothing about what binds which variable.
    pub fn is_about_a_word(self) -> bool {
        use Code::{NumberTooLarge, UnknownAttribute, UnknownFlag, UnknownOpcode, UnknownType};
        matches!(self, UnknownOpcode | UnknownType | UnknownFlag | UnknownAttribute | NumberTooLarge)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A place with a word on it.
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
    /// Its kind.
    pub code: C,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The place it is about.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// Facts.
    pub notes: Vec<String>,
    /// Advice, if there is any.
    pub help: Vec<String>,
    /// The name that is meant, where one is near.
    pub meant: Option<Meant>,
}

/// A name like one that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The name as written.
    pub written: String,
    /// The known name most like it.
    pub name: String,
}

impl<C: Kind> Diagnostic<C> {
    /// A diagnostic about a place.
    pub fn new(code: C, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            meant: None,
        }
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// With a word on the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// With another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// With a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// With advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// With the nearest known name, when there is a near one.
    pub fn suggest(self, written: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        match nearest(written, known) {
            Some(name) => self.help(format!("did you mean `{name}`?")).meant(written, name),
            None => self,
        }
    }

    /// With the name that is meant instead of the one that was written.
    pub fn meant(mut self, written: impl Into<String>, name: impl Into<String>) -> Self {
        self.meant = Some(Meant { written: written.into(), name: name.into() });
        self
    }
}

/// The letters of a short name.
const SHORT: usize = 5;

/// Longer words get no suggestion, and of more known names only the first are looked at.
const MAX_COMPARED: usize = 64;
const MAX_KNOWN: usize = 1_000;

/// The known name most like what was written, if one is like it at all: at most a third of the letters
/// differ, of short names one. Of equally near ones the first.
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

/// Limit of diagnostics of each severity: nobody reads on, and no input may take forever to report.
pub const MAX_DIAGNOSTICS: usize = 2_000;

/// Diagnostics as they come; each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics<C: Kind = Code> {
    all: Vec<Diagnostic<C>>,
    said: FxHashSet<(C, Span, String)>,
    /// The number of diagnostics of each [`Severity`].
    counts: [usize; 3],
}

impl<C: Kind> Default for Diagnostics<C> {
    fn default() -> Self {
        Diagnostics { all: Vec::new(), said: FxHashSet::default(), counts: [0; 3] }
    }
}

impl<C: Kind> Diagnostics<C> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, unless the same was said of the same place or there are [too many](MAX_DIAGNOSTICS).
    pub fn push(&mut self, diagnostic: Diagnostic<C>) {
        let count = &mut self.counts[diagnostic.severity() as usize];
        if *count < MAX_DIAGNOSTICS
            && self.said.insert((diagnostic.code, diagnostic.primary.span, diagnostic.message.clone()))
        {
            *count += 1;
            self.all.push(diagnostic);
        }
    }

    /// Adds those of another stage.
    pub fn extend(&mut self, others: Diagnostics<C>) {
        for diagnostic in others.all {
            self.push(diagnostic);
        }
    }

    /// Orders them by place; those of one place by code.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
    }

    /// In the order they came, or by place after [`sort`](Self::sort).
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

    /// Whether one of them is an error.
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
        for (written, meant) in [
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
            assert_eq!(nearest(written, known).as_deref(), meant, "{written}");
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
    fn the_same_thing_is_said_once() {
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
