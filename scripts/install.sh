#!/usr/bin/env bash
# Installs the plugin and the command, or removes them:
# scripts/install.sh [PREFIX]
# scripts/install.sh --uninstall [PREFIX]
#
# Copies the output of scripts/build.sh from build/ to PREFIX (/usr/local when none is named):
# lib/libidiom.so, which any clang or opt loads, with its implementations; the command of each LLVM as
# bin/idiom-N; bin/idiom, which runs that of LLVM 19 or, without it, of the newest; idiom.h, and files by
# which CMake and pkg-config find the plugin. Each file is written beside the old one and renamed, since
# compilers may be running.
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0" && exit ;; esac
uninstall=
if [ "${1:-}" = --uninstall ]; then uninstall=yes && shift; fi
prefix=$(realpath -m -- "${1:-/usr/local}")
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"
# shellcheck source=scripts/lib/plugin.sh
. "$ROOT/scripts/lib/plugin.sh"
# shellcheck source=scripts/lib/layout.sh
. "$ROOT/scripts/lib/layout.sh"

if [ -n "$uninstall" ]; then
  # These names and no others: other files named after idiom belong to somebody else.
  mapfile -t files < <({ common_files && for version in $SUPPORTED; do files_of "$version"; done; } | cut -d' ' -f2)
  rm -f -- "${files[@]/#/$prefix/}" || fail "$prefix cannot be written to"
  rmdir -- "$prefix/lib/cmake/idiom" 2>/dev/null || true
  say "uninstalled from $prefix"
  exit
fi

versions=()
for version in $SUPPORTED; do
  if [ -e "build/libidiom-llvm$version.so" ] && [ -e "build/llvm-$version/idiom" ]; then versions+=("$version"); fi
done
if [ ${#versions[@]} = 0 ] || [ ! -e build/libidiom.so ]; then
  fail "nothing is built yet" "scripts/build.sh all builds for every LLVM that is installed"
fi
command=${versions[-1]}
case " ${versions[*]} " in *" 19 "*) command=19 ;; esac

if ! mkdir -p "$prefix/lib" "$prefix/bin" || [ ! -w "$prefix/lib" ] || [ ! -w "$prefix/bin" ]; then
  fail "$prefix cannot be written to" "as root, or with a prefix of your own: scripts/install.sh ~/.local"
fi
# The implementations first: a host that starts in between finds the new ones, or the old plugin with the old.
for version in "${versions[@]}"; do files_of "$version" | lay_out "$prefix"; done
common_files | lay_out "$prefix"

cat <<TEXT
installed for LLVM ${versions[*]}:
  $prefix/lib/libidiom.so
  $prefix/bin/idiom

clang-$command -O2 -ffast-math -fpass-plugin=$prefix/lib/libidiom.so -Rpass='^idiom' -c x.c
$prefix/bin/idiom doctor    # says which LLVMs on this machine are served
TEXT
case ":$PATH:" in *":$prefix/bin:"*) ;; *) say "$prefix/bin is not in PATH" ;; esac
