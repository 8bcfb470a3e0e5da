// Findings as trees of variables. Names nest by their dots: `loop.begin` stands below `loop`.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
export { element };

export const placeText = (place) => (place ? `${place.line}${place.column ? ":" + place.column : ""}` : "");

function nest(variables) {
  const root = { children: new Map() };
  for (const variable of variables) {
    if (variable.value === null) continue;
    let node = root;
    for (const word of variable.name.split(".")) {
      if (!node.children.has(word)) node.children.set(word, { children: new Map() });
      node = node.children.get(word);
    }
    node.variable = variable;
  }
  return root;
}

// A line that leads to a place, or text where there is none.
export function row(text, place, value, go) {
  const shown = element(place || value ? "button" : "span", { className: "row" }, text);
  if (place) {
    shown.dataset.line = place.line;
    shown.append(" ", element("span", { className: "at" }, placeText(place)));
  }
  if (value) shown.dataset.value = value;
  if (place || value) shown.addEventListener("click", () => go(place, value, shown));
  return shown;
}

function shownValue({ value, source }) {
  return source && value.slice(1) !== source ? `${value} (${source})` : value;
}

function level(node, go) {
  const rows = element("div", { className: "rows" });
  for (const [word, child] of node.children) {
    const { variable } = child;
    const text = variable ? `${word} = ${shownValue(variable)}` : word;
    if (child.children.size === 0) {
      rows.append(row(text, variable.place, variable.value, go));
      continue;
    }
    const inner = variable ? row(text, variable.place, variable.value, go) : text;
    rows.append(element("details", { open: true }, element("summary", {}, inner), level(child, go)));
  }
  return rows;
}

// The variables, nested; `go` is called with the place and the value of the one that is chosen.
export const variableTree = (variables, go) => level(nest(variables), go);
