#!/usr/bin/env bash
# Runs the tests: scripts/test.sh [--all] [--keep] [VERSION…]
#
# Installs missing tools and builds for the LLVMs (16, 19 and 22 when none is named; one that the distribution
# lacks is named and left out). Runs formatting, lints, docs, cargo's tests, and the end-to-end tests: with
# the plugin of each LLVM, and through the dispatcher. All tests run the plugin and the command that cargo's
# tests are built with; `--all` runs the end-to-end tests with release builds. Through the dispatcher each LLVM
# runs its share of the end-to-end tests. With LLVMs other than 19 a sample runs: no tests of what does not know
# LLVM, half of the random loop nests and of their levels of optimisation; `--all` runs everything with each.
# Builds that lie in build/ before are there again afterwards, so nothing is built by hand meanwhile; `--keep`
# leaves the builds of the tests. At the end stands what was skipped and why, and what could not be installed.
# The last line is `N passed, N failed`; the exit code is 1 when a test failed.
set -uo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/stages.sh
. "$ROOT/scripts/lib/stages.sh"

case ${1:-} in -h | --help) sed -n '2,14s/^# \{0,1\}//p' "$ROOT/scripts/test.sh" && exit ;; esac
whole=no
keep=no
while :; do
  case ${1:-} in
    --all) whole=yes ;;
    --keep) keep=yes ;;
    *) break ;;
  esac
  shift
done
versions=("$@")
[ ${#versions[@]} != 0 ] || versions=(16 19 22)
check_versions "${versions[@]}"

need_cargo
need_compiler
want_csmith
want_openblas
want_program shellcheck shellcheck
want_program make make
want_program cmake cmake
want_program pkg-config pkg-config
want_program ccache ccache
want_program sccache sccache
want_program z3 z3
want_program dot graphviz
need_llvm "${versions[*]}" headers clang tests
for version in "${AVAILABLE[@]}"; do want_beside "$version"; done
need_lit
want_islpy
# What LLVM's opt-viewer imports.
want_module yaml,pygments pyyaml pygments
# The second client of the language server.
want_module pygls
want_browser
if command -v npm >/dev/null; then scripts/bundle-editor.sh; else
  LACKING+=("npm, without which the page of idiom play is tested with plain text areas alone")
fi

# The lints, like the default features, are those of LLVM 19 where it is there.
lint_version=${AVAILABLE[0]}
case " ${AVAILABLE[*]} " in *" 19 "*) lint_version=19 ;; esac

# Tests do not see the caller's settings.
unset "${!IDIOM_@}"
# One target directory for all of cargo's tests: crates that do not depend on the LLVM version are built once.
# With some optimisation tests run shorter and compile longer.
export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=1
# As in builds of the plugin: mimalloc reads no settings from the environment.
export CFLAGS="${CFLAGS:+$CFLAGS }-DMI_NO_GETENV"
checked=(--locked --no-default-features --target-dir build/cargo)
lints=(--workspace "${checked[@]}" --features "$(feature_of "$lint_version")")

limit=()
if [ "$TIMES_OUT" = yes ]; then limit=(--timeout 300); fi

# The test programs of a sample: those that have other answers with another LLVM.
sample=()
for name in tests/*.rs tests/*/main.rs; do
  name=${name#tests/} name=${name%/main.rs} name=${name%.rs}
  case $name in docs | editors | lsp | rules_corpus | semantics | synth_oracle | tidy) ;; *) sample+=(--test "$name") ;; esac
done

# Whether only a sample runs with LLVM $1.
sampled() { [ $whole = no ] && [ "$1" != "$lint_version" ]; }

# The options of cargo for the tests that need LLVM $1.
tests_of() {
  echo "${checked[@]}" --features "$(feature_of "$1"),allocator" --package idiom-llvm --package plugin --package llvm
}

# Runs a command with half of the random loop nests and of their levels of optimisation.
with_sample() { IDIOM_NESTS=12 IDIOM_LEVELS=-Os,-O3 "$@"; }

# The end-to-end tests with the plugins of `built`.
end_to_end() {
  local version number=0 others=0 lit share sample
  if [ $whole = yes ]; then
    for version in "${built[@]}"; do stage "release build for LLVM $version" one build_plugin "$version"; done
    stage "release build of the dispatcher" one build_dispatcher
  fi
  for version in "${built[@]}"; do if sampled "$version"; then others=$((others + 1)); fi; done
  for version in "${built[@]}"; do
    lit=("${LIT[@]}" -sv "${limit[@]}" --param "llvm=$version" --param "built=${built[*]}")
    sample=()
    if sampled "$version"; then
      sample=(--param "sample=$number/$others")
      number=$((number + 1))
    fi
    stage "end to end, LLVM $version" lit_tests reported "LLVM $version" "${lit[@]}" "${sample[@]}" lit
    share=()
    if [ $whole = no ]; then share=(--num-shards 9 --run-shard "$((version % 9 + 1))"); fi
    stage "end to end through the dispatcher, LLVM $version" lit_tests \
      reported "LLVM $version through the dispatcher" "${lit[@]}" "${share[@]}" --param through=dispatcher lit
  done
}

if [ $keep = no ]; then
  builds_set_aside
  trap 'builds_put_back; rm -rf "$SKIPPED"' EXIT
fi
stage "fmt" one cargo fmt --check
stage "build of the dispatcher" one build_dispatcher debug
built=()
for version in "${AVAILABLE[@]}"; do
  # Cargo's file of the plugin has one name for all LLVMs: the tests of one run before the next one is built.
  read -ra tests < <(tests_of "$version")
  stage "build for LLVM $version" one build_tests "$version" "${tests[@]}" || continue
  built+=("$version")
  tests=(with_llvm "$version" cargo test "${tests[@]}" --no-fail-fast)
  if sampled "$version"; then
    stage "cargo test, units, LLVM $version" cargo_tests "${tests[@]}" --lib
    stage "cargo test, programs, LLVM $version" cargo_tests with_sample "${tests[@]}" "${sample[@]}"
  else
    stage "cargo test, LLVM $version" cargo_tests "${tests[@]}"
  fi
done
beside end_to_end
stage "cargo test of crates without LLVM" cargo_tests cargo test "${checked[@]}" --workspace \
  --exclude idiom-llvm --exclude plugin --exclude find --exclude llvm --no-fail-fast
stage "clippy" one cargo clippy --quiet "${lints[@]}" --all-targets -- -D warnings
stage "doc" one env RUSTDOCFLAGS="-D warnings" cargo doc --quiet "${lints[@]}" --no-deps --document-private-items
if command -v shellcheck >/dev/null; then stage "shellcheck" one shellcheck -x scripts/*.sh scripts/*/*.sh scripts/measure scripts/compare scripts/validate examples/*.sh .ci/run; fi
# The other LLVMs that are here, whose shim nothing else compiles.
others=()
for version in $SUPPORTED $((${SUPPORTED##* } + 1)); do
  case " ${AVAILABLE[*]} " in *" $version "*) ;; *) if has_headers "$version"; then others+=("$version"); fi ;; esac
done
[ ${#others[@]} = 0 ] || stage "the shim against LLVM ${others[*]}" one scripts/check-shim.sh "${others[@]}"
made_up="an LLVM of a made-up version"
case " ${AVAILABLE[*]} " in
  *" ${SUPPORTED##* } "*) stage "$made_up" one scripts/made-up-llvm.sh ;;
  *) LACKING+=("LLVM ${SUPPORTED##* }, without which $made_up is not tried") ;;
esac
join

name_skipped
for name in "${LACKING[@]}"; do say "not installed, and not to be had here: $name"; done
[ ${#MISSING[@]} = 0 ] || say "not tested, not available here: LLVM ${MISSING[*]}"
say "total time: $((SECONDS / 60)) min $((SECONDS % 60)) s"
say "$PASSED passed, $FAILED failed"
[ "$FAILED" = 0 ]
