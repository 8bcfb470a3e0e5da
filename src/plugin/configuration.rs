//! `idiom.toml`: a project's settings, and the user's own list of the rewrites that projects may have
//! applied.
//!
//! In: the working directory. Out: settings by the names of their variables, from the first `idiom.toml` in
//! it or above. A checkout is trusted with the choice of idioms alone: its rewrites are proposals until the
//! user's own file enables them, nothing in it runs a program, and a file that others can write is not read.

use facts::Table;
use proof::rewrite::{FINGERPRINT_PREFIX, fingerprint};
use search::{PROJECT_FILE, ProjectFile};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Component, Path, PathBuf};
use text::bounded;
use text::sources::MAX_FILE_BYTES;

/// Bits of a file's mode by which others than its owner may write it.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// Whether a part of `IDIOM_APPLY` or `apply` names a file.
pub(super) fn is_file_name(part: &str) -> bool {
    part.contains('/') || part.ends_with(".candl")
}

/// A project's settings, and the state of its proposed rewrites.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    /// The project's file, if it exists and may be read.
    pub(super) project: Option<PathBuf>,
    /// Values by the name of their variable.
    pub(super) settings: Vec<(&'static str, OsString)>,
    /// The declared facts about functions without a body.
    pub(super) functions: Table,
    /// Rewrites that the project proposes and the user's own file enables.
    pub(super) enabled: Vec<String>,
    /// Files that the project proposes and the user's own file enables by fingerprint.
    pub(super) enabled_files: Vec<PathBuf>,
    /// Rewrites and files that the project proposes and nobody has enabled.
    pub(super) proposed: Vec<String>,
    /// Files that are not read, with the reason.
    pub(super) refused: Vec<String>,
    pub(super) errors: Vec<String>,
}

/// The user's own file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Own {
    enable: Vec<String>,
}

impl Configuration {
    /// Reads the file `named`, or else the first `idiom.toml` in `folder` or above it. The user's own file is
    /// below `home`.
    pub(super) fn read(folder: &Path, named: Option<&Path>, home: Option<&Path>) -> Configuration {
        let mut all = Configuration::default();
        let above = || folder.ancestors().map(|above| above.join(PROJECT_FILE)).find(|path| path.is_file());
        let Some(path) = named.map(Path::to_path_buf).or_else(above) else { return all };
        let Some(project) = all.load::<ProjectFile>(&path) else { return all };
        let own = home.map(|home| home.join("idiom").join(PROJECT_FILE)).filter(|path| path.is_file());
        let own = own.and_then(|path| Some((all.load::<Own>(&path)?, path)));
        let enable = own.map(|(own, path)| all.checked(own, &path)).unwrap_or_default();
        let base = path.parent().unwrap_or(folder).to_path_buf();
        for part in &project.apply {
            match is_file_name(part) {
                true => all.of_file(base.join(part), &enable),
                false if enable.contains(part) => all.enabled.push(part.clone()),
                false => all.proposed.push(part.clone()),
            }
        }
        all.take(project, &base, &path);
        all.project = Some(path);
        all
    }

    /// Enables a file of rewrites, or lists it as a proposal. The user enables contents by their hash, not
    /// file names.
    fn of_file(&mut self, file: PathBuf, enable: &[String]) {
        let has_hashes = enable.iter().any(|part| part.starts_with(FINGERPRINT_PREFIX));
        // Without enabled hashes the file need not be read.
        let is_own = has_hashes && file.is_file() && trusted_text(&file).is_ok();
        let hash = if is_own { fingerprint(&file).ok() } else { None };
        match hash.is_some_and(|hash| enable.contains(&hash)) {
            true => self.enabled_files.push(file),
            false => self.proposed.push(file.display().to_string()),
        }
    }

    /// The deserialised content of a file. `None`, with an entry in `refused` or `errors`, if it is refused
    /// or malformed.
    fn load<T: DeserializeOwned>(&mut self, path: &Path) -> Option<T> {
        let text = match trusted_text(path) {
            Ok(text) => text,
            Err(why) => {
                self.refused.push(format!("{} is not read: {why}", path.display()));
                return None;
            }
        };
        let wrong = |error: toml::de::Error| format!("{}: {}", path.display(), error.to_string().trim_end());
        toml::from_str(&text).map_err(|error| self.errors.push(wrong(error))).ok()
    }

    /// The enabled names and fingerprints. File names are errors: the files of a project are not the user's.
    fn checked(&mut self, own: Own, path: &Path) -> Vec<String> {
        let (files, names) = own.enable.into_iter().partition::<Vec<_>, _>(|part| is_file_name(part));
        for file in files {
            let how = "`enable` has names of built-in rewrites, and files by what `idiom fingerprint` prints";
            self.errors.push(format!("{}: `{file}`: {how}", path.display()));
        }
        names
    }

    fn take(&mut self, project: ProjectFile, base: &Path, path: &Path) {
        let ProjectFile { specifications, idioms, report, explain, warn, limits, functions, .. } = project;
        self.functions = functions;
        let mut set = |name, value: Option<OsString>| {
            self.settings.extend(value.map(|value| (name, value)));
        };
        let number = |number: Option<u64>| number.map(|number| OsString::from(number.to_string()));
        set("IDIOM_IDIOMS", (!idioms.is_empty()).then(|| idioms.join(",").into()));
        let switch = |on: Option<bool>| on.map(|on| OsString::from(u8::from(on).to_string()));
        set("IDIOM_EXPLAIN", switch(explain));
        set("IDIOM_WARN", switch(warn));
        set("IDIOM_BUDGET", number(limits.budget));
        set("IDIOM_MEMORY", number(limits.memory));
        set("IDIOM_FINDINGS", number(limits.findings));
        if !specifications.is_empty() {
            match std::env::join_paths(specifications.iter().map(|file| base.join(file))) {
                Ok(paths) => self.settings.push(("IDIOM_SPEC", paths)),
                Err(why) => self.errors.push(format!("{}: `specifications`: {why}", path.display())),
            }
        }
        if let Some(report) = report {
            match is_below(base, Path::new(&report)) {
                true => self.settings.push(("IDIOM_REPORT", base.join(report).into())),
                false => self.errors.push(format!("{}: `report` must be below that folder", path.display())),
            }
        }
    }
}

/// Whether a path stays below a folder when symbolic links are followed.
fn is_below(folder: &Path, name: &Path) -> bool {
    let mut way = folder.to_path_buf();
    for part in name.components() {
        match part {
            Component::CurDir => continue,
            Component::Normal(part) => way.push(part),
            _ => return false,
        }
        // Below a path that does not exist there are no links.
        if std::fs::symlink_metadata(&way).is_err() {
            continue;
        }
        let real = |path: &Path| std::fs::canonicalize(path);
        let (Ok(place), Ok(folder)) = (real(&way), real(folder)) else { return false };
        if !place.starts_with(folder) {
            return false;
        }
    }
    true
}

/// The text of a file that only the user and root can have written.
fn trusted_text(path: &Path) -> Result<String, String> {
    let mut file = bounded::open_found(path).map_err(|error| error.to_string())?;
    let about = file.metadata().map_err(|error| error.to_string())?;
    let user =
        std::fs::metadata("/proc/self").map_err(|error| format!("nobody says who runs this: {error}"))?;
    if about.uid() != 0 && about.uid() != user.uid() {
        return Err("it belongs to neither the user nor root".to_owned());
    }
    if about.mode() & WRITABLE_BY_OTHERS != 0 {
        return Err(format!("others may write it; `chmod go-w {}` ends that", path.display()));
    }
    let mut text = String::new();
    let most = MAX_FILE_BYTES as u64;
    match file.by_ref().take(most + 1).read_to_string(&mut text) {
        Ok(length) if length as u64 <= most => Ok(text),
        Ok(_) => Err("it is too long".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir_all, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    struct Place(tempfile::TempDir);

    impl Place {
        fn new(project: &str, own: &str) -> Place {
            let place = Place(tempfile::tempdir().unwrap());
            create_dir_all(place.path("project/a/b")).unwrap();
            create_dir_all(place.path("home/idiom")).unwrap();
            for (name, text) in [("project/idiom.toml", project), ("home/idiom/idiom.toml", own)] {
                write(place.path(name), text).unwrap();
                place.set_mode(name, 0o644);
            }
            place
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn set_mode(&self, name: &str, mode: u32) {
            set_permissions(self.path(name), PermissionsExt::from_mode(mode)).unwrap();
        }

        fn read(&self) -> Configuration {
            Configuration::read(&self.path("project/a/b"), None, Some(&self.path("home")))
        }
    }

    #[test]
    fn a_projects_file_is_found_upward() {
        let text = "specifications = ['x.candl', 'y/z.candl']\nidioms = ['A', 'B[N=2]']\nreport = 'out/r'\nexplain = true\nwarn = false\n[limits]\nbudget = 7\nmemory = 8\nfindings = 9\n[scan]\nexclude = ['x']\n[severity]\nA = 'note'";
        let place = Place::new(text, "");
        let found = place.read();
        assert!(found.errors.is_empty() && found.refused.is_empty(), "{found:?}");
        assert_eq!(found.project, Some(place.path("project/idiom.toml")));
        let value = |name| found.settings.iter().find(|(known, _)| *known == name).unwrap().1.clone();
        let specs: Vec<PathBuf> = std::env::split_paths(&value("IDIOM_SPEC")).collect();
        assert_eq!(specs, [place.path("project/x.candl"), place.path("project/y/z.candl")]);
        assert_eq!(value("IDIOM_IDIOMS"), "A,B[N=2]");
        assert_eq!(value("IDIOM_REPORT"), place.path("project/out/r"));
        let numbers = ["IDIOM_EXPLAIN", "IDIOM_WARN", "IDIOM_BUDGET", "IDIOM_MEMORY", "IDIOM_FINDINGS"];
        assert_eq!(numbers.map(value), ["1", "0", "7", "8", "9"]);
        // A nearer file hides it.
        write(place.path("project/a/idiom.toml"), "").unwrap();
        place.set_mode("project/a/idiom.toml", 0o600);
        let nearer = place.read();
        assert_eq!((nearer.project, nearer.settings.len()), (Some(place.path("project/a/idiom.toml")), 0));
    }

    #[test]
    fn a_project_proposes_and_the_user_enables() {
        let apply = "apply = ['GemmByBlas', 'DotByBlas', 'x.candl']";
        let check = |own: &str, enabled: &[&str], proposed: usize| {
            let found = Place::new(apply, own).read();
            assert!(found.enabled.iter().eq(enabled), "{own}");
            assert_eq!(found.proposed.len(), proposed, "{own}");
        };
        check("", &[], 3);
        check("enable = ['GemmByBlas', 'AxpyByBlas']", &["GemmByBlas"], 2);
        // A file is not enabled by its name, which a project may give to any content, and not in the
        // project's own file.
        let by_file = Place::new(apply, "enable = ['x.candl']").read();
        assert_eq!((by_file.enabled.len(), by_file.errors.len()), (0, 1));
        let place = Place::new("apply = ['x.candl']", "");
        write(place.path("project/x.candl"), "# x\n").unwrap();
        let hash = fingerprint(&place.path("project/x.candl")).unwrap();
        write(place.path("home/idiom/idiom.toml"), format!("enable = ['{hash}']")).unwrap();
        let by_hash = place.read();
        assert_eq!(by_hash.enabled_files, [place.path("project/x.candl")]);
        assert_eq!((by_hash.proposed.len(), by_hash.errors.len()), (0, 0));
        // The hash includes the proofs beside the file.
        write(place.path("project/x.candl.proof"), "{}").unwrap();
        let changed = place.read();
        assert_eq!((changed.enabled_files.len(), changed.proposed.len()), (0, 1));
        let by_itself = Place::new("apply = ['DotByBlas']\nenable = ['DotByBlas']", "").read();
        assert_eq!((by_itself.enabled.len(), by_itself.errors.len()), (0, 1), "{by_itself:?}");
    }

    #[test]
    fn files_that_others_can_write_are_not_read() {
        let place = Place::new("idioms = ['A']\napply = ['DotByBlas']", "enable = ['DotByBlas']");
        for (mode, is_read) in [(0o644, true), (0o600, true), (0o664, false), (0o646, false), (0o666, false)]
        {
            place.set_mode("project/idiom.toml", mode);
            let found = place.read();
            assert_eq!(
                (found.settings.len(), found.enabled.len()),
                (usize::from(is_read), usize::from(is_read)),
                "{mode:o}"
            );
            assert_eq!(found.refused.len(), usize::from(!is_read));
        }
        place.set_mode("project/idiom.toml", 0o644);
        place.set_mode("home/idiom/idiom.toml", 0o666);
        let found = place.read();
        assert_eq!((found.settings.len(), found.enabled.len(), found.refused.len()), (1, 0, 1));
    }

    #[test]
    fn mistakes_are_errors() {
        for (text, words) in [
            ("idiom = ['A']", &["unknown field `idiom`", "specifications"][..]),
            ("idioms = 'A'", &["invalid type"]),
            ("[limits]\nsteps = 1", &["unknown field `steps`", "budget"]),
            ("report = '/tmp/x'", &["`report` must be below"]),
            ("report = '../x'", &["`report` must be below"]),
            ("specifications = ['a:b']", &["`specifications`"]),
            ("run = 'rm'", &["unknown field `run`"]),
            ("[severity]\nRoot = 'warning'", &["unknown variant `warning`", "`chance`"]),
            ("[scan]\nexcluded = []", &["unknown field `excluded`", "exclude"]),
        ] {
            let found = Place::new(text, "").read();
            assert_eq!(found.errors.len(), 1, "{text}");
            assert!(words.iter().all(|word| found.errors[0].contains(word)), "{}", found.errors[0]);
        }
    }

    #[test]
    fn reports_stay_in_the_project() {
        let place = Place::new("report = 'rep/x'", "");
        let is_refused = || {
            let found = place.read();
            assert_eq!(found.errors.len() + found.settings.len(), 1, "{found:?}");
            found.errors.iter().any(|error| error.contains("`report` must be below"))
        };
        assert!(!is_refused());
        let link = |to: &str| {
            let _ = std::fs::remove_file(place.path("project/rep"));
            std::os::unix::fs::symlink(place.path(to), place.path("project/rep")).unwrap();
        };
        create_dir_all(place.path("elsewhere")).unwrap();
        for outside in ["elsewhere", "not/there", "project/.."] {
            link(outside);
            assert!(is_refused(), "{outside}");
        }
        create_dir_all(place.path("project/own")).unwrap();
        link("project/own");
        assert!(!is_refused());
        // The link may also be further down.
        std::os::unix::fs::symlink(place.path("elsewhere"), place.path("project/own/x")).unwrap();
        assert!(is_refused());
    }

    #[test]
    fn settings_are_not_waited_for() {
        let place = Place::new("idioms = ['A']", "");
        std::fs::remove_file(place.path("project/idiom.toml")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(place.path("project/idiom.toml")).status();
        assert!(made.unwrap().success());
        let found = place.read();
        assert!(found.settings.is_empty(), "{found:?}");
    }
}
