//! Prebuilt idioms: they equal the compiled specifications, they are used when they should be, and their
//! necessary opcodes are right.

use super::tests::{library, names, sound};
use super::*;
use ir::{Opcode, OpcodeSet};

/// One of this many idioms is also compiled from only the files that it needs.
const ALONE: usize = 8;

/// Compares the idioms read by the plugin with those compiled from the specifications.
#[test]
fn prebuilt_idioms_are_what_the_specifications_say() {
    assert_eq!(names(&sound(&[], None)), Index::of_builtin().idioms());
    let prebuilt: Vec<&str> = prebuilt_table::PREBUILT.iter().map(|idiom| idiom.name).collect();
    let library = sound(&[], Some(&prebuilt));
    let compiled = Library::from(compile_idioms(&[], &[true; BUILTIN.len()], &prebuilt, false));
    assert_eq!((names(&library), compiled.render(false)), (names(&compiled), String::new()));
    for (at, (read, compiled)) in library.idioms().iter().zip(compiled.idioms()).enumerate() {
        let name = read.name();
        assert!(read.is_prebuilt() && !compiled.is_prebuilt(), "{name}");
        assert_eq!((read.doc(), read.needs()), (compiled.doc(), compiled.needs()), "{name}");
        assert_eq!((read.variables(), read.claims()), (compiled.variables(), compiled.claims()), "{name}");
        assert_eq!(format!("{:?}", read.compiled()), format!("{:?}", compiled.compiled()), "{name}");
        assert_eq!(format!("{:?}", read.source_map()), format!("{:?}", compiled.source_map()), "{name}");
        if at % ALONE != 0 {
            continue;
        }
        // The numbers of files differ if fewer are read.
        let alone =
            Library::from(compile_idioms(&[], &Index::of_builtin().files_for([], &[name]), &[name], false));
        let places = |library: &Library, idiom: &Idiom| {
            let text = |span: &lang::candl::ast::Span| library.sources().text(*span).to_owned();
            idiom.source_map().spans.iter().map(text).collect::<Vec<_>>()
        };
        assert_eq!(places(&library, read), places(&alone, &alone.idioms()[0]), "{name}");
    }
}

/// Compares rewrites named singly or as a set, and all of them, with and without their constraints on types.
#[test]
fn prebuilt_rewrites_are_what_their_texts_say() {
    let sets: Vec<String> = rewrite_sets().into_iter().map(|set| set.name).collect();
    let some = ["Sdot", "GemmByBlas", "Dgemm", "DotByBlas"].map(str::to_owned).to_vec();
    for names in [sets, some] {
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let (read, compiled) = (
            Library::of_rewrites(&[], &names, &[]),
            Library::from(compile_rewrites(&[], &[true; BUILTIN.len()], &words, &[])),
        );
        assert_eq!((read.rewrites(), read.render(false)), (compiled.rewrites(), String::new()));
        assert_eq!(read.idioms().len(), compiled.idioms().len());
        for (read_idiom, compiled_idiom) in read.idioms().iter().zip(compiled.idioms()) {
            let name = read_idiom.name();
            assert!(read_idiom.is_prebuilt() && !compiled_idiom.is_prebuilt(), "{name}");
            let written = |idiom: &Idiom| format!("{:?} {:?}", idiom.compiled(), idiom.source_map());
            assert_eq!(written(read_idiom), written(compiled_idiom), "{name}");
            let loosened = [read.without_types(read_idiom), compiled.without_types(compiled_idiom)];
            let [read_types, made_types] =
                loosened.map(|loosened| loosened.map(|loosened| written(loosened.idiom())));
            assert_eq!(read_types, made_types, "{name}");
        }
    }
    let rewrites = |user: &[(String, Vec<u8>)], name: &str| {
        let library = Library::of_rewrites(user, &[name.to_owned()], &[]);
        library.idioms().iter().map(Idiom::is_prebuilt).collect::<Vec<_>>()
    };
    assert_eq!(rewrites(&[], "Ddot"), [true]);
    assert_eq!(rewrites(&[], "GemmLayout"), [false; 0]);
    assert_eq!(rewrites(&[("own.candl".to_owned(), Vec::new())], "Ddot"), [false]);
}

#[test]
fn the_build_wrote_what_it_would_write_today() {
    let folder = std::path::Path::new(concat!(env!("OUT_DIR"), "/idioms"));
    let files = specs::writing::builtin().unwrap();
    use prebuilt_table::{FACTS, PREBUILT, REWRITES, WITHOUT_TYPES};
    let tables = [&PREBUILT[..], &REWRITES, &FACTS, &WITHOUT_TYPES];
    assert_eq!(files.len(), 4 * tables.map(<[_]>::len).iter().sum::<usize>() + 2);
    for (name, bytes) in files {
        assert!(std::fs::read(folder.join(&name)).unwrap() == bytes, "{name}");
    }
}

#[test]
fn the_long_way_is_gone_where_something_is_not_prebuilt() {
    let own = [("own.candl", "Constraint Own opcode{x} = add End")];
    for (user, selection, expect) in [
        (&[][..], &["SCoP", "SCoP"][..], &[("SCoP", true)][..]),
        (&[], &["SqrtOfSquare", "SCoP"], &[("SqrtOfSquare", true), ("SCoP", true)]),
        (&[], &[" SqrtOfSquare "], &[("SqrtOfSquare", false)]),
        (&own, &["SqrtOfSquare"], &[("SqrtOfSquare", false)]),
        (&[], &["SqrtOfSquare", "SumChain[N=2]"], &[("SqrtOfSquare", false), ("SumChain[N=2]", false)]),
        (&[], &["SqrtOfSquare", "Nope"], &[("SqrtOfSquare", false)]),
    ] {
        let library = library(user, Some(selection));
        let found: Vec<_> =
            library.idioms().iter().map(|idiom| (idiom.name(), idiom.is_prebuilt())).collect();
        assert_eq!(found, expect, "{selection:?}");
    }
}

/// Checks the necessary opcodes by a specification of the test's own.
#[test]
fn needs_are_what_every_solution_has() {
    let needs = |text: &str| {
        let library = library(&[("own.candl", text)], Some(&["A"]));
        assert!(!library.has_errors(), "{}", library.render(false));
        let sets = library.idioms()[0].needs().iter();
        let names = |set: &OpcodeSet| {
            let among = Opcode::ALL.iter().filter(|o| set.meets(OpcodeSet::of(&[**o])));
            among.map(|opcode| opcode.name()).collect::<Vec<_>>().join(" ")
        };
        sets.map(names).collect::<Vec<_>>()
    };
    for (text, expect) in [
        ("Constraint A (opcode{x} = phi ∧ {y} = {x}.args[0]) End", &["phi"][..]),
        ("Constraint A (opcode{x} = call ∧ opcode{y} = call) End", &["invoke call"]),
        ("Constraint A (opcode{x} = add ∨ opcode{x} = sub) End", &["add sub"]),
        ("Constraint A (opcode{x} = add ∨ {x} is integer zero) End", &[]),
        (
            "Constraint A (include B @ {b} ∧ opcode{x} = or) End Constraint B opcode{x} = xor End",
            &["xor", "or"],
        ),
        ("Constraint A (opcode{x} = or ∧ collect i 0 (opcode{y[i]} = xor)) End", &["or"]),
    ] {
        assert_eq!(needs(text), expect, "{text}");
    }
}
