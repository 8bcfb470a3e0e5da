# shellcheck shell=bash
# Finds the tools that the scripts need and installs missing ones: LLVM by version, a C++ compiler, python3,
# lit.
#
# Everything is looked for first (a program in PATH, a header, a file), and apt installs only what was not
# found: a second run does no work. Sourced by every script; changes to the top directory of the project.

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
ROOT=$PWD
# shellcheck source=scripts/lib/head.sh
. "$ROOT/scripts/lib/head.sh"

# What was wanted and cannot be installed, for the last lines of a script.
LACKING=()

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  for line in "$@"; do printf '  %s\n' "$line" >&2; done
  exit 1
}

# All supported versions, those that the manifest has a feature for, and the cargo feature of each.
SUPPORTED=$(sed -n 's/^llvm\([0-9]*\)-[0-9]* = .*/\1/p' Cargo.toml | paste -sd ' ' -)
feature_of() {
  case $1 in
    16 | 17) echo "llvm$1-0" ;;
    *) if is_untested "$1"; then echo "llvm${SUPPORTED##* }-1"; else echo "llvm$1-1"; fi ;;
  esac
}

# Whether LLVM $1 is newer than all supported ones: it is then treated as the newest of those.
is_untested() {
  case $1 in '' | *[!0-9]*) return 1 ;; *) [ "$1" -gt "${SUPPORTED##* }" ] ;; esac
}

# --- looking ---------------------------------------------------------------------------------------------

# The llvm-config of LLVM $1, found the way build.rs finds it; nothing when there is none.
llvm_config() {
  local feature prefix candidate
  feature=$(feature_of "$1")
  prefix="LLVM_SYS_${1}${feature##*-}_PREFIX"
  for candidate in "${!prefix:+${!prefix}/bin/llvm-config}" "llvm-config-$1" llvm-config; do
    if [ -z "$candidate" ] || ! command -v "$candidate" >/dev/null; then continue; fi
    case $("$candidate" --version) in "$1".*) command -v "$candidate" && return ;; esac
  done
  return 1
}

# The program $2 of LLVM $1 (`tool 19 opt`); nothing when it is not installed.
tool() {
  local config bindir
  if config=$(llvm_config "$1") && bindir=$("$config" --bindir) && [ -x "$bindir/$2" ]; then
    echo "$bindir/$2"
  else
    command -v "$2-$1"
  fi
}

# The plugin that was built for LLVM $1 alone, or that of IDIOM_PLUGIN.
built_plugin() {
  local plugin=${IDIOM_PLUGIN:-$ROOT/build/llvm-$1/libidiom.so}
  [ -e "$plugin" ] || fail "$plugin is not there" "scripts/build.sh $1 makes it"
  echo "$plugin"
}

has_headers() {
  local config
  config=$(llvm_config "$1") && [ -e "$("$config" --includedir)/llvm/IR/PassManager.h" ]
}

# `python_with MODULES`: a python3 that has all these modules: the one in PATH, the system's (another one
# where pyenv and the like are in use), or the one set up in build/python; nothing when there is none.
python_with() {
  local candidate
  for candidate in python3 /usr/bin/python3 "$ROOT/build/python/bin/python3"; do
    if "$candidate" -c "import $1" 2>/dev/null; then echo "$candidate" && return; fi
  done
  return 1
}

# A python3 with psutil, by which lit limits the time of a test. Sets PYTHON; to python3 when there is none.
find_python() {
  if PYTHON=$(python_with psutil); then return; fi
  PYTHON=python3
  return 1
}

# lit.py of the newest LLVM that has one, the lit of that python3, or a `lit` in PATH. Sets LIT to the
# command, and TIMES_OUT to whether it can limit the time of a test.
# shellcheck disable=SC2034 # for those who source this file
find_lit() {
  local candidate
  TIMES_OUT=no
  if find_python; then TIMES_OUT=yes; fi
  # Debian has it as bin/lit from LLVM 21 on.
  candidate=$(compgen -G '/usr/lib/llvm-*/build/utils/lit/lit.py' || true; compgen -G '/usr/lib/llvm-*/bin/lit' || true)
  candidate=$(sort -V <<<"$candidate" | tail -n 1)
  if [ -e "$candidate" ]; then LIT=("$PYTHON" "$candidate") && return; fi
  if "$PYTHON" -c 'import lit' 2>/dev/null; then LIT=("$PYTHON" -c 'from lit.main import main; main()') && return; fi
  TIMES_OUT=no
  if command -v lit >/dev/null; then LIT=(lit) && return; fi
  return 1
}

# --- installing ------------------------------------------------------------------------------------------

distribution() {
  # shellcheck source=/dev/null
  (. /etc/os-release 2>/dev/null && echo "${PRETTY_NAME:-this system}") || echo "this system"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

can_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }
}

APT_IS_FRESH=no
refresh_apt() {
  [ $APT_IS_FRESH = yes ] && return
  say "apt-get update"
  as_root apt-get update -qq || warn "apt-get update failed; going on with the package lists that are there"
  APT_IS_FRESH=yes
}

# Whether the distribution has every one of the packages.
in_distribution() {
  local package policy
  for package in "$@"; do
    # Not through a pipe: grep -q would leave early, and the broken pipe would count as a failure.
    policy=$(apt-cache policy "$package" 2>/dev/null)
    case $policy in *"Candidate: "[0-9]*) ;; *) return 1 ;; esac
  done
}

install() {
  say "apt-get install $*"
  local said
  said=$(as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" 2>&1) \
    || fail "apt-get could not install: $*" "$said"
}

# The Debian packages to install for LLVM $1, by purpose: `headers` (to build), `clang`, `tests`.
missing_packages() {
  local version=$1 want
  shift
  for want in "$@"; do
    case $want in
      headers) has_headers "$version" || echo "llvm-$version-dev" ;;
      clang) { tool "$version" clang && tool "$version" opt; } >/dev/null || echo "clang-$version llvm-$version" ;;
      tests) { tool "$version" FileCheck && tool "$version" not; } >/dev/null || echo "llvm-$version-tools" ;;
    esac
  done
}

# Whether LLVM $1 can be built with and run: it is installed, or the distribution has it.
in_reach() {
  local packages
  read -r -d '' -a packages < <(missing_packages "$1" headers clang) || true
  [ ${#packages[@]} = 0 ] || { can_install && refresh_apt && in_distribution "${packages[@]}"; }
}

# `need_llvm VERSIONS PURPOSE…`: installs what the LLVMs lack for the purposes. Sets AVAILABLE and MISSING; a
# version that the distribution lacks is named and left out. None at all is an error.
need_llvm() {
  local versions=$1 version packages wanted=()
  shift
  AVAILABLE=() MISSING=()
  for version in $versions; do
    read -r -d '' -a packages < <(missing_packages "$version" "$@") || true
    if [ ${#packages[@]} = 0 ]; then AVAILABLE+=("$version") && continue; fi
    if can_install && refresh_apt && in_distribution "${packages[@]}"; then
      AVAILABLE+=("$version") wanted+=("${packages[@]}")
    else
      MISSING+=("$version")
      explain_missing "$version" "${packages[@]}"
    fi
  done
  [ ${#wanted[@]} = 0 ] || install "${wanted[@]}"
  [ ${#AVAILABLE[@]} != 0 ] \
    || fail "none of these LLVMs is here, and none can be installed: $versions" \
      "idiom builds with LLVM 16 to ${SUPPORTED##* }; on Debian and Ubuntu, apt-cache search '^llvm-[0-9]+-dev' lists what there is"
}

explain_missing() {
  local version=$1
  shift
  if can_install; then
    warn "LLVM $version: $(distribution) does not have it all ($*); going on without it"
  elif command -v apt-get >/dev/null; then
    warn "LLVM $version: not installed, and neither root nor sudo is at hand; as root: apt-get install $*"
  else
    warn "LLVM $version: not installed (no llvm-config-$version, clang or tools of that version found)"
  fi
}

# `need_program NAME PACKAGE`: installs a program if it is missing.
need_program() {
  command -v "$1" >/dev/null && return
  can_install || fail "$1 is missing" "on Debian and Ubuntu, as root: apt-get install $2"
  refresh_apt
  install "$2"
}

# Warns of what is missing, and keeps its name.
lacks() {
  LACKING+=("$1")
  warn "$1 is missing; going on without it"
}

# `want_package NAME PACKAGE`: installs the package of something optional; if it cannot be, a warning.
want_package() {
  if can_install && refresh_apt && in_distribution "$2"; then install "$2"; else lacks "$1"; fi
}

# `want_program NAME PACKAGE`: installs an optional program if it is missing.
want_program() { command -v "$1" >/dev/null || want_package "$1" "$2"; }

# csmith, which generates programs to test with, and the header they include.
want_csmith() {
  want_program csmith csmith
  compgen -G '/usr/include/csmith*/csmith.h' >/dev/null || want_package csmith.h libcsmith-dev
}

# OpenBLAS, which programs are linked with to test calls of it.
want_openblas() {
  compgen -G '/usr/lib/*/libopenblas.so' >/dev/null || want_package libopenblas libopenblas-dev
}

# `want_beside VERSION`: what the end-to-end tests use beside clang and opt of that LLVM: its sanitizers, its
# linker and its Fortran compiler, which has remarks from 17 on.
want_beside() {
  local lib bin
  lib=$(llvm_config "$1") && bin=$("$lib" --bindir) && lib=$("$lib" --libdir) || return 0
  compgen -G "$lib/clang/*/lib/*/libclang_rt.asan*.a" >/dev/null \
    || want_package "the sanitizers of clang $1" "libclang-rt-$1-dev"
  [ -x "$bin/ld.lld" ] || want_package "ld.lld-$1" "lld-$1"
  [ "$1" -lt 17 ] || [ -x "$bin/flang" ] || [ -x "$bin/flang-new" ] || want_package "flang-$1" "flang-$1"
}

need_compiler() {
  need_program c++ g++
  need_program cc gcc
}

# Installs lit, and psutil for it to limit the time of a test: a hang must be a failure. Sets LIT and
# TIMES_OUT.
need_lit() {
  need_program python3 python3
  if ! find_python && can_install && refresh_apt && in_distribution python3-psutil; then install python3-psutil; fi
  if ! find_lit && can_install && refresh_apt && in_distribution llvm-19-tools; then install llvm-19-tools; fi
  if find_lit && [ $TIMES_OUT = yes ]; then return; fi
  say "pip install lit psutil, into build/python"
  make_python || warn "that failed"
  find_lit || fail "lit is missing" "on Debian and Ubuntu it is in llvm-19-tools; elsewhere: pip install lit"
  [ $TIMES_OUT = yes ] || warn "no python3 with psutil: tests run without a time limit"
}

# Sets up a python3 in build/python with lit and psutil, where the system's lacks them.
make_python() {
  python3 -m venv "$ROOT/build/python" \
    && "$ROOT/build/python/bin/python3" -m pip install --quiet --disable-pip-version-check lit psutil
}

# `want_module MODULES [PACKAGE…]`: installs Python packages (those of the modules' names when none is given)
# unless one of the python3 has all the modules; if that fails, a warning.
want_module() {
  local modules=$1
  shift
  [ $# != 0 ] || set -- "$modules"
  if python_with "$modules" >/dev/null; then return; fi
  say "pip install $*, into build/python"
  if { [ -x "$ROOT/build/python/bin/python3" ] || python3 -m venv "$ROOT/build/python"; } \
    && "$ROOT/build/python/bin/python3" -m pip install --quiet --disable-pip-version-check "$@"; then return; fi
  lacks "Python's $modules"
}

# islpy, with which the tests of polyhedral descriptions compute.
want_islpy() { want_module islpy; }

# Installs Chromium, and playwright, which drives it, to test the page of `idiom play`; if that fails, a
# warning.
want_browser() {
  want_program chromium chromium
  command -v chromium >/dev/null || return 0
  want_module playwright
}

# Installs hatchling, which makes the wheel. Sets PYTHON_WITH_HATCHLING.
# shellcheck disable=SC2034 # for those who source this file
need_hatchling() {
  local own=$ROOT/build/python/bin/python3
  if PYTHON_WITH_HATCHLING=$(python_with hatchling); then return; fi
  PYTHON_WITH_HATCHLING=$own
  say "pip install hatchling, into build/python"
  if { [ -x "$own" ] || python3 -m venv "$ROOT/build/python"; } \
    && "$own" -m pip install --quiet --disable-pip-version-check hatchling; then return; fi
  fail "hatchling is missing" "pip install hatchling"
}

# Checks for cargo, at least of the version that Cargo.toml asks for.
need_cargo() {
  local wanted found
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  # rustup puts itself into PATH only for new shells.
  command -v rustup >/dev/null || PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
  local rustup="curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile default"
  if ! command -v cargo >/dev/null; then
    fail "cargo is missing; idiom needs Rust $wanted or newer. Install it with rustup:" \
      "$rustup" "and, in this shell: . \"\$HOME/.cargo/env\""
  fi
  found=$(cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')
  if [ -z "$found" ]; then
    fail "cargo --version failed; when it is rustup's, install the toolchain:" "rustup toolchain install stable"
  fi
  if [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
    fail "cargo is $found; idiom needs Rust $wanted or newer. With rustup: rustup update stable. Without it:" \
      "$rustup" "and, in this shell: . \"\$HOME/.cargo/env\""
  fi
}

# Checks the versions named on the command line.
check_versions() {
  local version
  for version in "$@"; do
    case " $SUPPORTED " in
      *" $version "*) ;;
      *)
        is_untested "$version" || fail "no LLVM version: $version" "known are: $SUPPORTED"
        warn "LLVM $version is untested: it is taken for LLVM ${SUPPORTED##* }, the newest known"
        ;;
    esac
  done
}
