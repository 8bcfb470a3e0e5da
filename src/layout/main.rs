//! `layout MAJOR FOLDER`: writes the files that build scripts generate from the table for an LLVM version,
//! and prints the version of its plugin API.

use std::error::Error;
use std::path::Path;

#[allow(clippy::print_stdout, reason = "the answer of a command")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, major, folder] = arguments.as_slice() else { return Err("layout MAJOR FOLDER".into()) };
    let major = major.parse()?;
    for (name, text) in layout::files(major)? {
        std::fs::write(Path::new(folder).join(name), text)?;
    }
    println!("{}", layout::plugin_api(major));
    Ok(())
}
