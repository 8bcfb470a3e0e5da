# shellcheck shell=bash
# shellcheck disable=SC2034 # What is set is for the script.
# What a script that measures over a folder of sources is called with.

# `read_request HERE FOLDER [VERSION [RUNS]] [-- CLANG FLAGS]`: sets `folder`, as seen from HERE, `version` (19 if not said) and `flags`, and
# `runs` for a script that has set it to what it is if not said. Sees to what such a script needs: python3, and the plugin for that LLVM.
read_request() {
  folder=$(cd "$1" && realpath "$2") version=19
  shift 2
  if [ $# != 0 ] && [ "$1" != -- ]; then version=$1 && shift; fi
  if [ -n "${runs:-}" ] && [ $# != 0 ] && [ "$1" != -- ]; then runs=$1 && shift; fi
  [ "${1:-}" != -- ] || shift
  flags=("$@")
  check_versions "$version"
  need_program python3 python3
  need_plugin "$version"
}
