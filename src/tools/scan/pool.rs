//! The thread pool of a scan: each thread takes the next unit until none is left or the run is stopped.

use super::cache::ReportCache;
use super::unit::{Unit, UnitOutcome, Workshop};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Scans the units. The outcomes are in the order of the units; `None` for units that were not finished.
pub(super) fn run(
    units: &[Unit],
    workshop: &Workshop,
    cache: &ReportCache,
    jobs: Option<NonZeroUsize>,
    stopped: &AtomicBool,
) -> Vec<Option<UnitOutcome>> {
    each(units, jobs, stopped, |_, unit| one(unit, workshop, cache, stopped))
}

/// The outcome of a unit, from the cache or by a scan; `None` if the run was stopped meanwhile.
pub(super) fn one(
    unit: &Unit,
    workshop: &Workshop,
    cache: &ReportCache,
    stopped: &AtomicBool,
) -> Option<UnitOutcome> {
    let verdict = outcome(unit, workshop, cache);
    // After Ctrl-C, a failure of clang says nothing about its unit.
    let is_cut_off = stopped.load(Ordering::Relaxed) && matches!(verdict, UnitOutcome::Failed(_));
    (!is_cut_off).then_some(verdict)
}

/// The results for all units in their order, by several threads; `None` for units that were not reached.
/// `work` gets the position of a unit as well.
pub(super) fn each<R: Send>(
    units: &[Unit],
    jobs: Option<NonZeroUsize>,
    stopped: &AtomicBool,
    work: impl Fn(usize, &Unit) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    let all = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = jobs.map_or(all, NonZeroUsize::get).min(units.len());
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<R>>> = Mutex::new(units.iter().map(|_| None).collect());
    let bar = progress(units.len());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(unit) = units.get(at).filter(|_| !stopped.load(Ordering::Relaxed)) else {
                        return;
                    };
                    bar.set_message(unit.shown());
                    let result = work(at, unit);
                    bar.inc(1);
                    if let Ok(mut done) = done.lock() {
                        done[at] = result;
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn outcome(unit: &Unit, workshop: &Workshop, cache: &ReportCache) -> UnitOutcome {
    let key = workshop.key(unit);
    if let Some(known) = key.as_ref().and_then(|key| cache.get(unit, key)) {
        return known;
    }
    let verdict = workshop.scan(unit);
    // Without a key the preprocessor failed, perhaps because of a flag that was dropped later. The key is
    // then made without the text of the unit.
    let key = key.unwrap_or_else(|| workshop.key_without_text(unit));
    if let UnitOutcome::Scanned { reports, dropped, .. } = &verdict
        && let Err(error) = cache.put(unit, &key, reports, dropped)
    {
        return UnitOutcome::Failed(format!("cannot write its report: {error}"));
    }
    verdict
}

/// A progress line on a terminal, with the remaining time.
fn progress(units: usize) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(units as u64), target);
    if let Ok(style) = ProgressStyle::with_template("{pos}/{len} {wide_msg} {eta} left") {
        bar.set_style(style);
    }
    bar
}
