//! What the parser accepts, and where it says what it does not.

use super::*;

fn parsed(text: &str) -> (Parsed, Sources, Diagnostics) {
    let mut sources = Sources::new();
    let file = sources.add("test.candl", text);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(&sources, file, &mut diagnostics);
    (parsed, sources, diagnostics)
}

#[test]
fn listings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/test-ir/candl/listings");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 17);
    for path in paths {
        let (parsed, _, diagnostics) = parsed(&std::fs::read_to_string(&path).unwrap());
        let codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
        let expected: &[Code] = if path.ends_with("value_chain.candl") { &[Code::Unclosed] } else { &[] };
        assert_eq!(codes, expected, "{path:?} {diagnostics:?}");
        assert_eq!(parsed.file.specifications.len(), 1);
    }
}
