//! The proofs beside files of rewrites, and the warnings where they are missing or outdated.
//!
//! A file whose rewrites are all trusted needs no proofs.

use super::sightings::file_of;
use llvm::own_major;
use passes::Applied;
use proof::rewrite::{Certificate, Certificates, Declared, Lack, certificate_path, text_digest};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use text::bounded;
use text::sources::MAX_FILE_BYTES;

/// The reason why the proofs beside a file do not license its rewrites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// There is no file of proofs.
    Missing,
    /// The proofs cannot be read, or are of another format version.
    Unusable(String),
    /// The proofs were made for an earlier text of the file.
    Stale,
    /// The proofs are of this text.
    None,
}

/// Reads the proofs beside the files `paths`; `contents` has their names and texts in the same order. Returns
/// the proofs, and for each file the doubt about its proofs.
pub(super) fn read_certificates(
    paths: &[PathBuf],
    contents: &[(String, Vec<u8>)],
) -> (Certificates, Vec<(String, Doubt)>) {
    let mut certificates = Certificates::new(own_major());
    let mut doubts = Vec::new();
    for (path, (name, text)) in paths.iter().zip(contents) {
        let read = read_found(&certificate_path(path));
        let doubt = match read.map(|bytes| Certificate::read(&String::from_utf8_lossy(&bytes))) {
            Ok(Ok(certificate)) => {
                certificates.add(&certificate);
                let is_stale = certificate.digest.is_some_and(|digest| digest != text_digest(text));
                if is_stale { Doubt::Stale } else { Doubt::None }
            }
            Err(why) if why.kind() == ErrorKind::NotFound => Doubt::Missing,
            Ok(Err(why)) => Doubt::Unusable(why),
            Err(why) => Doubt::Unusable(why.to_string()),
        };
        doubts.push((name.clone(), doubt));
    }
    (certificates, doubts)
}

/// If there are no proofs beside `file`, or unusable or stale ones, records that as the reason why matches of its
/// rewrites are not proven. Returns the reason.
pub(super) fn note_outdated(applied: &mut Applied, file: &str, doubt: &Doubt) -> Option<String> {
    let proof = certificate_path(file.as_ref()).display().to_string();
    let prove = format!("`idiom prove {file}` makes it anew");
    let why = match doubt {
        Doubt::Unusable(why) => format!("{proof} counts for nothing: {why}; {prove}"),
        Doubt::Stale => format!("{file} has changed since {proof} was made, and this is not in it: {prove}"),
        Doubt::Missing => {
            format!("nobody has proven it, as there is no {proof}: `idiom prove {file}` makes it")
        }
        Doubt::None => return None,
    };
    // Of a loop's values each loop is proven by itself, and the refusal says how.
    let is_by_loop = |declared: &Declared| *doubt == Doubt::Missing && declared.clauses.exit_values;
    let need = need_proofs(applied, file).filter(|declared| !is_by_loop(declared));
    let need: Vec<String> = need.map(|declared| declared.name.clone()).collect();
    need.iter().for_each(|name| applied.certificates.note_outdated(name, &why));
    Some(why)
}

/// The rewrites of a file that are not trusted.
fn need_proofs<'a>(applied: &'a Applied, file: &'a str) -> impl Iterator<Item = &'a Declared> {
    let is_here =
        move |declared: &&Declared| declared.trusted().is_none() && file_of(applied, declared) == file;
    applied.declared.iter().filter(is_here)
}

/// The warnings about a file: none if each of its requested rewrites is trusted or proven in some form. With each
/// the reason that refusals of matches give; `outdated` is the one of [`note_outdated`].
pub(super) fn in_words(
    applied: &Applied,
    file: &str,
    doubt: &Doubt,
    outdated: Option<String>,
) -> Vec<(String, String)> {
    let need: Vec<&str> = need_proofs(applied, file).map(|it| it.name.as_str()).collect();
    let Some(names) = named(&need) else { return Vec::new() };
    let proof = certificate_path(file.as_ref()).display().to_string();
    let prove = format!("`idiom prove {file}` makes it");
    let one = match doubt {
        Doubt::Missing => format!("{file}: there is no {proof}, so {names} not applied: {prove}"),
        Doubt::Unusable(why) => {
            format!("{file}: {proof} counts for nothing, so {names} not applied: {why}; {prove} anew")
        }
        Doubt::Stale => {
            format!(
                "{file}: it has changed since {proof} was made, and nothing new in it is proven: {prove} anew"
            )
        }
        Doubt::None => return need.iter().filter_map(|name| refuted(applied, file, name)).collect(),
    };
    outdated.map(|reason| (reason, one)).into_iter().collect()
}

/// The reason and the warning about a rewrite that was refuted and is proven in no form.
fn refuted(applied: &Applied, file: &str, name: &str) -> Option<(String, String)> {
    let known = applied.certificates.unproven(name).filter(|_| !applied.certificates.knows(name))?;
    let is_refuted = known.lack == Lack::Refuted;
    let reason = known.in_words();
    is_refuted.then(|| (reason.clone(), format!("{file}: {name} is not applied: {reason}")))
}

/// The names as the begin of a sentence: `A is`, or `A, B and 3 more are`.
fn named(names: &[&str]) -> Option<String> {
    Some(match names {
        [] => return None,
        [one] => format!("{one} is"),
        [first, second] => format!("{first} and {second} are"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more are", others.len()),
    })
}

/// The bytes of a file, at most one more than specifications may have. Longer files are refused later, with a
/// message.
pub(super) fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bounded::open_without_waiting(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// As [`read_bounded`], for a file that nobody named: refuses pipes and devices.
pub(super) fn read_found(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bounded::open_found(path)?.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrites_are_named_in_a_sentence() {
        let text = |names: &[&str]| named(names);
        assert_eq!(text(&[]), None);
        assert_eq!(text(&["A"]).as_deref(), Some("A is"));
        assert_eq!(text(&["A", "B"]).as_deref(), Some("A and B are"));
        assert_eq!(text(&["A", "B", "C", "D"]).as_deref(), Some("A, B and 2 more are"));
    }

    #[test]
    fn proofs_are_of_the_text_that_they_were_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.candl");
        let text = b"Rewrite A\nEnd\n".to_vec();
        let contents = [(path.display().to_string(), text.clone())];
        let doubt = || read_certificates(std::slice::from_ref(&path), &contents).1[0].1.clone();
        assert_eq!(doubt(), Doubt::Missing);
        let proof = |digest: &[u8]| {
            let version = proof::rewrite::CERTIFICATE_VERSION;
            let digest = Some(text_digest(digest));
            let certificate = Certificate { version, digest, ..Certificate::default() };
            std::fs::write(certificate_path(&path), certificate.text()).unwrap();
        };
        proof(&text);
        assert_eq!(doubt(), Doubt::None);
        proof(b"Rewrite B\nEnd\n");
        assert_eq!(doubt(), Doubt::Stale);
        std::fs::write(certificate_path(&path), "{").unwrap();
        assert!(matches!(doubt(), Doubt::Unusable(_)));
    }
}
