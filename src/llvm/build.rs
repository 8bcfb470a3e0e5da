//! Finds the LLVM that the chosen cargo feature names and compiles the C++ shim against its headers. Both
//! compilers get assertions about the data at the border, from one table. What other build scripts have to
//! know of that LLVM stands in the metadata of the link.

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
    ("llvm23-1", 23, 1),
];

/// The parts of the C++ shim, by what they serve.
const SHIM: &[&str] = &[
    "extract",
    "memory",
    "metadata",
    "types",
    "effects",
    "addresses",
    "constants",
    "describe",
    "profile",
    "rewrites",
    "nests",
    "parallel",
    "outline",
    "slice",
    "variables",
    "commit",
    "interest",
    "passes",
    "trace",
    "remarks",
    "cost",
    "ranges",
    "layout",
];

/// The table of passes, each a class of its own in the shim.
const REGISTRY: &str = "../passes/registry.rs";

fn main() {
    let (feature, known, minor) = chosen_version();
    let llvm = find_llvm(feature, known, minor);
    let major = llvm.major;
    write_layout(major).unwrap_or_else(|why| fail(&why, "see the head of src/layout/layout.txt"));
    compile_shim(&llvm, major);
    link(&llvm, major);
    tell_version(major);
    tell_dependents(&llvm);
    println!("cargo:rustc-env=IDIOM_LLVM_MAJOR={major}");
    println!("cargo:rustc-env=IDIOM_NEWEST_KNOWN={}", newest_known().1);
    println!("cargo:rustc-env=IDIOM_LLVM_VERSION={}", llvm.version);
    println!("cargo:rerun-if-changed=build.rs");
}

/// The row of the one LLVM feature that is on.
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

/// The feature and the major version of the newest LLVM that these sources know.
fn newest_known() -> (&'static str, u32) {
    let (feature, major, _) = VERSIONS[VERSIONS.len() - 1];
    (feature, major)
}

/// Sets `llvm_ge_N` for each N up to the LLVM at hand, and warns where that LLVM is newer than these sources.
fn tell_version(major: u32) {
    let newest = newest_known().1;
    layout::set_versions(major, newest);
    if major > newest {
        println!(
            "cargo:warning=idiom: LLVM {major} is untested: it is taken for LLVM {newest}, the newest known"
        );
    }
}

/// Metadata of the link, `DEP_IDIOM_SHIM_MAJOR` and so on, for the build script of plugin and command.
fn tell_dependents(llvm: &Llvm) {
    println!("cargo:major={}", llvm.major);
    println!("cargo:newest={}", newest_known().1);
    println!("cargo:version={}", llvm.version);
    println!("cargo:bindir={}", llvm.bindir.display());
    println!("cargo:libdir={}", llvm.libdir.display());
}

/// An LLVM installation.
struct Llvm {
    major: u32,
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
        Some(prefix) => {
            let config = Path::new(&prefix).join("bin/llvm-config");
            // A later LLVM is taken when it is asked for, and not where `llvm-config` merely happens to be
            // one.
            if let Some(version) = later_version(feature, &config) {
                return describe(&config, version).unwrap_or_else(|why| fail(&why, "reinstall that LLVM"));
            }
            candidates.push(config);
        }
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

/// The version of an LLVM that is newer than the newest known, when that one's feature is on.
fn later_version(feature: &str, config: &Path) -> Option<String> {
    let (newest_feature, newest) = newest_known();
    let version = ask(config, "--version").ok()?;
    (feature == newest_feature && major_of(&version)? > newest).then_some(version)
}

fn major_of(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

fn describe(config: &Path, version: String) -> Result<Llvm, String> {
    let dir = |flag: &str| ask(config, flag).map(PathBuf::from);
    let major = major_of(&version).ok_or_else(|| format!("no version: {version}"))?;
    Ok(Llvm {
        major,
        version,
        include: dir("--includedir")?,
        libdir: dir("--libdir")?,
        bindir: dir("--bindir")?,
    })
}

fn ask(config: &Path, flag: &str) -> Result<String, String> {
    let output = Command::new(config).arg(flag).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("`{} {flag}` failed: {}", config.display(), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Leaves the code that both compilers check the data at the border by.
fn write_layout(major: u32) -> Result<(), String> {
    let folder = out_dir().join("layout");
    let files = layout::files(major)?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.iter().try_for_each(|(name, text)| {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
    })
}

/// How many passes the registry has: each names its class once.
fn passes() -> usize {
    println!("cargo:rerun-if-changed={REGISTRY}");
    let text = std::fs::read_to_string(REGISTRY)
        .unwrap_or_else(|error| fail(&format!("{REGISTRY}: {error}"), "see the error"));
    text.split('"').filter(|word| word.starts_with("Idiom") && word.ends_with("Pass")).count()
}

fn out_dir() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
}

/// Compiles the shim if its inputs changed: this script also runs when others did.
fn compile_shim(llvm: &Llvm, major: u32) {
    let (out, slots) = (out_dir(), passes());
    println!("cargo:rustc-env=IDIOM_SLOTS={slots}");
    let api = layout::plugin_api(major);
    println!("cargo:rustc-env=IDIOM_PLUGIN_API={api}");
    let (stamp, inputs) = (out.join("idiom_shim.stamp"), shim_inputs(llvm, slots).to_string());
    let is_same = std::fs::read_to_string(&stamp).is_ok_and(|before| before == inputs);
    if !is_same || !out.join("libidiom_shim.a").exists() {
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").include(&llvm.include).warnings(false).cargo_metadata(false);
        // As LLVM is built: no exceptions. Without RTTI our classes need no typeinfo of LLVM's.
        build.flag("-fno-exceptions").flag("-fno-rtti").flag("-fvisibility=hidden");
        build.include(out.join("layout"));
        build.define("IDIOM_LLVM_MAJOR", major.to_string().as_str());
        build.define("IDIOM_SLOTS", slots.to_string().as_str());
        build.define("IDIOM_PLUGIN_API", api.to_string().as_str());
        build.define("LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING", "1");
        build.include("shim").file(whole_shim());
        build.compile("idiom_shim");
        // Without the stamp it is compiled once more.
        let _ = std::fs::write(stamp, inputs);
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=idiom_shim");
    println!("cargo:rustc-link-lib={}", env::var("CXXSTDLIB").unwrap_or_else(|_| "stdc++".to_owned()));
}

/// One file with all parts of the shim: most of what it takes to compile one is to read LLVM's headers.
fn whole_shim() -> PathBuf {
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let whole: String = SHIM.iter().map(|part| format!("#include \"{folder}/shim/{part}.cpp\"\n")).collect();
    let file = out_dir().join("shim.cpp");
    std::fs::write(&file, whole)
        .unwrap_or_else(|why| fail(&why.to_string(), "is the target folder writable?"));
    file
}

/// A number for all that the compiled shim depends on.
fn shim_inputs(llvm: &Llvm, slots: usize) -> u64 {
    let mut inputs = DefaultHasher::new();
    (
        &llvm.version,
        &llvm.include,
        slots,
        ["build.rs", "../layout/layout.txt", "../layout/lib.rs"].map(|file| std::fs::read(file).ok()),
    )
        .hash(&mut inputs);
    for variable in ["CXX", "CXXFLAGS", "CXXSTDLIB", "AR"] {
        println!("cargo:rerun-if-env-changed={variable}");
        env::var_os(variable).hash(&mut inputs);
    }
    for given in ["TARGET", "OPT_LEVEL", "DEBUG"] {
        env::var_os(given).hash(&mut inputs);
    }
    let parts = SHIM.iter().map(|part| format!("{part}.cpp"));
    for file in
        parts.chain(["shim.h", "border.h", "extract.h", "frequencies.h", "outline.h"].map(str::to_owned))
    {
        println!("cargo:rerun-if-changed=shim/{file}");
        std::fs::read(format!("shim/{file}")).ok().hash(&mut inputs);
    }
    inputs.finish()
}

fn link(llvm: &Llvm, major: u32) {
    // llvm-plugin, which LLVM 16 and 17 register callbacks by, links libLLVM under this name. It finds an
    // empty script: with a library of its own that is not there, a plugin could not refuse a host in words. A
    // program that uses this crate names libLLVM itself, as with later versions.
    if major < 18 {
        let without = out_dir().join("without-llvm");
        let written = std::fs::create_dir_all(&without)
            .and_then(|()| std::fs::write(without.join("libLLVM.so"), "/* GNU ld script */ INPUT()\n"));
        written.unwrap_or_else(|error| fail(&format!("cannot write libLLVM.so: {error}"), "see the error"));
        println!("cargo:rustc-link-search=native={}", without.display());
    }
    println!("cargo:rustc-link-search=native={}", llvm.libdir.display());
    layout::link_llvm(major, &llvm.libdir.display().to_string());
}

/// Stops the build with a message; a build script's standard error is what cargo then shows.
#[allow(clippy::print_stderr)]
fn fail(what: &str, hint: &str) -> ! {
    println!("cargo:warning=idiom: {}", what.replace('\n', " "));
    eprintln!("error: {what}\n  help: {hint}");
    exit(1)
}
