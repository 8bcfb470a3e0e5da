#!/usr/bin/env bash
# Builds and tests the project on a bare machine: scripts/check-fresh.sh [SUITE] [-- COMMAND…]
#
# Makes a minimal Debian (bookworm, or the suite named) in build/fresh with debootstrap, puts a clone of the
# last commit and this machine's Rust into it, and runs the command there (scripts/test.sh) with a minimal
# environment. Needs root.
set -euo pipefail
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$ROOT/scripts/check-fresh.sh" && exit ;; esac
suite=bookworm
if [ $# != 0 ] && [ "$1" != -- ]; then suite=$1 && shift; fi
[ "${1:-}" != -- ] || shift
[ $# != 0 ] || set -- scripts/test.sh
[ "$(id -u)" = 0 ] || fail "a fresh root file system needs root"
need_cargo
need_program debootstrap debootstrap
need_program git git

fresh=$ROOT/build/fresh/$suite
toolchain=$(rustc --print sysroot)
if [ ! -d "$fresh/etc/apt" ]; then
  say "debootstrap $suite"
  debootstrap --variant=minbase "$suite" "$fresh" >/dev/null
  printf '%s\n' "deb http://deb.debian.org/debian $suite main" "deb http://deb.debian.org/debian $suite-updates main" \
    "deb http://deb.debian.org/debian-security $suite-security main" >"$fresh/etc/apt/sources.list"
fi

unmount() { umount "$fresh/dev" "$fresh/proc" "$fresh/opt/rust" 2>/dev/null || true; }
trap unmount EXIT
mkdir -p "$fresh/opt/rust"
mount -t proc proc "$fresh/proc"
mount --bind /dev "$fresh/dev"
mount --bind "$toolchain" "$fresh/opt/rust"
cp /etc/resolv.conf /etc/hosts "$fresh/etc/"
# Certificates, without which cargo cannot connect to the registry; an installation of rustup implies them.
mkdir -p "$fresh/etc/ssl" && cp -a /etc/ssl/certs "$fresh/etc/ssl/"
rm -rf "$fresh/root/idiom"
git clone --quiet . "$fresh/root/idiom"

say "$*"
# shellcheck disable=SC2016 # expanded inside
chroot "$fresh" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin:/opt/rust/bin LANG=C.UTF-8 \
  sh -c 'cd /root/idiom && exec "$@"' sh "$@"
