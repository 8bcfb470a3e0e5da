//! The examples that the page offers: sources with specifications.

use serde_json::{Value, json};

/// An example: its name, source and specifications, the idioms to search for, and flags. Without idioms the
/// search is for all specifications of the example.
struct Example {
    name: &'static str,
    source: &'static str,
    candl: &'static str,
    idioms: &'static [&'static str],
    flags: &'static str,
}

macro_rules! text {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/", $name))
    };
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "jacobi-2d: a static control part",
        source: text!("jacobi_2d.c"),
        candl: "",
        idioms: &["SCoP"],
        flags: "",
    },
    Example {
        name: "Length of a vector: your own specification",
        source: text!("two_lengths.c"),
        candl: text!("vector_length.candl"),
        idioms: &[],
        flags: "-ffast-math",
    },
    Example {
        name: "Product of matrices: a built-in idiom",
        source: text!("multiply.c"),
        candl: "",
        idioms: &["MatrixProduct"],
        flags: "-ffast-math",
    },
    Example {
        name: "Saturating sum: a pattern",
        source: text!("saturate.c"),
        candl: text!("saturate.candl"),
        idioms: &[],
        flags: "",
    },
    Example {
        name: "A hash: multiply and add in a loop",
        source: text!("hash.cpp"),
        candl: text!("multiply_add_chain.candl"),
        idioms: &[],
        flags: "",
    },
    Example {
        name: "Static control part, as a specification to change",
        source: text!("jacobi_2d.c"),
        candl: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../idioms/scop.candl")),
        idioms: &["SCoP"],
        flags: "",
    },
];

/// All examples as JSON for the page.
pub(super) fn all() -> Vec<Value> {
    let json = |example: &Example| {
        let Example { name, source, candl, idioms, flags } = example;
        json!({ "name": name, "source": source, "candl": candl, "idioms": idioms, "flags": flags })
    };
    EXAMPLES.iter().map(json).collect()
}
