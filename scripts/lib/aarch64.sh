#!/usr/bin/env bash
# Runs the entry for all hosts on AArch64, under QEMU: scripts/lib/aarch64.sh
#
# For scripts/test-elsewhere.sh, in a Debian that has the cross compiler, Rust's library for that target, and
# QEMU. Small hosts in C play LLVMs: one without any, one of a version without an implementation, and one with.
# What they print says which bytes of their struct were written.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc RUSTC=/usr/bin/rustc
/usr/bin/cargo build --quiet --locked --release --package idiom-dispatch --lib --target aarch64-unknown-linux-gnu \
  --target-dir build/cargo/aarch64
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp build/cargo/aarch64/aarch64-unknown-linux-gnu/release/libidiom_dispatch.so "$folder/libidiom.so"
compiler=(aarch64-linux-gnu-gcc -O1)
inputs=$PWD/lit/Inputs
"${compiler[@]}" "$inputs/host.c" -ldl -o "$folder/static"
"${compiler[@]}" -DLLVM=99 -DFIELDS=6 "$inputs/host.c" -rdynamic -ldl -o "$folder/later"

passed=0 failed=0
# `expect WHAT LINE WORDS COMMAND…`: the line on stdout, and words on stderr; none where WORDS is empty.
expect() {
  local what=$1 line=$2 words=$3
  shift 3
  if "$@" >"$folder/printed" 2>"$folder/said" && [ "$(cat "$folder/printed")" = "$line" ] \
    && if [ -n "$words" ]; then grep -q "$words" "$folder/said"; else [ ! -s "$folder/said" ]; fi; then
    passed=$((passed + 1))
    echo "AArch64: $what"
  else
    failed=$((failed + 1))
    echo "AArch64: FAILED: $what"
    cat "$folder/said"
  fi
}
expect "a host without LLVM is refused" "API version 0 alone: - - -" "no LLVM was found" \
  qemu-aarch64 "$folder/static" "$folder/libidiom.so"
expect "a host without an implementation is refused" "API version 0 alone: - - - - -" "scripts/build.sh 99" \
  qemu-aarch64 "$folder/later" "$folder/libidiom.so"
"${compiler[@]}" -DFIELDS=6 -shared -fPIC "$inputs/implementation.c" -o "$folder/libidiom-llvm99.so"
expect "a host with one is served" "API version 7: written written written written written" "" \
  qemu-aarch64 "$folder/later" "$folder/libidiom.so"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
