//! Facts of random modules against runs of them.

use crate::tests::{Sketches, answer_of, body, library, parameters};
use crate::{Answers, ModuleFacts, of_the_library};
use lang::atoms::FactAnswer;
use library::Budget;
use proptest::prelude::*;

/// A statement of a random function; variables are its two parameters.
#[derive(Clone, Debug)]
enum Statement {
    Release(usize),
    Call(usize, [usize; 2]),
    /// One of the two variables is released, by chance.
    ReleaseOne,
    /// One of two, by chance.
    Either(Vec<Statement>, Vec<Statement>),
    /// The first if the variable is null, else the second.
    IfNull(usize, Vec<Statement>, Vec<Statement>),
    Return,
    /// The variable becomes known to everybody.
    Publish(usize),
    /// The variable is locked or unlocked, or where there is none, a lock that everybody knows.
    Lock(Option<usize>, bool),
}

const FUNCTIONS: usize = 3;

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        3 => (0..2usize).prop_map(Statement::Release),
        4 => (0..FUNCTIONS, [0..2usize, 0..2usize]).prop_map(|(f, of)| Statement::Call(f, of)),
        1 => Just(Statement::ReleaseOne),
        1 => Just(Statement::Return),
        1 => (0..2usize).prop_map(Statement::Publish),
        2 => (proptest::option::weighted(0.8, 0..2usize), any::<bool>())
            .prop_map(|(x, locks)| Statement::Lock(x, locks)),
    ];
    let statement = leaf.prop_recursive(2, 12, 3, |inner| {
        let list = proptest::collection::vec(inner, 0..3);
        prop_oneof![
            (list.clone(), list.clone()).prop_map(|(a, b)| Statement::Either(a, b)),
            (0..2usize, list.clone(), list).prop_map(|(x, a, b)| Statement::IfNull(x, a, b)),
        ]
    });
    proptest::collection::vec(statement, 0..4)
}

/// A function as a sketch.
struct Writer {
    text: String,
    next: usize,
}

impl Writer {
    fn function(body: &[Statement]) -> String {
        let mut globals: String = (0..FUNCTIONS).map(|f| format!("global @f{f} defined\n")).collect();
        globals += "global @free\nglobal @coin\nglobal @place data\nglobal @lock data\n";
        globals += "global @pthread_spin_lock\nglobal @pthread_spin_unlock\n";
        globals += "param a:ptr\nparam b:ptr\nentry:\n";
        let mut writer = Writer { text: globals, next: 0 };
        if writer.all(body) {
            let end = writer.fresh();
            writer.text += &format!("r{end}:void = ret\n");
        }
        writer.text
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Writes statements; returns whether the end of them is reached.
    fn all(&mut self, body: &[Statement]) -> bool {
        body.iter().all(|statement| self.one(statement))
    }

    fn one(&mut self, statement: &Statement) -> bool {
        let name = |x: usize| ["a", "b"][x];
        let k = self.fresh();
        match statement {
            Statement::Release(x) => self.text += &format!("v{k}:void = call @free {} !writes\n", name(*x)),
            Statement::Call(f, [x, y]) => {
                self.text += &format!("v{k}:void = call @f{f} {} {} !writes\n", name(*x), name(*y));
            }
            Statement::Publish(x) => {
                self.text += &format!("v{k}:void = store {} @place !writes\n", name(*x));
            }
            Statement::Lock(x, locks) => {
                let (of, un) = (x.map_or("@lock", name), if *locks { "" } else { "un" });
                self.text += &format!("v{k}:i32 = call @pthread_spin_{un}lock {of} !writes\n");
            }
            Statement::ReleaseOne => {
                self.text += &format!("c{k}:i1 = call @coin !writes\n");
                self.text += &format!("s{k}:ptr = select c{k} a b\n");
                self.text += &format!("v{k}:void = call @free s{k} !writes\n");
            }
            Statement::Return => {
                self.text += &format!("v{k}:void = ret\n");
                return false;
            }
            Statement::Either(one, other) => {
                self.text += &format!("c{k}:i1 = call @coin !writes\n");
                return self.branch(k, one, other);
            }
            Statement::IfNull(x, one, other) => {
                self.text += &format!("c{k}:i1 = icmp {} ptr:null !eq\n", name(*x));
                return self.branch(k, one, other);
            }
        }
        true
    }

    fn branch(&mut self, k: usize, one: &[Statement], other: &[Statement]) -> bool {
        self.text += &format!("b{k}:void = br c{k} -> one{k} other{k}\n");
        let mut goes_on = false;
        for (label, body) in [("one", one), ("other", other)] {
            self.text += &format!("{label}{k}:\n");
            if self.all(body) {
                goes_on = true;
                let on = self.fresh();
                self.text += &format!("j{on}:void = br -> end{k}\n");
            }
        }
        if goes_on {
            self.text += &format!("end{k}:\n");
        }
        goes_on
    }
}

/// The number of objects: two that a run may get, and the one that everybody knows.
const OBJECTS: usize = 3;

/// The effects of a run on the objects.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    released: [bool; OBJECTS],
    published: [bool; OBJECTS],
    /// Whether it is locked, or has been unlocked, since the run began; `None` if nothing was done to it.
    locked: [Option<bool>; OBJECTS],
    ever_locked: [bool; OBJECTS],
    ever_unlocked: [bool; OBJECTS],
}

/// A run of a program, in which coins fall as `coins` says. `None` if it takes too long.
struct Machine<'p> {
    program: &'p [Vec<Statement>],
    coins: u64,
    fuel: u32,
    run: Run,
}

impl Machine<'_> {
    /// Runs statements; `Some(true)` if their end is reached, `Some(false)` if the function returns before.
    fn all(&mut self, body: &[Statement], objects: [usize; 2]) -> Option<bool> {
        for statement in body {
            self.fuel = self.fuel.checked_sub(1)?;
            let goes_on = match statement {
                Statement::Release(x) => {
                    self.run.released[objects[*x]] = true;
                    true
                }
                Statement::Publish(x) => {
                    self.run.published[objects[*x]] = true;
                    true
                }
                Statement::Lock(x, locks) => {
                    let object = x.map_or(OBJECTS - 1, |x| objects[x]);
                    self.run.locked[object] = Some(*locks);
                    let ever = if *locks { &mut self.run.ever_locked } else { &mut self.run.ever_unlocked };
                    ever[object] = true;
                    true
                }
                Statement::Call(f, of) => {
                    let program = self.program;
                    self.all(&program[*f], of.map(|x| objects[x]))?;
                    true
                }
                Statement::Either(one, other) => {
                    let coin = self.coins & 1 == 1;
                    self.coins >>= 1;
                    self.all(if coin { one } else { other }, objects)?
                }
                Statement::ReleaseOne => {
                    self.run.released[objects[(self.coins & 1) as usize]] = true;
                    self.coins >>= 1;
                    true
                }
                // Objects are never null.
                Statement::IfNull(_, _, other) => self.all(other, objects)?,
                Statement::Return => false,
            };
            if !goes_on {
                return Some(false);
            }
        }
        Some(true)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// No run refutes a fact that is claimed, whatever functions call each other.
    #[test]
    fn no_run_refutes_a_fact(
        program in proptest::collection::vec(statements(), FUNCTIONS),
        coins in proptest::collection::vec(any::<u64>(), 24),
    ) {
        let texts = program.iter().enumerate().map(|(f, body)| (format!("f{f}"), Writer::function(body)));
        let module: Sketches = texts.collect();
        let names = [
            "Releases", "MayRelease", "MayKeep", "Locks", "Unlocks", "MayLock", "MayUnlock",
        ];
        let elsewhere = ["MayLockOther", "MayUnlockOther"];
        let all: Vec<&str> = names.into_iter().chain(elsewhere).collect();
        let library = library(&all);
        let bodies = body(&module);
        let facts = ModuleFacts::new(
            library.facts(), of_the_library(), &bodies, Budget::default(), Answers::default(),
        );
        for (f, body) in program.iter().enumerate() {
            let answers = facts.of_function(&format!("f{f}")).expect("a body");
            let answer = |name: &str| {
                let at = library.facts().iter().position(|known| known.name() == name).expect("a fact");
                answers[at].clone()
            };
            let [releases, may_release, may_keep, locks, unlocks, may_lock, may_unlock] =
                names.map(|name| parameters(&answer(name)));
            let [lock_other, unlock_other] = elsewhere.map(|name| answer(name) == FactAnswer::Holds);
            // Two objects, or one that both parameters point to.
            for (coins, of) in coins.iter().flat_map(|coins| [(coins, [0, 1]), (coins, [0, 0]), (coins, [0, 2])]) {
                let mut machine =
                    Machine { program: &program, coins: *coins, fuel: 400, run: Run::default() };
                if machine.all(body, of).is_none() {
                    continue;
                }
                let run = machine.run;
                for x in 0..2u32 {
                    let at = of[x as usize];
                    // A fact of an object is one of some parameter that points to it.
                    let of_some = |parameters: &[u32]| parameters.iter().any(|x| of[*x as usize] == at);
                    let context = || format!("f{f} {x} of {of:?}: {module:#?}");
                    prop_assert!(run.released[at] || !releases.contains(&x), "releases: {}", context());
                    prop_assert!(!run.released[at] || of_some(&may_release), "may release: {}", context());
                    prop_assert!(!run.published[at] || of_some(&may_keep), "may keep: {}", context());
                    prop_assert!(run.locked[at] == Some(true) || !locks.contains(&x), "locks: {}", context());
                    prop_assert!(run.locked[at] == Some(false) || !unlocks.contains(&x), "unlocks: {}", context());
                    let elsewhere = at == OBJECTS - 1;
                    let may = |parameters: &[u32], other: bool| of_some(parameters) || elsewhere && other;
                    prop_assert!(!run.ever_locked[at] || may(&may_lock, lock_other), "may lock: {}", context());
                    prop_assert!(
                        !run.ever_unlocked[at] || may(&may_unlock, unlock_other), "may unlock: {}", context()
                    );
                }
                let common = OBJECTS - 1;
                if !of.contains(&common) {
                    prop_assert!(!run.ever_locked[common] || lock_other, "f{f} locks another: {module:#?}");
                    prop_assert!(!run.ever_unlocked[common] || unlock_other, "f{f} unlocks another: {module:#?}");
                }
            }
        }
    }

    /// Functions that do not call each other in a circle and get two objects: a fact is claimed just where
    /// all runs, or some, do it.
    #[test]
    fn without_circles_facts_are_exact(program in proptest::collection::vec(statements(), FUNCTIONS)) {
        let program: Vec<Vec<Statement>> =
            program.iter().enumerate().map(|(f, body)| downwards(body, f)).collect();
        let texts = program.iter().enumerate().map(|(f, body)| (format!("f{f}"), Writer::function(body)));
        let module: Sketches = texts.collect();
        let expected: Vec<[[bool; 2]; 2]> = program.iter().fold(Vec::new(), |mut known, body| {
            // A test of the object itself has one outcome, since it is not null; that code may still be
            // written counts for what may be.
            let with = |x: usize, other: bool| if x == 0 { [Some(false), Some(other)] } else { [Some(other), Some(false)] };
            let always = |x: usize, other| ways(body, &known, with(x, other)).iter().all(|way| way[x]);
            let all = |x: usize| always(x, false) && always(x, true);
            let some = |x: usize| ways(body, &known, [None; 2]).iter().any(|way| way[x]);
            known.push([[all(0), all(1)], [some(0), some(1)]]);
            known
        });
        for (f, [all, some]) in expected.iter().enumerate() {
            let name = format!("f{f}");
            let releases = parameters(&answer_of(&module, of_the_library(), "Releases", &name));
            let may = parameters(&answer_of(&module, of_the_library(), "MayRelease", &name));
            for x in 0..2u32 {
                prop_assert_eq!(releases.contains(&x), all[x as usize], "f{} {}: {:#?}", f, x, module);
                prop_assert_eq!(may.contains(&x), some[x as usize], "f{} may {}: {:#?}", f, x, module);
            }
        }
    }
}

/// The statements with calls of lower functions alone, of two different objects, and nothing published.
fn downwards(body: &[Statement], f: usize) -> Vec<Statement> {
    let one = |statement: &Statement| match statement {
        Statement::Call(_, _) if f == 0 => Statement::Release(0),
        Statement::Call(callee, [x, _]) => Statement::Call(callee % f, [*x, 1 - x]),
        Statement::Publish(x) => Statement::Release(*x),
        Statement::Lock(x, _) => Statement::Release(x.unwrap_or(0)),
        Statement::ReleaseOne => Statement::Either(vec![Statement::Release(0)], vec![Statement::Release(1)]),
        Statement::Either(a, b) => Statement::Either(downwards(a, f), downwards(b, f)),
        Statement::IfNull(x, a, b) => Statement::IfNull(*x, downwards(a, f), downwards(b, f)),
        other => other.clone(),
    };
    body.iter().map(one).collect()
}

/// For each way through a body, which of the objects is released on it, by what callees do on all their ways
/// and on some. `null` says which objects are null.
fn ways(body: &[Statement], known: &[[[bool; 2]; 2]], null: [Option<bool>; 2]) -> Vec<[bool; 2]> {
    let (ended, mut open) = partial(body, vec![[false; 2]], known, null);
    open.extend(ended);
    open
}

/// The ways that return within the statements, and those that reach their end. A callee stands for one way
/// that releases what all its ways release, and one that releases what some do.
fn partial(
    body: &[Statement],
    from: Vec<[bool; 2]>,
    known: &[[[bool; 2]; 2]],
    null: [Option<bool>; 2],
) -> (Vec<[bool; 2]>, Vec<[bool; 2]>) {
    let (mut ended, mut open) = (Vec::new(), from);
    for statement in body {
        match statement {
            Statement::Release(x) => open.iter_mut().for_each(|way| way[*x] = true),
            Statement::Call(f, of) => {
                let both = known[*f].iter().flat_map(|does| {
                    open.iter().map(move |way| {
                        let mut way = *way;
                        of.iter().zip(does).for_each(|(x, does)| way[*x] |= does);
                        way
                    })
                });
                open = both.collect();
            }
            Statement::Either(a, b) => {
                let first = partial(a, open.clone(), known, null);
                let second = partial(b, open, known, null);
                ended.extend(first.0.into_iter().chain(second.0));
                open = first.1.into_iter().chain(second.1).collect();
            }
            Statement::IfNull(x, a, b) => {
                let mut on = Vec::new();
                for (is_null, body) in [(true, a), (false, b)] {
                    if null[*x].is_none_or(|known| known == is_null) {
                        let (left, goes_on) = partial(body, open.clone(), known, null);
                        ended.extend(left);
                        on.extend(goes_on);
                    }
                }
                open = on;
            }
            Statement::Return => {
                ended.append(&mut open);
            }
            Statement::Publish(_) | Statement::ReleaseOne | Statement::Lock(..) => {}
        }
        open.sort_unstable();
        open.dedup();
    }
    (ended, open)
}
