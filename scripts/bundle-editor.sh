#!/usr/bin/env bash
# Bundles the editor component of `idiom play`, CodeMirror, into build/editor/editor.js:
# scripts/bundle-editor.sh
#
# A later build embeds the bundle in the command; without it, the page has plain text areas. The packages of
# scripts/lib/editor/package-lock.json come from npm's registry. Does nothing if the bundle is up to date.
set -euo pipefail
case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit ;; esac
# shellcheck source=scripts/lib/setup.sh
. "$(dirname "$0")/lib/setup.sh"

from=scripts/lib/editor into=build/editor
if [ -e $into/editor.js ] && cmp -s $from/editor.js $into/source.js && cmp -s $from/package-lock.json $into/package-lock.json; then
  exit
fi
need_program node nodejs
need_program npm npm
mkdir -p $into
rm -f $into/editor.js
cp $from/package.json $from/package-lock.json $into/
npm ci --prefix $into --silent --no-audit --no-fund || fail "npm could not fetch the packages of $from/package-lock.json"
cp $from/editor.js $into/source.js
$into/node_modules/.bin/esbuild $into/source.js --bundle --format=esm --minify --legal-comments=eof --charset=utf8 \
  --log-level=warning --outfile=$into/editor.js.new
mv $into/editor.js.new $into/editor.js
# Cargo reruns build.rs when the time of this file changes.
touch $from/package-lock.json
say "$into/editor.js"
