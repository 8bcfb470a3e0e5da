//! The `idiom` command.
fn main() {}
