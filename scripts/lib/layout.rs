//! `layout MAJOR FOLDER`: writes the C++ files that the build script makes of `src/llvm/layout.txt` for an
//! LLVM, and prints the version of its plugin API.

#[path = "../../src/llvm/layout.rs"]
#[allow(dead_code)]
mod layout;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, major, folder] = arguments.as_slice() else { return Err("layout MAJOR FOLDER".into()) };
    let major = major.parse()?;
    let table = std::fs::read_to_string("src/llvm/layout.txt")?;
    for (name, text) in layout::files(&table, major)? {
        std::fs::write(std::path::Path::new(folder).join(name), text)?;
    }
    println!("{}", layout::plugin_api(major));
    Ok(())
}
