# shellcheck shell=bash
# shellcheck disable=SC2034 # The variables are for the script.
# The arguments of scripts that measure over a folder of sources.

# `read_request HERE FOLDER [VERSION [RUNS]] [-- CLANG FLAGS]`: sets `folder`, relative to HERE, `version`
# (default 19) and `flags`. Sets `runs` too, if the script has set it to a default. Installs what such a
# script needs: python3, and the plugin for that LLVM.
read_request() {
  [ $# -gt 1 ] || no_argument FOLDER
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
