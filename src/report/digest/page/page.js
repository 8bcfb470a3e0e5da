"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const STEP = 200, NO_ADVICE = "without advice";
// The controls that leave findings out, by their names in the address.
const FILTERS = ["query", "severity", "idiom", "file", "outcome", "state"];
const CONTROLS = [...FILTERS, "group"];

const make = (name, text, className) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
};
const number = n => n.toLocaleString("en");
const plural = (n, what) => `${number(n)} ${what}${n === 1 ? "" : "s"}`;
const place = row => data.files[row.f] + (row.l ? `:${row.l}${row.c ? `:${row.c}` : ""}` : "");
const severity = row => row.a ? row.a[0] : NO_ADVICE;

// --- one finding -----------------------------------------------------------------------------------------------

function excerpt(row) {
  const [first, lines] = row.x;
  const width = String(first + lines.length - 1).length;
  const box = make("pre");
  box.tabIndex = 0;
  lines.forEach((line, k) => {
    const text = `${String(first + k).padStart(width)} | ${line}`;
    if (first + k === row.l) box.append(make("mark", text));
    else box.append(text + "\n");
  });
  return box;
}

// A text with code between backquotes.
function prose(text) {
  const box = make("div");
  text.split("`").forEach((part, k) => box.append(k % 2 ? make("code", part) : part));
  return box;
}

function shown(row) {
  const box = make("details");
  const head = make("summary");
  head.append(make("b", place(row)), " ");
  if (row.s) head.append(make("span", row.s, `tag ${row.s}`), " ");
  if (row.a) head.append(make("span", row.a[0] + (row.a[2] ? "" : "?"), `tag ${row.a[0]}`), " ");
  head.append(row.h);
  if (row.a && row.a[1]) head.append(prose(row.a[1]));
  if (row.w) head.append(make("div", `ignored because ${row.w}`, "faint"));
  box.append(head);
  box.addEventListener("toggle", () => open(box, row));
  box.row = row;
  return box;
}

function open(box, row) {
  if (!box.open || box.childElementCount > 1) return;
  if (row.x) box.append(excerpt(row));
  if (row.d) box.append(make("pre", row.d.join("\n")));
  if (row.v) {
    const image = make("img");
    image.alt = "program dependence of what was matched";
    image.src = `data:image/svg+xml,${encodeURIComponent(row.v)}`;
    box.append(image);
  }
  if (!row.x && !row.d) {
    box.append(make("pre", "source and variables of this one are not in the page; the JSON report has them"));
  }
  if (isHideable(row)) box.append(hiding(row));
}

// --- hiding ----------------------------------------------------------------------------------------------------

// Comments hide findings of a source line that are not hidden yet.
const entries = new Set(data.entries);
const isHideable = row => row.l > 0 && entries.has(row);
const comment = (row, why) => `// idiom-ignore: ${data.idioms[row.i].split("[")[0]} because ${why}`;
const hidden = new Map();

function hiding(row) {
  const box = make("form", undefined, "hide");
  const why = make("input"), text = make("code"), button = make("button", "Copy and hide");
  why.required = true;
  why.placeholder = "why it stays as it is";
  why.setAttribute("aria-label", "Reason for which the finding is ignored");
  const write = () => { text.textContent = comment(row, why.value.trim() || "…"); };
  why.addEventListener("input", write);
  box.append(why, button, text);
  box.addEventListener("submit", async event => {
    event.preventDefault();
    if (!why.value.trim()) { why.value = ""; why.reportValidity(); return; }
    const next = neighbour(box.closest("details"));
    hidden.set(row, comment(row, why.value.trim()));
    await copy(hidden.get(row));
    drawHidden();
    document.querySelectorAll("details").forEach(it => { if (hidden.has(it.row)) it.remove(); });
    filter();
    (next && next.isConnected ? next : heads()[0] ?? at("query")).focus();
  });
  write();
  return box;
}

// The head of the finding that follows a box, or else of the one before it.
function neighbour(box) {
  const all = heads(), own = all.indexOf(box.querySelector("summary"));
  return all[own + 1] ?? all[own - 1];
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages without access to the clipboard can still copy a selection.
    const box = make("textarea", text);
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }
}

const hiddenText = () => [...hidden].map(([row, text]) => `${data.files[row.f]}:${row.l}: ${text}`).join("\n");

function drawHidden() {
  at("hidden").hidden = hidden.size === 0;
  at("hidden").querySelector("pre").textContent = hiddenText();
}

at("copy-hidden").addEventListener("click", () => copy(hiddenText()));
at("unhide").addEventListener("click", () => {
  hidden.clear();
  drawHidden();
  drawFirst();
  filter();
});

// --- the summary -----------------------------------------------------------------------------------------------

function section(id, boxes) {
  const own = at(id);
  own.hidden = boxes.length === 0;
  own.querySelector("div").replaceChildren(...boxes);
}

// A bar that sets a filter, if it names one.
function bar(name, count, most, label, filters, className) {
  const box = make("a", undefined, "bar"), track = make("span", undefined, `track ${className ?? "chance"}`);
  const fill = make("i");
  fill.style.width = `${100 * count / Math.max(most, 1e-9)}%`;
  track.append(fill);
  const text = make("span", name, "name");
  box.title = name;
  box.append(text, track, make("span", label, "number"));
  box.href = `#${new URLSearchParams(filters)}`;
  box.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Object.entries(filters).forEach(([id, value]) => { at(id).value = value; });
    changed(true);
    (heads()[0] ?? at("query")).focus();
  });
  return box;
}

const others = (all, listed, what) => all > listed ? [make("p", `and ${plural(all - listed, what)} more`, "faint")] : [];

function drawFirst() {
  const first = data.entries.slice(0, data.summary.first).filter(row => !hidden.has(row));
  section("first", first.map(shown));
}

function loopText(loop) {
  const text = loop.share !== null ? [`${loop.share.toFixed(1)} %`] : [];
  if (loop.runs !== null) text.push(`${number(loop.runs)} times`);
  if (!text.length) text.push(`depth ${loop.depth}`);
  return text.join(", ");
}

function drawLoops() {
  const { loops } = data.summary;
  const heat = loop => loop.share ?? loop.runs ?? loop.depth;
  const most = Math.max(...loops.map(heat));
  const isHot = loops.some(loop => loop.share !== null || loop.runs !== null);
  at("loops").querySelector("h2").textContent = isHot ? "Hot loops with findings" : "Deepest loops with findings";
  section("loops", loops.map(loop => {
    const [first, last] = loop.lines;
    const name = `${loop.file}:${first === last ? first : `${first}–${last}`}: ${loop.idioms.join(", ")}`;
    return bar(name, heat(loop), most, loopText(loop), { file: loop.file });
  }));
}

function drawMissing() {
  const { units, all_units, optnone, minsize, unrolled, searches, searched } = data.missing;
  const list = at("missing").querySelector("ul");
  const say = (text, details) => {
    const item = make("li", text);
    if (details) {
      const box = make("details");
      box.append(make("summary", details[0]), make("pre", details[1]));
      item.append(box);
    }
    list.append(item);
  };
  if (all_units) {
    const lines = units.map(unit => `${unit.source}: ${unit.why}`);
    if (all_units > units.length) lines.push(`and ${number(all_units - units.length)} more`);
    say(`${plural(all_units, "source")} of the project`, ["which, and why", lines.join("\n")]);
  }
  if (optnone) say(`${plural(optnone, "function")} not optimised, in which little is found: compile with -O2`);
  if (minsize) say(`${plural(minsize, "function")} optimised for size, in which LLVM inlines little`);
  if (unrolled) say(`${plural(unrolled, "function")} with a loop that LLVM had unrolled: idiom find --at peephole`);
  if (searches) say(`${searches === 1 ? "1 search" : `${number(searches)} searches`} to the end: see below`);
  if (searched.length) {
    say(`all idioms but ${number(searched.length)}`, ["which were searched for", searched.join("\n")]);
  }
  if (!list.childElementCount) say("nothing, as far as the reports say");
}

function drawSummary() {
  const { severities, idioms, all_idioms, files, all_files, hot } = data.summary;
  at("heading").textContent = data.heading;
  drawFirst();
  const most = Math.max(...severities.map(([, count]) => count));
  section("severities", severities.map(([name, count]) =>
    bar(name, count, most, number(count), { severity: name }, name.split(" ")[0])));
  section("idioms", idioms.map(([name, count]) => bar(name, count, idioms[0][1], number(count), { idiom: name }))
    .concat(others(all_idioms, idioms.length, "idiom")));
  const longest = Math.max(...files.map(([, , all]) => all));
  section("files", files.map(([name, advised, all]) =>
    bar(name, all, longest, advised < all ? `${number(advised)} of ${number(all)}` : number(all), { file: name }))
    .concat(others(all_files, files.length, "file")));
  drawLoops();
  section("hot", hot.map(([file, line, share]) => make("div", `${file}:${line}: ${share.toFixed(1)} % of the samples`)));
  drawMissing();
}

// --- filters ---------------------------------------------------------------------------------------------------

function option(select, value, text) {
  const node = make("option", text);
  node.value = value;
  select.append(node);
}
function choices(id, all, names, value) {
  const counts = new Map(names.map(name => [name, 0]));
  data.entries.forEach(row => counts.set(value(row), counts.get(value(row)) + 1));
  option(at(id), "", all);
  const present = [...counts].filter(([, count]) => count);
  if (id !== "severity") present.sort((a, b) => a[0] < b[0] ? -1 : 1);
  present.forEach(([name, count]) => option(at(id), name, `${name} (${number(count)})`));
}
choices("severity", "every severity", ["defect", "cost", "chance", "note", NO_ADVICE], severity);
choices("idiom", "every idiom", data.idioms, row => data.idioms[row.i]);
choices("file", "every file", data.files, row => data.files[row.f]);
choices("outcome", "every outcome", data.outcomes, row => data.outcomes[row.o]);
if (data.baseline) {
  at("state").hidden = false;
  option(at("state"), "", "new and unchanged");
  option(at("state"), "new", "new");
  option(at("state"), "unchanged", "unchanged");
}
at("about").textContent = `${data.tool}; ${plural(data.units, "unit")}, ${plural(data.functions, "function")}` +
  (data.detailed < data.entries.length ? `; source lines for the first ${number(data.detailed)}` : "");

// The address of the filters that are set. Names outlive a new report; numbers would not.
function address() {
  const set = CONTROLS.filter(id => at(id).value !== "").map(id => [id, at(id).value]);
  return set.length ? `#${new URLSearchParams(set)}` : "";
}
function readAddress() {
  const set = new URLSearchParams(location.hash.slice(1));
  CONTROLS.forEach(id => {
    at(id).value = set.get(id) ?? "";
    // What is not there any more is no filter.
    if (at(id).selectedIndex === -1) at(id).value = "";
  });
}
// Shows what the controls say, and writes it to the address: as a step of its own, to which one can go back, or not.
function changed(isStep) {
  const now = address();
  if (now !== location.hash) history[isStep ? "pushState" : "replaceState"](null, "", now || "#");
  filter();
}

let matching = [], told = 0, group = () => "", counts = new Map(), last = "";
function more() {
  const next = [];
  for (const row of matching.slice(told, told + STEP)) {
    if (group(row) !== last) {
      last = group(row);
      next.push(make("h3", `${last}: ${plural(counts.get(last), "finding")}`));
    }
    next.push(shown(row));
  }
  told = Math.min(matching.length, told + STEP);
  at("list").append(...next);
  at("more").hidden = told >= matching.length;
}

// Findings in the order of their groups, of which that with the most worthwhile finding comes first.
function grouped(rows) {
  const groups = new Map();
  for (const row of rows) {
    const name = group(row), own = groups.get(name);
    if (own) own.push(row);
    else groups.set(name, [row]);
  }
  counts = new Map([...groups].map(([name, own]) => [name, own.length]));
  return [...groups.values()].flat();
}

function filter() {
  const words = at("query").value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = (id, names) => at(id).value === "" ? -1 : names.indexOf(at(id).value);
  const idiom = chosen("idiom", data.idioms), file = chosen("file", data.files);
  const outcome = chosen("outcome", data.outcomes), kind = at("severity").value, state = at("state").value;
  const fits = row => (idiom < 0 || row.i === idiom) && (file < 0 || row.f === file) &&
    (outcome < 0 || row.o === outcome) && (!kind || severity(row) === kind) && (!state || row.s === state) &&
    !hidden.has(row) &&
    (!words.length || (text => words.every(word => text.includes(word)))(`${place(row)} ${row.h}`.toLowerCase()));
  const by = at("group").value;
  group = by === "" ? row => data.idioms[row.i] : by === "file" ? row => data.files[row.f] : () => "";
  const found = data.entries.filter(fits);
  matching = by === "worth" ? found : grouped(found);
  [told, last] = [0, ""];
  at("list").replaceChildren();
  const all = data.entries.length - hidden.size;
  at("count").textContent = (matching.length === all ? plural(all, "finding")
    : `${number(matching.length)} of ${plural(all, "finding")}`) + (hidden.size ? `, ${number(hidden.size)} hidden` : "") +
    (data.ignored.length ? `, and ${number(data.ignored.length)} ignored` : "");
  const isFiltered = FILTERS.some(id => at(id).value !== "");
  at("summary").hidden = isFiltered;
  at("clear").hidden = !isFiltered;
  at("title").textContent = isFiltered ? "Findings that fit" : "All findings";
  more();
}
function clear() {
  FILTERS.forEach(id => { at(id).value = ""; });
  changed(true);
  scrollTo(0, 0);
}

let waiting;
at("query").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => changed(false), 150); });
CONTROLS.slice(1).forEach(id => at(id).addEventListener("change", () => changed(true)));
at("filters").addEventListener("submit", event => { event.preventDefault(); changed(true); });
at("clear").addEventListener("click", () => { clear(); at("query").focus(); });
at("more").addEventListener("click", more);
addEventListener("hashchange", () => { readAddress(); filter(); });
addEventListener("scroll", () => { if (!at("more").hidden && at("more").getBoundingClientRect().top < innerHeight + 400) more(); });
at("theme").addEventListener("click", () => {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
});

// --- keys ------------------------------------------------------------------------------------------------------

// The heads of findings that are shown.
const heads = () => [...document.querySelectorAll("main summary")]
  .filter(head => head.offsetParent !== null && !head.closest("#missing"));

addEventListener("keydown", event => {
  const active = document.activeElement;
  const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName);
  if (event.key === "Escape") {
    const box = active.closest("form.hide")?.closest("details");
    if (box) { box.open = false; box.querySelector("summary").focus(); } else clear();
    return;
  }
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "/") { at("query").focus(); event.preventDefault(); return; }
  if (event.key === "h") {
    const box = active.closest("details");
    if (!box?.row || !isHideable(box.row)) return;
    box.open = true;
    open(box, box.row);
    box.querySelector(".hide input").focus();
    event.preventDefault();
    return;
  }
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const all = heads();
  const now = all.indexOf(active);
  if (now < 0 && event.key.startsWith("Arrow")) return;
  const next = all[Math.min(all.length - 1, Math.max(0, now + step))];
  if (next) { next.focus(); event.preventDefault(); }
});

function miss(one) {
  const box = make("details"), head = make("summary");
  if (one.place) head.append(make("b", `${one.place.file}:${one.place.line}`), " ");
  head.append(one.headline);
  box.append(head, make("pre", one.details.join("\n")));
  return box;
}
drawSummary();
section("ignored", data.ignored.slice(0, 1000).map(shown));
section("gone", data.gone.slice(0, 1000).map(shown));
section("searches", data.searches.slice(0, 1000).map(shown));
section("missed", data.missed.slice(0, 1000).map(miss));
readAddress();
filter();
