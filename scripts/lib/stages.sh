# shellcheck shell=bash
# Runs the stages of a test run, times them and counts what passed and failed.
#
# cargo and lit print the number of tests in a summary of their own; any other stage counts as one test. A
# stage that fails without a failed test in its summary (it did not compile, it crashed) counts as one failed
# test. What a run leaves out is kept in $SKIPPED, for `name_skipped` to print.

PASSED=0
FAILED=0
SKIPPED=$(mktemp -d)
trap 'rm -rf "$SKIPPED"' EXIT

# `beside COMMAND…`: runs stages in parallel with those of the caller. Their output is printed by `join`,
# except for the summary line of each stage, which is printed at once. They end with the caller.
beside() {
  BESIDE=$(mktemp -d)
  exec 3>&1
  set -m
  {
    "$@"
    echo "$PASSED $FAILED" >"$BESIDE/counts"
  } >"$BESIDE/said" 2>&1 &
  BESIDE_GROUP=$!
  set +m
  trap 'kill -- -$BESIDE_GROUP 2>/dev/null; exit 130' INT TERM
}

# Waits for the parallel stages, prints their output and adds their counts; missing counts are one failure.
join() {
  local passed=0 failed=1
  wait "$BESIDE_GROUP"
  trap - INT TERM
  exec 3>&-
  cat "$BESIDE/said"
  if [ -e "$BESIDE/counts" ]; then read -r passed failed <"$BESIDE/counts"; fi
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
  rm -rf "$BESIDE"
}

# `stage NAME COUNTER COMMAND…`: COUNTER is one, cargo_tests or lit_tests.
stage() {
  local name=$1 counter=$2 start=$SECONDS log status=0 passed failed
  shift 2
  log=$(mktemp)
  say "== $name"
  if [ "$counter" = one ]; then "$@" >"$log" 2>&1 || status=$?; else "$@" 2>&1 | tee "$log" || status=${PIPESTATUS[0]}; fi
  if [ "$counter" = one ] && [ "$status" != 0 ]; then cat "$log"; fi
  read -r passed failed < <("$counter" "$status" "$log")
  if [ "$counter" = cargo_tests ]; then grep -o 'skipped: .*' "$log" >"$SKIPPED/$name.txt"; fi
  rm -f "$log"
  if [ "$status" != 0 ] && [ "$failed" = 0 ]; then failed=1; fi
  PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
  say "== $name: $passed passed, $failed failed ($((SECONDS - start)) s)"
  if [ "$BASHPID" != $$ ]; then say "== $name: $passed passed, $failed failed" >&3; fi
  [ "$failed" = 0 ]
}

one() { if [ "$1" = 0 ]; then echo "1 0"; else echo "0 1"; fi; }

# cargo: one `test result: ok. 12 passed; 0 failed; …` for each test program.
cargo_tests() {
  awk '/^test result: / { passed += $4; failed += $6 } END { print passed + 0, failed + 0 }' "$2"
}

# lit: a table at the end, `  Passed: 12 (80.00%)`.
lit_tests() {
  awk -F': *' '
    /^ *Passed *:/ { passed += $2 }
    /^ *(Failed|Unresolved|Timed Out|Unexpectedly Passed) *:/ { failed += $2 }
    END { print passed + 0, failed + 0 }' "$2"
}

# `reported NAME COMMAND…`: runs lit so that it reports each test of the run NAME for `name_skipped`.
reported() {
  local name=$1
  shift
  "$@" --output "$SKIPPED/$name.json"
}

# Names the tests that were left out, with the reasons.
name_skipped() { "$PYTHON" "$ROOT/scripts/lib/skipped.py" "$SKIPPED" || warn "what was skipped cannot be told"; }
