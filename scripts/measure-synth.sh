#!/usr/bin/env bash
# Times of `idiom synth`: one goal of BMI, and the 53 goals of the literature over 20 operations, proofs
# included. Needs a release build. Usage: scripts/measure-synth.sh [LLVM]
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,3s/^# \{0,1\}//p' "$0" && exit ;; esac
cd "$(dirname "$0")/.."
idiom=build/llvm-${1:-19}/idiom
goals=()
for goal in add and or xor sub inc dec not shl shr sar; do goals+=("$goal" "$goal.mem" "$goal.idx"); done
goals+=(rol ror andn btc btr bts blsi blsr jb jae je jne jbe ja js jns jl jge jle jg)
measure() { # of a command whose exit code is not asked for: elapsed time, and that of the processors, the solver's included
    local TIMEFORMAT="$1: %R s, %U s of processors"
    shift
    time { "$idiom" synth "$@" >/dev/null || true; }
}
measure blsr blsr
measure "${#goals[@]} goals" "${goals[@]}"
measure "${#goals[@]} goals, comparisons and choices everywhere" --with cmpu,cmps,mux "${goals[@]}"
measure "${#goals[@]} goals, high halves of products too" --with cmpu,cmps,mux,mulhu,mulhs "${goals[@]}"
