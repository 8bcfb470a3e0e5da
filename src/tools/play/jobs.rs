//! Child processes with limits of memory and time, which can be cancelled.
//!
//! In: a command, the tab that requests it, and its role. Out: the way it ended, and its output. A new job
//! cancels and replaces the running job of the same tab and role, since its text has been edited meanwhile.
//! Requests may overtake each other on their way; the one with the larger serial number is the newer.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limit of jobs at a time; further ones are refused.
const MOST_JOBS: usize = 16;

/// Limit of bytes read from stdout, and from stderr.
const MOST_OUTPUT: u64 = 64 << 20;

/// The polling interval for the end of a child.
const PAUSE: Duration = Duration::from_millis(4);

/// The limits of each job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The limit of wall-clock time.
    pub(super) time: Duration,
    /// The limit of address space.
    pub(super) memory_kib: u64,
}

/// The origin of a request: a tab, and the increasing serial number of its request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Requester<'a> {
    pub(super) tab: &'a str,
    pub(super) serial: u64,
}

/// A running job: the serial number of its request, and the flag that stops it.
struct RunningJob {
    serial: u64,
    stop: Arc<AtomicBool>,
}

/// The running jobs by tab and role, and for each tab the latest request to cancel all earlier ones.
#[derive(Default)]
struct Known {
    running: BTreeMap<(String, String), RunningJob>,
    cancelled: BTreeMap<String, u64>,
}

/// The way in which a job ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// The process ended by itself.
    Done {
        /// The exit code; `None` if a signal ended the process.
        code: Option<i32>,
        /// The text on stdout.
        out: String,
        /// The text on stderr.
        err: String,
    },
    /// The job was cancelled by request, or replaced by a newer one.
    Cancelled,
    /// The job exceeded the limit of time.
    TimedOut,
    /// The job was not started, because too many jobs run.
    Refused,
}

/// The running jobs and their limits.
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

    /// The limits of each job.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Registers a job, and cancels the running job of the same tab and role. Returns its stop flag, which is
    /// already set if the tab has sent a newer request of this role, or has cancelled this one.
    pub(super) fn begin(&self, requester: Requester<'_>, role: &str) -> Arc<AtomicBool> {
        let Known { running, cancelled } = &mut *self.known();
        let key = (requester.tab.to_owned(), role.to_owned());
        let is_late = cancelled.get(requester.tab).is_some_and(|last| *last > requester.serial)
            || running.get(&key).is_some_and(|other| other.serial > requester.serial);
        let stop = Arc::new(AtomicBool::new(is_late || self.is_closed()));
        if !is_late {
            let job = RunningJob { serial: requester.serial, stop: stop.clone() };
            if let Some(before) = running.insert(key, job) {
                before.stop.store(true, Ordering::SeqCst);
            }
        }
        stop
    }

    /// Unregisters a job, unless another job has replaced it.
    pub(super) fn finish(&self, requester: Requester<'_>, role: &str, stop: &Arc<AtomicBool>) {
        let key = (requester.tab.to_owned(), role.to_owned());
        let running = &mut self.known().running;
        if running.get(&key).is_some_and(|current| Arc::ptr_eq(&current.stop, stop)) {
            running.remove(&key);
        }
    }

    /// Cancels all earlier requests of a tab, also those that have not arrived yet. Returns the number of
    /// jobs that were running.
    pub(super) fn cancel(&self, requester: Requester<'_>) -> usize {
        let Known { running, cancelled } = &mut *self.known();
        let last = cancelled.entry(requester.tab.to_owned()).or_default();
        *last = requester.serial.max(*last);
        let chosen =
            running.iter().filter(|((tab, _), job)| tab == requester.tab && job.serial < requester.serial);
        chosen.map(|(_, job)| job.stop.store(true, Ordering::SeqCst)).count()
    }

    /// Cancels all jobs, and all later ones.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.known().running.values().for_each(|job| job.stop.store(true, Ordering::SeqCst));
    }

    /// Whether all jobs are cancelled from now on.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Whether no job runs.
    pub(super) fn is_idle(&self) -> bool {
        self.running.load(Ordering::SeqCst) == 0
    }

    /// Runs a command in a folder until it ends or `stop` is set. Its outputs go to files in that folder.
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
        // A process group of its own, so that the clang that the command starts ends with it.
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

/// The command behind a shell that sets the limits and then executes it.
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

/// Kills a child and all processes that it has started. The child has not been waited for, so its process id
/// is still its own.
fn kill_group(child: &mut Child) -> io::Result<()> {
    let group = format!("-{}", child.id());
    // All processes of the group may have ended meanwhile.
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
        let (folder, requester) = (tempfile::tempdir().expect("a folder"), Requester { tab, serial });
        let stop = jobs.begin(requester, "search");
        let ended = jobs.run(command, folder.path(), &stop).expect("a shell");
        jobs.finish(requester, "search", &stop);
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
        assert_eq!(jobs.cancel(Requester { tab: "tab", serial: 2 }), 0);
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
            assert_eq!(jobs.cancel(Requester { tab: "1", serial: 2 }), 1);
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
