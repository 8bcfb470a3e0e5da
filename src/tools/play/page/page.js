// The page: it holds the texts, asks the server after each change, and shows the answers. The command
// computes everything; the page only shows it.

import { createEditor, NAME } from "./editor.js";
import { Constraints, added } from "./constraints.js";
import { Passes } from "./passes.js";
import { fromBytes, fromCharacters, guardedJump } from "./places.js";
import { element, placeText, row, variableTree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const TAB = crypto.randomUUID();
const CHECK_AFTER = 150, LOOK_AFTER = 500, MOST_SHOWN = 100, MOST_MESSAGES = 50, VERSION = 1;

let state;
let shown = { report: { findings: [], near_misses: [] }, groups: [], group_of: [], misses: [] };

// Who asks, in every request: they overtake each other on their way, and a newer one cancels older ones.
let asked = 0;
const asker = () => ({ tab: TAB, serial: ++asked });
const post = (path, body) => ask(path, { ...asker(), ...body });

async function ask(path, body) {
  // The report leaves out what is empty.
  const whole = (value) => (value.report ? { ...value, report: { findings: [], near_misses: [], ...value.report } } : value);
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return answer.ok ? whole(await answer.json()) : { state: "failed", said: await answer.text() };
  } catch {
    return { state: "failed", said: "the server does not answer; is `idiom play` still running?" };
  }
}

const say = (text, severity = "") => {
  $("status").textContent = text;
  $("status").className = severity;
};

// --- editors ---------------------------------------------------------------------------------------------------

const source = createEditor($("source"), { label: "Source", language: "c", onChange: sourceChanged, onLine: litFindings });
const candl = createEditor($("candl"), { label: "Specifications", language: "candl", onChange: candlChanged, onLine: () => {},
  complete: (text, line, column) => ask("complete", { candl: text, line, column }) });
const constraints = new Constraints($("constraints"), () => { strike(); lookSoon(0); });
let clangMarks = [], missMarks = [];

function messages(list, editor, marks) {
  editor.setMarks(marks);
  const items = marks.slice(0, MOST_MESSAGES).map((mark) => {
    const button = element("button", { className: mark.severity }, `${mark.from.line}:${mark.from.column} ${mark.message}`);
    button.addEventListener("click", () => { editor.reveal(mark.from); editor.focus(); });
    return element("li", {}, button);
  });
  if (marks.length > MOST_MESSAGES) items.push(element("li", {}, `and ${marks.length - MOST_MESSAGES} more`));
  list.replaceChildren(...items);
}

const strike = () => candl.setStruck(constraints.off().map(({ from, to }) => ({ from, to })));
const showSourceMarks = () => messages($("source-messages"), source, [...clangMarks, ...missMarks]);

function sourceChanged() { keep(); lookSoon(); }
function candlChanged() { keep(); checkSoon(); lookSoon(); }

// --- settings --------------------------------------------------------------------------------------------------

const idiomsChosen = () => {
  // A comma within brackets belongs to the name.
  return ($("idioms").value.match(/[^,[\]]+(\[[^\]]*\])?/g) ?? []).map((name) => name.trim()).filter(Boolean);
};

const settings = () => ({
  source: source.text(), language: $("language").value, candl: candl.text(), idioms: idiomsChosen(), level: $("level").value,
  flags: $("flags").value, llvm: Number($("llvm").value), budget: Math.max(1, Math.floor(Number($("budget").value)) || state.budget),
});

function use(saved) {
  source.setText(saved.source ?? "");
  candl.setText(saved.candl ?? "");
  $("idioms").value = (saved.idioms ?? []).join(", ");
  $("language").value = saved.language ?? "c";
  source.setLanguage($("language").value);
  $("level").value = saved.level ?? "2";
  $("flags").value = saved.flags ?? "";
  if (state.llvm.includes(saved.llvm)) $("llvm").value = saved.llvm;
  $("budget").value = saved.budget ?? state.budget;
  constraints.keys = new Set(saved.off ?? []);
  keep();
  checkSoon(0);
  lookSoon(0);
}

const saved = () => ({ idiom_play: VERSION, ...settings(), off: [...constraints.keys] });
function keep() { try { sessionStorage.setItem("idiom-play", JSON.stringify(saved())); } catch { /* too large to keep over a reload */ } }

// --- checking --------------------------------------------------------------------------------------------------

let checkTimer, checkSerial = 0;
function checkSoon(after = CHECK_AFTER) { clearTimeout(checkTimer); checkTimer = setTimeout(check, after); }

async function check() {
  const mine = ++checkSerial, text = candl.text();
  const classes = post("classes", { candl: text });
  const [answer, listed] = await Promise.all([
    text.trim() ? post("check", { candl: text }) : { state: "done", diagnostics: [] },
    post("constraints", { candl: text }),
    classes.then((known) => { if (mine === checkSerial && Array.isArray(known)) candl.setClasses(known); }),
  ]);
  if (mine !== checkSerial || answer.state === "cancelled") return;
  const marks = (answer.diagnostics ?? []).map((d) => ({
    from: fromCharacters(text, d.primary), severity: d.severity,
    to: fromCharacters(text, { line: d.primary.end_line, column: d.primary.end_column }),
    message: [`${d.severity}[${d.code}]: ${d.message}${d.primary.label ? ` (${d.primary.label})` : ""}`, ...d.notes.map((n) => `note: ${n}`), ...d.help.map((h) => `help: ${h}`)].join("\n"),
  }));
  messages($("candl-messages"), candl, marks);
  const errors = marks.filter((mark) => mark.severity === "error").length;
  $("checked").textContent = answer.state === "failed" ? answer.said : !text.trim() ? "" : errors ? `${errors} wrong` : "checked";
  if (Array.isArray(listed)) {
    constraints.set(listed, text, (place) => { candl.reveal(place); candl.focus(); });
    count("constraints", constraints.rows.length);
    strike();
  }
}

// --- looking ---------------------------------------------------------------------------------------------------

let lookTimer, lookSerial = 0;
function lookSoon(after = LOOK_AFTER) {
  clearTimeout(lookTimer);
  if ($("auto").checked || after === 0) lookTimer = setTimeout(look, after);
}

// Busy is a search, or a panel that takes as long as one.
let looking = true, drawing = 0;
function showBusy() {
  const is = looking || drawing > 0;
  document.body.dataset.state = is ? "busy" : "idle";
  $("stop").disabled = !is;
}
const busy = (is) => { looking = is; showBusy(); };

// Waits for the answer to a panel, which Stop ends as it ends searches.
async function slow(answer) {
  drawing++;
  showBusy();
  try { return await answer; } finally { drawing--; showBusy(); }
}

async function look() {
  clearTimeout(lookTimer);
  const mine = ++lookSerial, request = settings(), before = shown.report.findings;
  busy(true);
  say("looking");
  const base = await post("search", request);
  if (mine !== lookSerial) return;
  if (base.state === "done") await explainLost(before, base, request);
  if (mine !== lookSerial) return;
  let relaxed;
  if (base.state === "done" && constraints.off().length > 0) {
    say("looking with constraints switched off");
    relaxed = await post("search", { ...request, off: constraints.numbers() });
    if (mine !== lookSerial) return;
  }
  busy(false);
  show(base, relaxed, request);
}

// Near misses in functions that have lost findings and still have others. The first few of them.
async function explainLost(before, base, request) {
  const { findings, near_misses } = base.report;
  const lost = before.filter(({ outcome }) => outcome === "found").filter((known) => !findings.some((finding) => finding.fingerprint === known.fingerprint));
  const functions = [...new Set(lost.map((finding) => finding.function))].filter((name) => findings.some((finding) => finding.function === name));
  for (const name of functions.slice(0, 3)) {
    const beside = await ask("beside", { search: { ...asker(), ...request }, function: name });
    if (beside.state !== "done") return;
    beside.report.near_misses.forEach((miss, at) => {
      if (near_misses.some(({ idiom, function: f }) => idiom === miss.idiom && f === miss.function)) return;
      base.misses.push(beside.misses[at]);
      near_misses.push(miss);
    });
  }
}

async function stop() {
  lookSerial++;
  clearTimeout(lookTimer);
  busy(false);
  say("stopped", "warning");
  await post("cancel", {});
}

function clangMessages(said, text) {
  const marks = [];
  for (const line of (said ?? "").split("\n")) {
    const found = /^source\.(?:c|cpp|ll):(\d+):(\d+): (?:fatal )?(error|warning|note): (.*)$/.exec(line);
    if (found) marks.push({ from: fromBytes(text, { line: Number(found[1]), column: Number(found[2]) }), severity: found[3], message: `clang: ${found[4]}` });
  }
  return marks;
}

function show(base, relaxed, { source: text }) {
  clangMarks = clangMessages(base.said, text);
  if (base.state !== "done") {
    missMarks = [];
    showSourceMarks();
    if (base.state === "cancelled") return say("stopped", "warning");
    return say(base.said.trim() || "that failed", "error");
  }
  shown = base;
  missMarks = base.report.near_misses.flatMap((miss, at) => missMark(miss, base.misses[at], text));
  showSourceMarks();
  drawFindings(relaxed);
  drawMisses();
  redraw();
  const { findings, near_misses } = base.report;
  const gave = findings.filter((f) => f.outcome === "budget-exhausted" || f.outcome === "limit-reached").length;
  const found = findings.length - gave;
  const parts = [`${found} found`, `${near_misses.length} not found`];
  if (gave) parts.push(`${gave === 1 ? "one search" : `${gave} searches`} gave up: there may be more`);
  const notes = (base.said ?? "").split("\n").filter((line) => /^(note|warning|error)/.test(line));
  say([parts.join(", "), ...notes].join("\n"), gave ? "warning" : "");
}

// Where a near miss is, with the jump that an `if` there guards.
function missMark(miss, words, text) {
  if (!miss.place || !/^source\./.test(miss.place.file)) return [];
  const from = fromBytes(text, miss.place), jump = guardedJump(text, from);
  const failing = miss.failing.at(-1)?.constraint ?? "it is false in every function";
  const message = `${jump ? `at the \`${jump.word}\`: ` : ""}${words.headline}; failing: ${failing}`;
  return [{ from: jump ? jump.from : from, to: jump?.to, severity: "info", message }];
}

// --- findings --------------------------------------------------------------------------------------------------

function go(place, value, from) {
  lookedAt = from?.closest(".finding")?.subject ?? lookedAt;
  if (value) litIr((row) => row.defines === value || row.textContent.trim().startsWith(value));
  for (const lit of document.querySelectorAll("#right .lit")) lit.classList.remove("lit");
  from?.classList.add("lit");
  if (!place || !/^source\./.test(place.file)) return;
  source.setLit([place.line]);
  source.reveal(fromBytes(source.text(), place));
}

function finding(report, answer, group, isAdded) {
  const first = report.findings[answer.group_of.indexOf(group)];
  const { headline, parts } = answer.groups[group];
  const title = `${isAdded ? "+ " : ""}${headline}`;
  const box = element("details", { className: `finding${isAdded ? " added" : ""}` }, element("summary", {}, row(title, first.place, null, go)));
  // Made when it is opened: there may be thousands.
  const fill = () => {
    if (box.dataset.filled) return;
    box.dataset.filled = "yes";
    box.append(variableTree(first.variables, go));
    if (parts.length) box.append(element("div", { className: "rows parts" }, ...parts.map((part) => row(part.text, part.place, null, go))));
  };
  box.addEventListener("toggle", () => box.open && fill());
  box.fill = fill;
  const same = report.findings.filter((other) => other.idiom === first.idiom && other.function === first.function);
  box.subject = { function: first.function, idiom: first.idiom, number: same.indexOf(first) + 1 };
  box.lines = new Set([first.place, ...first.variables.map((v) => v.place), ...parts.map((p) => p.place)].filter(Boolean).map((place) => place.line));
  return box;
}

function drawFindings(relaxed) {
  const { report, groups } = shown;
  const boxes = [];
  constraints.say("");
  if (relaxed) {
    if (relaxed.state !== "done") {
      const text = `Without them: ${(relaxed.said ?? "stopped").trim()}`;
      constraints.say(text);
      boxes.push(element("p", { className: "error" }, text));
    } else {
      const isNew = added(report.findings, relaxed.report.findings);
      const gone = added(relaxed.report.findings, report.findings);
      const text = `With ${constraints.off().length} switched off: ${isNew.length} more found${gone.length ? `, ${gone.length} not any more` : ""}.`;
      constraints.say(text);
      boxes.push(element("p", { id: "difference" }, text));
      const newGroups = [...new Set(isNew.map((at) => relaxed.group_of[at]))];
      boxes.push(...newGroups.slice(0, MOST_SHOWN).map((group) => finding(relaxed.report, relaxed, group, true)));
    }
  }
  const some = (from) => {
    const made = groups.slice(from, from + MOST_SHOWN).map((_, at) => finding(report, shown, from + at, false));
    const left = groups.length - from - made.length;
    if (left > 0) {
      const more = element("button", {}, `${left} more`);
      more.addEventListener("click", () => more.replaceWith(...some(from + MOST_SHOWN)));
      made.push(more);
    }
    return made;
  };
  boxes.push(...some(0));
  if (groups.length === 0) boxes.push(element("p", {}, "Nothing is found. “Why not” says what failed."));
  $("findings").replaceChildren(...boxes);
  const first = $("findings").querySelector(".finding");
  if (first) { first.open = true; first.fill(); }
  count("findings", report.findings.length);
}

function drawMisses() {
  const text = source.text();
  const boxes = shown.report.near_misses.slice(0, MOST_SHOWN).map((miss, at) => {
    const failing = miss.failing.map(({ constraint, place }) => {
      const own = place.file === "mine.candl";
      const jump = (_) => { candl.reveal(fromCharacters(candl.text(), place)); candl.focus(); };
      const shownPlace = element(own ? "button" : "span", { className: "row" }, `${constraint}  ${place.file}:${placeText(place)}`);
      if (own) shownPlace.addEventListener("click", jump);
      return shownPlace;
    });
    const mark = missMark(miss, shown.misses[at], text)[0];
    const title = row(shown.misses[at].headline, mark ? { file: "source.c", ...mark.from } : miss.place, null, (_, __, from) => mark && go({ file: "source.", ...mark.from }, null, from));
    return element("details", { className: "miss", open: at === 0 }, element("summary", {}, title),
      element("p", { className: "why" }, shown.misses[at].why),
      element("div", { className: "rows" }, "failing, the innermost last:", ...failing),
      element("div", { className: "rows" }, "with"), variableTree(miss.variables, go));
  });
  if (boxes.length === 0) boxes.push(element("p", {}, "There is nothing that is not found."));
  $("misses").replaceChildren(...boxes);
  count("misses", shown.report.near_misses.length);
}

const count = (tab, number) => { $(`tab-${tab}`).querySelector(".count").textContent = number ? `(${number})` : ""; };

// The variables that a line of the source has, in the findings.
function litFindings(line, isFromIr) {
  if (!isFromIr) litIr((row) => row.dataset.line === String(line));
  for (const lit of document.querySelectorAll("#findings .lit")) lit.classList.remove("lit");
  if (!isFromIr) source.setLit([]);
  const boxes = [...document.querySelectorAll("#findings .finding")].filter((box) => box.lines.has(line));
  if (boxes.length && !boxes.some((box) => box.open)) { boxes[0].open = true; }
  let first;
  for (const box of boxes.filter((b) => b.open)) {
    box.fill();
    for (const shownRow of box.querySelectorAll(`[data-line="${line}"]`)) { shownRow.classList.add("lit"); first ??= shownRow; }
  }
  first?.scrollIntoView({ block: "nearest" });
}

// --- the IR and pictures ---------------------------------------------------------------------------------------

let lookedAt;

// The function and finding that were looked at last, else the first.
function subject() {
  const { findings, near_misses } = shown.report;
  const known = [...document.querySelectorAll("#findings .finding")].map((box) => box.subject);
  const is = (one) => one.function === lookedAt?.function && one.idiom === lookedAt?.idiom && one.number === lookedAt?.number;
  return known.find(is) ?? known[0] ?? (near_misses[0] ? { function: near_misses[0].function } : findings[0]);
}

function litIr(wanted) {
  for (const row of document.querySelectorAll("#ir .defines")) row.classList.remove("defines");
  const rows = [...document.querySelectorAll("#ir .row")].filter(wanted);
  for (const row of rows) row.classList.add("defines");
  rows[0]?.scrollIntoView({ block: "nearest" });
}

async function drawIr() {
  const panel = $("ir"), about = subject();
  if (!about) return panel.replaceChildren(element("p", {}, "There is no function to show: nothing is found, and nothing is nearly found."));
  const answer = await ask("ir", { search: { ...asker(), ...settings() }, function: about.function });
  if (answer.state === "cancelled") return;
  if (answer.state !== "done") return panel.replaceChildren(element("pre", { className: "error" }, answer.said ?? ""));
  const rows = answer.lines.map(({ text, line }) => {
    const made = element(line ? "button" : "span", { className: "row" }, text);
    made.defines = /^\s+(%[\w.$-]+|%"[^"]*") = /.exec(text)?.[1];
    if (!line) return made;
    made.dataset.line = line;
    made.title = `line ${line} of the source`;
    made.addEventListener("click", () => { source.setLit([line]); source.reveal({ line, column: 1 }); litFindings(line, true); });
    return made;
  });
  panel.replaceChildren(element("p", {}, `${about.function}, where it is searched`), element("div", { className: "rows" }, ...rows));
}

async function drawPicture() {
  const about = subject();
  if (!about) { $("pictured").textContent = "nothing is found"; return $("image").replaceChildren(); }
  $("pictured").textContent = "drawing";
  const marked = about.idiom ? [about.idiom, about.number] : null;
  const answer = await ask("picture", { search: { ...asker(), ...settings() }, function: about.function, graph: $("graph").value, marked, only_matched: $("matched").checked });
  if (answer.state === "cancelled") return;
  if (answer.state !== "done") { $("pictured").textContent = answer.said; return $("image").replaceChildren(); }
  $("pictured").textContent = about.idiom ? `${about.idiom} in ${about.function}` : about.function;
  $("image").replaceChildren(element("img", { alt: `graph of ${about.function}`, src: `data:image/svg+xml,${encodeURIComponent(answer.svg)}` }));
}

// --- the passes ------------------------------------------------------------------------------------------------

const passes = new Passes($("over"),
  (place, from) => go(place, null, from),
  (line) => { source.setLit([line]); source.reveal({ line, column: 1 }); litFindings(line, true); });
let passesSerial = 0;

// All functions that something is told of, and the one that is followed.
function followed() {
  const { findings, near_misses } = shown.report;
  const names = [...new Set([...findings, ...near_misses].map((one) => one.function))].filter(Boolean);
  const chosen = $("function").value, about = subject()?.function;
  $("function").replaceChildren(...names.map((name) => element("option", { value: name }, name)));
  $("function").value = [chosen, about].find((name) => names.includes(name)) ?? names[0] ?? "";
  return $("function").value;
}

// What is looked for, else what the specifications hold, else what was found or nearly found.
function follow() {
  const chosen = idiomsChosen();
  if (chosen.length || candl.text().trim()) return chosen;
  const { findings, near_misses } = shown.report;
  return [...new Set([...findings, ...near_misses].map((one) => one.idiom))];
}

async function drawPasses() {
  const mine = ++passesSerial, name = followed(), kept = passes.number();
  if (!name) return passes.say("There is no function to follow: nothing is found, and nothing is nearly found.");
  passes.say("compiling, and looking behind each pass");
  const search = { ...asker(), ...settings(), off: constraints.numbers() };
  const answer = await slow(ask("passes", { search, function: name, follow: follow() }));
  if (mine !== passesSerial) return;
  if (answer.state === "cancelled") return passes.say("stopped", "warning");
  if (answer.state !== "done") return passes.say(answer.said ?? "that failed", "error");
  passes.show(answer, name, kept);
}

// --- the other panels ------------------------------------------------------------------------------------------

async function drawExpanded() {
  const names = [...idiomsChosen(), ...new Set(constraints.rows.map((row) => row.specification))];
  const name = names[0] ?? "";
  const panel = $("expanded");
  if (!name) return panel.replaceChildren(element("p", {}, "Name a specification under “Look for”, or write one."));
  const answer = await post("expand", { candl: candl.text(), name });
  panel.replaceChildren(element("pre", { className: answer.state === "done" ? "" : "error" }, answer.state === "done" ? answer.text : answer.said ?? ""));
}

async function drawProfile() {
  const panel = $("profile");
  panel.replaceChildren(element("p", {}, "counting"));
  const answer = await slow(post("profile", settings()));
  if (answer.state === "cancelled") return panel.replaceChildren(element("p", {}, "stopped"));
  panel.replaceChildren(element("p", {}, "How often each constraint was reached, what it let through, and the steps that took: in the IR that clang makes without vectorising and unrolling."),
    element("pre", { className: answer.state === "done" ? "" : "error" }, answer.state === "done" ? answer.text : answer.said ?? ""));
}

const DRAWN = { ir: drawIr, picture: drawPicture, passes: drawPasses, expanded: drawExpanded, profile: drawProfile };

// Draws again what is seen.
const redraw = () => DRAWN[document.querySelector("[role=tab][aria-selected=true]").getAttribute("aria-controls")]?.();

function choose(tab) {
  for (const other of document.querySelectorAll("[role=tab]")) {
    const is = other === tab;
    other.setAttribute("aria-selected", is);
    other.tabIndex = is ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !is;
  }
  DRAWN[tab.getAttribute("aria-controls")]?.();
}

// --- files -----------------------------------------------------------------------------------------------------

function save() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(saved(), null, 1)], { type: "application/json" }));
  element("a", { href: url, download: "idiom-play.json" }).click();
  URL.revokeObjectURL(url);
}

async function open(file) {
  const text = await file.text();
  const extension = file.name.split(".").at(-1);
  const language = { c: "c", cc: "c++", cpp: "c++", cxx: "c++", ll: "ir" }[extension];
  if (extension === "json") {
    try {
      const read = JSON.parse(text);
      if (read.idiom_play !== VERSION) throw new Error("it was not saved by this page");
      use(read);
    } catch (error) {
      say(`${file.name} cannot be opened: ${error.message}`, "error");
    }
  } else if (extension === "candl") use({ ...saved(), candl: text, off: [] });
  else if (language) use({ ...saved(), source: text, language });
  else say(`${file.name} is neither a saved file, nor a source, nor specifications`, "error");
}

// --- start -----------------------------------------------------------------------------------------------------

function listen() {
  for (const id of ["idioms", "level", "flags", "llvm", "budget"]) $(id).addEventListener("change", () => { keep(); lookSoon(0); });
  $("language").addEventListener("change", () => { source.setLanguage($("language").value); keep(); lookSoon(0); });
  for (const id of ["graph", "matched"]) $(id).addEventListener("change", drawPicture);
  $("function").addEventListener("change", drawPasses);
  $("look").addEventListener("click", look);
  $("stop").addEventListener("click", stop);
  $("save").addEventListener("click", save);
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => { if ($("file").files[0]) open($("file").files[0]); $("file").value = ""; });
  $("example").addEventListener("change", () => {
    const example = state.examples[$("example").value];
    if (example) use({ llvm: Number($("llvm").value), language: example.source.includes("#include <c") ? "c++" : "c", ...example });
  });
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") { event.preventDefault(); look(); }
    if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); }
    if (event.key === "Escape" && document.body.dataset.state === "busy") stop();
  });
  // What runs for a page that is gone is for nobody.
  addEventListener("pagehide", () => navigator.sendBeacon("cancel", new Blob([JSON.stringify(asker())], { type: "application/json" })));
}

async function begin() {
  state = await (await fetch("state")).json();
  $("known").append(...state.idioms.filter((idiom) => !idiom.block).map(({ name, doc }) => element("option", { value: name, label: doc })));
  $("llvm").append(...state.llvm.map((llvm) => element("option", { value: llvm }, llvm)));
  $("llvm").value = state.own_llvm;
  $("example").append(...state.examples.map(({ name }, at) => element("option", { value: at }, name)));
  document.body.dataset.editor = NAME;
  listen();
  let kept;
  try { kept = JSON.parse(sessionStorage.getItem("idiom-play")); } catch { /* nothing is kept */ }
  use(kept?.idiom_play === VERSION ? kept : state.start ?? { ...state.examples[0] });
  if (state.plain) $("checked").title = state.plain_note;
}

begin();
