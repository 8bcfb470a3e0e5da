#!/usr/bin/env bash
# Compiles the C files here to the IR files beside them. LLVM 16 makes them: later versions read what it writes.
set -euo pipefail
cd "$(dirname "$0")"
for source in *.c; do
  clang-16 --target=x86_64-unknown-linux-gnu -Os -fno-unroll-loops -fno-vectorize -fno-slp-vectorize \
    -ffp-contract=off -fno-strict-aliasing -fno-discard-value-names -fno-ident -S -emit-llvm "$source" -o "${source%.c}.ll"
done
