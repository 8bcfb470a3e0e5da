# shellcheck shell=bash
# Builds the plugin and puts it where users find it: build/libidiom.so for every host, with an implementation
# for each LLVM beside it, and build/llvm-N with the command and a plugin for that LLVM alone.
#
# All builds share one cargo target directory, so that what knows no LLVM is compiled once. A change of the
# version links anew: plugin and command have one name there whatever their features. The files are copied
# beside the old ones and renamed: a running compiler may have the old plugin mapped.

# `build_plugin VERSION [PROFILE]`; PROFILE is release (the default) or debug.
build_plugin() {
  local version=$1 profile=${2:-release} flags=() without_paths=() target=build/cargo
  if [ "$profile" != debug ]; then flags+=(--release) && paths_left_out; fi
  # mimalloc reads no settings from the environment, which would take half of its start-up in each process.
  local -x CFLAGS="${CFLAGS:+$CFLAGS }-DMI_NO_GETENV"
  with_llvm "$version" cargo build "${without_paths[@]}" --quiet --locked --package plugin --lib --package idiom-llvm --bins \
    "${flags[@]}" --no-default-features --features "$(feature_of "$version"),allocator" --target-dir "$target" || return 1
  place_builds "$version" "$profile" "$target/$profile/libidiom_plugin.so"
}

# `place_builds VERSION PROFILE PLUGIN`: puts the plugin, and the command of that profile, where users find them.
place_builds() {
  local version=$1 profile=$2 plugin=$3 out=build/llvm-$1
  mkdir -p "$out"
  place "$plugin" "$out/libidiom.so" && place "build/cargo/$profile/idiom" "$out/idiom" \
    && place "$plugin" "build/libidiom-llvm$version.so" && echo "$profile" >"$out/profile"
}

# `with_llvm VERSION COMMAND…`: runs cargo for an LLVM. build.rs accepts one that is newer than the supported ones
# only if the environment names its prefix.
with_llvm() {
  local version=$1 newest=${SUPPORTED##* } config
  shift
  if is_untested "$version"; then
    config=$(llvm_config "$version") || return 1
    env "LLVM_SYS_${newest}1_PREFIX=$("$config" --prefix)" "$@"
  else
    "$@"
  fi
}

# `build_tests VERSION OPTION…`: builds cargo's tests for an LLVM with these options, and puts the plugin and the
# command that they run to the same places.
build_tests() {
  local version=$1
  shift
  with_llvm "$version" cargo test --quiet "$@" --no-run || return 1
  place_builds "$version" debug build/cargo/debug/deps/libidiom_plugin.so
}

# Sets the user's builds in build/ aside; `builds_put_back` undoes it, and removes builds of the tests. A release
# build that was made in between stays.
builds_set_aside() {
  builds_put_back
  mkdir -p build/set-aside
  local file
  for file in build/libidiom*.so build/llvm-*; do if [ -e "$file" ]; then mv "$file" build/set-aside/; fi; done
}

builds_put_back() {
  local folder file
  [ -d build/set-aside ] || return 0
  for folder in build/llvm-*; do
    if [ "$(cat "$folder/profile" 2>/dev/null)" = debug ]; then
      rm -rf "$folder" "build/libidiom-llvm${folder##*-}.so"
    fi
  done
  for file in build/set-aside/*; do
    case $file in
      */libidiom.so) mv -f "$file" build/ ;;
      *) [ ! -e "$file" ] || [ -e "build/${file##*/}" ] || mv "$file" build/ ;;
    esac
  done
  rm -rf build/set-aside
}

# Sets `without_paths` to cargo's options that keep paths of this machine out of the binaries: messages of
# panics name the sources of crates.
paths_left_out() {
  local cargo_home=${CARGO_HOME:-$HOME/.cargo} from to map=()
  for from in "$ROOT" "$cargo_home"; do
    to=/idiom
    [ "$from" = "$ROOT" ] || to=/cargo
    map+=("'--remap-path-prefix=$from=$to'")
  done
  without_paths=(--config "build.rustflags=[$(IFS=, && echo "${map[*]}")]")
}

# `need_plugin VERSION`: builds the plugin from the current sources, and installs the clang that it is for.
need_plugin() {
  need_cargo
  need_compiler
  need_llvm "$1" headers clang
  build_plugin "$1" || fail "the build for LLVM $1 failed"
}

# `built_bench NAME VERSION`: builds a bench of cargo's, and prints where it is.
built_bench() {
  cargo bench --quiet --locked --package idiom-llvm --bench "$1" --no-run --no-default-features \
    --features "$(feature_of "$2")" --target-dir build/cargo --message-format json \
    | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | grep "/$1-" | tail -n 1 || fail "the bench $1 does not build"
}

# `build_dispatcher [PROFILE]`: builds the part without LLVM, which loads the implementation for the host.
build_dispatcher() {
  local profile=${1:-release} flags=() without_paths=() target=build/cargo
  if [ "$profile" != debug ]; then flags+=(--release) && paths_left_out; fi
  cargo build "${without_paths[@]}" --quiet --locked --package idiom-dispatch --lib "${flags[@]}" --target-dir "$target" || return 1
  place "$target/$profile/libidiom_dispatch.so" build/libidiom.so
}

# `place FROM TO [MODE]`: copies a file atomically; TO is the old file or the new one at any moment.
place() {
  if ! cmp -s "$1" "$2"; then
    cp "$1" "$2.new.$$" && chmod "${3:-755}" "$2.new.$$" && mv -f "$2.new.$$" "$2"
  elif [ -n "${3:-}" ]; then
    chmod "$3" "$2"
  fi
}
