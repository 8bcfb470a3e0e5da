# shellcheck shell=bash
# A Python with Ray, DuckDB and the wheel, for scripts that search a corpus.

# `need_corpus_python VERSION`: sets PYTHON_WITH_RAY; ends the script with "skipped" if Ray cannot be
# installed.
need_corpus_python() {
  local folder=$ROOT/build/python-ray made
  # shellcheck disable=SC2034 # for those who source this file
  PYTHON_WITH_RAY=$folder/bin/python3
  need_program python3 python3
  if ! "$folder/bin/python3" -c 'import ray.data, duckdb, pyarrow' 2>/dev/null; then
    say "pip install ray, duckdb, into build/python-ray"
    if ! { python3 -m venv "$folder" && "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check 'ray[data]' pyarrow duckdb; }; then
      say "skipped: Ray is not here and cannot be installed"
      exit 0
    fi
  fi
  made=$(mktemp -d)
  scripts/package.sh --level 0 --out "$made" "$1" || exit 1
  "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index "$made"/*.whl
  rm -rf -- "$made"
}
