// Two traces side by side: `<toolspec-compare>`, whose `data` is what the server's `toolspec/compare` answers.
//
// No framework, no network. Every text of a trace or a spec is set as text, never as markup. What the user wants comes
// out as events: `open-call` (a call in its file) and `open-trace` (the timeline of one of the two traces).
import { button, count, facts, make, part } from "../drawing/elements.js";
import { callFacts, sign, verdict } from "../drawing/marks.js";
import { likeness, LIKENESS, likenessWords, rowText } from "./pair.js";

const SIDES = ["left", "right"];
/** Rows that are made at once; the others follow, so that the first are seen without waiting for all. */
const CHUNK = 200;

class Compare extends HTMLElement {
  #data = null;
  #pairs = [];
  #made = 0;
  #turn = 0;
  #body = null;
  /** The cell that keys speak to. */
  #at = { row: 0, side: "left" };
  /** The pairs, by their place in the data, of which all is shown. */
  #opened = new Set();
  #onlyDifferences = false;

  /** The comparison that is shown. */
  get data() {
    return this.#data;
  }

  set data(data) {
    const before = this.#data;
    if (before !== null && JSON.stringify(before) === JSON.stringify(data)) {
      return;
    }
    const same = before !== null && data !== null && String(before.traces) === String(data.traces);
    const scrolled = same && this.#body !== null ? this.#body.scrollTop : 0;
    const focused = this.#body?.contains(document.activeElement) ?? false;
    this.#data = data;
    if (!same) {
      this.#opened.clear();
      this.#at = { row: 0, side: "left" };
    }
    this.#draw();
    if (same && this.#body !== null) {
      this.#finishUpTo(Math.ceil(scrolled / 20));
      this.#body.scrollTop = scrolled;
      this.#select(this.#at.row, this.#at.side, focused);
    }
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#pressed(event));
    // A screen reader may move the focus by itself.
    this.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.side !== undefined) {
        this.#select(Number(target.parentElement.dataset.at), target.dataset.side, false);
      }
    });
  }

  #draw() {
    const data = this.#data;
    this.#turn += 1;
    this.#made = 0;
    this.#body = null;
    this.replaceChildren();
    if (data === null) {
      return;
    }
    const all = data.pairs.map((pair, number) => ({ ...pair, number }));
    this.#pairs = this.#onlyDifferences ? all.filter((pair) => likeness(pair) !== "same") : all;
    this.#at.row = Math.max(0, Math.min(this.#at.row, this.#pairs.length - 1));
    this.append(this.#head(data));
    const body = make("div", "tc-body");
    body.setAttribute("role", "treegrid");
    body.setAttribute("aria-label", `Calls of ${this.#name("left")} and ${this.#name("right")}`);
    body.setAttribute("aria-rowcount", String(this.#pairs.length + 1));
    body.append(this.#columns());
    this.#body = body;
    this.append(body);
    if (this.#pairs.length === 0) {
      this.append(make("p", "tc-nothing", all.length === 0 ? "Neither trace has calls." : "Nothing differs."));
    }
    this.#makeMore(this.#turn);
  }

  /** Make the next rows, and the others soon. */
  #makeMore(turn) {
    if (turn !== this.#turn || this.#body === null) {
      return;
    }
    this.#finishUpTo(this.#made + CHUNK);
    if (this.#made < this.#pairs.length) {
      setTimeout(() => this.#makeMore(turn), 0);
    } else {
      this.dispatchEvent(new CustomEvent("drawn"));
    }
  }

  #finishUpTo(end) {
    const more = document.createDocumentFragment();
    for (const last = Math.min(end, this.#pairs.length); this.#made < last; this.#made += 1) {
      const pair = this.#pairs[this.#made];
      more.append(this.#row(pair, this.#made));
      if (this.#opened.has(pair.number)) {
        more.append(this.#details(pair));
      }
    }
    this.#body?.append(more);
  }

  #name(side) {
    const { name, id } = this.#data[side];
    return name ?? id ?? "trace";
  }

  #head(data) {
    const head = make("header", "tc-head");
    const rule = data.left.rule ?? data.right.rule;
    head.append(make("h1", "tc-rule", rule === null ? "Two traces side by side" : rule.source));
    head.append(make("p", "tc-facts", data.summary));
    if (data.left_out > 0) {
      head.append(make("p", "tc-facts", `${count(data.left_out, "more row")} not compared`));
    }
    const bar = make("div", "tc-bar");
    const differing = button("tc-button", "Only what differs", () => {
      this.#onlyDifferences = !this.#onlyDifferences;
      this.#at = { row: 0, side: "left" };
      this.#draw();
      this.querySelector(".tc-button").focus();
    });
    differing.setAttribute("aria-pressed", String(this.#onlyDifferences));
    bar.append(differing, this.#legend(rule));
    head.append(bar);
    return head;
  }

  /** What the signs between the two traces mean, of those that are there. */
  #legend(rule) {
    const legend = make("ul", "tc-legend");
    legend.setAttribute("aria-label", "What the signs mean");
    const there = new Set(this.#data.pairs.map(likeness));
    for (const [like, { sign: drawn, words }] of Object.entries(LIKENESS)) {
      if (there.has(like) && (like !== "decides" || rule !== null)) {
        const item = make("li", `tc-${like}`);
        item.append(make("span", "tc-sign", drawn), ` ${words}`);
        legend.append(item);
      }
    }
    return legend;
  }

  /** The heads of the two columns: each trace with its verdict, and the way to its timeline. */
  #columns() {
    const row = make("div", "tc-row tc-columns");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", "1");
    const [left, right] = SIDES.map((side) => {
      const { rule } = this.#data[side];
      const made = part("columnheader", `tc-cell tc-${side}`);
      const open = () => this.dispatchEvent(new CustomEvent("open-trace", { detail: { side } }));
      const name = button("tc-name", this.#name(side), open);
      name.title = `Show the timeline of ${this.#name(side)}`;
      made.append(name);
      if (rule !== null) {
        const judged = make("span", `tc-verdict tc-${rule.status}`);
        judged.append(...verdict(rule));
        judged.title = rule.summary;
        made.append(judged);
      }
      return made;
    });
    const middle = part("columnheader", "tc-middle");
    middle.append(make("span", "tc-unseen", "Difference"));
    row.append(left, middle, right);
    return row;
  }

  #row(pair, at) {
    const like = likeness(pair);
    const row = make("div", `tc-row tc-${like}`);
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(at + 2));
    row.setAttribute("aria-expanded", String(this.#opened.has(pair.number)));
    row.dataset.at = String(at);
    const middle = part("gridcell", "tc-middle");
    const words = likenessWords(pair, (side) => this.#name(side));
    const between = make("span", "tc-sign", LIKENESS[like].sign);
    between.setAttribute("role", "img");
    between.setAttribute("aria-label", words);
    between.title = words;
    middle.append(between);
    row.append(this.#side(pair, at, "left"), middle, this.#side(pair, at, "right"));
    return row;
  }

  #side(pair, at, side) {
    const index = pair[side];
    const made = part("gridcell", `tc-cell tc-${side}`);
    made.dataset.side = side;
    made.tabIndex = at === this.#at.row && side === this.#at.side ? 0 : -1;
    made.addEventListener("click", () => {
      this.#select(at, side, true);
      this.#toggle(at);
    });
    if (index === null) {
      made.classList.add("tc-none");
      made.append(make("span", "tc-text", "nothing like it"));
      return made;
    }
    const row = this.#data[side].rows[index];
    const mark = row.row === "missing" ? "missing" : row.row === "call" ? row.part : "";
    if (mark !== "") {
      made.classList.add(`tc-${mark}`);
    }
    made.append(make("span", "tc-number", row.row === "call" ? String(row.call + 1) : ""));
    const marked = make("span", "tc-mark");
    if (mark !== "") {
      marked.append(sign("tc-sign", mark));
    }
    made.append(marked, rowText(row, pair.differs));
    return made;
  }

  /** Make a cell the one that keys speak to. */
  #select(row, side, focus) {
    if (this.#pairs.length === 0) {
      return;
    }
    this.#finishUpTo(row + 1);
    const before = this.#cellAt(this.#at);
    if (before !== null) {
      before.tabIndex = -1;
    }
    this.#at = { row, side };
    const now = this.#cellAt(this.#at);
    if (now !== null) {
      now.tabIndex = 0;
      if (focus) {
        now.focus({ preventScroll: true });
        now.parentElement.scrollIntoView({ block: "nearest" });
      }
    }
  }

  #rowAt(at) {
    return this.#body?.querySelector(`:scope > .tc-row[data-at="${at}"]`) ?? null;
  }

  #cellAt({ row, side }) {
    return this.#rowAt(row)?.querySelector(`:scope > [data-side="${side}"]`) ?? null;
  }

  /** Show all that is known of a pair below its row, or take it away again. */
  #toggle(at) {
    const [shown, pair] = [this.#rowAt(at), this.#pairs[at]];
    if (shown === null || pair === undefined) {
      return;
    }
    const open = this.#opened.has(pair.number);
    shown.setAttribute("aria-expanded", String(!open));
    if (open) {
      this.#opened.delete(pair.number);
      shown.nextElementSibling?.remove();
    } else {
      this.#opened.add(pair.number);
      shown.after(this.#details(pair));
    }
  }

  #details(pair) {
    const details = make("div", "tc-row tc-details");
    details.setAttribute("role", "row");
    const [left, right] = SIDES.map((side) => {
      const made = part("gridcell", `tc-inside tc-${side}`);
      const row = pair[side] === null ? null : this.#data[side].rows[pair[side]];
      made.append(row === null ? make("p", "tc-dim", `${this.#name(side)} has nothing like it.`) : this.#facts(row, side));
      return made;
    });
    details.append(left, part("gridcell", "tc-middle"), right);
    return details;
  }

  #facts(row, side) {
    const made = make("div");
    const named = row.row === "missing" ? "Missing" : row.role ?? "";
    made.append(facts(row.row === "call" ? callFacts(row) : [[named, row.text ?? "not recorded"]]));
    if (row.row === "call" && row.line !== null) {
      const text = `Open call ${row.call + 1} of ${this.#name(side)} in its file`;
      made.append(button("tc-button", text, () => this.#open(row, side)));
    }
    return made;
  }

  #open(row, side) {
    this.dispatchEvent(new CustomEvent("open-call", { detail: { side, call: row.call } }));
  }

  #pressed(event) {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof HTMLElement)) {
      return;
    }
    if (target.dataset.side === undefined) {
      return;
    }
    const { row, side } = this.#at;
    const last = this.#pairs.length - 1;
    const page = Math.max(1, Math.floor((this.#body?.clientHeight ?? 400) / 24) - 2);
    const goes = {
      ArrowDown: () => [Math.min(last, row + 1), side],
      ArrowUp: () => [Math.max(0, row - 1), side],
      ArrowLeft: () => [row, "left"],
      ArrowRight: () => [row, "right"],
      PageDown: () => [Math.min(last, row + page), side],
      PageUp: () => [Math.max(0, row - page), side],
      Home: () => [0, side],
      End: () => [last, side],
      n: () => [this.#next(1), side],
      p: () => [this.#next(-1), side],
    };
    const index = this.#pairs[row]?.[side];
    const here = index === null || index === undefined ? null : this.#data[side].rows[index];
    if (goes[event.key] !== undefined) {
      this.#select(...goes[event.key](), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#toggle(row);
    } else if (event.key === "o" && here?.row === "call") {
      this.#open(here, side);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The next pair, or the one before, that made a difference; where none did, that differs. */
  #next(by) {
    const decides = this.#pairs.some((pair) => pair.decides);
    for (let at = this.#at.row + by; at >= 0 && at < this.#pairs.length; at += by) {
      if (decides ? this.#pairs[at].decides : likeness(this.#pairs[at]) !== "same") {
        return at;
      }
    }
    return this.#at.row;
  }
}

customElements.define("toolspec-compare", Compare);
