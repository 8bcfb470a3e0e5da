#!/usr/bin/env bash
# Makes the packages:
# scripts/package.sh [--out DIR] [--level N] [--twice | --rebuild] [--unchecked] [VERSION…]
#
# Writes to DIR (build/packages): idiom-llvm-N_*.deb with command and plugin of each LLVM N that is named
# (default: all that are built in build/; others are built first), idiom-llvm_*.deb with the files that they
# share, and idiom-*.tar.xz and idiom_llvm-*.whl with all files. --level is that of the compression, 0 to 9.
# --twice packs twice and compares, byte for byte; --rebuild also builds twice, each time from nothing.
# --unchecked accepts debug builds, which contain paths of this machine.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/layout.sh
. "$ROOT/scripts/lib/layout.sh"
# shellcheck source=scripts/lib/packages.sh
. "$ROOT/scripts/lib/packages.sh"

out=build/packages level=9 again='' checked=yes versions=()
while [ $# != 0 ]; do
  case $1 in
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$ROOT/scripts/package.sh" && exit ;;
    --out) out=${2:?--out DIR} && shift ;;
    --level) level=${2:?--level N} && shift ;;
    --twice | --rebuild) again=$1 ;;
    --unchecked) checked=no ;;
    -*) fail "no such option: $1" "scripts/package.sh --help" ;;
    *) versions+=("$1") ;;
  esac
  shift
done
is_built() { [ -e "build/libidiom-llvm$1.so" ] && [ -e "build/llvm-$1/idiom" ] && [ -e build/libidiom.so ]; }
if [ ${#versions[@]} = 0 ]; then
  for version in $SUPPORTED; do if is_built "$version"; then versions+=("$version"); fi; done
  [ ${#versions[@]} != 0 ] || versions=(19)
fi
check_versions "${versions[@]}"
need_cargo
need_program strip binutils
need_program xz xz-utils
need_program dpkg-shlibdeps dpkg-dev
need_hatchling
for version in "${versions[@]}"; do is_built "$version" || scripts/build.sh "$version"; done

# Every file is dated by SOURCE_DATE_EPOCH, else by the last commit, else by the earliest time of the zip
# format.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
make_packages "$scratch/first" "$level" "$checked" "${versions[@]}"
if [ "$again" = --rebuild ]; then
  build_from_nothing "${versions[@]}"
fi
if [ -n "$again" ]; then
  make_packages "$scratch/second" "$level" "$checked" "${versions[@]}"
  diff -r "$scratch/first/made" "$scratch/second/made" || fail "the same packages were made twice, and differ"
  say "made twice, the same bytes"
fi
mkdir -p "$out"
for file in "$scratch"/first/made/*; do
  place "$file" "$out/${file##*/}" 644
  say "$out/${file##*/}, $(du --apparent-size --block-size=KB "$file" | cut -f1)"
done
