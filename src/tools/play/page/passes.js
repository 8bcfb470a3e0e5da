// The slider over the passes: what holds in a function behind each pass that changed it, and its IR there.

import { element, placeText } from "./tree.js";

const WORDS = { appears: "holds", moves: "holds", ends: "holds no more", removed: "is gone with the function" };

const at = (place) => (place ? ` at ${placeText(place)}` : "");
const passName = ({ number, name }) => (number === 0 ? "before the first pass" : `behind pass ${number}, ${name}`);

export class Passes {
  // `go` is called with a place in the source and the element that was chosen, `lit` with a line of the
  // source.
  constructor(panel, go, lit) {
    Object.assign(this, { panel, go, lit, trace: null });
  }

  say(text, className = "") { this.trace = null; this.panel.replaceChildren(element("p", { className, role: "status" }, text)); }

  // Takes an answer of the server; `kept` is the number of the pass that was looked at last.
  show(trace, functionName, kept) {
    this.trace = trace;
    const { steps, events, detection } = trace;
    if (steps.length === 0) return this.say(`No pass of the ${trace.passes} that ran changed ${functionName}, or it is in none of them.`);
    const behind = (number) => Math.max(0, steps.findLastIndex((step) => step.number <= number));
    this.slider = element("input", { type: "range", id: "pass", min: 0, max: steps.length - 1, value: behind(kept ?? detection ?? Infinity) });
    this.slider.setAttribute("aria-label", "the pass");
    this.slider.addEventListener("input", () => this.draw());
    this.where = element("p", { id: "behind", role: "status" });
    this.code = element("div", { className: "rows" });
    const list = element("ol", { id: "events" }, ...events.map((event) => element("li", {}, this.event(event, behind(event.number)))));
    const nearest = trace.nearest.map((near) => element("p", { className: "why" }, `${near.headline}, nearest ${passName(near)}: ${near.why}`));
    if (events.length === 0 && nearest.length === 0) nearest.push(element("p", {}, "Nothing is found behind any pass."));
    if (trace.incomplete) nearest.push(element("p", { className: "warning" }, `not everything was searched: ${trace.incomplete}`));
    this.panel.replaceChildren(
      element("p", {}, `${functionName}: ${trace.passes} passes ran in LLVM ${trace.llvm}; those that changed it:`),
      this.slider, this.where, list, ...nearest, this.code);
    this.draw();
  }

  event(event, step) {
    const change = `${event.number === 0 ? "(input)" : `${event.number} ${this.trace.steps[step].name}`}: ${event.idiom} ${WORDS[event.change]}${at(event.place)}`;
    const from = event.change === "moves" ? ` instead of${at(event.from)}` : "";
    const button = element("button", { className: "row" }, change + from + (event.why ? `; ${event.why}` : ""));
    button.dataset.step = step;
    button.addEventListener("click", () => {
      this.slider.value = step;
      this.draw();
      this.go(event.place, button);
    });
    return button;
  }

  draw() {
    const { steps, detection } = this.trace, now = Number(this.slider.value);
    const step = steps[now];
    const sees = steps.findLastIndex(({ number }) => number <= detection) === now ? " Detection looks here." : "";
    const held = step.found.map(({ idiom, place, times }) => `${idiom}${at(place)}${times > 1 ? ` (${times} times)` : ""}`);
    const text = `${passName(step)}: ${held.length ? `${held.join(", ")} ${held.length > 1 ? "hold" : "holds"}.` : "nothing holds."}${sees}`;
    this.where.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    for (const button of this.panel.querySelectorAll("#events .row")) button.classList.toggle("chosen", Number(button.dataset.step) === now);
    const before = new Set((steps[now - 1]?.lines ?? []).map((line) => line.text));
    const rows = (step.lines ?? []).map(({ text: code, line }) => {
      const row = element(line ? "button" : "span", { className: `row${now > 0 && !before.has(code) ? " new" : ""}` }, code);
      if (line) {
        row.dataset.line = line;
        row.title = `line ${line} of the source`;
        row.addEventListener("click", () => this.lit(line));
      }
      return row;
    });
    if (!step.lines) rows.push(element("p", {}, "The IR of this step is left out."));
    this.code.replaceChildren(...rows);
  }

  // The number of the pass that is looked at.
  number() { return this.trace?.steps?.[this.slider?.value]?.number; }
}
