"""End-to-end tests: stock clang and opt load the plugin, FileCheck reads what comes out.

Run by scripts/test.sh; by hand, after scripts/build.sh 19 (from the top of the project):

    python3 /usr/lib/llvm-19/build/utils/lit/lit.py -v --param llvm=19 lit

Parameters: `llvm`, the version whose clang and opt are the hosts (default 19); `built`, the versions whose
plugins may
be loaded (default: all that lie in build/); `build`, where they lie (default build/); `through`, `dispatcher`
to have
%plugin be the one for all hosts instead of the host's own; `sample`, `0/2`, to run every second test and all that
depend on the version of LLVM.

A test names its tools as %clang, %opt, …; plugins as %plugin (the host's version), %plugin16 … %plugin23,
%plugins (all of these), %dispatcher; the host's shared library as %libllvm; %unchecked is what
scripts/package.sh needs for debug builds.
Features: dispatcher where it is %plugin, llvm-N for the host, at-least-N for it and all below, plugin-N for
each plugin, csmith, native-x86_64 and the
like, opt-viewer where it and what it imports are (%optviewer), make, cmake, pkg-config, ccache, z3, openblas,
git, graphviz; asan where the host's clang has it; lld and flang of the host's LLVM (%flang); rustc when its LLVM
is one whose plugin is built; islpy and pygls when a Python
has them (%islpython, %pyglspython); chromium when it is there and a Python has playwright (%playpython);
polly when Polly is in opt. A check that holds on one version only has the prefix CHECKN
(%FileCheck asks for CHECK and CHECKN unless the test names prefixes itself).
"""

import glob
import os
import platform
import re
import shutil
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
project = os.path.dirname(here)
sys.path.append(os.path.join(here, "Inputs"))

import chosen_tests

config.name = "idiom"
config.suffixes = [".ll", ".c", ".cl", ".cpp", ".test", ".candl"]
config.excludes = ["Inputs"]
config.test_source_root = here

version = lit_config.params.get("llvm", "19")
build = os.path.abspath(lit_config.params.get("build", os.path.join(project, "build")))
dispatcher = os.path.join(build, "libidiom.so")
through_dispatcher = lit_config.params.get("through") == "dispatcher"
sample = lit_config.params.get("sample")
config.test_format = chosen_tests.ChosenTests(
    loads_plugin=through_dispatcher,
    sample=sample and tuple(int(number) for number in sample.split("/")),
)
config.test_exec_root = os.path.join(
    build, "lit-out", version + ("-dispatcher" if through_dispatcher else "")
)
if through_dispatcher:
    config.available_features.add("dispatcher")
    # `dispatch` and `install` choose their own plugin; ccache copies the plugin alone, without the
    # implementations beside the dispatcher.
    config.excludes += ["dispatch", "docs", "install", "ccache.test"]


def plugin_of(number):
    return os.path.join(build, f"llvm-{number}", "libidiom.so")


def bindir_of(number):
    """Where LLVM's own programs lie: as the library's llvm-config says."""
    for name in (f"llvm-config-{number}", "llvm-config"):
        found = shutil.which(name)
        if found is None:
            continue
        answer = subprocess.run(
            [found, "--version", "--bindir"], capture_output=True, text=True
        ).stdout.split()
        if answer and answer[0].split(".")[0] == str(number):
            return answer[1]
    lit_config.fatal(f"no llvm-config for LLVM {number}")


with open(os.path.join(project, "Cargo.toml")) as manifest:
    supported = re.findall(r"^llvm(\d+)-\d+ = ", manifest.read(), re.M)
built = lit_config.params.get("built", " ".join(supported)).replace(",", " ").split()
built = [number for number in built if os.path.exists(plugin_of(number))]
if version not in built:
    lit_config.fatal(f"{plugin_of(version)} is not there: scripts/build.sh {version} makes it")
if not os.path.exists(dispatcher):
    lit_config.fatal(f"{dispatcher} is not there: scripts/build.sh {version} makes it")

bindir = bindir_of(version)
config.available_features.add(f"llvm-{version}")
config.available_features.add(f"native-{platform.machine()}")
for number in range(16, int(version) + 1):
    config.available_features.add(f"at-least-{number}")
# %plugins before %plugin: the first that fits is taken.
config.substitutions.append((r"%plugins\b", " ".join(plugin_of(number) for number in built)))
libraries = glob.glob(os.path.join(os.path.dirname(bindir), "lib", "libLLVM*.so"))
config.substitutions.append((r"%libllvm\b", libraries[0] if libraries else "no-libLLVM"))
for number in built:
    config.available_features.add(f"plugin-{number}")
    config.substitutions.append((f"%plugin{number}\\b", plugin_of(number)))
if shutil.which("csmith") and glob.glob("/usr/include/csmith*/csmith.h"):
    config.available_features.add("csmith")

if glob.glob(os.path.join(os.path.dirname(bindir), "lib", "clang", "*", "lib", "*", "libclang_rt.asan*.a")):
    config.available_features.add("asan")
else:
    lit_config.note(
        f"the sanitizers of clang {version} are not installed: what runs under them is not tested"
    )
# Threads of libomp, which libarcher explains to the thread sanitizer.
omp = os.path.join(os.path.dirname(bindir), "lib")
if os.path.exists(os.path.join(omp, "libomp.so")):
    config.available_features.add("libomp")
    config.substitutions.append((r"%omp\b", omp))
    if "asan" in config.available_features and os.path.exists(os.path.join(omp, "libarcher.so")):
        config.available_features.add("archer")
if not {"libomp", "archer"} <= set(config.available_features):
    lit_config.note(f"libomp of LLVM {version} is not installed: threads are not tested with it and the sanitizers")
if glob.glob("/usr/lib/*/libopenblas.so") or glob.glob("/usr/lib/libopenblas.so"):
    config.available_features.add("openblas")
else:
    lit_config.note("libopenblas is not installed: what is linked with it is not tested")

for tool in ("make", "cmake", "ccache", "sccache", "z3", "pkg-config", "git"):
    if shutil.which(tool):
        config.available_features.add(tool)
if shutil.which("dot"):
    config.available_features.add("graphviz")
else:
    lit_config.note("Graphviz is not installed: images of graphs are not tested")
if os.path.exists(os.path.join(bindir, "ld.lld")):
    config.available_features.add("lld")
for name in ("flang", "flang-new"):
    if os.path.exists(os.path.join(bindir, name)):
        config.available_features.add("flang")
        config.substitutions.append((r"%flang\b", os.path.join(bindir, name)))
        break


def python_with(modules):
    """A Python that has the modules: the system's, or the one that scripts/test.sh makes; None without
    one."""
    for python in ("python3", "/usr/bin/python3", os.path.join(project, "build", "python", "bin", "python3")):
        if (
            shutil.which(python)
            and subprocess.run([python, "-c", f"import {modules}"], stderr=subprocess.DEVNULL).returncode == 0
        ):
            return python
    return None


if (python := python_with("islpy")) is not None:
    config.available_features.add("islpy")
    config.substitutions.append((r"%islpython\b", python))
opt_viewer = os.path.join(os.path.dirname(bindir), "share", "opt-viewer", "opt-viewer.py")
if os.path.exists(opt_viewer) and (python := python_with("yaml, pygments")) is not None:
    config.available_features.add("opt-viewer")
    config.substitutions.append((r"%optviewer\b", f"{python} {opt_viewer}"))
if (python := python_with("pygls.lsp.client")) is not None:
    config.available_features.add("pygls")
    config.substitutions.append((r"%pyglspython\b", python))
else:
    lit_config.note("pygls is not installed: the language server is asked by one client, not two")
if (python := python_with("playwright")) is not None:
    if os.path.exists("/usr/bin/chromium"):
        config.available_features.add("chromium")
    config.substitutions.append((r"%playpython\b", python))
if "chromium" not in config.available_features:
    lit_config.note(
        "chromium, or playwright in a Python, is not installed: the page of `idiom play` is not tested"
    )
if (
    subprocess.run(
        [
            os.path.join(bindir, "opt"),
            "-passes=polly-import-jscop",
            "-disable-output",
            os.path.join(here, "Inputs", "plain.ll"),
        ],
        capture_output=True,
    ).returncode
    == 0
):
    config.available_features.add("polly")
if shutil.which("rustc"):
    said = subprocess.run(["rustc", "-vV"], capture_output=True, text=True).stdout.split("LLVM version: ")
    if said[-1].split(".")[0] in built:
        config.available_features.add("rustc")

for tool in (
    "clang++",
    "clang",
    "opt",
    "not",
    "llvm-dis",
    "llvm-nm",
    "llvm-objdump",
    "llvm-readelf",
    "split-file",
):
    pattern = "%" + tool.replace("+", r"\+") + r"(?![\w+-])"
    config.substitutions.append((pattern, os.path.join(bindir, tool)))
filecheck = os.path.join(bindir, "FileCheck")
prefixes = f" --check-prefixes=CHECK,CHECK{version} --allow-unused-prefixes"
# A test that brings prefixes of its own gets these alone.
config.substitutions.append((r"%FileCheck(?=[^|;&]* --check-prefix)", filecheck))
config.substitutions.append((r"%FileCheck\b", filecheck + prefixes))
config.substitutions.append((r"%plugin(?!\w)", dispatcher if through_dispatcher else plugin_of(version)))
config.substitutions.append((r"%dispatcher\b", dispatcher))
config.substitutions.append((r"%implementation\b", os.path.join(build, f"libidiom-llvm{version}.so")))
config.substitutions.append((r"%built\b", " ".join(built)))
config.substitutions.append((r"%idiom\b", os.path.join(build, f"llvm-{version}", "idiom")))
config.substitutions.append((r"%llvm\b", version))
profile = os.path.join(build, f"llvm-{version}", "profile")
is_release = os.path.exists(profile) and open(profile).read().strip() == "release"
config.substitutions.append((r"%unchecked\b", "" if is_release else "--unchecked"))
config.substitutions.append((r"%includedir\b", os.path.join(os.path.dirname(bindir), "include")))
config.substitutions.append((r"%libdir\b", os.path.join(os.path.dirname(bindir), "lib")))
config.substitutions.append((r"%python\b", "python3"))
config.substitutions.append((r"%project\b", project))
config.substitutions.append((r"%inputs\b", os.path.join(here, "Inputs")))

# Nothing of the caller's settings reaches a test.
config.environment = {
    name: value
    for name, value in config.environment.items()
    if not name.startswith("IDIOM_") and name not in ("NO_COLOR", "CLICOLOR_FORCE")
}
for name in ("PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["LC_ALL"] = "C"
