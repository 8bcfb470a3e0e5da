// Places in texts: clang counts columns in bytes, idiom in characters; editors count units of JavaScript's
// strings.

const lineOf = (text, line) => text.split("\n")[line - 1] ?? "";

// The column in units of a column in characters.
export function fromCharacters(text, { line, column }) {
  const before = Array.from(lineOf(text, line)).slice(0, Math.max(0, column - 1));
  return { line, column: before.join("").length + 1 };
}

// The column in units of a column in bytes of UTF-8.
export function fromBytes(text, { line, column }) {
  const bytes = new TextEncoder().encode(lineOf(text, line)).slice(0, Math.max(0, column - 1));
  return { line, column: new TextDecoder().decode(bytes).length + 1 };
}

function position(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}

function offsetOf(text, { line, column }) {
  return text.split("\n").slice(0, line - 1).reduce((sum, t) => sum + t.length + 1, 0) + column - 1;
}

// Behind the parenthesis that closes the one at `open`; -1 where none does.
function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return -1;
}

// Where a place is in the condition of an `if` that guards a jump alone: the jump. Optimised IR has no
// instruction for it, since the branch of the condition leads on at once.
export function guardedJump(text, place) {
  const at = offsetOf(text, place);
  const heads = [...text.slice(0, at + 1).matchAll(/\bif\s*\(/g)];
  const head = heads.at(-1);
  if (!head) return null;
  const behind = closing(text, head.index + head[0].length - 1);
  if (behind < 0 || at > behind) return null;
  const jump = /^\s*\{?\s*(break|continue|goto\s+\w+|return\b[^;]*)\s*;/.exec(text.slice(behind));
  if (!jump) return null;
  const start = behind + jump[0].indexOf(jump[1]);
  return { word: jump[1].split(/\s/)[0], from: position(text, start), to: position(text, start + jump[1].length) };
}
