//! An SMT solver as a child process, which reads SMT-LIB 2.

use easy_smt::{Context, ContextBuilder, SExpr};
use proof::semantics::{Answer, Query, Solver, SolverError};
use std::process::Command;

/// The usual limit of one question, in z3's units of work (`rlimit`): some five seconds. Unlike a time, it
/// gives the same answers on every machine.
pub const RLIMIT: u64 = 15_000_000;

/// The number of queries after which a process is replaced, since it accumulates memory.
const QUERIES_PER_PROCESS: usize = 500;

/// The message for a solver that does not start.
fn not_run(program: &str, error: &std::io::Error) -> String {
    let help = match error.kind() {
        std::io::ErrorKind::NotFound => "; on Debian: apt-get install z3, or name a solver with `--solver`",
        _ => "",
    };
    format!("cannot run `{program}`: {error}{help}")
}

/// The message for a solver that ends, or gives no answer.
fn no_answer(program: &str, error: &std::io::Error) -> String {
    use std::io::ErrorKind::{BrokenPipe, UnexpectedEof};
    let what = match error.kind() {
        BrokenPipe | UnexpectedEof => format!("`{program}` ended without an answer"),
        _ => format!("`{program}` does not answer: {error}"),
    };
    format!("{what}; a solver has to take `-smt2 -in`, and to answer as z3 does")
}

/// The process of z3, or of another program that takes the same arguments.
pub struct Process {
    program: String,
    identity: String,
    /// The limit of each question, in z3's units of work.
    rlimit: u64,
    context: Option<Context>,
    queries: usize,
    /// Whether each query is enclosed in `push` and `pop`, instead of following a `reset`.
    is_scoped: bool,
}

impl Process {
    /// Runs the program once for its version; the solver itself starts with the first query.
    pub fn new(program: &str, rlimit: u64) -> Result<Process, SolverError> {
        let output = Command::new(program).arg("--version").output();
        let output = output.map_err(|error| SolverError(not_run(program, &error)))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if version.is_empty() {
            return Err(SolverError(format!("`{program} --version` says nothing; is it an SMT solver?")));
        }
        Ok(Process {
            program: program.to_owned(),
            identity: version,
            rlimit,
            context: None,
            queries: 0,
            is_scoped: false,
        })
    }

    /// One process for all queries, each enclosed in `push` and `pop`: for many small queries without
    /// quantifiers.
    pub fn scoped(program: &str, rlimit: u64) -> Result<Process, SolverError> {
        Ok(Process { is_scoped: true, ..Process::new(program, rlimit)? })
    }

    fn context(&mut self) -> std::io::Result<&mut Context> {
        if self.queries >= QUERIES_PER_PROCESS && !self.is_scoped {
            self.context = None;
            self.queries = 0;
        }
        self.queries += 1;
        match &mut self.context {
            Some(context) => Ok(context),
            none => {
                let mut builder = ContextBuilder::new();
                let mut built = builder.solver(&self.program).solver_args(["-smt2", "-in"]).build()?;
                // Declarations get no answer.
                let quiet = built.atom("(set-option :print-success false)");
                built.raw_send(quiet)?;
                if self.is_scoped {
                    let options = format!("(set-option :rlimit {})\n(set-logic QF_BV)", self.rlimit);
                    let options = built.atom(options);
                    built.raw_send(options)?;
                }
                Ok(none.insert(built))
            }
        }
    }

    fn check(&mut self, query: &Query) -> std::io::Result<Answer> {
        if !self.is_scoped {
            let (rlimit, logic) = (self.rlimit, query.logic);
            let begin = format!(
                "(reset)\n(set-option :print-success false)\n(set-option :rlimit {rlimit})\n(set-logic {logic})"
            );
            return self.check_after(&begin, query);
        }
        let answer = self.check_after("(push 1)", query)?;
        let context = self.context()?;
        let pop = context.atom("(pop 1)");
        context.raw_send(pop)?;
        Ok(answer)
    }

    fn check_after(&mut self, begin: &str, query: &Query) -> std::io::Result<Answer> {
        let rlimit = self.rlimit;
        let context = self.context()?;
        let question = context.atom(format!("{begin}\n{}(check-sat)", query.text));
        context.raw_send(question)?;
        let reply = read_reply(context)?;
        match context.get_atom(reply) {
            Some("unsat") => Ok(Answer::Unsatisfiable),
            Some("unknown" | "timeout") => Ok(Answer::Unknown(format!("no answer within rlimit {rlimit}"))),
            Some("sat") if query.free.is_empty() => Ok(Answer::Satisfiable(Vec::new())),
            Some("sat") => {
                let names: Vec<String> = query.symbols().collect();
                let wanted = context.atom(format!("(get-value ({}))", names.join(" ")));
                context.raw_send(wanted)?;
                let reply = read_reply(context)?;
                values(context, reply, names.len()).map(Answer::Satisfiable)
            }
            _ => Err(std::io::Error::other(format!("the solver said {}", context.display(reply)))),
        }
    }
}

/// The next reply of a solver.
fn read_reply(context: &mut Context) -> std::io::Result<SExpr> {
    let unread = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::Other => std::io::Error::other("its output ended, or is none of a solver"),
        _ => error,
    };
    context.raw_recv().map_err(unread)
}

/// The numbers in a reply `((x #x01) (y #b1))`.
fn values(context: &Context, reply: SExpr, count: usize) -> std::io::Result<Vec<u128>> {
    let pairs = context.get_list(reply).unwrap_or_default();
    let values = pairs.iter().filter_map(|pair| {
        let number = context.get_list(*pair)?.get(1)?;
        let text = context.get_atom(*number)?;
        match text.strip_prefix("#b") {
            Some(bits) => u128::from_str_radix(bits, 2).ok(),
            None => u128::from_str_radix(text.strip_prefix("#x")?, 16).ok(),
        }
    });
    let values: Vec<u128> = values.collect();
    match values.len() == count {
        true => Ok(values),
        false => Err(std::io::Error::other(format!("the solver's values are {}", context.display(reply)))),
    }
}

impl Solver for Process {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn solve(&mut self, query: &Query) -> Result<Answer, SolverError> {
        self.check(query).map_err(|error| {
            self.context = None;
            SolverError(no_answer(&self.program, &error))
        })
    }
}
