// Constraints with a box each, to switch them off, and what that changes in what is found.

import { element } from "./tree.js";
import { fromCharacters } from "./places.js";

// Disabled constraints are identified by specification, text and number of earlier occurrences of that text,
// so that they survive changes elsewhere.
export class Constraints {
  constructor(panel, onToggle) {
    Object.assign(this, { panel, onToggle, keys: new Set(), rows: [] });
  }

  // Takes the list of the server for a text.
  set(specifications, text, reveal) {
    const seen = new Map();
    this.rows = specifications.flatMap(({ name, constraints }) => constraints.map((constraint) => {
      const base = `${name}\n${constraint.text}`;
      const times = seen.get(base) ?? 0;
      seen.set(base, times + 1);
      return { ...constraint, specification: name, key: `${base}\n${times}`,
        from: fromCharacters(text, constraint), to: fromCharacters(text, { line: constraint.end_line, column: constraint.end_column }) };
    }));
    const known = new Set(this.rows.map((row) => row.key));
    this.keys = new Set([...this.keys].filter((key) => known.has(key)));
    this.reveal = reveal;
    this.draw();
  }

  off() { return this.rows.filter((row) => this.keys.has(row.key)); }
  numbers() { return this.off().map((row) => row.number); }

  toggle(key) {
    if (!this.keys.delete(key)) this.keys.add(key);
    this.draw();
    this.onToggle();
  }

  clear() { this.keys.clear(); this.draw(); }

  // What switching them off changed, as a line above the list.
  say(text) { this.note = text; this.noted?.replaceChildren(text ?? ""); }

  draw() {
    const focused = this.panel.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    this.noted = element("p", { id: "relaxed" }, this.note ?? "");
    const shown = [this.noted];
    let specification;
    for (const row of this.rows) {
      if (row.specification !== specification) {
        specification = row.specification;
        shown.push(element("h3", {}, specification));
      }
      const box = element("input", { type: "checkbox", checked: !this.keys.has(row.key) });
      box.dataset.key = row.key;
      box.setAttribute("aria-label", `line ${row.line}: ${row.text}`);
      box.addEventListener("change", () => this.toggle(row.key));
      const line = element("span", { className: "at" }, `${row.line} `);
      const text = element("span", {}, row.text);
      text.addEventListener("click", () => this.reveal(row.from));
      const label = element("div", { className: `constraint${box.checked ? "" : " off"}` }, box, " ", line, text);
      label.style.marginLeft = `${row.depth * 1.5}em`;
      shown.push(label);
    }
    if (this.rows.length === 0) shown.push(element("p", {}, "There is no specification with several constraints on the left. ", ...(this.offer ?? [])));
    this.panel.replaceChildren(...shown);
    if (focused) [...this.panel.querySelectorAll("input")].find((box) => box.dataset.key === focused)?.focus();
  }
}

// Whether two findings are the same as far as both have variables.
function agrees(one, other) {
  if (one.idiom !== other.idiom || one.function !== other.function || one.outcome !== other.outcome) return false;
  const values = new Map(other.variables.map((variable) => [variable.name, variable.value]));
  return one.variables.every(({ name, value }) => !values.has(name) || values.get(name) === value);
}

// The findings of `after` that `before` lacks, as their numbers.
export function added(before, after) {
  const byKey = new Map();
  for (const finding of before) {
    const key = `${finding.idiom}\n${finding.function}`;
    if (!byKey.has(key)) byKey.set(key, []);
    byKey.get(key).push(finding);
  }
  const isNew = (finding) => !(byKey.get(`${finding.idiom}\n${finding.function}`) ?? []).some((known) => agrees(known, finding));
  return after.flatMap((finding, at) => (isNew(finding) ? [at] : []));
}
