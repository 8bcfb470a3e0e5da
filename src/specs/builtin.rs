//! The embedded built-in files, and the choice of those that a specification needs.
//!
//! Files of `idioms/` hold idioms, those of `idioms/std/` the building blocks. The files needed by a text are
//! found by scanning it for words, which is far cheaper than parsing. The scan may find too many files, but
//! never too few.

use super::idiom::first_sentence;
use lang::candl::advice;
use lang::candl::parser::parse;
use lang::candl::pattern::blocks;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use text::diagnostic::Diagnostics;
use text::sources::Sources;

macro_rules! embedded {
    ($($path:literal,)*) => {
        /// The built-in files: path as shown in diagnostics, text.
        pub const BUILTIN: &[(&str, &str)] =
            &[$(($path, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $path))),)*];
    };
}

embedded! {
    "idioms/bits/blsmsk.candl",
    "idioms/bits/blsr.candl",
    "idioms/bits/btr.candl",
    "idioms/factorization.candl",
    "idioms/facts/locks.candl",
    "idioms/facts/memory.candl",
    "idioms/facts/results.candl",
    "idioms/kernels/algebra.candl",
    "idioms/kernels/arrays.candl",
    "idioms/kernels/bits.candl",
    "idioms/kernels/perf.candl",
    "idioms/kernels/reductions.candl",
    "idioms/kernels/sparse.candl",
    "idioms/kernels/stencils.candl",
    "idioms/kernels/structures.candl",
    "idioms/kernels/values.candl",
    "idioms/memory/accesses.candl",
    "idioms/memory/indices.candl",
    "idioms/memory/releases.candl",
    "idioms/parametric_nest.candl",
    "idioms/rewrites/AxpyByBlas.candl",
    "idioms/rewrites/BitLoopsByIntrinsic.candl",
    "idioms/rewrites/DotByBlas.candl",
    "idioms/rewrites/GemmByBlas.candl",
    "idioms/rewrites/GemvByBlas.candl",
    "idioms/rewrites/GerByBlas.candl",
    "idioms/rewrites/HypotByLibm.candl",
    "idioms/rewrites/MemchrByLibc.candl",
    "idioms/rewrites/MemcmpByLibc.candl",
    "idioms/rewrites/ScalByBlas.candl",
    "idioms/rewrites/StrlenByLibc.candl",
    "idioms/rewrites/SyrkByBlas.candl",
    "idioms/rewrites/Threads.candl",
    "idioms/rewrites/TrmmByBlas.candl",
    "idioms/rewrites/TrsmByBlas.candl",
    "idioms/scop.candl",
    "idioms/sqrt_of_product.candl",
    "idioms/sqrt_of_square.candl",
    "idioms/std/affine.candl",
    "idioms/std/chains.candl",
    "idioms/std/loops.candl",
    "idioms/std/matrices.candl",
    "idioms/std/memory.candl",
    "idioms/std/products.candl",
    "idioms/std/reductions.candl",
    "idioms/std/regions.candl",
    "idioms/std/values.candl",
    "idioms/vector_products.candl",
}

/// The folder of the building blocks.
const BUILDING_BLOCKS: &str = "idioms/std/";

/// The folders of idioms that run only if they or their group are named. Each file is a group, except those
/// of the first folder, which belong to the group with the folder's name.
const ON_REQUEST: [&str; 3] = ["idioms/bits/", "idioms/kernels/", "idioms/memory/"];

/// The name of the group that the idioms of a built-in file belong to.
fn group_name(path: &'static str) -> Option<&'static str> {
    let folder = ON_REQUEST.iter().find(|folder| path.starts_with(**folder))?;
    match *folder == ON_REQUEST[0] {
        true => folder.strip_suffix('/')?.rsplit('/').next(),
        false => path.strip_prefix(folder)?.strip_suffix(".candl"),
    }
}

/// The folder of the facts about functions.
const FACTS: &str = "idioms/facts/";

/// The folder of the rewrites. Each file is a set, whose name stands for all of its rewrites.
const REWRITES: &str = "idioms/rewrites/";

/// The name of the set of rewrites that a built-in file defines.
fn set_name(path: &'static str) -> Option<&'static str> {
    path.strip_prefix(REWRITES)?.strip_suffix(".candl")
}

/// The built-in sets of rewrites: name, position of the file.
pub fn sets() -> impl Iterator<Item = (&'static str, usize)> {
    BUILTIN.iter().enumerate().filter_map(|(file, (path, _))| Some((set_name(path)?, file)))
}

/// The group of the idioms whose findings are nearly all worth acting on.
pub const ACT: &str = "act";

/// The group of the loops that may run on all cores.
pub const PARALLEL: &str = "parallel";

/// The set of rewrites that run loops on several threads.
const THREADS: &str = "Threads";

/// The beginnings of the advice of such idioms.
const TO_ACT_ON: [&str; 2] = ["# ! defect:", "# ! cost:"];

/// An index of the built-in specifications.
pub struct Index {
    /// The names in the order of the files, each with its file.
    names: Vec<(&'static str, usize)>,
    /// The file of each specification or set.
    files: FxHashMap<&'static str, usize>,
    /// The names that some built-in file includes.
    included: Vec<&'static str>,
    /// The specifications with a headline, which are also searched for by themselves.
    with_headline: Vec<&'static str>,
    /// The idioms whose findings are nearly all worth acting on, as their files say.
    to_act_on: Vec<&'static str>,
}

impl Index {
    /// Scans the embedded files.
    pub fn of_builtin() -> Index {
        let (mut names, mut included) = (Vec::new(), Vec::new());
        let (mut with_headline, mut to_act_on) = (Vec::new(), Vec::new());
        for (file, (_, text)) in BUILTIN.iter().enumerate() {
            let (mut has_headline, mut acts) = (false, false);
            for line in text.lines() {
                has_headline |= line.starts_with("# >");
                acts |= TO_ACT_ON.iter().any(|mark| line.starts_with(mark));
                let mut before = "";
                for word in words(code_of(line)) {
                    match before {
                        "Constraint" | "Rewrite" | "Fact" | "Analysis" => {
                            names.push((word, file));
                            with_headline.extend(std::mem::take(&mut has_headline).then_some(word));
                            to_act_on.extend(std::mem::take(&mut acts).then_some(word));
                        }
                        "include" => included.push(word),
                        _ => {}
                    }
                    before = word;
                }
            }
        }
        let files = names.iter().copied().chain(sets()).collect();
        Index { names, files, included, with_headline, to_act_on }
    }

    /// The names of all specifications, building blocks too.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().map(|(name, _)| *name)
    }

    /// The idioms that run without a selection: those that are not mere building blocks.
    pub fn idioms(&self) -> Vec<&'static str> {
        self.of_group(Group::Idiom)
    }

    /// The names of a group, in the order of the files.
    pub fn of_group(&self, group: Group) -> Vec<&'static str> {
        let group_of = |(name, file): &(&'static str, usize)| match BUILTIN[*file].0 {
            path if path.starts_with(BUILDING_BLOCKS) || path.starts_with(FACTS) => Group::BuildingBlock,
            _ if self.included.contains(name) && !self.with_headline.contains(name) => Group::BuildingBlock,
            path if path.starts_with(REWRITES) => Group::Rewrite,
            path if ON_REQUEST.iter().any(|folder| path.starts_with(folder)) => Group::OnRequest,
            _ => Group::Idiom,
        };
        self.names.iter().filter(|entry| group_of(entry) == group).map(|(name, _)| *name).collect()
    }

    /// The specifications that are not run by default: idioms that run on request, and building blocks.
    pub fn others(&self) -> Vec<&'static str> {
        let left = [self.idioms(), self.of_group(Group::Rewrite)].concat();
        self.names.iter().map(|(name, _)| *name).filter(|name| !left.contains(name)).collect()
    }

    /// The built-in files needed by the wanted names and the user's files, as a flag for each position in
    /// [`BUILTIN`].
    pub fn files_for<'t>(&self, user: impl IntoIterator<Item = &'t [u8]>, wanted: &[&str]) -> Vec<bool> {
        let mut needed = vec![false; BUILTIN.len()];
        let mut waiting = Vec::new();
        for text in user {
            self.mentioned(&String::from_utf8_lossy(text), &mut needed, &mut waiting);
        }
        wanted.iter().for_each(|text| self.mentioned(text, &mut needed, &mut waiting));
        while let Some(file) = waiting.pop() {
            self.mentioned(BUILTIN[file].1, &mut needed, &mut waiting);
        }
        needed
    }

    /// Adds the files whose specifications a text may mention.
    fn mentioned(&self, text: &str, needed: &mut [bool], waiting: &mut Vec<usize>) {
        let named = words(text).filter_map(|word| self.files.get(word));
        for file in named.chain(blocks(text, words(text)).filter_map(|block| self.files.get(block))) {
            if !std::mem::replace(&mut needed[*file], true) {
                waiting.push(*file);
            }
        }
    }
}

/// The use of a built-in specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// An idiom that runs without a selection.
    Idiom,
    /// An idiom that runs only if it or its group is named.
    OnRequest,
    /// A rewrite that is applied if it or its set is named.
    Rewrite,
    /// A building block for other specifications, or a fact about functions.
    BuildingBlock,
}

/// The description of a built-in specification, for listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its name.
    pub name: String,
    /// The first sentence of its doc comment.
    pub doc: String,
    /// Its use.
    pub group: Group,
    /// The lines of its doc comment with advice, with their marks.
    pub advice: Vec<String>,
}

/// A file of built-in rewrites, whose name stands for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewriteSet {
    /// Its name.
    pub name: String,
    /// The first sentence at the head of the file.
    pub doc: String,
    /// The names of its rewrites.
    pub rewrites: Vec<String>,
}

/// The built-in sets of rewrites, in the order of the files.
pub fn rewrite_sets() -> Vec<RewriteSet> {
    let index = Index::of_builtin();
    let rewrites = index.of_group(Group::Rewrite);
    let own = |file: usize| index.names.iter().filter(move |(_, own)| *own == file).map(|(name, _)| *name);
    let set = |(name, file): (&str, usize)| {
        let doc = head_of(file);
        let rewrites = own(file).filter(|name| rewrites.contains(name)).map(str::to_owned).collect();
        RewriteSet { name: name.to_owned(), doc, rewrites }
    };
    sets().map(set).collect()
}

/// The first sentence at the head of a built-in file.
fn head_of(file: usize) -> String {
    let head = BUILTIN[file].1.lines().map_while(|line| line.strip_prefix('#'));
    first_sentence(&head.map(|line| line.trim().to_owned()).collect::<Vec<_>>())
}

/// A group of idioms; its name selects all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Its name.
    pub name: &'static str,
    /// Its description in a sentence.
    pub doc: String,
    /// The names of its idioms.
    pub idioms: Vec<&'static str>,
}

/// The groups of idioms that run on request, in the order of the files with their names, each described by the
/// first sentence of its file.
pub fn topics() -> Vec<Topic> {
    topics_of(&Index::of_builtin())
}

/// The [`ACT`] group.
pub fn to_act_on() -> Topic {
    let doc = "What is nearly always worth acting on: defects, and code that costs more than it has to.";
    Topic { name: ACT, doc: doc.to_owned(), idioms: Index::of_builtin().to_act_on }
}

/// The [`PARALLEL`] group: the built-in rewrites that run loops on several threads.
pub fn to_run_in_parallel() -> Topic {
    let doc = "Loops that may run on all cores, and the first obstacle of those that may not.";
    let files = sets().filter(|(name, _)| *name == THREADS);
    let idioms = files.flat_map(|(_, file)| declared_in(BUILTIN[file].1, "Rewrite")).collect();
    Topic { name: PARALLEL, doc: doc.to_owned(), idioms }
}

fn topics_of(index: &Index) -> Vec<Topic> {
    let idioms = index.of_group(Group::OnRequest);
    let stem = |path: &'static str| path.strip_suffix(".candl")?.rsplit('/').next();
    let is_head = |(_, (path, _)): &(usize, &(&'static str, &str))| {
        let name = group_name(path);
        name.is_some() && name == stem(path)
    };
    let topic = |(file, (path, _)): (usize, &(&'static str, &str))| {
        let name = group_name(path)?;
        let is_own = |file: usize| group_name(BUILTIN[file].0) == Some(name);
        let own = index.names.iter().filter(|(name, file)| is_own(*file) && idioms.contains(name));
        let idioms: Vec<&'static str> = own.map(|(name, _)| *name).collect();
        (!idioms.is_empty()).then(|| Topic { name, doc: head_of(file), idioms })
    };
    BUILTIN.iter().enumerate().filter(is_head).filter_map(topic).collect()
}

/// A selection with the names of groups replaced by their idioms. Specifications in the user's files take
/// precedence over groups.
pub fn with_groups<'n>(names: &'n [String], user: &[(String, Vec<u8>)]) -> Cow<'n, [String]> {
    let is_group = |name: &str| {
        [ACT, PARALLEL].contains(&name) || BUILTIN.iter().any(|(path, _)| group_name(path) == Some(name))
    };
    let declares = |text: &str, name: &str| {
        let code = text.lines().filter_map(|line| line.split('#').next());
        let code: Vec<&str> = code.flat_map(words).collect();
        code.windows(2).any(|pair| pair == ["Constraint", name])
    };
    let is_own = |name: &str| user.iter().any(|(_, bytes)| declares(&String::from_utf8_lossy(bytes), name));
    if !names.iter().any(|name| is_group(name) && !is_own(name)) {
        return Cow::Borrowed(names);
    }
    let topics: Vec<Topic> = [to_act_on(), to_run_in_parallel()].into_iter().chain(topics()).collect();
    let of = |name: &String| match topics.iter().find(|topic| topic.name == name && !is_own(name)) {
        Some(topic) => topic.idioms.iter().map(|idiom| (*idiom).to_owned()).collect(),
        None => vec![name.clone()],
    };
    Cow::Owned(names.iter().flat_map(of).collect())
}

/// All built-in specifications, in the order of the files.
pub fn builtins() -> Vec<Builtin> {
    let mut sources = Sources::new();
    let index = Index::of_builtin();
    let groups = [Group::Idiom, Group::OnRequest, Group::Rewrite].map(|group| (group, index.of_group(group)));
    let group_of = |name: &str| {
        let own = groups.iter().find(|(_, names)| names.contains(&name));
        own.map_or(Group::BuildingBlock, |(group, _)| *group)
    };
    let mut all = Vec::new();
    for (name, text) in BUILTIN {
        let file = sources.add_builtin(*name, *text);
        for specification in parse(&sources, file, &mut Diagnostics::new()).file.specifications {
            let (name, doc) = (specification.name.text, first_sentence(&specification.doc));
            let advice = advice::lines(&specification.doc).map(str::to_owned).collect();
            all.push(Builtin { group: group_of(&name), name, doc, advice });
        }
    }
    all
}

/// The names of the facts about functions that a text declares.
pub fn facts_in(text: &str) -> impl Iterator<Item = &str> {
    declared_in(text, "Fact")
}

/// The names of the specifications that a text declares.
pub fn specifications_in(text: &str) -> impl Iterator<Item = &str> {
    declared_in(text, "Constraint")
}

/// The names behind a keyword.
fn declared_in<'t>(text: &'t str, keyword: &str) -> impl Iterator<Item = &'t str> {
    let words = || text.lines().flat_map(|line| words(code_of(line)));
    words().zip(words().skip(1)).filter(move |(before, _)| *before == keyword).map(|(_, name)| name)
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// The identifiers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_file_is_embedded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut paths = Vec::new();
        for folder in [
            "idioms",
            "idioms/bits",
            "idioms/facts",
            "idioms/kernels",
            "idioms/memory",
            "idioms/rewrites",
            "idioms/std",
        ] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                if name.ends_with(".candl") {
                    paths.push(format!("{folder}/{name}"));
                }
            }
        }
        paths.sort();
        let embedded: Vec<&str> = BUILTIN.iter().map(|(path, _)| *path).collect();
        assert_eq!(embedded, paths);
    }

    fn check(text: &str, expect: &[&str]) {
        let needed = Index::of_builtin().files_for([], &[text]);
        let files = BUILTIN.iter().zip(needed).filter(|(_, needed)| *needed);
        assert_eq!(files.map(|((path, _), _)| *path).collect::<Vec<_>>(), expect, "{text}");
    }

    #[test]
    fn only_the_files_needed() {
        check("SqrtOfSquare", &["idioms/sqrt_of_square.candl"]);
        check("SESE", &["idioms/std/regions.candl"]);
        check("SumChain[N=4]", &["idioms/std/chains.candl", "idioms/std/regions.candl"]);
        check("For", &["idioms/std/chains.candl", "idioms/std/loops.candl", "idioms/std/regions.candl"]);
        check("Forr", &[]);
        let reduction =
            ["chains", "loops", "reductions", "regions"].map(|name| format!("idioms/std/{name}.candl"));
        check("{r} ~ min({x}, {y})", &["idioms/std/regions.candl"]);
        check("{r} ~ {x} + {y}", &[]);
        for text in ["{s} += {x}", "{s} max= {x}"] {
            check(text, &reduction.each_ref().map(String::as_str));
        }
        check("{s} ~ {a} + {x} ∧ {x} = {y}", &[]);
    }

    #[test]
    fn the_scan_sees_what_the_parser_sees() {
        let parsed = builtins();
        let names = parsed.iter().map(|builtin| builtin.name.as_str());
        assert!(Index::of_builtin().names.iter().map(|(name, _)| *name).eq(names));
        assert!(parsed.iter().all(|builtin| builtin.doc.ends_with(['.', ':'])), "{parsed:?}");
    }

    #[test]
    fn building_blocks_are_no_idioms() {
        let idioms = Index::of_builtin().idioms();
        assert!(idioms.contains(&"SqrtOfSquare"));
        assert!(!idioms.contains(&"Loop"));
    }
}
