//! Child processes: limits of memory and time, and an end when somebody asks for it.
//!
//! In: a command, who asks for it, and in which role. Out: how it ended and what it wrote. A new job takes
//! the place of the one under way for the same tab and role, which is cancelled: of a text that has been
//! edited since, nobody wants the answer. Requests overtake each other on their way: new is what was sent
//! later.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More jobs at once are refused.
const MOST_JOBS: usize = 16;

/// More bytes of output, and of errors, are not read.
const MOST_OUTPUT: u64 = 64 << 20;

/// The time between two looks at a child.
const PAUSE: Duration = Duration::from_millis(4);

/// The limits of each job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// From its start to its end.
    pub(super) time: Duration,
    /// Address space.
    pub(super) memory_kib: u64,
}

/// Who asks: a tab, and the number of its request, which grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker<'a> {
    pub(super) tab: &'a str,
    pub(super) serial: u64,
}

/// The switch that ends a job, and the number of the request that it is for.
struct Running {
    serial: u64,
    stop: Arc<AtomicBool>,
}

/// The jobs under way by tab and role, and by tab the request that cancelled all before it.
#[derive(Default)]
struct Known {
    running: BTreeMap<(String, String), Running>,
    cancelled: BTreeMap<String, u64>,
}

/// How a job ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// By itself.
    Done {
        /// Its exit code; none where a signal ended it.
        code: Option<i32>,
        /// stdout.
        out: String,
        /// stderr.
        err: String,
    },
    /// Somebody asked for it, or a newer job took its place.
    Cancelled,
    /// It took longer than it may.
    TimedOut,
    /// There are as many jobs already as there may be.
    Refused,
}

/// The jobs under way.
pub(super) struct Jobs {
    limits: Limits,
    running: AtomicUsize,
    known: Mutex<Known>,
    closed: AtomicBool,
}

impl Jobs {
    pub(super) fn new(limits: Limits) -> Jobs {
        Jobs { limits, running: AtomicUsize::new(0), known: Mutex::default(), closed: AtomicBool::new(false) }
    }

    /// The limits of each.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Takes the place of what runs for a tab in a role, which is cancelled. The switch that it gives is set
    /// already where the tab has sent a newer request of this role, or cancelled this one.
    pub(super) fn begin(&self, asker: Asker<'_>, role: &str) -> Arc<AtomicBool> {
        let Known { running, cancelled } = &mut *self.known();
        let key = (asker.tab.to_owned(), role.to_owned());
        let is_late = cancelled.get(asker.tab).is_some_and(|last| *last > asker.serial)
            || running.get(&key).is_some_and(|other| other.serial > asker.serial);
        let stop = Arc::new(AtomicBool::new(is_late || self.is_closed()));
        if !is_late {
            let job = Running { serial: asker.serial, stop: stop.clone() };
            if let Some(before) = running.insert(key, job) {
                before.stop.store(true, Ordering::SeqCst);
            }
        }
        stop
    }

    /// Gives the place back, unless another job has taken it.
    pub(super) fn finish(&self, asker: Asker<'_>, role: &str, stop: &Arc<AtomicBool>) {
        let key = (asker.tab.to_owned(), role.to_owned());
        let running = &mut self.known().running;
        if running.get(&key).is_some_and(|current| Arc::ptr_eq(&current.stop, stop)) {
            running.remove(&key);
        }
    }

    /// Cancels what a tab asked for before, whether it has come yet or not; how much of it ran.
    pub(super) fn cancel(&self, asker: Asker<'_>) -> usize {
        let Known { running, cancelled } = &mut *self.known();
        let last = cancelled.entry(asker.tab.to_owned()).or_default();
        *last = asker.serial.max(*last);
        let chosen = running.iter().filter(|((tab, _), job)| tab == asker.tab && job.serial < asker.serial);
        chosen.map(|(_, job)| job.stop.store(true, Ordering::SeqCst)).count()
    }

    /// Cancels all, and each that may come yet.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.known().running.values().for_each(|job| job.stop.store(true, Ordering::SeqCst));
    }

    /// Whether no job is to come.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Whether nothing runs.
    pub(super) fn is_idle(&self) -> bool {
        self.running.load(Ordering::SeqCst) == 0
    }

    /// Runs a command in a folder until it ends or `stop` is set. Its outputs are kept in the folder
    /// meanwhile.
    pub(super) fn run(&self, command: &Command, folder: &Path, stop: &AtomicBool) -> io::Result<Ended> {
        if stop.load(Ordering::SeqCst) {
            return Ok(Ended::Cancelled);
        }
        if self.running.fetch_add(1, Ordering::SeqCst) >= MOST_JOBS {
            self.running.fetch_sub(1, Ordering::SeqCst);
            return Ok(Ended::Refused);
        }
        let ended = self.run_admitted(command, folder, stop);
        self.running.fetch_sub(1, Ordering::SeqCst);
        ended
    }

    fn run_admitted(&self, command: &Command, folder: &Path, stop: &AtomicBool) -> io::Result<Ended> {
        let (out, err) = (folder.join("stdout"), folder.join("stderr"));
        let mut limited = limited(command, self.limits.memory_kib);
        limited.current_dir(folder).stdin(Stdio::null());
        limited.stdout(File::create(&out)?).stderr(File::create(&err)?);
        // A group of its own, so that the clang that the command starts ends with it.
        let mut child = limited.process_group(0).spawn()?;
        let status = match self.wait(&mut child, stop)? {
            Ok(status) => status,
            Err(ended) => {
                kill_group(&mut child)?;
                return Ok(ended);
            }
        };
        Ok(Ended::Done { code: status.code(), out: read(&out)?, err: read(&err)? })
    }

    fn wait(&self, child: &mut Child, stop: &AtomicBool) -> io::Result<Result<ExitStatus, Ended>> {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Ok(status));
            }
            if stop.load(Ordering::SeqCst) {
                return Ok(Err(Ended::Cancelled));
            }
            if started.elapsed() > self.limits.time {
                return Ok(Err(Ended::TimedOut));
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same command, started by a shell that sets the limits and becomes the command.
fn limited(command: &Command, memory_kib: u64) -> Command {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "ulimit -v \"$0\" && ulimit -c 0 && exec \"$@\""]).arg(memory_kib.to_string());
    shell.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

/// Ends a child and all it has started. The child has not been waited for, so its number is its own still.
fn kill_group(child: &mut Child) -> io::Result<()> {
    let group = format!("-{}", child.id());
    // All of them may have ended by themselves in between.
    let _ = Command::new("/bin/sh").args(["-c", "kill -KILL \"$0\"", &group]).stderr(Stdio::null()).status();
    let _ = child.kill();
    child.wait().map(drop)
}

fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(milliseconds: u64) -> Jobs {
        Jobs::new(Limits { time: Duration::from_millis(milliseconds), memory_kib: 1 << 22 })
    }

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    fn run(jobs: &Jobs, tab: &str, serial: u64, command: &Command) -> Ended {
        let (folder, asker) = (tempfile::tempdir().expect("a folder"), Asker { tab, serial });
        let stop = jobs.begin(asker, "search");
        let ended = jobs.run(command, folder.path(), &stop).expect("a shell");
        jobs.finish(asker, "search", &stop);
        ended
    }

    fn until(condition: impl Fn() -> bool) {
        while !condition() {
            std::thread::sleep(PAUSE);
        }
    }

    #[test]
    fn outputs_and_exit_code() {
        match run(&jobs(10_000), "a", 1, &shell("echo out; echo err >&2; exit 3")) {
            Ended::Done { code, out, err } => {
                assert_eq!((code, &*out, &*err), (Some(3), "out\n", "err\n"));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_job_ends_with_all_it_has_started() {
        let mark = tempfile::tempdir().expect("a folder");
        let late = mark.path().join("late");
        let command = shell(&format!("(sleep 2; touch {}) & wait", late.display()));
        assert!(matches!(run(&jobs(100), "a", 1, &command), Ended::TimedOut));
        std::thread::sleep(Duration::from_millis(2500));
        assert!(!late.exists());
    }

    #[test]
    fn a_newer_job_takes_the_place() {
        let jobs = jobs(10_000);
        std::thread::scope(|scope| {
            let first = scope.spawn(|| run(&jobs, "tab", 1, &shell("sleep 9")));
            until(|| !jobs.is_idle());
            assert!(matches!(run(&jobs, "other", 1, &shell("true")), Ended::Done { .. }));
            assert!(matches!(run(&jobs, "tab", 2, &shell("true")), Ended::Done { .. }));
            assert!(matches!(first.join().expect("an answer"), Ended::Cancelled));
        });
        assert!(jobs.known().running.is_empty() && jobs.is_idle());
    }

    #[test]
    fn a_request_that_was_overtaken_cancels_nothing() {
        let jobs = jobs(10_000);
        std::thread::scope(|scope| {
            let newer = scope.spawn(|| run(&jobs, "tab", 2, &shell("sleep 0.3")));
            until(|| !jobs.is_idle());
            assert!(matches!(run(&jobs, "tab", 1, &shell("true")), Ended::Cancelled));
            assert!(matches!(newer.join().expect("an answer"), Ended::Done { .. }));
        });
    }

    #[test]
    fn a_request_that_its_cancellation_overtook_does_not_run() {
        let jobs = jobs(10_000);
        assert_eq!(jobs.cancel(Asker { tab: "tab", serial: 2 }), 0);
        assert!(matches!(run(&jobs, "tab", 1, &shell("true")), Ended::Cancelled));
        assert!(matches!(run(&jobs, "other", 1, &shell("true")), Ended::Done { .. }));
        assert!(matches!(run(&jobs, "tab", 3, &shell("true")), Ended::Done { .. }));
    }

    #[test]
    fn cancelling_is_by_tab() {
        let jobs = jobs(10_000);
        std::thread::scope(|scope| {
            let one = scope.spawn(|| run(&jobs, "1", 1, &shell("sleep 9")));
            let other = scope.spawn(|| run(&jobs, "2", 1, &shell("sleep 0.3")));
            until(|| jobs.running.load(Ordering::SeqCst) == 2);
            assert_eq!(jobs.cancel(Asker { tab: "1", serial: 2 }), 1);
            assert!(matches!(one.join().expect("an answer"), Ended::Cancelled));
            assert!(matches!(other.join().expect("an answer"), Ended::Done { .. }));
        });
    }

    #[test]
    fn memory_is_limited() {
        let small = Jobs::new(Limits { time: Duration::from_secs(10), memory_kib: 100 << 10 });
        let command = shell("head -c 200000000 /dev/zero | tail -c 200000000 | wc -c");
        match run(&small, "a", 1, &command) {
            Ended::Done { out, .. } => assert_ne!(out.trim(), "200000000"),
            other => panic!("{other:?}"),
        }
    }
}
