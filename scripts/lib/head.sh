# shellcheck shell=bash
# The head of a script: the comment that it begins with; of one in Python, the docstring, whose closing quotes
# stand in a line of their own.

# `head_of FILE`: the head as text.
head_of() {
  case $1 in
    *.py) awk 'NR > 1 { if ($0 == "\"\"\"") exit; sub(/^"""/, ""); print }' "$1" ;;
    *) awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1" ;;
  esac
}

# `no_argument NAME`: ends a script that was called without that argument, with its head.
no_argument() {
  printf 'error: %s is missing\n\n' "$1" >&2
  head_of "$0" >&2
  exit 2
}
