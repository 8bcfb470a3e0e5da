#!/usr/bin/env bash
# Builds the plugin and the command: scripts/build.sh [--debug] [VERSION…]
#
# Leaves build/llvm-N/libidiom.so and build/llvm-N/idiom for each LLVM version N asked for (16 to 22; 19 when none is
# named). Installs what is missing.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"

profile=release versions=()
for argument in "$@"; do
  case $argument in
    --debug) profile=debug ;;
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$ROOT/scripts/build.sh" && exit ;;
    *) versions+=("$argument") ;;
  esac
done
[ ${#versions[@]} != 0 ] || versions=(19)
check_versions "${versions[@]}"

need_cargo
need_compiler
need_llvm "${versions[*]}" headers
for version in "${AVAILABLE[@]}"; do
  say "building for LLVM $version ($profile)"
  build_plugin "$version" "$profile" || fail "the build for LLVM $version failed"
done

for version in "${AVAILABLE[@]}"; do
  dir=build/llvm-$version
  cat <<TEXT

$dir/libidiom.so
$dir/idiom
  clang-$version -Os -ffast-math -fpass-plugin=$dir/libidiom.so -Rpass=idiom -c x.c
  opt-$version -load-pass-plugin=$dir/libidiom.so -passes=idiom-sqrt-of-square x.ll -S
  $dir/idiom --help
TEXT
done
[ ${#MISSING[@]} = 0 ] || fail "not built, not available here: LLVM ${MISSING[*]}"
