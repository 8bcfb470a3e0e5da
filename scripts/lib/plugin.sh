# shellcheck shell=bash
# Builds the plugin and the command for one LLVM and puts them where users find them, build/llvm-N.
#
# Each version has a cargo target directory of its own, or every change of version would build everything anew. The
# files are copied beside the old ones and renamed: a running compiler may have the old plugin mapped.

# `build_plugin VERSION [PROFILE]`; PROFILE is release (the default) or debug.
build_plugin() {
  local version=$1 profile=${2:-release} flags=() target out
  target=build/cargo/$version
  out=build/llvm-$version
  [ "$profile" = debug ] || flags+=(--release)
  cargo build --quiet --locked --lib --bins "${flags[@]}" \
    --no-default-features --features "$(feature_of "$version")" --target-dir "$target" || return 1
  mkdir -p "$out"
  place "$target/$profile/libidiom.so" "$out/libidiom.so" && place "$target/$profile/idiom" "$out/idiom"
}

place() {
  cmp -s "$1" "$2" && return
  cp "$1" "$2.new.$$" && mv -f "$2.new.$$" "$2"
}
