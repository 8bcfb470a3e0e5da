//! `idiom play [FILE]…`: a page in the browser, to try specifications on sources.
//!
//! ```text
//! browser ──HTTP on 127.0.0.1──▶ server (guard) ──▶ answers ──▶ jobs: `idiom find`, `idiom check`, … as child processes
//! ```
//!
//! The server itself computes nothing that takes time. Each answer comes from the command, run as a child
//! process with limits of memory and time, which can be cancelled. The page therefore shows the same results
//! as the terminal, and no input can stop the server.

mod answers;
mod classes;
mod commands;
mod completions;
mod constraints;
mod context;
mod examples;
mod guard;
mod ir;
mod jobs;
mod page;
mod passes;
mod search;
mod server;
mod start;

use super::Verdict;
use super::console::{Console, Failure};
use clap::Args;
use jobs::{Jobs, Limits};
use server::HttpServer;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Arguments of `idiom play`.
#[derive(Args, Debug)]
pub struct Play {
    /// The port on 127.0.0.1 [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// The time limit for one search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// The limit of address space for one search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..=1 << 40))]
    memory: u64,
    /// The plugin to run in the clang of this LLVM [default: beside this program]
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// Use plain text areas instead of the editor component
    #[arg(long)]
    plain: bool,
    /// Files to open: a C or C++ source or LLVM IR (.ll), and specifications (.candl)
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Runs `idiom play`.
pub fn run(arguments: &Play, console: &Console) -> Result<Verdict, Failure> {
    let start = start::read(&arguments.files)?;
    let plugin = arguments.plugin.as_deref().map(super::plugin::named).transpose()?;
    let plugin = plugin.map(|plugin| std::path::absolute(&plugin).unwrap_or(plugin));
    let commands = commands::find(plugin)?;
    let limits = Limits {
        time: Duration::from_secs(arguments.timeout),
        memory_kib: arguments.memory.saturating_mul(1024),
    };
    let jobs = Arc::new(Jobs::new(limits));
    let server = HttpServer::bind(arguments.port)?;
    console.print(&format!("{}\n", server.address()))?;
    console.note("open this address in a browser; Ctrl-C ends it");
    if page::EDITOR.is_none() {
        console.note(page::PLAIN);
    }
    let editor = page::EDITOR.filter(|_| !arguments.plain);
    server.serve(context::Context { commands, jobs, start, editor })?;
    Ok(Verdict::Fine)
}
