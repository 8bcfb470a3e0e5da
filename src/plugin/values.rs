//! Values of settings: numbers, switches, names and files, as the environment and pipeline text write them. An
//! error is a message that lists valid values.

use ir::pipeline::ExtensionPoint;
use library::Budget;
use regex_lite::Regex;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The extension point of a name.
pub(super) fn parse_point(text: &str) -> Result<ExtensionPoint, String> {
    ExtensionPoint::from_name(text).ok_or_else(|| {
        let valid: Vec<&str> = ExtensionPoint::ALL.iter().map(|p| p.name()).collect();
        format!("`{text}` is no extension point; there are {}", valid.join(", "))
    })
}

/// A regular expression.
pub(super) fn parse_regex(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|error| format!("`{text}` is no regular expression: {error}"))
}

/// A number of steps, at least 1.
pub(super) fn parse_budget(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("`{text}` is no number of steps"))
}

/// A number of MiB, at least 1, as bytes.
pub(super) fn parse_memory(text: &str) -> Result<u64, String> {
    let mib = text.parse().ok().filter(|n| *n > 0);
    let bytes = mib.and_then(|mib: u64| mib.checked_mul(Budget::MIB));
    bytes.ok_or_else(|| format!("`{text}` is no number of MiB"))
}

/// A number of findings, attempts or the like, at least 1.
pub(super) fn parse_count(text: &str, of: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("`{text}` is no number of {of}"))
}

/// The truth value of `1` or `0`.
pub(super) fn parse_switch(text: &str) -> Result<bool, String> {
    match text {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => Err(format!("`{text}` is neither 1 nor 0")),
    }
}

/// Splits names at commas. Commas in `[…]` separate index values.
pub(super) fn split_names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            ',' if depth == 0 => names.push(String::new()),
            _ => {
                depth += i32::from(c == '[') - i32::from(c == ']');
                if let Some(name) = names.last_mut() {
                    name.push(c);
                }
            }
        }
    }
    names.into_iter().map(|n| n.trim().to_string()).filter(|n| !n.is_empty()).collect()
}

/// Splits a part of a list further, at colons, semicolons and white space. File names that exist and names
/// with `[…]` stay whole.
pub(super) fn split_further(part: &str) -> Vec<String> {
    if part.contains('[') || Path::new(part).exists() {
        return vec![part.to_owned()];
    }
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ':' | ';');
    part.split(is_separator).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The files of a list that is separated as `PATH` is. A part that names no existing file is split at commas
/// and semicolons.
pub(super) fn split_files(value: &OsStr) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in std::env::split_paths(value).filter(|path| !path.as_os_str().is_empty()) {
        match path.to_str() {
            Some(text) if text.contains([',', ';']) && !path.exists() => {
                let parts = text.split([',', ';']).map(str::trim);
                files.extend(parts.filter(|part| !part.is_empty()).map(PathBuf::from));
            }
            _ => files.push(path),
        }
    }
    files
}
