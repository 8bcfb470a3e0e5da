#!/usr/bin/env bash
# Shows idiom at work on small C files: scripts/demo.sh [--built] [VERSION]
#
# Installs missing tools, builds for LLVM 19 (or the version named; the newest available when 19 is not), and
# runs the command, and stock clang with the plugin, on examples/. Prints every command before it runs, to be
# copied. --built runs what lies in build/.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$ROOT/scripts/demo.sh" && exit ;; esac
build=yes
if [ "${1:-}" = --built ]; then build=no && shift; fi
need_cargo
need_compiler
if [ $# != 0 ]; then
  check_versions "$1"
  need_llvm "$1" headers clang
elif in_reach 19; then
  need_llvm 19 headers clang
else
  say "LLVM 19 is not to be had here; looking for another"
  for version in 23 22 21 20 18 17 16; do if in_reach "$version"; then break; fi; done
  need_llvm "$version" headers clang
fi
version=${AVAILABLE[0]}
if [ $build = yes ]; then
  say "building for LLVM $version"
  build_plugin "$version" || fail "the build for LLVM $version failed"
  build_dispatcher release || fail "the build of the dispatcher failed"
fi
mkdir -p build/demo

want_openblas

# The name alone if the program is in PATH, as a user would type it.
short() { if command -v "$1-$version" >/dev/null; then echo "$1-$version"; else tool "$version" "$1"; fi; }
DEMO_CLANG=$(short clang) DEMO_HEADERS=$("$(llvm_config "$version")" --includedir) DEMO_OUT=build/demo \
  DEMO_COMMAND=build/llvm-$version/idiom DEMO_PLUGIN=build/libidiom.so exec examples/demo.sh
