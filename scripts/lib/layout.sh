# shellcheck shell=bash
# Layout of the files below a prefix, for scripts/install.sh and the packages alike. The command looks for the
# plugin in ../lib, relative to itself.

# Files that all LLVMs share: `FILE-HERE FILE-BELOW-THE-PREFIX MODE`, one a line. @VERSION@ in text files is
# replaced.
common_files() {
  cat <<TEXT
build/libidiom.so lib/libidiom.so 644
scripts/package/idiom.sh bin/idiom 755
scripts/package/idiom-config.cmake lib/cmake/idiom/idiom-config.cmake 644
scripts/package/idiom-config-version.cmake lib/cmake/idiom/idiom-config-version.cmake 644
scripts/package/idiom.pc lib/pkgconfig/idiom.pc 644
include/idiom.h include/idiom.h 644
TEXT
}

# Files for LLVM $1, in the same form.
files_of() {
  cat <<TEXT
build/libidiom-llvm$1.so lib/libidiom-llvm$1.so 644
build/llvm-$1/idiom bin/idiom-$1 755
TEXT
}

# The version of idiom.
own_version() { sed -n '/^\[workspace.package\]/,/^\[package\]/s/^version = "\(.*\)"/\1/p' Cargo.toml; }

# `lay_out PREFIX < FILES`: copies each file to its place, atomically.
lay_out() {
  local prefix=$1 from to mode filled
  filled=$(mktemp)
  while read -r from to mode; do
    mkdir -p "$(dirname "$prefix/$to")" || return 1
    case $from in
      scripts/package/*) sed "s/@VERSION@/$(own_version)/g" "$from" >"$filled" && from=$filled ;;
    esac
    place "$from" "$prefix/$to" "$mode" || return 1
  done
  rm -f "$filled"
}
