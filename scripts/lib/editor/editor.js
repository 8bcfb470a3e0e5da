// The editor of `idiom play` on CodeMirror 6. `src/cli/play/page/plain.js` has the same interface without it.
// Lines and columns count from 1, columns in units of JavaScript's strings.

import { snippet } from "@codemirror/autocomplete";
import { basicSetup } from "codemirror";
import { cpp } from "@codemirror/lang-cpp";
import { StreamLanguage } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";

export const NAME = "codemirror";

const ir = StreamLanguage.define({
  name: "ir",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^[%@][\w.$-]+/)) return "variableName";
    if (stream.match(/^![\w.]*/)) return "meta";
    if (stream.match(/^(define|declare|br|ret|switch|label|phi|call|load|store|to)\b/)) return "keyword";
    if (stream.match(/^(i\d+|ptr|double|float|half|void)\b/)) return "typeName";
    if (stream.match(/^-?\d[\w.+]*/)) return "number";
    if (stream.match(/^[\w.]+/)) return null;
    stream.next();
    return null;
  },
});

// Syntax highlighting of specifications by the server, whose parser knows the class of each word.
const languageOf = (name) => (name === "candl" ? [] : name === "ir" ? ir : cpp());

// Decorations that are set from outside, and move with the text.
function marked() {
  const effect = StateEffect.define();
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const set of transaction.effects) if (set.is(effect)) return set.value;
      return value.map(transaction.changes);
    },
    provide: (f) => EditorView.decorations.from(f),
  });
  return { effect, field };
}

// Completions that `complete` gives for a text, a line and a column, both from 0.
function completing(complete) {
  // Placeholders as in the protocol of language servers; CodeMirror has none for the final position.
  const filled = (text) => snippet(text.replaceAll("$0", "${}"));
  const source = async (context) => {
    const { doc } = context.state, row = doc.lineAt(context.pos), column = context.pos - row.from;
    if (!context.explicit && !/\w$/.test(row.text.slice(0, column))) return null;
    const { column: from, options } = await complete(doc.toString(), row.number - 1, column);
    if (!options?.length || context.aborted) return null;
    const option = ({ label, text, snippet: has, info }) => ({ label, apply: has ? filled(text) : text, info: info || undefined });
    return { from: row.from + from, options: options.map(option), validFor: /^\w*$/ };
  };
  return EditorState.languageData.of(() => [{ autocomplete: source }]);
}

export function createEditor(parent, { label, language, onChange, onLine, complete }) {
  const lit = marked(), struck = marked(), coloured = marked(), chosen = new Compartment();
  let line = 1, isOurs = false;
  const view = new EditorView({
    parent,
    extensions: [
      keymap.of([{ key: "Mod-Enter", run: () => true }]),
      basicSetup, complete ? completing(complete) : [], chosen.of(languageOf(language)), lintGutter(), lit.field, struck.field, coloured.field,
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.theme({ ".cm-scroller": { overflow: "auto" } }),
      EditorView.updateListener.of((update) => {
        if (isOurs) return;
        if (update.docChanged) onChange();
        const now = update.state.doc.lineAt(update.state.selection.main.head).number;
        if (now !== line && update.selectionSet) onLine(now);
        line = now;
      }),
    ],
  });
  const offset = ({ line: number, column }) => {
    const { doc } = view.state;
    const at = doc.line(Math.min(Math.max(1, number), doc.lines));
    return Math.min(at.from + Math.max(0, column - 1), at.to);
  };
  // Changes from outside are not events of the user's.
  const ours = (what) => { isOurs = true; try { what(); } finally { isOurs = false; } };
  return {
    text: () => view.state.doc.toString(),
    setText(text) { ours(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })); },
    setMarks(marks) {
      const diagnostics = marks.map(({ from, to, severity, message }) => {
        const start = offset(from), end = to ? offset(to) : start;
        const known = ["error", "warning"].includes(severity) ? severity : "info";
        return { from: start, to: Math.max(end, start), severity: known, message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    setLit(lines) {
      const { doc } = view.state;
      const known = [...lines].filter((number) => number >= 1 && number <= doc.lines).sort((a, b) => a - b);
      const decorations = known.map((number) => Decoration.line({ class: "cm-lit" }).range(doc.line(number).from));
      view.dispatch({ effects: lit.effect.of(Decoration.set(decorations)) });
    },
    setStruck(ranges) {
      const decorations = ranges.map(({ from, to }) => [offset(from), offset(to)]).filter(([from, to]) => from < to);
      const all = decorations.map(([from, to]) => Decoration.mark({ class: "cm-struck" }).range(from, to));
      view.dispatch({ effects: struck.effect.of(Decoration.set(all, true)) });
    },
    // Each token is its line and column from 0, its length and its class.
    setClasses(tokens) {
      const { doc } = view.state;
      const marks = tokens.flatMap(([number, column, length, name]) => {
        if (number >= doc.lines) return [];
        const row = doc.line(number + 1), from = row.from + column, to = Math.min(from + length, row.to);
        return from < to ? [Decoration.mark({ class: `t-${name}` }).range(from, to)] : [];
      });
      view.dispatch({ effects: coloured.effect.of(Decoration.set(marks, true)) });
    },
    setLanguage(name) { view.dispatch({ effects: chosen.reconfigure(languageOf(name)) }); },
    reveal(place) {
      const at = offset(place);
      ours(() => view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "center" }) }));
      line = place.line;
    },
    focus: () => view.focus(),
  };
}
