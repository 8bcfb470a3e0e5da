//! Facts of small modules.

use crate::{Answers, Declared, ModuleFacts, Table, of_the_library};
use ir::Model;
use ir::testing::sketch::sketch;
use lang::atoms::{FactAnswer, Place};
use lang::candl::ast::Modality;
use library::{Budget, Library};
use std::collections::BTreeMap;

/// A module: the texts of functions by name.
pub(super) type Sketches = BTreeMap<String, String>;

/// The model of a function of a module.
pub(super) fn body(module: &Sketches) -> impl Fn(&str) -> Option<Model> {
    |name| module.get(name).map(|text| sketch(text))
}

pub(super) fn library(names: &[&str]) -> Library {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let library = Library::new(Vec::new(), Some(&names));
    assert!(!library.has_errors(), "{}", library.render(false));
    library
}

/// The answer for a fact of a function.
pub(super) fn answer_of(module: &Sketches, declared: &Declared, fact: &str, function: &str) -> FactAnswer {
    let library = library(&[fact]);
    let at = library.facts().iter().position(|known| known.name() == fact).expect("a fact");
    let body = body(module);
    let facts = ModuleFacts::new(library.facts(), declared, &body, Budget::default(), Answers::default());
    facts.of_function(function).map_or(FactAnswer::Unknown, |answers| answers[at].clone())
}

/// The parameters of which a fact holds, all at distance 0.
pub(super) fn parameters(answer: &FactAnswer) -> Vec<u32> {
    match answer {
        FactAnswer::HoldsOf(places) => {
            places.iter().filter(|at| at.offset == 0).map(|at| at.parameter).collect()
        }
        FactAnswer::Fails => Vec::new(),
        other => panic!("{other:?}"),
    }
}

fn module(functions: &[(&str, &str)]) -> Sketches {
    functions.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

const DROP: &str = "
    global @free
    param p:ptr
    entry:
      is:i1 = icmp p ptr:null !eq
      br:void = br is -> out some
    some:
      call:void = call @free p !writes
      on:void = br -> out
    out:
      end:void = ret";

#[test]
fn a_wrapper_releases_what_free_releases() {
    let twice = "
        global @drop defined
        param q:ptr
        param p:ptr
        entry:
          call:void = call @drop p !writes
          end:void = ret";
    let module = module(&[("drop", DROP), ("twice", twice)]);
    let releases = |name: &str| parameters(&answer_of(&module, of_the_library(), "Releases", name));
    assert_eq!(releases("drop"), [0]);
    assert_eq!(releases("twice"), [1]);
    let may = |name: &str| parameters(&answer_of(&module, of_the_library(), "MayRelease", name));
    assert_eq!((may("drop"), may("twice")), (vec![0], vec![1]));
}

#[test]
fn a_function_that_releases_on_one_way_may_release() {
    let one = DROP.replace("icmp p ptr:null !eq", "call @free ptr:null");
    let module = module(&[("one", &one)]);
    assert_eq!(parameters(&answer_of(&module, of_the_library(), "Releases", "one")), Vec::<u32>::new());
    assert_eq!(parameters(&answer_of(&module, of_the_library(), "MayRelease", "one")), [0]);
}

#[test]
fn an_invoke_of_what_may_throw_has_no_must_fact() {
    let invoke = |attribute: &str| {
        format!(
            "global @free {attribute}
            param p:ptr
            entry:
              call:void = invoke @free p !writes -> out out2
            out:
              end:void = ret
            out2:
              end2:void = ret"
        )
    };
    let module = module(&[("throws", &invoke("")), ("quiet", &invoke("nounwind"))]);
    let releases = |name: &str| parameters(&answer_of(&module, of_the_library(), "Releases", name));
    assert_eq!((releases("throws"), releases("quiet")), (vec![], vec![0]));
}

#[test]
fn tables_say_what_functions_without_a_body_do() {
    let user = "
        global @pool_put
        param p:ptr
        entry:
          call:void = call @pool_put ptr:null p !writes
          end:void = ret";
    let module = module(&[("user", user)]);
    let table = Table::of_toml("[functions]\nReleases = ['pool_put(_, p)']").expect("a table");
    let declared = of_the_library().clone().with(&table).expect("functions");
    assert_eq!(parameters(&answer_of(&module, &declared, "Releases", "user")), [0]);
    assert_eq!(parameters(&answer_of(&module, of_the_library(), "Releases", "user")), Vec::<u32>::new());
    assert_eq!(parameters(&answer_of(&module, of_the_library(), "MayRelease", "user")), [0]);
    let not = Table::of_toml("[functions.not]\nany = ['pool_*']").expect("a table");
    let declared = of_the_library().clone().with(&not).expect("functions");
    assert_eq!(parameters(&answer_of(&module, &declared, "MayRelease", "user")), Vec::<u32>::new());
}

/// A function that releases its parameter, and whose end is `end`.
fn released(end: &str) -> String {
    format!(
        "global @free
        param p:ptr
        entry:
          call:void = call @free p !writes
          end:void = {end}"
    )
}

#[test]
fn a_function_that_never_returns_has_no_fact_of_its_parameters() {
    let outer = "
        global @dies defined
        param p:ptr
        entry:
          call:void = call @dies p !writes
          end:void = ret";
    let module = module(&[
        ("dies", &released("unreachable")),
        ("returns", &released("ret")),
        ("outer", outer),
        ("alone", "global @dies defined\nentry:\ncall:void = call @dies ptr:null !writes\nend:void = ret"),
    ]);
    let releases = |name: &str| parameters(&answer_of(&module, of_the_library(), "Releases", name));
    assert_eq!((releases("dies"), releases("returns"), releases("outer")), (vec![], vec![0], vec![]));
    let ends = |name: &str| answer_of(&module, of_the_library(), "NeverReturns", name);
    let expected = [FactAnswer::Holds, FactAnswer::Fails, FactAnswer::Holds, FactAnswer::Holds];
    assert_eq!(["dies", "returns", "outer", "alone"].map(ends), expected);
}

#[test]
fn a_body_goes_before_what_is_said_of_the_librarys_functions() {
    let user = |name: &str, how: &str| {
        format!(
            "global @{name} {how}
            param p:ptr
            entry:
              call:void = call @{name} p !writes
              end:void = ret"
        )
    };
    let nothing = "param p:ptr\nentry:\nend:void = ret";
    let module = module(&[
        ("free", nothing),
        ("pool_put", nothing),
        ("own", &user("free", "defined")),
        ("theirs", &user("free", "")),
        ("put", &user("pool_put", "defined")),
        ("put_here", &user("pool_put", "defined local")),
    ]);
    let table = Table::of_toml("[functions]\nReleases = ['pool_put(p)']").expect("a table");
    let declared = of_the_library().clone().with(&table).expect("functions");
    let releases = |name: &str| parameters(&answer_of(&module, &declared, "Releases", name));
    assert_eq!((releases("own"), releases("theirs")), (vec![], vec![0]));
    assert_eq!((releases("put"), releases("put_here")), (vec![0], vec![]), "a user's word counts");
}

#[test]
fn what_stands_under_the_facts_own_name_goes_before_any() {
    let user = |name: &str| {
        format!(
            "global @{name}
            param p:ptr
            param q:ptr
            entry:
              call:ptr = call @{name} p q !writes
              end:void = ret call"
        )
    };
    let module = module(&[
        ("copied", &user("strcpy")),
        ("length", &user("strlen")),
        ("masked", &user("llvm.ptrmask.p0")),
    ]);
    let of = |fact: &str| {
        let answer = |name: &str| parameters(&answer_of(&module, of_the_library(), fact, name));
        ["copied", "length", "masked"].map(answer)
    };
    assert_eq!(of("MayReturn"), [vec![0], vec![], vec![0]]);
    assert!(of("MayUnlock").iter().all(Vec::is_empty));
}

#[test]
fn arguments_behind_the_parameters_are_kept_unless_they_go_to_the_library_alone() {
    let function = |callee: &str| {
        format!(
            "global @llvm.va_start.p0 intrinsic
            global @{callee}
            param p:ptr
            entry:
              list:ptr = alloca
              start:void = call @llvm.va_start.p0 list !writes
              call:void = call @{callee} p p list !writes
              end:void = ret"
        )
    };
    let module = module(&[("log", &function("vfprintf")), ("keep", &function("unknown"))]);
    let answer = |name: &str| answer_of(&module, of_the_library(), "MayKeep", name);
    assert_eq!(answer("log"), FactAnswer::HoldsOf([].into()));
    assert_eq!(answer("keep"), FactAnswer::Unknown);
}

#[test]
fn a_function_that_may_return_without_the_lock_does_not_lock() {
    let function = |then: &str| {
        format!(
            "global @pthread_mutex_lock
            global @abort noreturn
            param l:ptr
            entry:
              code:i32 = call @pthread_mutex_lock l !writes
              test:i1 = icmp code i32:0 !eq
              br:void = br test -> fine wrong
            fine:
              end:void = ret
            wrong:
              {then}"
        )
    };
    let tried = |result: &str, of: &str| {
        format!(
            "global @pthread_mutex_trylock
            param l:ptr
            entry:
              code:i32 = call @pthread_mutex_trylock l !writes
              test:i1 = icmp code i32:0 !eq
              wide:i32 = {of}
              end:void = ret {result}"
        )
    };
    let module = module(&[
        ("returns", &function("end2:void = ret")),
        ("aborts", &function("call:void = call @abort !writes\nend2:void = unreachable")),
        ("passed_on", &tried("code", "zext test")),
        ("whether", &tried("wide", "zext test")),
        ("neither", &tried("wide", "add code code")),
    ]);
    let holds =
        |fact: &str, name: &str| !parameters(&answer_of(&module, of_the_library(), fact, name)).is_empty();
    assert!(!holds("Locks", "returns") && holds("Locks", "aborts"));
    let found = |name: &str| ["Locks", "LocksIfZero", "LocksIfNonzero"].map(|fact| holds(fact, name));
    assert_eq!(found("passed_on"), [false, true, false]);
    assert_eq!(found("whether"), [false, false, true]);
    assert_eq!(found("neither"), [false, false, false]);
}

#[test]
fn entries_that_are_no_functions_are_refused() {
    for entry in ["", "f(", "two words", "(p)"] {
        let table = Table::of_toml(&format!("[functions]\nReleases = ['{entry}']")).expect("TOML");
        assert!(Declared::default().with(&table).is_err(), "{entry}");
    }
    assert!(Table::of_toml("[functions").is_err());
}

#[test]
fn the_built_in_table_mentions_facts_that_exist() {
    let table = Table::of_toml(crate::declared::LIBRARY).expect("a table");
    let library = Library::of_facts(&[], None);
    let fact = |name: &str| library.facts().iter().find(|fact| fact.name() == name);
    let is_may = |name: &str| fact(name).is_some_and(|fact| fact.interface.modality == Modality::May);
    assert!(table.facts().all(|name| fact(name).is_some()));
    assert!(table.not.keys().all(|name| name == "any" || is_may(name)));
}

#[test]
fn places_at_a_distance_are_facts() {
    assert!(Place { parameter: 0, offset: 8 } > Place { parameter: 0, offset: 0 });
}
