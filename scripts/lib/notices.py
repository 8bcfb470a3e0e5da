"""notices.py: licences of the crates linked into plugin and command, from Cargo's metadata and their files.

In: the project in the working directory. Out: the text, on stdout. Of a crate that offers MIT among its
licences, the text of MIT is printed; of any other, all its licence files. Procedural macros and build scripts
are left out, since they run while building and are not linked. A crate without a licence file is an error.
Equal texts are printed once, below the names of their crates in alphabetical order.
"""

import json
import pathlib
import re
import subprocess
import sys

METADATA = [
    "cargo",
    "metadata",
    "--format-version",
    "1",
    "--locked",
    "--all-features",
    "--filter-platform",
    "x86_64-unknown-linux-gnu",
]
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.I)


def linked(metadata):
    """The transitive normal dependencies of the project's own crates, by name and version."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    own = set(metadata["workspace_members"])
    seen, waiting = set(own), list(own)
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            target = packages[dependency["pkg"]]
            is_plain = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            runs_while_building = any("proc-macro" in kind for kind in (t["kind"] for t in target["targets"]))
            if is_plain and not runs_while_building and target["id"] not in seen:
                seen.add(target["id"])
                waiting.append(target["id"])
    return sorted((packages[each] for each in seen - own), key=lambda p: (p["name"], p["version"]))


def texts(package):
    """The licence texts of a crate that apply here."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and LICENCE_FILE.match(file.name))
    spoken = package["license"] or ""
    if re.search(r"\bMIT\b", spoken) and "AND" not in spoken:
        chosen = [
            file
            for file in files
            if "MIT" in file.name.upper() or file.name.upper().startswith(("COPYRIGHT", "NOTICE"))
        ]
        files = chosen if any("MIT" in file.name.upper() for file in chosen) else files
    if not files:
        sys.exit(f"error: {package['name']} {package['version']} ({spoken}) has no licence file in {folder}")
    return [
        "\n".join(line.rstrip() for line in file.read_text(encoding="utf-8").strip().splitlines())
        for file in files
    ]


def main():
    run = subprocess.run(METADATA, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit("error: cargo metadata failed")
    metadata = json.loads(run.stdout)
    crates = linked(metadata)
    by_text = {}
    for package in crates:
        for text in texts(package):
            by_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
    print("Third-party notices of idiom\n")
    print("These crates are linked into the plugin or the command, for one LLVM or another:\n")
    for package in crates:
        print(
            f"  {package['name']} {package['version']}: {package['license']}; {package['repository'] or 'https://crates.io/crates/' + package['name']}"
        )
    print(
        "\nThe standard library of Rust is linked in as well; COPYRIGHT-library.html beside this file has its notices."
    )
    print(
        "LLVM is not contained. Inline code of its headers is, which its licence (Apache-2.0 WITH LLVM-exception) allows without a notice."
    )
    for text, names in by_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'=' * 100}\n\n{text}")


main()
