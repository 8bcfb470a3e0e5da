#!/bin/sh
# Runs the command of an installed LLVM: idiom-19 beside this file or else the newest idiom-N that has its
# libLLVM.
here=$(dirname "$(readlink -f "$0")")
for version in 19 $(cd "$here" && printf '%s\n' idiom-[0-9]* | sed 's/^idiom-//' | sort -rn); do
  if "$here/idiom-$version" --version >/dev/null 2>&1; then exec "$here/idiom-$version" "$@"; fi
done
printf 'idiom: none of %s can be run:\n' "$here/idiom-N" >&2
for command in "$here"/idiom-[0-9]*; do "$command" --version >/dev/null; done
printf '%s\n' '  each needs the libLLVM of its version; on Debian and Ubuntu: apt-get install libllvmN' >&2
exit 127
