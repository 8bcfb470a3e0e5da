"""dispatched.py WHAT CLANG OPT DISPATCHER FOLDER LLVM BUILT…: clang and opt with the plugin for all hosts,
over

    sets     every set of the implementations BUILT
    files    every kind of file that is no implementation, in place of the one for LLVM
    places   IDIOM_PLUGIN_DIR, links and relative paths

A host is either served, and then nothing is said that it does not say with its own plugin, or refused: one
line of
idiom's with what is to be done, then the host's own error, and no signal."""

import itertools
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile

what, clang, opt, dispatcher, folder, llvm, *built = sys.argv[1:]
inputs = os.path.dirname(os.path.abspath(__file__))
build = os.path.dirname(dispatcher)
count = 0


def implementation(version):
    return f"libidiom-llvm{version}.so"


def fresh(*versions, name="plugins"):
    """A directory with the dispatcher and these implementations."""
    place = os.path.join(folder, name)
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    shutil.copy(dispatcher, os.path.join(place, "libidiom.so"))
    for version in versions:
        shutil.copy(os.path.join(build, implementation(version)), place)
    return place


def hosts(plugin):
    source, ir = os.path.join(inputs, "program.c"), os.path.join(inputs, "plain.ll")
    yield [
        clang,
        "-O2",
        "-ffast-math",
        "-Rpass=idiom",
        f"-fpass-plugin={plugin}",
        "-c",
        source,
        "-o",
        "/dev/null",
    ]
    yield [opt, f"-load-pass-plugin={plugin}", "-passes=idiom-detect", "-disable-output", ir]


def run(command, options):
    global count
    count += 1
    options = {"timeout": 60, **options}
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"hangs: {' '.join(command)}, with {os.listdir(os.path.join(folder, 'plugins'))}")
    shown = f"{' '.join(command)}\nexit code {done.returncode}: {done.stdout}{done.stderr}"
    # A crash in clang's child process is reported as 70, one in the driver as a negative number or above 128.
    if not 0 <= done.returncode < 128 or done.returncode == 70 or "PLEASE submit a bug report" in done.stderr:
        sys.exit(f"crashed: {shown}")
    return (
        done.returncode,
        [line for line in done.stderr.split("\n") if line.startswith("idiom")],
        done.stderr,
        shown,
    )


def served(plugin, case, **options):
    for command in hosts(plugin):
        code, lines, text, shown = run(command, options)
        if code or lines or ("remark: rewrote" in text) != (command[0] == clang):
            sys.exit(f"{case}: not served: {shown}")


def refused(plugin, case, *words, **options):
    for command in hosts(plugin):
        code, lines, text, shown = run(command, options)
        if not code or not re.search(r"unable to load plugin|Wrong API version|unknown .*pass", text):
            sys.exit(f"{case}: the host did not fail in its own words: {shown}")
        if len(lines) != 1:
            sys.exit(f"{case}: {len(lines)} lines of idiom's: {shown}")
        for word in (f"LLVM {llvm}", f"scripts/build.sh {llvm}", *words):
            if word not in lines[0]:
                sys.exit(f"{case}: no `{word}`: {shown}")


def sets():
    for size in range(len(built) + 1):
        for versions in itertools.combinations(built, size):
            plugin = os.path.join(fresh(*versions), "libidiom.so")
            if llvm in versions:
                served(plugin, versions)
            else:
                refused(plugin, versions, f"there is no {os.path.dirname(plugin)}/{implementation(llvm)};")


def files():
    good = open(os.path.join(build, implementation(llvm)), "rb").read()
    scratch = os.path.join(folder, "scratch.so")

    def bytes_of(content):
        return lambda path: open(path, "wb").write(content)

    def compiled(text, *flags):
        def make(path):
            subprocess.run(
                [clang, "-shared", "-fPIC", *flags, "-x", "c", "-", "-o", path],
                input=text,
                text=True,
                check=True,
            )

        return make

    cases = [
        ("nothing", lambda path: None, "there is no"),
        ("a link to nothing", lambda path: os.symlink("nowhere.so", path), "there is no"),
        ("an empty file", bytes_of(b""), "is no shared library"),
        ("text", bytes_of(b"INPUT ( libidiom-llvm19.so )\n" * 9), "is no shared library"),
        ("a directory", os.mkdir, "is no file"),
        ("a pipe", os.mkfifo, "is no file"),
        ("for another machine", bytes_of(good[:18] + b"\x28\0" + good[20:]), "for another machine"),
        ("a program", lambda path: shutil.copy("/bin/true", path), "cannot be loaded"),
        ("no plugin", compiled("int x;"), "is no plugin"),
        (
            "what needs more",
            compiled("void f(void); void *g(void) { return (void *)f; }"),
            "undefined symbol: f;",
        ),
        ("the dispatcher", lambda path: shutil.copy(dispatcher, path), "is the dispatcher itself"),
        ("headers alone", bytes_of(good[:64]), "is cut short"),
        ("less than headers", bytes_of(good[:63]), "is no shared library"),
        ("all but a byte", bytes_of(good[:-1]), f"is cut short: it has {len(good) - 1} of {len(good)} bytes"),
    ]
    cases += [(f"{n}/16 of it", bytes_of(good[: len(good) * n // 16]), "is cut short") for n in range(1, 16)]
    others = [version for version in built if version != llvm]
    for version in others:
        other = os.path.join(build, implementation(version))
        cases.append((f"the one for LLVM {version}", lambda path, other=other: shutil.copy(other, path)))
    for case, make, *words in cases:
        place = fresh(*others)
        make(os.path.join(place, implementation(llvm)))
        # The other implementations are of no use here, and of no harm.
        refused(os.path.join(place, "libidiom.so"), case, *words)
    without_permission()


def without_permission():
    """A file that is there and may not be read. root may read everything, and becomes somebody else for
    this."""
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.chmod(place, 0o755)
        options = {"cwd": "/"}
        if os.getuid() == 0:
            somebody = pwd.getpwnam("nobody")
            options |= {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
        # Within reach of everybody, wherever the project lies.
        global inputs
        for name in ("program.c", "plain.ll"):
            shutil.copy(os.path.join(inputs, name), place)
        inputs = place
        shutil.copy(dispatcher, os.path.join(place, "libidiom.so"))
        path = os.path.join(place, implementation(llvm))
        shutil.copy(os.path.join(build, implementation(llvm)), path)
        plugin = os.path.join(place, "libidiom.so")
        os.chmod(path, 0o644)
        served(plugin, "with permission", **options)
        os.chmod(path, 0)
        refused(plugin, "no permission", "cannot be read: Permission denied", **options)


def places():
    def setting(value):
        return {"env": {**os.environ, "IDIOM_PLUGIN_DIR": value}}

    elsewhere = fresh(*built, name="elsewhere")
    alone = os.path.join(fresh(), "libidiom.so")
    served(alone, "named by the setting", **setting(elsewhere))
    served("./libidiom.so", "relative", cwd=elsewhere)
    served("./libidiom.so", "a relative setting", cwd=os.path.dirname(alone), **setting("../elsewhere"))
    served(os.path.join(elsewhere, "libidiom.so"), "a setting that is empty", **setting(""))
    name = os.path.join(folder, "nowhere")
    words = (f"there is no {name}/{implementation(llvm)} (IDIOM_PLUGIN_DIR names the directory)",)
    # What the setting says counts alone, or a typing error in it would go unseen.
    refused(os.path.join(elsewhere, "libidiom.so"), "a setting that leads nowhere", *words, **setting(name))
    os.remove(alone)
    os.symlink(os.path.join(elsewhere, "libidiom.so"), alone)
    served(alone, "through a link")
    # The first plugin's symbols are seen by the second.
    own = os.path.join(build, f"llvm-{llvm}", "libidiom.so")
    for command in hosts(os.path.join(elsewhere, "libidiom.so")):
        is_clang = command[0] == clang
        first = f"-fpass-plugin={own}" if is_clang else f"-load-pass-plugin={own}"
        code, lines, _, shown = run([command[0], first, *command[1:]], {})
        if code or lines:
            sys.exit(f"behind another plugin: {shown}")
    odd = fresh(*built, name="Größe ; 100%\nx")
    served(os.path.join(odd, "libidiom.so"), "odd characters")
    os.remove(os.path.join(odd, implementation(llvm)))
    refused(os.path.join(odd, "libidiom.so"), "odd characters in one line", implementation(llvm))


os.makedirs(folder, exist_ok=True)
{"sets": sets, "files": files, "places": places}[what]()
print(f"{count} runs")
