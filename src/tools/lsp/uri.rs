//! Conversion between URIs of files and paths.
//!
//! In: `file:///a%20b/x.candl`. Out: `/a b/x.candl`.

use lsp_types::{InitializeParams, Uri};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

/// The path of a `file` URI; `None` for other URIs.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let (mut bytes, mut at) = (Vec::new(), path.as_bytes());
    while let [first, rest @ ..] = at {
        let hex = |digit: &u8| char::from(*digit).to_digit(16);
        match rest {
            [a, b, behind @ ..] if *first == b'%' => {
                bytes.push(u8::try_from(hex(a)? * 16 + hex(b)?).ok()?);
                at = behind;
            }
            _ => {
                bytes.push(*first);
                at = rest;
            }
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// The URI of a file.
pub(super) fn of_path(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut uri = "file://".to_owned();
    for byte in absolute.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(byte))
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// A URI as the protocol's type.
pub(super) fn parsed(uri: &str) -> Option<Uri> {
    Uri::from_str(uri).ok()
}

/// The folders that the client works in.
pub(super) fn folders(parameters: &InitializeParams) -> Vec<PathBuf> {
    let folders = parameters.workspace_folders.iter().flatten();
    let mut paths: Vec<PathBuf> = folders.filter_map(|folder| path_of(folder.uri.as_str())).collect();
    #[allow(deprecated, reason = "clients of one folder still send it")]
    let root = parameters.root_uri.as_ref().and_then(|root| path_of(root.as_str()));
    if paths.is_empty() {
        paths.extend(root);
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_back() {
        for path in ["/a b/x.candl", "/ä/∧%.c", "/plain"] {
            let uri = of_path(Path::new(path));
            assert!(parsed(&uri).is_some(), "{uri}");
            assert_eq!(path_of(&uri).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(of_path(Path::new("/a b")), "file:///a%20b");
        assert_eq!(path_of("file://host/x"), Some(PathBuf::from("/x")));
        for other in ["untitled:1", "file:///%zz", "file://"] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
