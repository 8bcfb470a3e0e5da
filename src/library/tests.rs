//! The library as used by plugin and command: selections, errors, and searches with every built-in
//! specification.

mod expected;
mod explanations;
mod unbound;

use super::*;
use expected::EXPECTED;
use ir::Model;
use ir::testing::sketch::{sketch, value};
use lang::atoms::ModelWorld;
use lang::candl::advice::Advice;
use lang::candl::connected::cross_product;
use lang::candl::headline::Headline;
use solver::Budget;
use solver::testing::oracle::Oracle;
use text::diagnostic::Severity;

const SQUARE_ROOT: &str = "
    global @llvm.sqrt.f64 pure
    param x:double
    param y:double
    entry:
      square:double = fmul x x !fast
      product:double = fmul x y !fast
      root:double = call @llvm.sqrt.f64 square !fast
      other:double = call @llvm.sqrt.f64 product !fast
      sum:double = fadd root other
      last:void = ret sum";

pub(super) fn library(user: &[(&str, &str)], selection: Option<&[&str]>) -> Library {
    let user = user.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let names: Option<Vec<String>> = selection.map(|names| names.iter().map(|n| (*n).to_owned()).collect());
    Library::new(user, names.as_deref())
}

/// The library of a selection, which must have no diagnostics.
pub(super) fn sound(user: &[(&str, &str)], selection: Option<&[&str]>) -> Library {
    let library = library(user, selection);
    assert_eq!(library.render(false), "");
    library
}

pub(super) fn names(library: &Library) -> Vec<&str> {
    library.idioms().iter().map(Idiom::name).collect()
}

/// The code, file and marked text of each diagnostic, in order.
fn reported(library: &Library) -> Vec<(Code, &str, &str)> {
    let sources = library.sources();
    let place = |span: lang::candl::ast::Span| (sources.file(span.file).name(), sources.text(span));
    let all = library.diagnostics().iter().map(|d| (d.code, place(d.primary.span)));
    all.map(|(code, (file, text))| (code, file, text)).collect()
}

/// Substitutes each solution into the fully expanded formula; returns the number of solutions.
fn substitute(idiom: &Idiom, model: &Model) -> usize {
    let world = ModelWorld::new(model);
    let compiled = idiom.compiled();
    let oracle = Oracle::new(compiled.problem());
    let found = compiled.solve(&world, Budget::default());
    for assignment in &found.assignments {
        assert!(oracle.accepts(&world, assignment), "{}: {assignment:?}", idiom.name());
    }
    found.assignments.len()
}

#[test]
fn finds_the_root_of_a_square() {
    let library = sound(&[], Some(&["SqrtOfSquare"]));
    let [idiom] = library.idioms() else { panic!("{:?}", names(&library)) };
    let model = sketch(SQUARE_ROOT);
    let found = idiom.find(&model, Budget::default());
    assert!(found.exhausted.is_none() && found.limits_reached.is_empty() && found.steps > 0);
    let [solution] = &found.solutions[..] else { panic!("{found:?}") };
    for (variable, name) in
        [("sqrt_call", "root"), ("sqrt_fn", "@llvm.sqrt.f64"), ("square", "square"), ("a", "x")]
    {
        assert_eq!(solution.get(variable), Some(value(&model, name)), "{variable}");
    }
    assert_eq!(solution.get("b"), None);
    assert_eq!(idiom.variables(), ["sqrt_call", "sqrt_fn", "square", "a"]);
    assert!(idiom.doc().starts_with("sqrt(a*a)"));
    assert_eq!(substitute(idiom, &model), 1);
}

#[test]
fn a_budget_that_runs_out_is_told() {
    let library = sound(&[], Some(&["SqrtOfSquare"]));
    let model = sketch(SQUARE_ROOT);
    let found = library.idioms()[0].find(&model, Budget::of_steps(1));
    assert!(found.exhausted.is_some() && found.solutions.is_empty());
    assert_eq!(found.steps, 1);
}

const OWN: &str = "
    # Adds.
    Constraint Adds (opcode{x} = add ∧ include Second({x}->{of})) End
    Constraint Second {y} = {of}.args[1] End
    Constraint Repeated ( opcode{x[N]} = add ) End";

#[test]
fn without_a_selection_the_users_own_run_and_else_the_idioms() {
    let library = library(&[("own.candl", OWN)], None);
    assert_eq!(reported(&library), [(Code::NeedsParameter, "own.candl", "N")]);
    assert!(!library.has_errors());
    assert_eq!(names(&library), ["Adds"]);
    assert_eq!(library.idioms().last().map(Idiom::doc), Some("Adds."));
    let built_in = sound(&[], None);
    let names = names(&built_in);
    assert!(names.contains(&"SqrtOfSquare") && !names.contains(&"Loop"), "{names:?}");
}

#[test]
fn files_with_nothing_to_run_are_told_apart_from_wrong_ones() {
    let waiting = [("own.candl", "Constraint Waits ( opcode{x[i]} = add foreach i=0..N ) End")];
    assert!(library(&waiting, None).is_empty());
    assert!(library(&[("own.candl", "# nothing")], None).is_empty());
    assert!(!library(&waiting, Some(&["Waits[N=2]"])).is_empty());
    assert!(!library(&[("own.candl", "Constraint")], None).is_empty());
}

#[test]
fn a_selection_is_exact() {
    let library = sound(
        &[("own.candl", OWN)],
        Some(&["Repeated[N=3]", "Adds", "Repeated[N=3]", "SumChain[N=4]", " Adds "]),
    );
    assert_eq!(names(&library), ["Repeated[N=3]", "Adds", "SumChain[N=4]"]);
    assert_eq!(library.idioms()[0].variables(), ["x[3]"]);
    assert!(sound(&[], Some(&[])).idioms().is_empty());
}

#[test]
fn what_is_wrong_is_told_at_once() {
    let user = [
        ("a.candl", "Constraint Bad opcode{x} = fmull End"),
        (
            "b.candl",
            "Constraint Open ( {x} != {y} ∧ opcode{x} = add ) End Constraint Good opcode{x} = add End
             Constraint WithBad include Bad End",
        ),
    ];
    let library = library(&user, None);
    assert!(library.has_errors());
    let expect =
        [(Code::UnknownOpcode, "a.candl", "fmull"), (Code::UnboundVariable, "b.candl", "{x} != {y}")];
    assert_eq!(reported(&library), expect);
    assert!(names(&library).contains(&"Good"));
    assert!(!names(&library).contains(&"WithBad") && !names(&library).contains(&"Bad"));
    let text = library.render(false);
    assert!(text.contains("did you mean `fmul`?") && text.contains("`y`"), "{text}");
}

#[test]
fn a_wrong_selection_is_told() {
    for (name, code, under) in [
        ("SqrtOfSquar", Code::UnknownSpecification, "SqrtOfSquar"),
        ("ForLoop", Code::UnknownSpecification, "ForLoop"),
        ("SumChain[M=4]", Code::UnknownParameter, "M"),
        ("Sum Chain", Code::UnexpectedToken, "Chain"),
        ("", Code::UnexpectedToken, ""),
    ] {
        let library = library(&[], Some(&[name, "SqrtOfSquare"]));
        assert!(library.has_errors(), "{name}");
        assert!(reported(&library).contains(&(code, SELECTION, under)), "{name}: {:?}", reported(&library));
        assert_eq!(names(&library), ["SqrtOfSquare"], "{name}");
    }
    // The nearest name is in a file that the selection does not need otherwise.
    assert!(library(&[], Some(&["MulChian"])).render(false).contains("did you mean `MulChain`?"));
}

/// The names of the selected rewrites, or the rendered diagnostics.
fn rewrites(user: &[(&str, &str)], names: &[&str]) -> Result<Vec<String>, String> {
    let user: Vec<_> =
        user.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let library = Library::of_rewrites(&user, &names, &[]);
    let name = |rewrite: &Specification| rewrite.name.text.clone();
    match library.has_errors() {
        true => Err(library.render(false)),
        false => Ok(library.rewrites().iter().map(name).collect()),
    }
}

#[test]
fn rewrites_are_named_singly_or_as_a_built_in_set() {
    let own = [(
        "own.candl",
        "Rewrite Half ({r} ~ {x} + {x}) gives {r} = {x} << 1 End
         Rewrite Ddot ({r} ~ {x} - {x}) gives {r} = 0 End
         Rewrite SqrtOfSquare ({r} ~ {x} - {x}) gives {r} = 0 End",
    )];
    let check = |user: &[(&str, &str)], named: &[&str], expect: &[&str]| {
        assert_eq!(rewrites(user, named).unwrap(), expect, "{named:?}");
    };
    check(&[], &["Dgemm"], &["Dgemm"]);
    check(&[], &["GemmByBlas"], &["Dgemm", "DgemmAdd", "DgemmLeft", "Sgemm", "SgemmAdd", "SgemmLeft"]);
    check(&[], &["Ddot", "DotByBlas", "Ddot"], &["Ddot", "Sdot"]);
    check(&own, &["Half"], &["Half"]);
    check(&own, &["SqrtOfSquare"], &["SqrtOfSquare"]);
    // A user's rewrite replaces a built-in one of the same name, also in its set.
    check(&own, &["DotByBlas"], &["Ddot", "Sdot"]);
    let user: Vec<_> =
        own.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let library = Library::of_rewrites(&user, &["DotByBlas".to_owned()], &[]);
    assert!(library.rewrites()[0].rewrite.as_ref().unwrap().nest.is_none());
    for (named, words) in [
        (
            "GemByBlas",
            &["there is no rewrite `GemByBlas`", "did you mean `GemmByBlas`", "AxpyByBlas, ", "Half"][..],
        ),
        ("Dgem", &["did you mean `Dgemm`"]),
        ("For", &["`For` is no rewrite", "there are AxpyByBlas, "]),
        ("GemmLayout", &["`GemmLayout` is no rewrite"]),
    ] {
        let text = rewrites(&own, &[named]).unwrap_err();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn a_users_specification_hides_a_built_in_one() {
    let own = "Constraint SqrtOfSquare opcode{mine} = fadd End
               Constraint Uses include SqrtOfSquare @ {s} End";
    for selection in [None, Some(&["SqrtOfSquare"][..])] {
        let library = library(&[("own.candl", own)], selection);
        assert_eq!(reported(&library), [(Code::HidesBuiltin, "own.candl", "SqrtOfSquare")]);
        assert!(library.diagnostics().iter().all(|d| d.severity() == Severity::Note));
        let own = library.idioms().iter().map(|idiom| (idiom.name(), idiom.variables().join(" ")));
        let expect = if selection.is_some() { ("SqrtOfSquare", "mine") } else { ("Uses", "s.mine") };
        assert_eq!(own.collect::<Vec<_>>(), [(expect.0, expect.1.to_owned())]);
    }
}

#[test]
fn no_bytes_break_it() {
    let library = Library::new(vec![("bad.candl".to_owned(), b"Constraint \xff".to_vec())], None);
    assert!(library.has_errors());
    assert!(reported(&library).iter().any(|(code, file, _)| (*code, *file) == (Code::NotUtf8, "bad.candl")));
}

#[test]
fn is_shared_by_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&sound(&[], None));
}

/// Small functions with instances of most building blocks.
const FUNCTIONS: &[&str] = &[SQUARE_ROOT, LOOP, CHAINS];

const LOOP: &str = "
    param p:ptr
    param n:i64
    entry:
      some:i1 = icmp n i64:0
      guard:void = br some -> head out
    head:
      enter:void = br -> loop
    loop:
      i:i64 = phi i64:0@head next@loop
      sum:double = phi double:0@head more@loop
      address:ptr = getelementptr p i
      x:double = load address !reads
      more:double = fadd sum x !fast
      next:i64 = add i i64:1 !nsw
      end:i1 = icmp next n
      back:void = br end -> out loop
    out:
      result:double = phi double:0@entry more@loop
      last:void = ret result";

const CHAINS: &str = "
    param a:double
    param b:double
    entry:
      s1:double = fmul a b !fast
      s2:double = fmul s1 a !fast
      s3:double = fadd s2 b !fast
      s4:double = fadd s3 s1 !fast
      last:void = ret s4";

/// Specifications of nested quantifiers, or with many hidden variables, for which trying all assignments
/// would not end. `tests/std_library/` tests them.
const NESTED: &[&str] = &[
    "SCoP",
    "StructuredControlFlow",
    "AffineLoop",
    "AffineControlFlow",
    "AffineAccess",
    "AffineMemAccesses",
    "AffineBlockAccess",
    "CallsWithoutMemory",
    "Invariant",
    "AffineStep",
    "Affine",
    "IteratorAt",
    "ForwardInFor",
    "Reduction",
    "MulAdd",
    "ScalarReduction",
    "Square",
];

#[test]
fn every_built_in_specification_runs() {
    let models: Vec<Model> = FUNCTIONS.iter().map(|text| sketch(text)).collect();
    for (name, whole, expect) in EXPECTED {
        let library = match whole.is_empty() {
            true => sound(&[], Some(&[name])),
            false => {
                // A branch leaves out variables that only an includer mentions; other variables are unbound.
                let alone = library(&[], Some(&[name]));
                let lacks = |code| matches!(code, Code::UnboundVariable | Code::UnboundIndex);
                assert!(alone.diagnostics().iter().all(|d| lacks(d.code)), "{name}");
                sound(&[("whole", &format!("Constraint Whole ({whole}) End"))], Some(&["Whole"]))
            }
        };
        let idiom = &library.idioms()[0];
        for (model, expect) in models.iter().zip(expect) {
            let found = idiom.find(model, Budget::default());
            assert!(found.exhausted.is_none() && found.limits_reached.is_empty(), "{name}");
            assert_eq!(found.solutions.len(), *expect, "{name}");
            if !NESTED.contains(name) {
                assert_eq!(substitute(idiom, model), *expect, "{name}");
            }
        }
    }
    let listed: Vec<&str> = EXPECTED.iter().map(|(name, ..)| *name).collect();
    let all = builtins();
    assert_eq!(listed, all.iter().map(|builtin| builtin.name.as_str()).collect::<Vec<_>>());
}

#[test]
fn lines_that_tell_findings_name_variables() {
    let mut explained = 0;
    for builtin in builtins() {
        let library = library(&[], Some(&[&builtin.name]));
        for idiom in library.idioms() {
            for line in idiom.marked_lines() {
                let line = match line.split_at(1) {
                    (">", line) => Headline::parse(line).unwrap(),
                    ("!" | "?", _) => Advice::parse(line).unwrap().line,
                    _ => continue,
                };
                let is_known = |name: &&str| idiom.variables().iter().any(|known| known == name);
                assert_eq!(line.names().into_iter().find(|name| !is_known(name)), None, "{}", idiom.name());
                explained += 1;
            }
        }
    }
    assert!(explained > 20);
    let warned = |line: &str| {
        check_codes(
            &format!("# A sum.\n#\n# > {line}\nConstraint T {{r}} ~ {{a}} + {{b}} End"),
            &[(Code::Headline, "T")],
        );
    };
    warned("{r} = {a} + {c}");
    warned("{A}[{r}]");
    warned("{r} = {a");
    check_codes("# A sum.\n#\n# > {= r}, {? a}\nConstraint T {r} ~ {a} + {b} End", &[]);
}

#[test]
fn values_are_those_of_the_model() {
    // The ids in a solution index the model's values; `unused` has none.
    let library = sound(&[("u", "Constraint U ({x} is unused ∧ opcode{y} = fadd) End")], Some(&["U"]));
    let model = sketch(SQUARE_ROOT);
    let found = library.idioms()[0].find(&model, Budget::default());
    let expect = [("x", None), ("y", Some(value(&model, "sum")))];
    assert!(found.solutions[0].variables().eq(expect));
}

fn file(text: &str) -> Vec<(String, Vec<u8>)> {
    vec![("own.candl".to_owned(), text.as_bytes().to_vec())]
}

fn check_codes(text: &str, expect: &[(Code, &str)]) {
    let outcome = check(&file(text));
    let found = outcome.diagnostics.iter().map(|d| (d.code, outcome.sources.text(d.primary.span)));
    assert_eq!(found.collect::<Vec<_>>(), expect, "{text}");
}

#[test]
fn checking_tells_what_searching_would() {
    check_codes("Constraint A opcode{x} = add End", &[]);
    check_codes("Constraint A include Loop End", &[]);
    check_codes("Constraint A opcode{x} = addd End", &[(Code::UnknownOpcode, "addd")]);
    // An unknown word hides no other error, not even through an include.
    for unknown in ["opcode{x} = addd", "data_type{x} = i3x", "{x} has flag nws", "{x} has attribute prue"] {
        let word = unknown.split([' ', '=']).next_back().unwrap();
        let code =
            check(&file(&format!("Constraint A {unknown} End"))).diagnostics.iter().next().unwrap().code;
        let unbound = (Code::UnboundVariable, "{y} != {x}");
        check_codes(&format!("Constraint A ({unknown} ∧ {{y}} != {{x}}) End"), &[(code, word), unbound]);
        let included = format!("Constraint A {unknown} End Constraint B (include A ∧ {{y}} != {{x}}) End");
        check_codes(&included, &[(code, word), unbound]);
    }
    check_codes("Constraint A {x} != {y} End", &[(Code::UnboundVariable, "{x} != {y}"); 2]);
    // Reported once, whatever the variables are.
    for text in ["{r} = {x} * {y}", "{r} ~ {x}"] {
        check_codes(&format!("Constraint A {text} End"), &[(Code::UnboundVariable, text)]);
    }
    // A misspelt name in a quantifier is not a variable of its own.
    let misspelt =
        "Constraint A ( opcode{y} = add ∧ none {left} ( {lfet} ∈ {y}.args ∧ opcode{left} = phi ) ) End";
    let whole = "none {left} ( {lfet} ∈ {y}.args ∧ opcode{left} = phi )";
    check_codes(misspelt, &[(Code::UnboundVariable, whole)]);
    let unbound = "Constraint A ( opcode{y} = add ∧ none {x} ( {x} != {y} ) ) End";
    check_codes(unbound, &[(Code::UnboundVariable, "none {x} ( {x} != {y} )")]);
    check_codes("Constraint A literal{x} = 1e99999 End", &[(Code::NumberTooLarge, "1e99999")]);
    check_codes("Constraint A function_name{x} = sqrtf End", &[(Code::UnusualName, "sqrtf")]);
    check_codes("Constraint A function_name{x} = llvm.fma.f32 End", &[(Code::UnusualName, "llvm.fma.f32")]);
    check_codes("Constraint A (function_name{x} = sqrt ∨ function_name{x} = llvm.memcpy) End", &[]);
    // Left for the including specification to bind.
    check_codes(
        "Constraint A {x} != {y} End Constraint B (include A ∧ opcode{x} = add ∧ opcode{y} = add) End",
        &[],
    );
    check_codes("Constraint A opcode{x[N]} = add End", &[(Code::NeedsParameter, "N")]);
    let chain = |length: usize| {
        let links = (0..length).map(|k| format!("Constraint A{k} include A{} @{{p}} End ", k + 1));
        format!("{}Constraint A{length} opcode{{x}} = add End", links.collect::<String>())
    };
    check_codes(&chain(100), &[]);
    check_codes(&chain(101), &[(Code::IncludeCycle, "include A1 @{p}")]);
    check_codes(&chain(3000), &[(Code::IncludeCycle, "include A2900 @{p}")]);
    check_codes("Constraint A include Lop End", &[(Code::UnknownSpecification, "Lop")]);
}

/// Each of these once took minutes.
#[test]
fn wide_specifications_are_planned() {
    for wide in [
        "opcode{x[i]} = add foreach i=0..30000",
        "(opcode{x} = add ∧ {x} = {y[i]}.args[0] foreach i=0..20000)",
        "include Sum @ {p[i]} foreach i=0..10000",
    ] {
        // The plans exist, with a warning about cross products.
        let outcome = check(&file(&format!("Constraint A {wide} End")));
        assert!(outcome.diagnostics.iter().all(|d| d.code == Code::CrossProduct), "{wide}");
    }
    let free = "((opcode{x[i]} = add ∨ opcode{y} = add) foreach i=0..5000 ∧ {x[i]} ≠ {y} foreach i=0..5000)";
    let outcome = check(&file(&format!("Constraint A {free} End")));
    assert!(outcome.diagnostics.iter().all(|d| d.code == Code::UnboundVariable));
    assert_eq!(outcome.diagnostics.iter().count(), 2000);
}

#[test]
fn an_expansion_finds_what_the_idiom_finds() {
    let model = sketch(LOOP);
    for name in ["Loop", "For", "LoopWithOnlyArrayAccesses", "SumChain[N=2]", "CollectArguments"] {
        let written = expansion(&[], name).unwrap();
        let parsed = lang::candl::parser::Parsed {
            file: lang::candl::ast::File { uses: Vec::new(), specifications: written },
            ..Default::default()
        };
        let text = lang::candl::printer::print_file(&parsed, lang::candl::printer::Spelling::Ascii);
        let text = text.replacen("Constraint ", "Constraint Expanded", 1);
        assert!(!text.contains("include"), "{text}");
        let expanded = sound(&[("expanded", &text)], None);
        let original = sound(&[], Some(&[name]));
        let found = |library: &Library| library.idioms().last().unwrap().find(&model, Budget::default());
        assert!(!found(&original).solutions.is_empty(), "{name}");
        assert_eq!(found(&original).solutions, found(&expanded).solutions, "{text}");
    }
}

#[test]
fn an_expansion_that_cannot_be_is_told() {
    for (text, name, code) in [
        ("", "Lop", Code::UnknownSpecification),
        ("Constraint A include A[N=1] End", "A", Code::UnknownParameter),
        ("Constraint A opcode{x} = addd End", "A", Code::UnknownOpcode),
        ("Constraint A opcode{x[N]} = add End", "A", Code::UnboundIndex),
    ] {
        let outcome = expansion(&file(text), name).unwrap_err();
        assert!(outcome.diagnostics.iter().any(|d| d.code == code), "{}", outcome.render(false));
    }
    let aside = expansion(&file("Constraint A opcode{x} = addd End"), "Loop").unwrap_err();
    assert!(aside.diagnostics.has_errors());
}

#[test]
fn an_expansion_has_the_facts_and_analyses_that_it_uses() {
    let text = "Constraint Stored ( opcode{i} = store ∧ {p} = {i}.args[1] ) End \
                Analysis Kept({p}) backward must gen {l} ( opcode{l} = load ∧ {p} = {l}.args[0] ) exit all End \
                Analysis Written({p}) forward must gen {i} include Stored \
                kill {k} ( opcode{k} = load ∧ not Kept({p}) after {k} ) entry ( opcode{p} = alloca ) End \
                must Fact Frees() ( opcode{c} = call ∧ {c} does Other() ) End \
                must Fact Other() ( opcode{c} = call ∧ ( {c} does Frees() ∨ {c} does Releases({c}) ) ) End \
                Constraint A ( opcode{l} = load ∧ {p} = {l}.args[0] ∧ Written({p}) before {l} ) End \
                Constraint B ( include A ∧ {c} does Frees() ) End";
    let names = |name: &str| -> Vec<String> {
        let written =
            expansion(&file(text), name).unwrap_or_else(|outcome| panic!("{}", outcome.render(false)));
        written.iter().map(|it| format!("{} {}", it.words(), it.name.text)).collect()
    };
    assert_eq!(names("Stored"), ["Constraint Stored"]);
    assert_eq!(names("A"), ["Analysis Kept", "Analysis Written", "Constraint A"]);
    assert_eq!(names("Written"), ["Analysis Kept", "Analysis Written"]);
    // Facts that use each other stand once; built-in ones need no text.
    assert_eq!(names("Frees"), ["must Fact Other", "must Fact Frees"]);
    assert_eq!(names("B").len(), 5);
    let parsed = lang::candl::parser::Parsed {
        file: lang::candl::ast::File {
            uses: Vec::new(),
            specifications: expansion(&file(text), "B").unwrap(),
        },
        ..Default::default()
    };
    let printed = lang::candl::printer::print_file(&parsed, lang::candl::printer::Spelling::Unicode);
    assert!(!printed.contains("include") && printed.contains("exit all"), "{printed}");
    // The text stands alone, and expanding it again changes nothing.
    let again = expansion(&file(&printed), "B").unwrap_or_else(|outcome| panic!("{}", outcome.render(false)));
    let parsed = lang::candl::parser::Parsed {
        file: lang::candl::ast::File { uses: Vec::new(), specifications: again },
        ..Default::default()
    };
    assert_eq!(lang::candl::printer::print_file(&parsed, lang::candl::printer::Spelling::Unicode), printed);
}

#[test]
fn the_parts_of_every_built_in_idiom_are_connected() {
    let library = Library::new(Vec::new(), None);
    assert!(!library.idioms().is_empty());
    for idiom in library.idioms() {
        assert_eq!(cross_product(idiom.compiled().problem(), idiom.source_map()), None, "{}", idiom.name());
    }
}
