#!/usr/bin/env bash
# Runs the tests with LLVMs that this machine's distribution lacks: scripts/test-elsewhere.sh [--all] [VERSION…]
#
# Makes a Debian that has them in a folder (trixie for 17 and 18, sid for 21 and 23, experimental for 24), and
# runs scripts/test.sh in it (17, 18, 21 and 23 when no version is named, then 24 and aarch64). Of a version
# after the newest supported one the shim is checked, the plugin built and scripts/smoke.sh run. `aarch64`
# builds the entry for all hosts for that target and runs it under QEMU. Every plugin is then
# held against every libLLVM: what the loader wants of it has to be there, so that a refusal is read. The last
# lines are a table: passed, failed, unsupported. Needs root, debootstrap (installed where apt has it), 4 GB
# for each Debian, and half an hour for each version on two cores; `--all` is that of scripts/test.sh. Folders
# and logs stay in build/elsewhere, or in the folder that IDIOM_ELSEWHERE names; with them there it is
# faster. Nothing of this machine gets there but the mirror (DEBIAN_MIRROR names another one), the Rust
# toolchain and the sources of crates.
set -uo pipefail
shopt -s nullglob
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,14s/^# \{0,1\}//p' "$ROOT/scripts/test-elsewhere.sh" && exit ;; esac
whole=()
if [ "${1:-}" = --all ]; then whole=(--all) && shift; fi
newest=${SUPPORTED##* }
versions=("$@")
[ $# != 0 ] || versions=(17 18 21 "$newest" $((newest + 1)) aarch64)
[ "$(id -u)" = 0 ] || fail "root is needed, to make another Debian in a folder"

elsewhere=${IDIOM_ELSEWHERE:-$ROOT/build/elsewhere}
mkdir -p "$elsewhere" && elsewhere=$(cd "$elsewhere" && pwd)

suite_of() {
  case $1 in
    16 | 19) echo bookworm ;;
    17 | 18) echo trixie ;;
    *) if is_untested "$1"; then echo experimental; else echo sid; fi ;;
  esac
}

mirror() {
  local known
  known=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
  echo "${DEBIAN_MIRROR:-${known:-http://deb.debian.org/debian}}"
}

# `inside SUITE COMMAND`: runs a command in the folder of the suite, in the copy of the sources. The mounts are
# those of a namespace, which ends with it.
inside() {
  local root=$elsewhere/$1
  shift
  # shellcheck disable=SC2016 # the inner shell expands them
  ROOT_OF_SUITE=$root SYSROOT=$sysroot VENDOR=$elsewhere/vendor COMMAND=$* unshare --mount --propagation private bash -c '
    set -e
    mount -t proc proc "$ROOT_OF_SUITE/proc"
    mount --rbind /dev "$ROOT_OF_SUITE/dev"
    mount --bind -o ro "$SYSROOT" "$ROOT_OF_SUITE/opt/rust"
    mount --bind -o ro "$VENDOR" "$ROOT_OF_SUITE/opt/vendor"
    exec chroot "$ROOT_OF_SUITE" /usr/bin/env -i HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8 \
      ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
      PATH=/opt/rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      CARGO_HOME=/root/.cargo CARGO_NET_OFFLINE=true DEBIAN_FRONTEND=noninteractive \
      bash -c "cd /idiom && $COMMAND"'
}

# A Debian with a compiler, git and python3. What else tests need, they install.
make_suite() {
  local suite=$1 root=$elsewhere/$1 base=$1
  [ "$suite" != experimental ] || base=sid
  [ ! -e "$root/opt/ready" ] || return 0
  say "making Debian $suite in $root"
  rm -rf "$root"
  need_program debootstrap debootstrap
  unshare --mount --propagation private debootstrap --variant=minbase --include=ca-certificates \
    "$base" "$root" "$(mirror)" >"$root.log" 2>&1 || { tail -n 5 "$root.log" && return 1; }
  mkdir -p "$root/idiom" "$root/opt/rust" "$root/opt/vendor" "$root/root/.cargo"
  # How this machine's apt asks the mirror: by which proxy, and whether an old index will do.
  { echo 'Acquire::Languages "none";' && apt-config dump | grep -E '^Acquire::(Check-Valid-Until|Check-Date|https?::Proxy|Retries) '; } \
    >"$root/etc/apt/apt.conf.d/98mirror"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
  if [ "$suite" = experimental ]; then echo "deb $(mirror) experimental main" >"$root/etc/apt/sources.list.d/experimental.list"; fi
  inside "$suite" "apt-get update -qq && apt-get install -y -qq --no-install-recommends build-essential git python3 python3-venv" \
    >>"$root.log" 2>&1 || { tail -n 5 "$root.log" && return 1; }
  touch "$root/opt/ready"
}

# The sources as they are here: what is built of them there stays.
copy_sources() {
  local root=$elsewhere/$1
  find "$root/idiom" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  git ls-files -z --cached --others --exclude-standard \
    | while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\0' "$file"; fi; done \
    | tar --create --null --files-from - | tar --extract --directory "$root/idiom"
  printf '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "/opt/vendor"\n' >"$root/root/.cargo/config.toml"
}

# A row of the table: version, passed, failed, unsupported.
row() {
  local log=$2 counts unsupported
  counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log" | tail -n 1)
  unsupported=$(awk -F': *' '/^ *Unsupported *:/ { all += $2 } END { print all + 0 }' "$log")
  read -r passed failed <<<"${counts:-0 1}"
  printf '%-8s %8s %8s %12s   %s\n' "$1" "$passed" "$failed" "$unsupported" "$(suite_of "$1")"
  [ "$failed" = 0 ]
}

# What is tried of a version that is not tested.
untested() {
  local what passed=0 failed=0
  for what in "scripts/build.sh --debug $1" "scripts/check-shim.sh $1" "scripts/smoke.sh $1"; do
    if inside "$2" "$what"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  done
  say "$passed passed, $failed failed"
}

# The entry for all hosts on AArch64. The toolchain is that Debian's, which has Rust's library for both.
aarch64() {
  inside sid "dpkg --add-architecture arm64 && apt-get update -qq && apt-get install -y -qq --no-install-recommends \
    g++-aarch64-linux-gnu rustc cargo libstd-rust-dev:arm64 qemu-user" && inside sid scripts/lib/aarch64.sh
}

need_cargo
sysroot=$(rustc --print sysroot)
cargo vendor --locked --quiet --versioned-dirs "$elsewhere/vendor" >/dev/null || fail "cargo vendor failed"

table=() failed=no
for version in "${versions[@]}"; do
  suite=$(suite_of "$version") log=$elsewhere/$version.log
  if ! { make_suite "$suite" && copy_sources "$suite"; }; then fail "no Debian $suite in $elsewhere/$suite" "$elsewhere/$suite.log says why"; fi
  say "testing $version in Debian $suite: $log"
  if [ "$version" = aarch64 ]; then
    aarch64 >"$log" 2>&1
  elif is_untested "$version"; then
    inside "$suite" "apt-get update -qq && apt-get install -y -qq --no-install-recommends llvm-$version-dev clang-$version" \
      >"$log" 2>&1 && untested "$version" "$suite" >>"$log" 2>&1
  else
    inside "$suite" "scripts/test.sh --keep ${whole[*]} $version" >"$log" 2>&1
  fi
  table+=("$(row "$version" "$log")") || failed=yes
done

say "what the loader wants"
plugins=("$elsewhere"/*/idiom/build/llvm-*/libidiom.so build/llvm-*/libidiom.so)
libraries=("$elsewhere"/*/usr/lib/llvm-*/lib/libLLVM.so /usr/lib/llvm-*/lib/libLLVM.so)
python3 scripts/lib/load_symbols.py "${plugins[@]}" -- "${libraries[@]}" || failed=yes
printf '%-8s %8s %8s %12s   %s\n' LLVM passed failed unsupported Debian
printf '%s\n' "${table[@]}"
[ $failed = no ]
