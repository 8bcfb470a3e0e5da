#!/usr/bin/env bash
# Findings of idiom.corpus on a local Ray cluster, one of whose two machines is killed.
#
# usage: scripts/validate corpus [VERSION]
#
# Packs the build for LLVM 19 (or the version named) and installs the wheel with Ray and DuckDB into
# build/python-ray. Takes minutes; where Ray cannot be installed, the test is skipped.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
# shellcheck source=scripts/lib/corpus.sh
. "$ROOT/scripts/lib/corpus.sh"

need_corpus_python "${1:-19}"
"$PYTHON_WITH_RAY" -B python/tests/test_corpus.py
