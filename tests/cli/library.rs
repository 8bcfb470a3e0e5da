//! `idiom expand` and `idiom list`: the specifications of the library and of files.

use super::Folder;

#[test]
fn expand_writes_out_includes() {
    let own = "# Two.\nConstraint Two include Sum @ {s[i]} foreach i=0..N End";
    let folder = Folder::new(&[("own.candl", own)]);
    let run = folder.run(&["expand", "--spec", "own.candl", "Two[N=2]"]).expect(0, &[], &[]);
    let lines = [
        "# Two.",
        "Constraint Two",
        "( opcode{s[0].out} = add",
        "∧ {s[0].in1} = {s[0].out}.args[0]",
        "∧ {s[0].in2} = {s[0].out}.args[1]",
        "∧ opcode{s[1].out} = add",
        "∧ {s[1].in1} = {s[1].out}.args[0]",
        "∧ {s[1].in2} = {s[1].out}.args[1])",
        "End",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), lines);
    folder.run(&["expand", "--spec", "own.candl", "Two"]).expect(2, &[], &["E0314", "own.candl:2:"]);
    let run =
        folder.run(&["expand", "--ascii", "LoopWithOnlyArrayAccesses"]).expect(0, &["collect i 16"], &[]);
    let is_code = |line: &&str| !line.starts_with('#');
    let code: Vec<&str> = run.out.lines().filter(is_code).collect();
    assert!(!code.iter().any(|line| line.contains("include")) && run.out.is_ascii());
}

#[test]
fn list_names_idioms_and_building_blocks() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["list"]).expect(0, &["SqrtOfSquare  ", " sqrt(a*a): the square root"], &[]);
    assert!(!run.out.contains("SESE"));
    folder.run(&["list", "--all"]).expect(0, &["SqrtOfSquare", "SESE", "IfBlock"], &[]);
}
