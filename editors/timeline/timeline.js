// A trace as a picture: `<toolspec-timeline>`, whose `data` is what the server's `toolspec/timeline` answers.
//
// No framework, no network. Every text of a trace or a spec is set as text, never as markup. When the user wants to
// see a call in its file, the element sends an event `open-call`, with the call's row as its detail; where it has the
// attribute `making`, calls are marked, and `make-rule` asks for rules for the marked ones.
import { button, count, facts, make, part } from "../drawing/elements.js";
import { callFacts } from "../drawing/marks.js";
import { headOf } from "./head.js";
import { layoutOf, spread } from "./layout.js";
import { columns, rowAt } from "./row.js";

/** Rows that are made at once; the others follow, so that the first are seen without waiting for all. */
const CHUNK = 200;

class Timeline extends HTMLElement {
  #data = null;
  #layout = null;
  #rows = [];
  #made = 0;
  #at = 0;
  #turn = 0;
  #body = null;
  /** The calls of which all is shown. */
  #opened = new Set();
  /** The calls that are marked for a rule. */
  #chosen = new Set();

  /** The picture that is shown. */
  get data() {
    return this.#data;
  }

  set data(data) {
    const before = this.#data;
    if (before !== null && JSON.stringify(before) === JSON.stringify(data)) {
      return;
    }
    const same = before !== null && data !== null && before.trace === data.trace && before.path === data.path;
    const scrolled = same && this.#body !== null ? this.#body.scrollTop : 0;
    const focused = this.contains(document.activeElement);
    const selected = same ? this.#callAt(this.#at) : null;
    this.#data = data;
    if (!same) {
      this.#opened.clear();
      this.#chosen.clear();
    }
    this.#draw();
    if (same) {
      const at = this.#rows.findIndex((row) => row.row === "call" && row.call === selected);
      this.#select(Math.max(0, at), focused);
      this.#finishUpTo(Math.ceil(scrolled / 20));
      this.#body.scrollTop = scrolled;
    }
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#pressed(event));
    // A screen reader may move the focus by itself.
    this.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.at !== undefined) {
        this.#select(Number(target.dataset.at), false);
      }
    });
  }

  #callAt(at) {
    const row = this.#rows[at];
    return row?.row === "call" ? row.call : null;
  }

  #draw() {
    const data = this.#data;
    this.#turn += 1;
    this.#made = 0;
    this.#at = 0;
    this.#rows = data?.rows ?? [];
    this.#body = null;
    this.replaceChildren();
    if (data === null) {
      return;
    }
    const layout = layoutOf(data);
    this.#layout = layout;
    const head = headOf(data, layout, (call) => this.#goToCall(call));
    const making = this.hasAttribute("making");
    if (making && data.calls > 0) {
      head.append(button("ts-open-file ts-make", this.#makeLabel(), () => this.#makeRule()));
    }
    const body = make("div", "ts-body");
    this.#body = body;
    body.setAttribute("role", "treegrid");
    body.setAttribute("aria-label", `Calls of the trace ${data.name ?? ""}`.trim());
    body.setAttribute("aria-multiselectable", String(making));
    body.setAttribute("aria-rowcount", String(this.#rows.length + 1));
    spread(body, layout);
    body.append(columns(layout));
    this.append(head, body);
    if (this.#rows.length === 0) {
      body.append(make("p", "ts-nothing", "The trace has no calls."));
    }
    this.#makeMore(this.#turn);
  }

  /** Make the next rows, and the others soon. */
  #makeMore(turn) {
    if (turn !== this.#turn || this.#body === null) {
      return;
    }
    this.#finishUpTo(this.#made + CHUNK);
    if (this.#made < this.#rows.length) {
      setTimeout(() => this.#makeMore(turn), 0);
    } else {
      this.dispatchEvent(new CustomEvent("drawn"));
    }
  }

  #finishUpTo(end) {
    if (this.#body === null) {
      return;
    }
    const more = document.createDocumentFragment();
    for (const last = Math.min(end, this.#rows.length); this.#made < last; this.#made += 1) {
      const row = this.#rows[this.#made];
      const made = this.#row(row, this.#made);
      more.append(made);
      if (row.row === "call" && this.#opened.has(row.call)) {
        made.setAttribute("aria-expanded", "true");
        more.append(this.#details(row));
      }
    }
    this.#body.append(more);
  }

  #row(row, at) {
    const made = rowAt(this.#layout, at);
    made.tabIndex = at === this.#at ? 0 : -1;
    made.dataset.at = String(at);
    made.addEventListener("click", (event) => {
      if (event.target.closest("button") === null) {
        this.#select(at, true);
        if (event.ctrlKey || event.metaKey || event.shiftKey) {
          this.#choose(at);
        } else {
          this.#toggle(at);
        }
      }
    });
    if (row.row === "call" && this.hasAttribute("making")) {
      made.setAttribute("aria-selected", String(this.#chosen.has(row.call)));
    }
    return made;
  }

  /** Make a row the one that keys speak to. */
  #select(at, focus) {
    this.#finishUpTo(at + 1);
    const before = this.#rowAt(this.#at);
    const now = this.#rowAt(at);
    if (before !== null) {
      before.tabIndex = -1;
    }
    this.#at = at;
    if (now !== null) {
      now.tabIndex = 0;
      if (focus) {
        now.focus({ preventScroll: true });
        now.scrollIntoView({ block: "nearest" });
      }
    }
  }

  #rowAt(at) {
    return this.#body?.querySelector(`:scope > .ts-row[data-at="${at}"]`) ?? null;
  }

  #goToCall(call) {
    const at = this.#rows.findIndex((row) => row.row === "call" && row.call === call);
    if (at >= 0) {
      this.#select(at, true);
    }
  }

  /** Show all that is known of a call below its row, or take it away again. */
  #toggle(at) {
    const shown = this.#rowAt(at);
    const row = this.#rows[at];
    if (shown === null || row.row !== "call") {
      return;
    }
    const open = shown.getAttribute("aria-expanded") === "true";
    shown.setAttribute("aria-expanded", String(!open));
    if (open) {
      this.#opened.delete(row.call);
      shown.nextElementSibling?.remove();
    } else {
      this.#opened.add(row.call);
      shown.after(this.#details(row));
    }
  }

  #details(row) {
    const details = make("div", "ts-details");
    details.setAttribute("role", "row");
    const inside = part("gridcell", "ts-inside");
    inside.append(facts(callFacts(row)));
    if (row.line !== null) {
      inside.append(button("ts-open-file", `Open call ${row.call + 1} in its file`, () => this.#open(row)));
    }
    details.append(inside);
    return details;
  }

  #makeLabel() {
    const marked = this.#chosen.size;
    return marked === 0 ? "Make a rule: mark calls with M" : `Make a rule from ${count(marked, "call")} (R)`;
  }

  /** Mark a call for a rule, or take the mark away. */
  #choose(at) {
    const row = this.#rows[at];
    if (row?.row !== "call" || !this.hasAttribute("making")) {
      return;
    }
    if (!this.#chosen.delete(row.call)) {
      this.#chosen.add(row.call);
    }
    this.#rowAt(at)?.setAttribute("aria-selected", String(this.#chosen.has(row.call)));
    this.querySelector(".ts-make").textContent = this.#makeLabel();
  }

  /** Ask for rules for the marked calls; without any, for the one that keys speak to. */
  #makeRule() {
    const here = this.#rows[this.#at];
    const calls = this.#chosen.size > 0 ? [...this.#chosen] : here?.row === "call" ? [here.call] : [];
    if (this.hasAttribute("making") && calls.length > 0) {
      this.dispatchEvent(new CustomEvent("make-rule", { detail: { calls: calls.sort((a, b) => a - b) } }));
    }
  }

  #open(row) {
    this.dispatchEvent(new CustomEvent("open-call", { detail: row }));
  }

  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) {
      return;
    }
    if (!event.target.classList.contains("ts-row")) {
      return;
    }
    const last = this.#rows.length - 1;
    const page = Math.max(1, Math.floor((this.#body?.clientHeight ?? 400) / 24) - 2);
    const goes = {
      ArrowDown: () => Math.min(last, this.#at + 1),
      ArrowUp: () => Math.max(0, this.#at - 1),
      PageDown: () => Math.min(last, this.#at + page),
      PageUp: () => Math.max(0, this.#at - page),
      Home: () => 0,
      End: () => last,
      n: () => this.#marked(1),
      p: () => this.#marked(-1),
    };
    const goes_to = goes[event.key];
    if (goes_to !== undefined) {
      this.#select(goes_to(), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#toggle(this.#at);
    } else if (event.key === "m") {
      this.#choose(this.#at);
    } else if (event.key === "r") {
      this.#makeRule();
    } else if (event.key === "o" && this.#rows[this.#at]?.row === "call") {
      this.#open(this.#rows[this.#at]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The next row, or the one before, that the rule says something of. */
  #marked(by) {
    for (let at = this.#at + by; at >= 0 && at < this.#rows.length; at += by) {
      const row = this.#rows[at];
      if (row.row === "missing" || (row.part ?? "") !== "") {
        return at;
      }
    }
    return this.#at;
  }
}

customElements.define("toolspec-timeline", Timeline);
