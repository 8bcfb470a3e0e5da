#!/usr/bin/env bash
# SARIF files against the schema of SARIF 2.1.0.
#
# usage: scripts/validate sarif [--multitool] FILE…
#
# The schema is OASIS's as contained in the crate serde-sarif, which cargo fetches into build/sarif; the
# validator is jsonschema from PyPI. Where one of them cannot be installed, the check is skipped with a line
# that says so. With --multitool, Microsoft's validator from npm's registry (90 MB) checks them as well; its
# warnings are shown, its errors are failures.
set -euo pipefail
multitool=
if [ "${1:-}" = --multitool ]; then multitool=yes && shift; fi
mapfile -t files < <(if [ $# != 0 ]; then realpath -- "$@"; fi)
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/../lib/setup.sh"
[ ${#files[@]} != 0 ] || no_argument FILE

into=$ROOT/build/sarif
python=$into/python/bin/python3
skip() { echo "skipped: $1" && exit; }

schema() { find "$into/crates" -path '*/serde-sarif/src/schema.json' 2>/dev/null | head -n 1; }
if [ -z "$(schema)" ]; then
  mkdir -p "$into/src"
  touch "$into/src/lib.rs"
  printf '[workspace]\n[package]\nname = "sarif-schema"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nserde-sarif = { version = "=0.8.0", default-features = false }\n' > "$into/Cargo.toml"
  cargo vendor --quiet --manifest-path "$into/Cargo.toml" "$into/crates" > /dev/null 2>&1 || skip "cargo cannot fetch serde-sarif, which has the schema"
fi
if ! "$python" -c 'import jsonschema' 2>/dev/null; then
  { python3 -m venv "$into/python" && "$python" -m pip install --quiet --disable-pip-version-check jsonschema; } > /dev/null 2>&1 \
    || skip "pip cannot install jsonschema"
fi
"$python" - "$(schema)" "${files[@]}" <<'PYTHON'
import json, sys
import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
assert "SARIF" in schema["title"] and "2.1.0" in json.dumps(schema), "this is no schema of SARIF 2.1.0"
validator = jsonschema.validators.validator_for(schema)(schema)
wrong = 0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        log = json.load(file)
    errors = sorted(validator.iter_errors(log), key=lambda error: list(map(str, error.path)))
    for error in errors[:20]:
        print(f"{name}: {'/'.join(map(str, error.path))}: {error.message[:300]}")
    wrong += bool(errors)
    if not errors:
        print(f"{name}: valid, {sum(len(run['results']) for run in log['runs'])} results")
sys.exit(wrong > 0)
PYTHON

[ -n "$multitool" ] || exit 0
need_program npm npm
mkdir -p "$into/npm"
npm install --prefix "$into/npm" --silent --no-audit --no-fund @microsoft/sarif-multitool@5.7.0
tool=$(find "$into/npm/node_modules" -name Sarif.Multitool -type f | head -n 1)
chmod +x "$tool"
said=$(DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$tool" validate "${files[@]}")
printf '%s\n' "$said"
case $said in *": error "*) fail "Microsoft's validator finds errors" ;; *"Analysis completed successfully."*) ;; *) fail "the validator did not end" ;; esac
