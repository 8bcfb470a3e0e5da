#!/usr/bin/env bash
# Installs each package in an empty Debian and runs the demonstration there:
# scripts/test-packages.sh [--from DIR] [VERSION…]
#
# Takes the packages from DIR (build/packages); where there are none, scripts/package.sh makes them. The root
# file system is Debian 12 as mmdebstrap makes it, with clang of each version (default: all that are packed)
# and no Rust. Needs root, the network, and 3 GB in TMPDIR. After each test the package is removed, which must
# leave no file behind. Failures are printed, and the exit code is 1.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

from=build/packages
case ${1:-} in -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$ROOT/scripts/test-packages.sh" && exit ;; esac
if [ "${1:-}" = --from ]; then from=${2:?--from DIR} && shift 2; fi
[ "$(id -u)" = 0 ] || fail "a root directory can only be made and entered by root"
need_program mmdebstrap mmdebstrap
compgen -G "$from/*.deb" >/dev/null || scripts/package.sh --out "$from"
versions=("$@")
if [ ${#versions[@]} = 0 ]; then
  mapfile -t versions < <(find "$from" -name 'idiom-llvm-*.deb' | sed 's/.*idiom-llvm-\([0-9]*\)_.*/\1/' | sort -n)
fi

root=$(mktemp -d)
# shellcheck disable=SC2329 # the trap calls it
clean_up() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf -- "$root" "$root".*
}
trap clean_up EXIT
say "making an empty Debian with clang ${versions[*]}"
packages=python3-venv,xz-utils
for version in "${versions[@]}"; do packages+=,clang-$version; done
mirror=http://deb.debian.org/debian
mmdebstrap --quiet --variant=apt --include="$packages" --aptopt='APT::Install-Recommends "false"' bookworm "$root" \
  "deb $mirror bookworm main" "deb $mirror bookworm-updates main" "deb $mirror-security bookworm-security main"
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp "$from"/*.deb "$from"/*.tar.xz "$from"/*.whl python/tests/test_idiom.py "$root/packages"

inside() { chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root LC_ALL=C.UTF-8 bash -euc "$1"; }
inside '! command -v cargo rustc' || fail "there is a Rust toolchain in the root"
all_files() { (cd "$root" && find . -xdev -not -path './proc/*' -not -path './tmp/*' -not -path './var/*' -type f | sort); }

FAILURES=0
# `check NAME COMMAND…`: runs the command, and prints its output if it fails.
check() {
  local name=$1
  shift
  if "$@" >"$root.said" 2>&1; then
    say "ok: $name"
  else
    say "FAILED: $name"
    tail -n 20 "$root.said"
    FAILURES=$((FAILURES + 1))
  fi
}

# `shows COMMAND TEXT…`: whether the output of the command inside the root contains each text.
shows() {
  local said text
  said=$(inside "$1" 2>&1) || { printf '%s\n' "$said" && return 1; }
  shift
  for text in "$@"; do
    case $said in *"$text"*) ;; *) printf '%s\nnot in what was said: %s\n' "$said" "$text" && return 1 ;; esac
  done
}

nothing_left() { all_files | diff "$root.before" -; }

# `try NAME INSTALL PREFIX REMOVE`: tests one package; INSTALL and REMOVE are commands inside the root.
try() {
  local name=$1 version begun=$SECONDS
  all_files >"$root.before"
  check "$name: installed" inside "$2"
  for version in "${versions[@]}"; do
    check "$name: the demonstration, LLVM $version" shows "$3/share/idiom/examples/demo.sh $version" \
      "found SCoP in blur: 2 loops" "rewrote SaturateRows" paddusb "rewrote Dgemm: a nest of 3 loops"
    check "$name: installed and shown after $((SECONDS - begun)) s, of ten minutes" test $((SECONDS - begun)) -lt 600
    check "$name: LLVM $version is served" shows "$3/bin/idiom doctor | grep 'LLVM ${version}\..* served '" "LLVM $version"
  done
  check "$name: removed" inside "$4"
  check "$name: nothing is left" nothing_left
}

debs="/packages/idiom-llvm_*.deb"
for version in "${versions[@]}"; do debs+=" /packages/idiom-llvm-${version}_*.deb"; done
try deb "apt-get install -qq -y --no-install-recommends $debs" /usr "apt-get purge -qq -y 'idiom-llvm*'"
try tar "mkdir /opt/idiom && tar xf /packages/*.tar.xz --strip-components=1 -C /opt/idiom" /opt/idiom "rm -r /opt/idiom"
wheel=/opt/wheel examples=/opt/wheel/native/share/idiom/examples
try wheel "python3 -m venv $wheel && $wheel/bin/pip install --no-index --quiet /packages/*.whl
  ln -s $wheel/lib/python3*/site-packages/idiom/native $wheel/native
  for version in ${versions[*]}; do (cd -P $examples && $wheel/bin/python3 -B /packages/test_idiom.py \$version); done" \
  $wheel/native "$wheel/bin/pip uninstall --quiet -y idiom-llvm && ! ls $wheel/lib/python3*/site-packages/idiom && rm -r $wheel"
if [ "$FAILURES" != 0 ]; then fail "$FAILURES checks failed"; fi
