#!/usr/bin/env bash
# Times of `idiom synth`, proofs included.
#
# usage: scripts/measure synth [VERSION]
#
# Measures one goal of BMI, and the 53 goals of the literature over 20 operations. Needs a release build.
set -euo pipefail
cd "$(dirname "$0")/../.."
idiom=build/llvm-${1:-19}/idiom
goals=()
for goal in add and or xor sub inc dec not shl shr sar; do goals+=("$goal" "$goal.mem" "$goal.idx"); done
goals+=(rol ror andn btc btr bts blsi blsr jb jae je jne jbe ja js jns jl jge jle jg)
# `measure NAME ARGUMENT…`: elapsed and processor time of a command and its solver; the exit code is ignored.
measure() {
    local TIMEFORMAT="$1: %R s, %U s of processors"
    shift
    time { "$idiom" synth "$@" >/dev/null || true; }
}
measure blsr blsr
measure "${#goals[@]} goals" "${goals[@]}"
measure "${#goals[@]} goals, comparisons and choices everywhere" --with cmpu,cmps,mux "${goals[@]}"
measure "${#goals[@]} goals, high halves of products too" --with cmpu,cmps,mux,mulhu,mulhs "${goals[@]}"
