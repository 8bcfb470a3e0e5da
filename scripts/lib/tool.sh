# shellcheck shell=bash
# A tool with subcommands: scripts in the folder TOOL.d beside it, NAME.sh or NAME.py. The first line of a
# script's head describes it in the list of subcommands; its second paragraph is its usage.

# shellcheck source=scripts/lib/head.sh
. "$(dirname "${BASH_SOURCE[0]}")/head.sh"

# `list_subcommands TOOL`: their names and descriptions.
list_subcommands() {
  local file name line
  for file in "$1".d/*; do
    name=${file##*/}
    line=$(head_of "$file" | head -n 1)
    printf '  %-17s %s\n' "${name%.*}" "${line%.}"
  done
}

# `file_of TOOL NAME`: the script of a subcommand; nothing when there is none.
file_of() {
  local file name
  for file in "$1".d/*; do
    name=${file##*/}
    if [ "${name%.*}" = "$2" ]; then echo "$file"; fi
  done
}

# `run_tool TOOL [NAME [ARGUMENT…]]`: becomes the subcommand, or prints what there is to know about it.
run_tool() {
  local tool name=${2:-} file argument
  tool=$(realpath "$1")
  case $name in
    -h | --help) head_of "$tool" && echo && list_subcommands "$tool" && exit ;;
    '') { head_of "$tool" && echo && list_subcommands "$tool"; } >&2 && exit 2 ;;
  esac
  shift 2
  file=$(file_of "$tool" "$name")
  if [ -z "$file" ]; then
    printf 'error: scripts/%s has no subcommand %s; those that it has:\n' "${tool##*/}" "$name" >&2
    list_subcommands "$tool" >&2
    exit 2
  fi
  for argument in "$@"; do
    case $argument in
      -h | --help) head_of "$file" && exit ;;
      --) break ;;
    esac
  done
  exec "$file" "$@"
}
