//! The table of data exchanged with LLVM (`layout.txt`), translated by build scripts to code for both
//! compilers.
//!
//! In: a record with its size and the offsets of its fields. Out: assertions about them, in Rust and in C++.
//! In: named numbers. Out: constants with these values in both languages, and assertions if Rust or LLVM
//! defines them already.

use std::collections::BTreeMap;

/// The text of the table.
const TABLE: &str = include_str!("layout.txt");

/// The generated files by name, for LLVM version `major`.
///
/// `layout.inc` has the C++ assertions, `numbers.inc` the C++ constants, `numbers.rs` the Rust constants.
/// Each Rust module with records has a file of assertions. `paths.rs` and `steps.inc` have the constants of
/// paths.
///
/// # Errors
///
/// The table has an invalid line.
pub fn files(major: u32) -> Result<BTreeMap<String, String>, String> {
    made(TABLE, major).map_err(|why| format!("layout.txt: {why}"))
}

fn made(table: &str, major: u32) -> Result<BTreeMap<String, String>, String> {
    let mut files = BTreeMap::new();
    for name in ["layout.inc", "numbers.inc", "numbers.rs", "paths.rs", "steps.inc"] {
        files.insert(name.to_owned(), String::new());
    }
    for section in sections(table)? {
        let wrong = || format!("`{}` does not begin a section", section.head.join(" "));
        match section.head.as_slice() {
            ["in", module, condition @ ..] => {
                // A module without records for this LLVM still needs a file to include.
                let records = if is_met(condition, major)? { records(&section.lines)? } else { Vec::new() };
                if is_met(condition, major)? {
                    add(&mut files, "layout.inc", records.iter().map(Record::in_cpp).collect());
                    add(&mut files, &format!("{module}.rs"), records.iter().map(Record::in_rust).collect());
                }
            }
            ["codes", name] => {
                let codes = numbers(&section.lines, major)?;
                add(&mut files, "numbers.rs", codes_in_rust(name, &codes));
                add(&mut files, "numbers.inc", in_cpp(name, &codes, "uint32_t", ""));
            }
            ["bits", rust, cpp] => {
                let bits = numbers(&section.lines, major)?;
                add(&mut files, "numbers.rs", bits_in_rust(rust, &bits));
                add(&mut files, "numbers.inc", in_cpp(cpp, &bits, "uint64_t", "1ull << "));
            }
            ["opcodes"] => {
                let opcodes = numbers(&section.lines, major)?;
                add(&mut files, "numbers.rs", opcodes_in_rust(&opcodes));
                add(&mut files, "layout.inc", opcodes_in_cpp(&opcodes));
            }
            ["steps"] => {
                let steps = numbers(&section.lines, major)?;
                add(&mut files, "paths.rs", steps_in_rust(&steps));
                add(&mut files, "steps.inc", steps_in_cpp(&steps));
            }
            ["path"] => {
                let constants = numbers(&section.lines, major)?;
                add(&mut files, "paths.rs", constants.iter().map(|c| constant(c, "")).collect());
                add(&mut files, "numbers.inc", in_cpp("path", &constants, "uint32_t", ""));
            }
            _ => return Err(wrong()),
        }
    }
    Ok(files)
}

/// The plugin API version of an LLVM, which the plugin's entry returns.
pub fn plugin_api(major: u32) -> u32 {
    match major {
        ..22 => 1,
        22..24 => 2,
        24.. => 3,
    }
}

/// Sets `llvm_ge_N` for a crate, for each N up to this LLVM: code that depends on the version names the one
/// that brought the change. The version after the newest known one is among them, since the shim is built for
/// it before it is tested.
#[allow(clippy::print_stdout)] // A build script speaks to cargo so.
pub fn set_versions(major: u32, newest_known: u32) {
    for version in 16..=newest_known + 1 {
        println!("cargo:rustc-check-cfg=cfg(llvm_ge_{version})");
        if version <= major {
            println!("cargo:rustc-cfg=llvm_ge_{version}");
        }
    }
}

/// Links the programs and tests of a crate with the shared LLVM; its library is not linked.
#[allow(clippy::print_stdout)] // A build script speaks to cargo so.
pub fn link_llvm(major: u32, libdir: &str) {
    println!("cargo:rustc-link-arg=-L{libdir}");
    println!("cargo:rustc-link-arg=-lLLVM-{major}");
}

/// A value that the build script of `llvm` leaves in the metadata of the link, for the crates that depend on
/// it: `MAJOR`, `LIBDIR` and so on.
///
/// # Errors
///
/// A crate that does not depend on `llvm` has none.
pub fn of_llvm(name: &str) -> Result<String, String> {
    let variable = format!("DEP_IDIOM_SHIM_{name}");
    std::env::var(&variable).map_err(|_| format!("${variable} is not set"))
}

fn add(files: &mut BTreeMap<String, String>, name: &str, text: String) {
    *files.entry(name.to_owned()).or_default() += &text;
}

/// A section: an unindented head and the lines that follow.
struct Section<'t> {
    head: Vec<&'t str>,
    lines: Vec<(bool, Vec<&'t str>)>,
}

const SECTIONS: [&str; 6] = ["in", "codes", "bits", "opcodes", "steps", "path"];

/// Splits the table into sections, each of which begins with one of six keywords. Comments begin with `#`.
fn sections(table: &str) -> Result<Vec<Section<'_>>, String> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (words, is_indented) = (line.split_whitespace().collect::<Vec<_>>(), line.starts_with(' '));
        if !is_indented && SECTIONS.contains(&words[0]) {
            sections.push(Section { head: words, lines: Vec::new() });
            continue;
        }
        let section = sections.last_mut().ok_or_else(|| format!("`{line}` is in no section"))?;
        section.lines.push((is_indented, words));
    }
    Ok(sections)
}

/// Whether an LLVM version satisfies `from N`, `until N` or `from N until M`; an empty condition is always
/// satisfied.
fn is_met(condition: &[&str], major: u32) -> Result<bool, String> {
    let wrong = || format!("`{}` is no condition", condition.join(" "));
    match condition {
        [] => Ok(true),
        ["from", first] => Ok(major >= first.parse().map_err(|_| wrong())?),
        ["until", end] => Ok(major < end.parse().map_err(|_| wrong())?),
        ["from", _, "until", _] => Ok(is_met(&condition[..2], major)? && is_met(&condition[2..], major)?),
        _ => Err(wrong()),
    }
}

/// A record that Rust and C++ share.
struct Record {
    rust: String,
    cpp: String,
    size: String,
    /// Per field, its name in Rust, its name in C++, and its offset.
    fields: Vec<[String; 3]>,
}

fn records(lines: &[(bool, Vec<&str>)]) -> Result<Vec<Record>, String> {
    let mut records: Vec<Record> = Vec::new();
    for (is_field, words) in lines {
        let wrong = || format!("`{}` is neither a record nor a field", words.join(" "));
        let [a, b, c] = words.as_slice() else { return Err(wrong()) };
        let [a, b, c] = [a, b, c].map(|word| (*word).to_owned());
        match is_field {
            true => records.last_mut().ok_or_else(wrong)?.fields.push([a, b, c]),
            false => records.push(Record { rust: a, cpp: b, size: c, fields: Vec::new() }),
        }
    }
    Ok(records)
}

impl Record {
    /// Rust assertions about size and offsets, and a pattern that names all fields.
    fn in_rust(&self) -> String {
        let Record { rust, size, .. } = self;
        let name = rust.split('<').next().unwrap_or(rust);
        let mut text = format!("const _: () = {{\n    assert!(size_of::<{rust}>() == {size});\n");
        for [field, _, offset] in &self.fields {
            text += &format!("    assert!(std::mem::offset_of!({rust}, {field}) == {offset});\n");
        }
        let fields: String = self.fields.iter().map(|[field, ..]| format!("{field}: _, ")).collect();
        text + &format!("    let _ = |{name} {{ {fields}}}: &{rust}| ();\n}};\n")
    }

    /// The corresponding C++ assertions; the structured binding must name all fields.
    fn in_cpp(&self) -> String {
        let Record { cpp, size, .. } = self;
        let mut text = format!("static_assert(sizeof({cpp}) == {size}, \"layout.txt\");\n");
        for [_, field, offset] in &self.fields {
            text += &format!("static_assert(offsetof({cpp}, {field}) == {offset}, \"layout.txt\");\n");
        }
        let names: Vec<String> = (0..self.fields.len()).map(|k| format!("f{k}")).collect();
        text + &format!(
            "[[maybe_unused]] static void named(const {cpp} &r) {{ [[maybe_unused]] auto &[{}] = r; }}\n",
            names.join(", ")
        )
    }
}

/// A number with its names in Rust and in C++.
struct Number<'t> {
    rust: &'t str,
    cpp: &'t str,
    value: u32,
    /// Whether this LLVM version has it.
    is_there: bool,
}

fn numbers<'t>(lines: &[(bool, Vec<&'t str>)], major: u32) -> Result<Vec<Number<'t>>, String> {
    let number = |(_, words): &(bool, Vec<&'t str>)| {
        let wrong = || format!("`{}` is no number with two names", words.join(" "));
        let [rust, cpp, value, condition @ ..] = words.as_slice() else { return Err(wrong()) };
        let value = value.parse().map_err(|_| wrong())?;
        Ok(Number { rust, cpp, value, is_there: is_met(condition, major)? })
    };
    lines.iter().map(number).collect()
}

fn constant(number: &Number<'_>, before: &str) -> String {
    format!("{before}const {}: u32 = {};\n", number.rust, number.value)
}

/// A Rust module of constants. Some of them may be used in C++ only.
fn codes_in_rust(module: &str, codes: &[Number<'_>]) -> String {
    let constants: String = codes.iter().map(|code| constant(code, "    pub(crate) ")).collect();
    format!("#[allow(dead_code)]\npub(crate) mod {module} {{\n{constants}}}\n")
}

/// Rust assertions that a bit set of the model has exactly these bits.
fn bits_in_rust(set: &str, bits: &[Number<'_>]) -> String {
    let same = |bit: &Number<'_>| format!("    assert!(ir::{set}::{}.0 == 1 << {});\n", bit.rust, bit.value);
    let all: String = bits.iter().map(same).collect();
    let count = bits.len();
    format!("const _: () = {{\n{all}    assert!(ir::{set}::NAMED.len() == {count});\n}};\n")
}

/// A C++ namespace of constants.
fn in_cpp(namespace: &str, numbers: &[Number<'_>], ty: &str, before: &str) -> String {
    let one = |number: &Number<'_>| format!("  {} = {before}{},\n", number.cpp, number.value);
    let all: String = numbers.iter().map(one).collect();
    format!("namespace idiom::{namespace} {{\nenum : {ty} {{\n{all}}};\n}}\n")
}

/// The Rust function from opcode numbers of LLVM's C API to opcodes of the model.
fn opcodes_in_rust(opcodes: &[Number<'_>]) -> String {
    let arm = |opcode: &Number<'_>| format!("        {} => Opcode::{},\n", opcode.value, opcode.rust);
    let arms: String = opcodes.iter().map(arm).collect();
    let head = "pub(crate) const fn opcode(number: u32) -> ir::Opcode {\n    use ir::Opcode;\n";
    format!("{head}    match number {{\n{arms}        _ => Opcode::Other,\n    }}\n}}\n")
}

/// C++ assertions that LLVM's C API has these numbers.
fn opcodes_in_cpp(opcodes: &[Number<'_>]) -> String {
    let there = opcodes.iter().filter(|opcode| opcode.is_there);
    there.map(|o| format!("static_assert({} == {}, \"layout.txt\");\n", o.cpp, o.value)).collect()
}

/// The Rust table of the instructions that paths may contain.
fn steps_in_rust(steps: &[Number<'_>]) -> String {
    let row = |step: &Number<'_>| format!("    (Opcode::{}, {}),\n", step.rust, step.value);
    let rows: String = steps.iter().map(row).collect();
    format!("const STEPS: &[(Opcode, u32)] = &[\n{rows}];\n")
}

/// The same table as cases of a C++ switch over LLVM's opcodes.
fn steps_in_cpp(steps: &[Number<'_>]) -> String {
    steps
        .iter()
        .map(|step| format!("case llvm::Instruction::{}: return {};\n", step.cpp, step.value))
        .collect()
}
