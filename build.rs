//! Finds the LLVM that the chosen cargo feature names, compiles the C++ shim against its headers, and
//! sets the link arguments: the plugin gets no LLVM (it uses the host's), the command and the tests
//! link the shared libLLVM. And makes the built-in idioms ready, by the front end itself, which is included here, so that
//! no compilation has to.

// The parts of the crate that lead from text to plans, under the names that they have there. Linted with the crate.
#[path = "src/accesses/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod accesses;
#[path = "src/atoms/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod atoms;
#[path = "src/candl/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod candl;
#[path = "src/library"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod library {
    pub mod builtin;
    pub mod idiom;
    pub mod making;
    pub mod near_miss;
    pub mod prebuilt;
    pub mod reading;
    pub mod writing;
}
#[path = "src/model/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod model;
#[path = "src/solver/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod solver;
#[path = "src/values/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod values;

use std::env;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// Every supported LLVM: the cargo feature, major, minor.
const VERSIONS: &[(&str, u32, u32)] = &[
    ("llvm16-0", 16, 0),
    ("llvm17-0", 17, 0),
    ("llvm18-1", 18, 1),
    ("llvm19-1", 19, 1),
    ("llvm20-1", 20, 1),
    ("llvm21-1", 21, 1),
    ("llvm22-1", 22, 1),
];

/// The parts of the C++ shim, by what they serve.
const SHIM: &[&str] = &[
    "extract",
    "types",
    "effects",
    "addresses",
    "constants",
    "describe",
    "variables",
    "commit",
    "interest",
    "passes",
    "remarks",
];

fn main() {
    write_idioms();
    let (feature, major, minor) = chosen_version();
    let llvm = find_llvm(feature, major, minor);
    compile_shim(&llvm, major);
    link(&llvm, major);
    println!("cargo:rustc-env=IDIOM_LLVM_MAJOR={major}");
    println!("cargo:rustc-env=IDIOM_LLVM_VERSION={}", llvm.version);
    println!("cargo:rustc-env=IDIOM_LLVM_BINDIR={}", llvm.bindir.display());
    println!("cargo:rerun-if-changed=build.rs");
}

/// The one LLVM feature that is on.
fn chosen_version() -> (&'static str, u32, u32) {
    let is_on = |feature: &str| {
        let variable = format!("CARGO_FEATURE_{}", feature.to_uppercase().replace('-', "_"));
        env::var_os(variable).is_some()
    };
    let on: Vec<_> = VERSIONS.iter().filter(|(feature, ..)| is_on(feature)).collect();
    match on.as_slice() {
        [one] => **one,
        [] => fail("no LLVM version is chosen", "use the default features, or name one: --features llvm19-1"),
        several => {
            let last = several[several.len() - 1].0;
            let names: Vec<_> = several.iter().map(|v| v.0).collect();
            let hint = format!("cargo build --no-default-features --features {last}");
            fail(&format!("more than one LLVM version is chosen: {}", names.join(", ")), &hint)
        }
    }
}

/// An LLVM installation.
struct Llvm {
    version: String,
    include: PathBuf,
    libdir: PathBuf,
    bindir: PathBuf,
}

/// Looks at the environment's prefix, then `llvm-config-N`, then `llvm-config`; stops with what it tried.
fn find_llvm(feature: &str, major: u32, minor: u32) -> Llvm {
    let variable = format!("LLVM_SYS_{major}{minor}_PREFIX");
    println!("cargo:rerun-if-env-changed={variable}");
    let mut tried = Vec::new();
    let mut candidates = Vec::new();
    match env::var_os(&variable) {
        Some(prefix) => candidates.push(Path::new(&prefix).join("bin/llvm-config")),
        None => tried.push(format!("${variable}: not set")),
    }
    candidates.push(PathBuf::from(format!("llvm-config-{major}")));
    candidates.push(PathBuf::from("llvm-config"));
    for config in candidates {
        match ask(&config, "--version") {
            Err(why) => tried.push(format!("{}: {why}", config.display())),
            Ok(version) if version.split('.').next() == Some(&major.to_string()) => {
                return describe(&config, version).unwrap_or_else(|why| fail(&why, "reinstall that LLVM"));
            }
            Ok(version) => tried.push(format!("{}: is LLVM {version}, need {major}", config.display())),
        }
    }
    let hint = format!("on Debian and Ubuntu: apt-get install llvm-{major}-dev, or scripts/build.sh {major}");
    fail(
        &format!("no llvm-config for LLVM {major} (feature {feature}); tried:\n    {}", tried.join("\n    ")),
        &hint,
    )
}

fn describe(config: &Path, version: String) -> Result<Llvm, String> {
    let dir = |flag: &str| ask(config, flag).map(PathBuf::from);
    Ok(Llvm { version, include: dir("--includedir")?, libdir: dir("--libdir")?, bindir: dir("--bindir")? })
}

fn ask(config: &Path, flag: &str) -> Result<String, String> {
    let output = Command::new(config).arg(flag).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("`{} {flag}` failed: {}", config.display(), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Leaves the built-in idioms, made ready, where `src/library/shelf.rs` includes them.
fn write_idioms() {
    for input in ["idioms", "src/atoms", "src/candl", "src/library", "src/model", "src/solver"] {
        println!("cargo:rerun-if-changed={input}");
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("idioms");
    let hint = "cargo run --bin idiom -- check idioms/*.candl";
    let made = library::writing::builtin().unwrap_or_else(|why| fail(&why, hint));
    let done = std::fs::create_dir_all(&folder)
        .and_then(|()| made.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes)));
    done.unwrap_or_else(|why| fail(&format!("cannot write to {}: {why}", folder.display()), "see the error"));
}

/// Compiles the shim, unless what it was made of last time is the same: this script also runs when the front end changed.
fn compile_shim(llvm: &Llvm, major: u32) {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let (stamp, inputs) = (out.join("idiom_shim.stamp"), shim_inputs(llvm).to_string());
    let is_same = std::fs::read_to_string(&stamp).is_ok_and(|before| before == inputs);
    if !is_same || !out.join("libidiom_shim.a").exists() {
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").include(&llvm.include).warnings(false).cargo_metadata(false);
        // As LLVM is built: no exceptions. Without RTTI our classes need no typeinfo of LLVM's.
        build.flag("-fno-exceptions").flag("-fno-rtti").flag("-fvisibility=hidden");
        build.define("IDIOM_LLVM_MAJOR", major.to_string().as_str());
        build.define("LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING", "1");
        build.files(SHIM.iter().map(|part| format!("src/llvm/shim/{part}.cpp")));
        build.compile("idiom_shim");
        // Without the stamp it is compiled once more.
        let _ = std::fs::write(stamp, inputs);
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=idiom_shim");
    println!("cargo:rustc-link-lib={}", env::var("CXXSTDLIB").unwrap_or_else(|_| "stdc++".to_owned()));
}

/// A number for all that the compiled shim depends on.
fn shim_inputs(llvm: &Llvm) -> u64 {
    let mut inputs = DefaultHasher::new();
    (&llvm.version, &llvm.include, std::fs::read("build.rs").ok()).hash(&mut inputs);
    for variable in ["CXX", "CXXFLAGS", "CXXSTDLIB", "AR"] {
        println!("cargo:rerun-if-env-changed={variable}");
        env::var_os(variable).hash(&mut inputs);
    }
    for given in ["TARGET", "OPT_LEVEL", "DEBUG"] {
        env::var_os(given).hash(&mut inputs);
    }
    let parts = SHIM.iter().map(|part| format!("{part}.cpp"));
    for file in parts.chain(["shim.h", "extract.h"].map(str::to_owned)) {
        println!("cargo:rerun-if-changed=src/llvm/shim/{file}");
        std::fs::read(format!("src/llvm/shim/{file}")).ok().hash(&mut inputs);
    }
    inputs.finish()
}

fn link(llvm: &Llvm, major: u32) {
    // The loader must not fail on a symbol another LLVM lacks before our entry has compared versions.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,lazy");
    // Two plugins may be in one host, each with its own functions for the shim to call.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic-functions");
    println!("cargo:rustc-link-search=native={}", llvm.libdir.display());
    // cargo refuses link arguments for a kind of target that the package does not have.
    let has = |folder: &str| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.into_iter().any(|e| e.path().extension().is_some_and(|x| x == "rs"))
    };
    for target in ["bins", "tests", "benches"].into_iter().filter(|t| *t == "bins" || has(t)) {
        println!("cargo:rustc-link-arg-{target}=-L{}", llvm.libdir.display());
        println!("cargo:rustc-link-arg-{target}=-lLLVM-{major}");
    }
}

/// Stops the build with a message; a build script's standard error is what cargo then shows.
#[allow(clippy::print_stderr)]
fn fail(what: &str, hint: &str) -> ! {
    println!("cargo:warning=idiom: {}", what.replace('\n', " "));
    eprintln!("error: {what}\n  help: {hint}");
    exit(1)
}
