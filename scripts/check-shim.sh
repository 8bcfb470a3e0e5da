#!/usr/bin/env bash
# Checks that the C++ shim compiles against LLVMs: scripts/check-shim.sh [VERSION…]
#
# Reads it with the headers of each version that is named, or of each that is here, the one after the newest
# supported among them. Seconds each, as no code is made of it. Installs nothing. The exit code is 1 where one
# does not compile, or where there is none.
set -uo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$ROOT/scripts/check-shim.sh" && exit ;; esac
versions=("$@")
if [ $# = 0 ]; then
  for version in $SUPPORTED $((${SUPPORTED##* } + 1)); do if has_headers "$version"; then versions+=("$version"); fi; done
fi
[ ${#versions[@]} != 0 ] || fail "no LLVM is here with its headers" "scripts/build.sh 19 installs one"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo build --quiet --locked --package layout --target-dir build/cargo || fail "the crate layout does not compile"
for part in src/llvm/shim/*.cpp; do echo "#include \"$ROOT/$part\""; done >"$folder/shim.cpp"

failed=()
for version in "${versions[@]}"; do
  has_headers "$version" || { warn "LLVM $version has no headers here" && failed+=("$version") && continue; }
  include=$("$(llvm_config "$version")" --includedir)
  mkdir "$folder/$version"
  if api=$(build/cargo/debug/layout "$version" "$folder/$version") \
    && "${CXX:-c++}" -std=c++17 -fsyntax-only -fno-exceptions -fno-rtti -w -I "$include" -I "$folder/$version" -I src/llvm/shim \
      -D "IDIOM_LLVM_MAJOR=$version" -D IDIOM_SLOTS=1 -D "IDIOM_PLUGIN_API=$api" \
      -D LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1 "$folder/shim.cpp"; then
    say "the shim compiles against LLVM $version"
  else
    failed+=("$version")
  fi
done
[ ${#failed[@]} = 0 ] || fail "the shim does not compile against LLVM ${failed[*]}"
