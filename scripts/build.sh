#!/usr/bin/env bash
# Builds the plugin and the command: scripts/build.sh [--debug] [VERSION… | all]
#
# Makes build/libidiom.so, which any clang or opt loads, with build/libidiom-llvmN.so for each LLVM version N,
# and build/llvm-N with the command and a plugin for that LLVM alone. Versions are 16 to 23 (default 19);
# `all` is every one that is installed; a version after 23 is built as if it were 23, untested. Earlier builds
# of other versions stay. Installs missing tools.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

profile=release versions=()
for argument in "$@"; do
  case $argument in
    --debug) profile=debug ;;
    -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$ROOT/scripts/build.sh" && exit ;;
    all)
      for version in $SUPPORTED; do if has_headers "$version"; then versions+=("$version"); fi; done
      [ ${#versions[@]} != 0 ] || fail "no LLVM is installed with its headers" "scripts/build.sh 19 installs one"
      ;;
    *) versions+=("$argument") ;;
  esac
done
[ ${#versions[@]} != 0 ] || versions=(19)
check_versions "${versions[@]}"

need_cargo
if command -v npm >/dev/null; then
  scripts/bundle-editor.sh || warn "idiom play will have plain text areas"
else
  say "npm is missing: idiom play will have plain text areas; scripts/bundle-editor.sh installs it"
fi
need_compiler
need_llvm "${versions[*]}" headers
for version in "${AVAILABLE[@]}"; do
  say "building for LLVM $version ($profile)"
  build_plugin "$version" "$profile" || fail "the build for LLVM $version failed"
done

say "building the dispatcher"
build_dispatcher "$profile" || fail "the build of the dispatcher failed"

for version in "${AVAILABLE[@]}"; do
  dir=build/llvm-$version
  cat <<TEXT

build/libidiom.so with build/libidiom-llvm$version.so; $dir/libidiom.so alone; $dir/idiom
  clang-$version -Os -ffast-math -fpass-plugin=build/libidiom.so -Rpass='^idiom' -c x.c
  opt-$version -load-pass-plugin=build/libidiom.so -passes=idiom-sqrt-of-square x.ll -S
  $dir/idiom --help
TEXT
done
[ ${#MISSING[@]} = 0 ] || fail "not built, not available here: LLVM ${MISSING[*]}"
