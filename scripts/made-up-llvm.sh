#!/usr/bin/env bash
# Tests the plugin with an LLVM newer than all supported ones: scripts/made-up-llvm.sh
#
# As there is none, the newest supported one is made to report the next major version: by an llvm-config, and
# by LLVMGetVersion in a copy of libLLVM. The build has to treat it as the newest supported LLVM and to warn.
# The plugin has to serve a host with that library, with one line that says "untested", and to rewrite as
# usual.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$ROOT/scripts/made-up-llvm.sh" && exit ;; esac
[ "$(uname -m)" = x86_64 ] || { say "not tried: the version is patched in x86-64 code" && exit 0; }
newest=${SUPPORTED##* }
next=$((newest + 1))
config=$(llvm_config "$newest") || fail "LLVM $newest is not there"
opt=$(tool "$newest" opt) || fail "opt of LLVM $newest is not there"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/bin" "$folder/lib"
# shellcheck disable=SC2016 # the script expands them
printf '#!/bin/sh\n[ "$1" = --version ] && echo %s.0.0git && exit\nexec %s "$@"\n' "$next" "$config" >"$folder/bin/llvm-config"
chmod +x "$folder/bin/llvm-config"
prefix=LLVM_SYS_${newest}1_PREFIX
env "$prefix=$folder" cargo build --locked --package plugin --lib --no-default-features --features "$(feature_of "$newest")" \
  --target-dir build/cargo 2>"$folder/said" || { cat "$folder/said" && fail "the build for a made-up LLVM $next failed"; }
grep -q "LLVM $next is untested: it is taken for LLVM $newest" "$folder/said" || fail "the build does not warn"

library=$(ldd "$opt" | awk '/libLLVM/ { print $3; exit }')
python3 - "$library" "$folder/lib/$(basename "$library")" "$newest" "$next" <<'PYTHON'
import re, subprocess, sys

source, target, old, new = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
symbols = subprocess.run(["readelf", "-sW", "--dyn-syms", source], check=True, capture_output=True, text=True).stdout
address, size = next((int(row[1], 16), int(row[2])) for row in map(str.split, symbols.splitlines())
                     if len(row) > 7 and row[7].split("@")[0] == "LLVMGetVersion" and row[6] != "UND")
headers = subprocess.run(["readelf", "-lW", source], check=True, capture_output=True, text=True).stdout
for row in map(str.split, headers.splitlines()):
    if row[:1] == ["LOAD"] and int(row[2], 16) <= address < int(row[2], 16) + int(row[4], 16):
        at = address - int(row[2], 16) + int(row[1], 16)
code = bytearray(open(source, "rb").read())
body = bytes(code[at:at + size])
number = re.compile(re.escape(bytes([0xc7, 0x07, old, 0, 0, 0])))  # mov dword [rdi], old
if len(number.findall(body)) != 1:
    sys.exit("LLVMGetVersion does not look as expected")
code[at:at + size] = number.sub(bytes([0xc7, 0x07, new, 0, 0, 0]), body)
open(target, "wb").write(code)
PYTHON

cat >"$folder/square.ll" <<'IR'
declare double @llvm.sqrt.f64(double)
define double @f(double %a) {
  %p = fmul fast double %a, %a
  %r = call fast double @llvm.sqrt.f64(double %p)
  ret double %r
}
IR
LD_LIBRARY_PATH="$folder/lib" "$opt" -load-pass-plugin=build/cargo/debug/libidiom_plugin.so -passes=idiom-sqrt-of-square \
  -S "$folder/square.ll" >"$folder/out.ll" 2>"$folder/line"
cat "$folder/line"
[ "$(grep -c . "$folder/line")" = 1 ] || fail "not one line"
grep -q "^idiom: LLVM $next .* is untested: this plugin takes it for LLVM $newest" "$folder/line" || fail "another line"
grep -q "call fast double @llvm.fabs.f64" "$folder/out.ll" || fail "nothing was rewritten"
say "LLVM $next, made up: built and served as LLVM $newest"
