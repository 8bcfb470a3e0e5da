// The editor without a component: a text area with line numbers, which marks lines.
// `scripts/lib/editor/editor.js` has the same functions for CodeMirror. Lines and columns count from 1,
// columns in units of JavaScript's strings.

export const NAME = "plain";

export function createEditor(parent, { label, onChange, onLine }) {
  const box = document.createElement("div");
  box.className = "plain";
  const gutter = document.createElement("pre");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  const area = document.createElement("textarea");
  area.wrap = "off";
  area.spellcheck = false;
  area.setAttribute("aria-label", label);
  box.append(gutter, area);
  parent.append(box);

  let marks = [], lit = [], struck = [], lines = 0, line = 0;
  const number = () => {
    lines = area.value.split("\n").length;
    gutter.replaceChildren(...Array.from({ length: lines }, (_, at) => {
      const row = document.createElement("span");
      row.textContent = at + 1;
      return row;
    }));
    paint();
  };
  const row = (at) => gutter.children[at - 1];
  const paint = () => {
    for (const span of gutter.querySelectorAll("[class]")) {
      span.removeAttribute("class");
      span.removeAttribute("title");
    }
    for (const mark of marks) {
      const span = row(mark.from.line);
      if (span) { span.classList.add(mark.severity); span.title = mark.message; }
    }
    for (const at of lit) row(at)?.classList.add("lit");
    for (const { from, to } of struck) for (let at = from.line; at <= to.line; at++) row(at)?.classList.add("struck");
  };
  const scroll = () => { gutter.scrollTop = area.scrollTop; };
  const moved = () => {
    const now = area.value.slice(0, area.selectionStart).split("\n").length;
    if (now !== line) { line = now; onLine(line); }
  };
  area.addEventListener("scroll", scroll);
  area.addEventListener("input", () => {
    if (area.value.split("\n").length !== lines) number();
    scroll();
    onChange();
  });
  for (const event of ["keyup", "click"]) area.addEventListener(event, moved);
  number();

  return {
    text: () => area.value,
    setText(text) { area.value = text; line = 0; number(); },
    setMarks(all) { marks = all; paint(); },
    setLit(all) { lit = all; paint(); },
    setStruck(all) { struck = all; paint(); },
    setClasses() {},
    setLanguage() {},
    reveal({ line, column }) {
      const before = area.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
      area.scrollTop = Math.max(0, (line - 5) * 18);
      scroll();
      area.setSelectionRange(before + Math.max(0, column - 1), before + Math.max(0, column - 1));
    },
    focus: () => area.focus(),
  };
}
