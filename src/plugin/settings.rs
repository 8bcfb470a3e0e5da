//! The settings: the `IDIOM_*` variables of the environment, then a project's `idiom.toml`; read once per
//! `PassBuilder`.
//!
//! A mistake becomes an error of the compilation that lists the valid values, never a silent default.

use super::configuration::{Configuration, is_file_name};
use super::stderr::write_to_stderr;
use super::values::{
    parse_budget, parse_count, parse_memory, parse_point, parse_regex, parse_switch, split_files,
    split_further, split_names,
};
use facts::{Declared, Table, of_the_library};
use ir::pipeline::ExtensionPoint;
use library::Library;
use regex_lite::Regex;
use search::{AttemptList, Pin, Request, SearchOptions};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use text::bounded;

/// The mode of the passes in a default pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Rewrite and report.
    Rewrite,
    /// Only report.
    Detect,
    /// Do nothing.
    Off,
}

impl Mode {
    /// The mode of that name.
    pub(super) fn parse(text: &str) -> Option<Mode> {
        [Mode::Rewrite, Mode::Detect, Mode::Off].into_iter().find(|mode| mode.name() == text)
    }

    /// The name of the mode.
    pub(super) fn name(self) -> &'static str {
        match self {
            Mode::Rewrite => "rewrite",
            Mode::Detect => "detect",
            Mode::Off => "off",
        }
    }
}

/// The rewrites to apply: by name, and all that some files declare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Apply {
    pub(super) names: Vec<String>,
    pub(super) files: Vec<PathBuf>,
}

impl Apply {
    /// Reads names and files separated by `,`, colons, semicolons or white space. A part with a `/` or the
    /// ending `.candl` is a file.
    fn parse(text: &str) -> Apply {
        let parts = split_names(text).iter().flat_map(|part| split_further(part)).collect::<Vec<_>>();
        let (files, names) = parts.into_iter().partition(|part| is_file_name(part));
        let files: Vec<String> = files;
        Apply { names, files: files.into_iter().map(PathBuf::from).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.files.is_empty()
    }
}

/// The settings of the environment.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) mode: Mode,
    /// Overrides the default place of every pass.
    pub(super) point: Option<ExtensionPoint>,
    pub(super) specs: Vec<PathBuf>,
    /// The files of `specs` that the environment names. Names of rewrites to apply are looked up in these
    /// alone.
    pub(super) named_specs: Vec<PathBuf>,
    pub(super) idioms: Option<Vec<String>>,
    pub(super) apply: Apply,
    /// The settings that come from the project's file.
    configuration: Configuration,
    /// Files of peephole rules.
    pub(super) rules: Vec<PathBuf>,
    /// Whether unproven rules are applied.
    pub(super) rules_unproven: bool,
    /// The file of verdicts, if not the default one.
    pub(super) rules_proofs: Option<PathBuf>,
    pub(super) report: Option<PathBuf>,
    /// A directory for traces.
    pub(super) trace: Option<PathBuf>,
    /// Whether traces have the IR of each step.
    pub(super) trace_ir: bool,
    /// The options of each search.
    pub(super) options: SearchOptions,
    /// The file of a request, which replaces the settings of the search.
    request: Option<PathBuf>,
    /// The idioms of the request.
    pub(super) requested: Option<Arc<Library>>,
    /// Whether the request is about idioms alone, and not about the outcomes of rewriting passes.
    pub(super) leaves_out_outcomes: bool,
    /// The facts about functions without a body.
    pub(super) declared: Arc<Declared>,
    /// Whether reports have the facts about functions.
    pub(super) reports_facts: bool,
    /// Whether stderr gets a warning about named rewrites that are found and applied nowhere.
    pub(super) warns: bool,
    /// The number of attempts reported beside the one that came furthest.
    most_attempts: Option<usize>,
    /// The variable that has one of those attempts for each of its values.
    per: Option<String>,
    only: Option<Regex>,
    ignore: Option<Regex>,
    /// The errors as messages.
    pub(super) errors: Vec<String>,
}

/// The environment variables, each with a description of its value.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("IDIOM_MODE", "rewrite, detect or off"),
    ("IDIOM_EP", "the name of an extension point"),
    ("IDIOM_SPEC", "files of specifications, separated by `:`"),
    ("IDIOM_IDIOMS", "names of specifications, separated by `,`"),
    ("IDIOM_APPLY", "rewrites to apply: names and files of specifications, separated by `,`"),
    ("IDIOM_CONFIG", "the file of settings instead of the nearest idiom.toml, or none"),
    ("IDIOM_RULES", "files of peephole rules, separated by `:`"),
    ("IDIOM_RULES_PROOFS", "the file of verdicts that `idiom rules prove` keeps"),
    ("IDIOM_RULES_UNPROVEN", "1 to apply rules where nobody has proven them, or 0"),
    ("IDIOM_REPORT", "a directory for JSON reports"),
    (
        "IDIOM_REQUEST",
        "the file of a request as `idiom find` makes it, which replaces the settings of a search",
    ),
    ("IDIOM_TRACE", "a directory for traces: the findings after each pass"),
    ("IDIOM_TRACE_IR", "1 to include the IR of each step in traces, or 0"),
    ("IDIOM_LOG", "error, warn, info, debug or config"),
    ("IDIOM_BUDGET", "steps each search may take"),
    ("IDIOM_MEMORY", "MiB each search may hold"),
    ("IDIOM_FINDINGS", "findings reported for one idiom in one function"),
    ("IDIOM_EXPLAIN", "1 to explain why idioms are not found, or 0"),
    ("IDIOM_WARN", "0 to leave out warnings about named rewrites that are applied nowhere, or 1"),
    (
        "IDIOM_PIN",
        "values to fix for variables, VARIABLE=VALUE, separated by `;`; reports then explain why idioms are not found",
    ),
    (
        "IDIOM_ATTEMPTS",
        "attempts reported beside the one that came furthest; reports then explain why idioms are not found",
    ),
    ("IDIOM_PER", "the variable of whose values each has one of those attempts"),
    ("IDIOM_ONLY_FUNC", "a regular expression over function names"),
    ("IDIOM_IGNORE_FUNC", "a regular expression over function names"),
];

/// Variables that other parts of the project read.
const OTHERS: &[&str] = &["IDIOM_PLUGIN_DIR", "IDIOM_BLESS", "IDIOM_CORPUS", "IDIOM_RULES_CORPUS"];

impl Settings {
    /// Reads the process's environment.
    pub(super) fn from_environment() -> Settings {
        let ours = std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"IDIOM_"));
        let mut settings = Settings::read(ours);
        // A request contains all settings of its search.
        let configuration =
            if settings.requested.is_some() { Configuration::default() } else { configuration() };
        settings.take_configuration(configuration, |name| variable(name).is_some());
        static REFUSED: std::sync::Once = std::sync::Once::new();
        REFUSED.call_once(|| {
            settings
                .configuration
                .refused
                .iter()
                .for_each(|line| write_to_stderr(&format!("idiom: {line}\n")));
        });
        settings
    }

    /// Takes the settings of a project's file that the environment does not set.
    fn take_configuration(&mut self, mut configuration: Configuration, is_set: impl Fn(&str) -> bool) {
        self.named_specs = self.specs.clone();
        let file = configuration.project.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        configuration.settings.retain(|(name, _)| !is_set(name));
        for (name, value) in &configuration.settings {
            if let Err(why) = self.take(name, value.clone()) {
                self.errors.push(format!("{file}: {why}"));
            }
        }
        if let Err(why) = self.declare(&configuration.functions) {
            self.errors.push(format!("{file}: {why}"));
        }
        // Facts of the user's own are known where specifications are read.
        let names = if self.specs.is_empty() && !configuration.functions.is_empty() {
            Library::names_of_facts(&[])
        } else {
            Vec::new()
        };
        let is_unknown = |name: &&str| !names.is_empty() && !names.iter().any(|known| known == name);
        if let Some(name) = configuration.functions.facts().find(is_unknown) {
            self.errors.push(format!("{file}: `{name}` is no fact about functions"));
        }
        match is_set("IDIOM_APPLY") {
            true => {
                configuration.enabled.clear();
                configuration.enabled_files.clear();
            }
            false => {
                self.apply.names.extend(configuration.enabled.iter().cloned());
                self.apply.files.extend(configuration.enabled_files.iter().cloned());
            }
        }
        self.errors.append(&mut configuration.errors);
        self.configuration = configuration;
    }

    /// A line for each rewrite that a project proposes and nobody has enabled; none if `IDIOM_APPLY` is set.
    pub(super) fn proposals(&self) -> Vec<String> {
        let Some(file) = &self.configuration.project else { return Vec::new() };
        let line = |part: &String| {
            format!("{} proposes {part}, which is not applied; IDIOM_APPLY={part} applies it", file.display())
        };
        match variable("IDIOM_APPLY") {
            Some(_) => Vec::new(),
            None => self.configuration.proposed.iter().map(line).collect(),
        }
    }

    fn read(variables: impl Iterator<Item = (OsString, OsString)>) -> Settings {
        let mut settings = Settings {
            mode: Mode::Rewrite,
            point: None,
            specs: Vec::new(),
            named_specs: Vec::new(),
            idioms: None,
            apply: Apply::default(),
            configuration: Configuration::default(),
            rules: Vec::new(),
            rules_unproven: false,
            rules_proofs: None,
            report: None,
            trace: None,
            trace_ir: false,
            options: SearchOptions::default(),
            request: None,
            requested: None,
            leaves_out_outcomes: false,
            declared: Arc::new(of_the_library().clone()),
            reports_facts: false,
            warns: true,
            most_attempts: None,
            per: None,
            only: None,
            ignore: None,
            errors: Vec::new(),
        };
        let mut variables: Vec<_> = variables.collect();
        variables.sort();
        for (name, value) in variables {
            let name = name.to_string_lossy().into_owned();
            if let Err(why) = settings.take(&name, value) {
                settings.errors.push(format!("{name}: {why}"));
            }
        }
        settings.options.attempts = AttemptList::of(settings.per.take(), settings.most_attempts);
        if let Some(file) = settings.request.take()
            && let Err(why) = settings.take_request(&file)
        {
            settings.errors.push(format!("IDIOM_REQUEST: {}: {why}", file.display()));
        }
        settings
    }

    /// Adds declared facts about functions without a body.
    fn declare(&mut self, table: &Table) -> Result<(), String> {
        let declared = (*self.declared).clone().with(table).map_err(|error| error.to_string())?;
        self.declared = Arc::new(declared);
        Ok(())
    }

    /// Takes all settings of the search from a request file. Rewrites are not applied. The error is a
    /// message.
    fn take_request(&mut self, file: &Path) -> Result<(), String> {
        let text = bounded::read_text(file, bounded::MAX_DATA_BYTES).map_err(|error| error.to_string())?;
        let request = Request::from_json(&text)?;
        self.requested = Some(Arc::new(request.library()?));
        self.leaves_out_outcomes = !request.outcomes;
        self.point = request.point.as_deref().map(parse_point).transpose()?;
        self.only = request.functions.as_deref().map(parse_regex).transpose()?;
        self.options = request.options;
        self.declare(&request.declared)?;
        self.reports_facts = request.facts;
        (self.mode, self.ignore) = (Mode::Detect, None);
        (self.specs, self.named_specs, self.idioms) = (Vec::new(), Vec::new(), None);
        (self.apply, self.rules) = (Apply::default(), Vec::new());
        if request.outcomes {
            self.apply.names = self.judged_in_request().map(str::to_owned).collect();
        }
        Ok(())
    }

    fn take(&mut self, name: &str, value: OsString) -> Result<(), String> {
        let text = value.to_string_lossy().into_owned();
        if text.is_empty() || OTHERS.contains(&name) {
            return Ok(());
        }
        match name {
            "IDIOM_MODE" => {
                self.mode = Mode::parse(&text)
                    .ok_or_else(|| format!("`{text}` is no mode; use rewrite, detect or off"))?;
            }
            "IDIOM_EP" => self.point = Some(parse_point(&text)?),
            "IDIOM_SPEC" => self.specs = split_files(&value),
            "IDIOM_IDIOMS" => {
                let names = split_names(&text);
                self.idioms = Some(names.iter().flat_map(|part| split_further(part)).collect());
            }
            "IDIOM_APPLY" => {
                let apply = Apply::parse(&text);
                let files = apply.files.iter().map(|path| path.to_string_lossy().into_owned());
                if let Some(rules) = files.chain(apply.names.clone()).find(|part| part.ends_with(".opt")) {
                    return Err(format!("{rules} is a file of peephole rules, which IDIOM_RULES applies"));
                }
                self.apply = apply;
            }
            "IDIOM_RULES" => {
                self.rules = split_files(&value);
                let is_of_rewrites = |path: &&PathBuf| path.extension().is_some_and(|it| it == "candl");
                if let Some(rewrites) = self.rules.iter().find(is_of_rewrites) {
                    let rewrites = rewrites.display();
                    return Err(format!("{rewrites} is a file of rewrites, which IDIOM_APPLY applies"));
                }
            }
            "IDIOM_RULES_PROOFS" => self.rules_proofs = Some(value.into()),
            "IDIOM_RULES_UNPROVEN" => self.rules_unproven = parse_switch(&text)?,
            "IDIOM_REQUEST" => self.request = Some(value.into()),
            "IDIOM_REPORT" => self.report = Some(value.into()),
            "IDIOM_TRACE" => self.trace = Some(value.into()),
            "IDIOM_TRACE_IR" => self.trace_ir = parse_switch(&text)?,
            "IDIOM_BUDGET" => self.options.budget.steps = parse_budget(&text)?,
            "IDIOM_MEMORY" => self.options.budget.memory = parse_memory(&text)?,
            "IDIOM_FINDINGS" => self.options.most_findings = parse_count(&text, "findings")?,
            "IDIOM_EXPLAIN" => self.options.explain = parse_switch(&text)?,
            "IDIOM_WARN" => self.warns = parse_switch(&text)?,
            "IDIOM_PIN" => self.options.pins = Pin::parse_all([text.as_str()])?,
            "IDIOM_ATTEMPTS" => self.most_attempts = Some(parse_count(&text, "attempts")?),
            "IDIOM_PER" => self.per = Some(text),
            "IDIOM_ONLY_FUNC" => self.only = Some(parse_regex(&text)?),
            "IDIOM_IGNORE_FUNC" => self.ignore = Some(parse_regex(&text)?),
            "IDIOM_LOG" | "IDIOM_CONFIG" => {}
            _ => {
                let valid: Vec<&str> = VARIABLES.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no such setting; there are {}", valid.join(", ")));
            }
        }
        Ok(())
    }

    /// Whether a built-in idiom of a rewriting pass is requested; without a request all of them are.
    pub(super) fn requests(&self, idiom: &str) -> bool {
        self.requested.as_ref().is_none_or(|library| {
            library.idioms().iter().any(|known| known.is_builtin() && known.name() == idiom)
        })
    }

    /// The requested rewrites that run loops on several threads, which are judged and not carried out.
    pub(super) fn judged_in_request(&self) -> impl Iterator<Item = &'static str> {
        let idioms = library::to_run_in_parallel().idioms.into_iter();
        idioms.filter(|name| self.requested.is_some() && self.requests(name))
    }

    /// Whether the passes run on a function of this name.
    pub(super) fn wants(&self, function: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.is_match(function))
            && !self.ignore.as_ref().is_some_and(|ignore| ignore.is_match(function))
    }

    /// The settings in force, a line each, with their origin.
    pub(super) fn describe(&self) -> Vec<String> {
        let Configuration { project, settings, enabled, enabled_files, .. } = &self.configuration;
        let files = enabled_files.iter().map(|file| file.display().to_string());
        let enabled: Vec<String> = enabled.iter().cloned().chain(files).collect();
        let file = project.as_ref().map_or_else(|| "none".to_owned(), |path| path.display().to_string());
        let of_file = |name: &str| match name {
            "IDIOM_APPLY" if !enabled.is_empty() => Some(enabled.join(",").into()),
            _ => settings.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone()),
        };
        let from = |name: &str| match (variable(name), of_file(name)) {
            (Some(value), _) => format!("{} (environment)", value.to_string_lossy()),
            (None, Some(value)) => format!("{} ({file})", value.to_string_lossy()),
            (None, None) => "not set (default)".to_string(),
        };
        let variables = VARIABLES.iter().map(|(name, what)| format!("{name} = {} -- {what}", from(name)));
        variables.chain([format!("idiom.toml: {file}")]).chain(self.proposals()).collect()
    }
}

/// The value of an environment variable; `None` if it is not set or empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The project's file for the working directory, and the user's own.
fn configuration() -> Configuration {
    let named = variable("IDIOM_CONFIG");
    if named.as_ref().is_some_and(|named| named == "none") {
        return Configuration::default();
    }
    let own = variable("XDG_CONFIG_HOME").map(PathBuf::from);
    let own = own.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".config")));
    let folder = std::env::current_dir().unwrap_or_default();
    Configuration::read(&folder, named.map(PathBuf::from).as_deref(), own.as_deref())
}

/// Starts logging if `IDIOM_LOG` is set, once per process. Returns whether it is on.
pub(super) fn start_logging() -> bool {
    static STARTED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *STARTED.get_or_init(|| {
        let Some(filter) = std::env::var("IDIOM_LOG").ok().filter(|f| !f.is_empty()) else { return false };
        use std::io::Write as _;
        env_logger::Builder::new()
            .parse_filters(&filter)
            .format(|out, record| {
                writeln!(out, "idiom: {}: {}", record.level().as_str().to_lowercase(), record.args())
            })
            .try_init()
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::Budget;

    #[test]
    fn every_variable_has_a_section_with_an_example() {
        let page = std::fs::read_to_string("../../docs/src/settings.md").unwrap();
        let sections: Vec<(&str, &str)> = page
            .split("\n## `")
            .skip(1)
            .filter_map(|section| section.split_once('\n'))
            .filter_map(|(title, text)| Some((title.strip_suffix('`')?, text)))
            .collect();
        let documented: Vec<&str> = sections.iter().map(|(title, _)| *title).collect();
        assert_eq!(documented, VARIABLES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (name, text) in sections {
            let example = text.split("```").nth(1).unwrap_or_default();
            assert!(example.contains(&format!("{name}=")), "{name} has no example");
        }
    }

    fn read(variables: &[(&str, &str)]) -> Settings {
        Settings::read(variables.iter().map(|(n, v)| (OsString::from(n), OsString::from(v))))
    }

    #[test]
    fn mistakes_are_errors_that_list_what_is_valid() {
        for (name, value, words) in [
            ("IDIOM_MODE", "detekt", &["detekt", "rewrite, detect or off"][..]),
            ("IDIOM_EP", "nowhere", &["nowhere", "pipeline-early-simplification", "vectorizer-start"]),
            ("IDIOM_BUDGET", "-1", &["-1"]),
            ("IDIOM_MEMORY", "0", &["`0`", "MiB"]),
            ("IDIOM_MEMORY", "18446744073709551615", &["MiB"]),
            ("IDIOM_FINDINGS", "all", &["`all`", "findings"]),
            ("IDIOM_EXPLAIN", "yes", &["`yes`", "1", "0"]),
            ("IDIOM_ATTEMPTS", "0", &["`0`", "attempts"]),
            ("IDIOM_ONLY_FUNC", "(", &["regular expression"]),
            ("IDIOM_MODUS", "x", &["IDIOM_MODUS", "IDIOM_MODE"]),
        ] {
            let settings = read(&[(name, value)]);
            assert_eq!(settings.errors.len(), 1, "{name}");
            assert!(words.iter().all(|w| settings.errors[0].contains(w)), "{}", settings.errors[0]);
        }
    }

    #[test]
    fn lists_are_read_however_they_are_separated() {
        let apply = |text: &str| {
            let Apply { names, files } = read(&[("IDIOM_APPLY", text)]).apply;
            let files = files.iter().map(|path| path.display().to_string());
            names.into_iter().chain(files).collect::<Vec<_>>()
        };
        for text in [
            "A,B,c.candl",
            "A, B, c.candl,",
            "A;B;c.candl;",
            "A B c.candl",
            "A:B:c.candl",
            ",A;; B\tc.candl ",
        ] {
            assert_eq!(apply(text), ["A", "B", "c.candl"], "{text}");
        }
        assert_eq!(apply("For[N=2,M=3],A"), ["For[N=2,M=3]", "A"]);
        // A part that names an existing file is not split.
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("two words; more.candl");
        std::fs::write(&odd, "").unwrap();
        let odd = odd.display().to_string();
        assert_eq!(apply(&format!("A,{odd}")), ["A", &odd]);
        let rules = |text: &str| read(&[("IDIOM_RULES", text)]).rules;
        for text in ["a.opt:b.opt", "a.opt,b.opt", "a.opt;b.opt;", "a.opt, b.opt", ":a.opt::b.opt"] {
            assert_eq!(rules(text), [PathBuf::from("a.opt"), PathBuf::from("b.opt")], "{text}");
        }
        for (name, file, other) in
            [("IDIOM_RULES", "m.candl", "IDIOM_APPLY"), ("IDIOM_APPLY", "A;m.opt", "IDIOM_RULES")]
        {
            let errors = read(&[(name, file)]).errors;
            assert!(errors.len() == 1 && errors[0].contains(other), "{errors:?}");
        }
    }

    #[test]
    fn everything_is_taken() {
        let settings = read(&[
            ("IDIOM_MODE", "detect"),
            ("IDIOM_EP", "optimizer-last"),
            ("IDIOM_SPEC", "a.candl:b.candl"),
            ("IDIOM_IDIOMS", "A,B[N=1,M=2], C"),
            ("IDIOM_APPLY", "a.candl,Name, b/c"),
            ("IDIOM_BUDGET", "17"),
            ("IDIOM_MEMORY", "3"),
            ("IDIOM_FINDINGS", "5"),
            ("IDIOM_EXPLAIN", "1"),
            ("IDIOM_ONLY_FUNC", "^f"),
            ("IDIOM_IGNORE_FUNC", "x$"),
        ]);
        assert_eq!((settings.mode, settings.point), (Mode::Detect, Some(ExtensionPoint::OptimizerLast)));
        assert_eq!(settings.specs.len(), 2);
        assert_eq!(settings.idioms.as_deref().unwrap(), ["A", "B[N=1,M=2]", "C"]);
        assert_eq!(
            (settings.apply.names.as_slice(), settings.apply.files.len()),
            (&["Name".to_owned()][..], 2)
        );
        assert_eq!(settings.options.budget, Budget { steps: 17, memory: 3 << 20 });
        assert_eq!(
            (settings.options.most_findings, settings.options.explain, settings.errors.len()),
            (5, true, 0)
        );
        assert!(!read(&[("IDIOM_EXPLAIN", "0")]).options.explain);
        let attempts = |variables: &[(&str, &str)]| {
            read(variables).options.attempts.map(|list| (list.variable, list.most))
        };
        assert_eq!(attempts(&[]), None);
        assert_eq!(attempts(&[("IDIOM_ATTEMPTS", "3")]), Some((None, 3)));
        assert_eq!(attempts(&[("IDIOM_PER", "x.y")]), Some((Some("x.y".to_owned()), AttemptList::MOST)));
        assert!(settings.wants("f1") && !settings.wants("g") && !settings.wants("fx"));
    }

    #[test]
    fn the_environment_is_stronger_than_a_file() {
        let of_file = || Configuration {
            project: Some("/p/idiom.toml".into()),
            settings: vec![("IDIOM_SPEC", "/p/a.candl".into()), ("IDIOM_BUDGET", "5".into())],
            enabled: vec!["DotByBlas".to_owned()],
            ..Configuration::default()
        };
        let mut alone = read(&[]);
        alone.take_configuration(of_file(), |_| false);
        assert_eq!((alone.specs.len(), alone.named_specs.len(), alone.options.budget.steps), (1, 0, 5));
        assert_eq!(alone.apply.names, ["DotByBlas"]);
        let set = [("IDIOM_SPEC", "b.candl:c.candl"), ("IDIOM_BUDGET", "17"), ("IDIOM_APPLY", "Own")];
        let mut both = read(&set);
        both.take_configuration(of_file(), |name| set.iter().any(|(known, _)| *known == name));
        assert_eq!((both.specs.len(), both.named_specs.len(), both.options.budget.steps), (2, 2, 17));
        assert_eq!(both.apply.names, ["Own"]);
        let mut wrong = read(&[]);
        let settings = vec![("IDIOM_BUDGET", "0".into())];
        wrong.take_configuration(Configuration { settings, ..of_file() }, |_| false);
        assert_eq!(wrong.errors, ["/p/idiom.toml: `0` is no number of steps"]);
    }

    #[test]
    fn an_empty_variable_is_as_if_unset() {
        let settings = read(&[("IDIOM_MODE", ""), ("IDIOM_EP", "")]);
        assert!(settings.errors.is_empty() && settings.mode == Mode::Rewrite);
    }
}
