#!/usr/bin/env bash
# Builds the extension for VS Code: build/idiom-candl.vsix, which `code --install-extension` takes.
#
# usage: scripts/vscode.sh
#
# Needs Node 20 or newer and npm, which installs the client, esbuild and vsce into build/.
set -euo pipefail
ROOT=$(cd "$(dirname "$0")/.." && pwd)
for program in node npm; do
  command -v "$program" >/dev/null || { echo "error: $program is missing; on Debian: apt-get install nodejs npm" >&2; exit 2; }
done
made=$ROOT/build/editors/vscode
mkdir -p "$made"
cp -R "$ROOT/editors/vscode/." "$made"
cp "$ROOT"/LICENSE-* "$made"
cd "$made"
npm install --no-audit --no-fund --silent
npm run --silent build
npx --no-install vsce package --no-dependencies --skip-license --out "$ROOT/build/idiom-candl.vsix"
