#!/usr/bin/env bash
# Checks the types of the Python package with mypy, strictly: scripts/check-python.sh
#
# Sets up build/python-types with mypy and the packages that the annotations refer to.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,4s/^# \{0,1\}//p' "$ROOT/scripts/check-python.sh" && exit ;; esac
need_program python3 python3
python=$ROOT/build/python-types/bin/python3
if ! "$python" -c 'import mypy, pyarrow, ray, hatchling' 2>/dev/null; then
  say "pip install mypy, pyarrow, ray, hatchling, into build/python-types"
  python3 -m venv "$ROOT/build/python-types"
  "$python" -m pip install --quiet --disable-pip-version-check mypy pyarrow pyarrow-stubs 'ray[data]' hatchling
fi
cd python
"$python" -m mypy
