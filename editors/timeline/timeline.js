// A trace as a picture: `<toolspec-timeline>`, whose `data` is what the server's `toolspec/timeline` answers.
//
// No framework, no network. Every text of a trace or a spec is set as text, never as markup. When the user wants to
// see a call in its file, the element sends an event `open-call`, with the call's row as its detail; where it has the
// attribute `making`, calls are marked, and `make-rule` asks for rules for the marked ones.
(() => {
  "use strict";

  const SIGNS = { taken: "✓", missing: "✗", forbidden: "✗", extra: "+", open: "?" };
  const STATUSES = { pass: "✓", fail: "✗", unknown: "?", error: "!", skip: "-" };
  const WORDS = {
    taken: "taken by the rule",
    missing: "something is missing here",
    forbidden: "forbidden",
    extra: "one too many",
    open: "too little is recorded",
  };
  /** Rows that are made at once; the others follow, so that the first are seen without waiting for all. */
  const CHUNK = 200;
  /** Columns of the bands of parts that overlap; the rest are only listed. */
  const TRACKS_MAX = 6;
  const BANDS_MAX = 50;
  const LINK = "http://www.w3.org/2000/svg";

  /** Make an element; `text` is set as text. */
  function make(tag, name, text) {
    const made = document.createElement(tag);
    if (name) {
      made.className = name;
    }
    if (text !== undefined && text !== null) {
      made.textContent = text;
    }
    return made;
  }

  function cell(name, text) {
    const made = make("span", name, text);
    made.setAttribute("role", "gridcell");
    return made;
  }

  function count(number, noun) {
    return `${number} ${noun}${number === 1 ? "" : "s"}`;
  }

  /** A line from the lane of expected calls to the lane of calls. */
  function link() {
    const drawn = document.createElementNS(LINK, "svg");
    drawn.setAttribute("class", "ts-link");
    drawn.setAttribute("aria-hidden", "true");
    drawn.setAttribute("viewBox", "0 0 24 8");
    drawn.setAttribute("preserveAspectRatio", "none");
    const line = document.createElementNS(LINK, "path");
    line.setAttribute("d", "M0 4 H24");
    drawn.append(line);
    return drawn;
  }

  class Timeline extends HTMLElement {
    #data = null;
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
      this.append(this.#head(data));
      const body = make("div", "ts-body");
      this.#body = body;
      body.setAttribute("role", "treegrid");
      body.setAttribute("aria-label", `Calls of the trace ${data.name ?? ""}`.trim());
      body.setAttribute("aria-multiselectable", String(this.hasAttribute("making")));
      body.setAttribute("aria-rowcount", String(this.#rows.length + 1));
      const lanes = data.rule?.lanes === true;
      const bands = this.#bands();
      const tracks = Math.min(TRACKS_MAX, 1 + Math.max(-1, ...bands.map(({ track }) => track)));
      const agents = new Set(this.#rows.filter(({ row }) => row === "call").map(({ agent }) => agent));
      this.agents = agents.size > 1;
      this.tracks = tracks;
      body.classList.toggle("ts-lanes", lanes);
      body.classList.toggle("ts-stepped", this.#rows.some((row) => row.row === "call" && row.step !== null));
      body.classList.toggle("ts-timed", data.duration !== null && data.duration > 0);
      body.style.setProperty("--ts-tracks", String(tracks));
      // Each row is a grid of its own, so that those out of view cost nothing: all must agree on the widths.
      const wide = (texts) => `min(26ch, ${0.62 * Math.max(6, ...texts.map((text) => text.length)) + 0.5}em)`;
      body.style.setProperty("--ts-tool", wide(this.#rows.map((row) => (row.row === "call" ? this.#named(row) : ""))));
      body.style.setProperty("--ts-entry", wide(["Expected", ...(data.rule?.expected ?? [])]));
      body.append(this.#columns(lanes));
      this.append(body);
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

    #head(data) {
      const head = make("header", "ts-head");
      const { rule } = data;
      if (rule !== null) {
        head.append(make("h1", "ts-rule", rule.source));
        const verdict = make("p", `ts-verdict ts-${rule.status}`);
        verdict.append(make("b", "", `${STATUSES[rule.status] ?? ""} ${rule.score_text}`), ` ${rule.summary}`);
        head.append(verdict);
      } else {
        head.append(make("h1", "ts-rule", data.name ?? data.id ?? "Trace"));
      }
      const facts = [
        rule === null ? "" : data.name ?? data.id ?? "",
        count(data.calls, "call"),
        data.steps > 0 ? count(data.steps, "step") : "",
        data.took ?? "no times recorded",
      ].filter((fact) => fact !== "");
      head.append(make("p", "ts-facts", facts.join(" · ")));
      const bands = this.#bands();
      if (bands.length > 0) {
        head.append(this.#bandList(bands, rule));
      }
      if (rule !== null && rule.calls_unmarked > 0) {
        head.append(make("p", "ts-facts", `${count(rule.calls_unmarked, "more call")} not marked`));
      }
      if (rule !== null) {
        head.append(this.#legend());
      }
      if (this.hasAttribute("making") && data.calls > 0) {
        const button = make("button", "ts-open-file ts-make", this.#makeLabel());
        button.type = "button";
        button.addEventListener("click", () => this.#makeRule());
        head.append(button);
      }
      return head;
    }

    #bands() {
      const parts = this.#data?.rule?.parts ?? [];
      return parts.length > 1 || parts.some(({ label }) => label !== "") ? parts : [];
    }

    #bandList(bands, rule) {
      const list = make("ul", "ts-bands");
      list.setAttribute("aria-label", "Parts that the rule judges");
      for (const band of bands.slice(0, BANDS_MAX)) {
        const item = make("li");
        const button = make("button", `ts-band ts-${band.status}`);
        button.type = "button";
        button.append(make("b", "", `${STATUSES[band.status] ?? ""} ${band.label || "part"}`));
        button.title = band.summary;
        button.disabled = band.first === null;
        button.addEventListener("click", () => this.#goToCall(band.first));
        item.append(button);
        list.append(item);
      }
      const left = bands.length - BANDS_MAX + rule.parts_left_out;
      if (left > 0) {
        list.append(make("li", "ts-more", `and ${count(left, "more part")}`));
      }
      return list;
    }

    /** What the colours mean, of those that are there. */
    #legend() {
      const legend = make("ul", "ts-legend");
      legend.setAttribute("aria-label", "What the marks mean");
      const there = new Set(this.#rows.map((row) => (row.row === "missing" ? "missing" : row.part)));
      for (const part of ["taken", "missing", "forbidden", "extra", "open"]) {
        if (there.has(part)) {
          const item = make("li", `ts-${part}`);
          item.append(make("span", "ts-sign", SIGNS[part]), ` ${WORDS[part]}`);
          legend.append(item);
        }
      }
      return legend;
    }

    #columns(lanes) {
      const row = make("div", "ts-row ts-columns");
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", "1");
      const entry = lanes ? ["Expected", ""] : [];
      const names = ["Call", "Step", "Parts", "Mark", ...entry, "Tool", "Arguments", "Result", "Time", "Took"];
      for (const name of names) {
        const one = make("span", `ts-${name.toLowerCase() || "joint"}`, name);
        if (name === "" || name === "Parts") {
          one.textContent = "";
          one.setAttribute("role", "presentation");
        } else {
          one.setAttribute("role", "columnheader");
        }
        row.append(one);
      }
      return row;
    }

    #row(row, at) {
      const made = make("div", `ts-row ts-is-${row.row}`);
      made.setAttribute("role", "row");
      made.setAttribute("aria-rowindex", String(at + 2));
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
      if (row.row === "call") {
        this.#fillCall(made, row, at);
      } else {
        this.#fillOther(made, row, at);
      }
      return made;
    }

    #fillCall(made, row, at) {
      const { rule, duration } = this.#data;
      if (row.part !== "") {
        made.classList.add(`ts-${row.part}`);
      }
      made.setAttribute("aria-expanded", "false");
      if (this.hasAttribute("making")) {
        made.setAttribute("aria-selected", String(this.#chosen.has(row.call)));
      }
      const step = cell("ts-step", row.step === null ? "" : String(row.step));
      made.append(cell("ts-call", String(row.call + 1)), step, this.#gutter(at), this.#mark(row.part));
      if (rule?.lanes === true) {
        const [entry] = row.entries;
        const named = entry === undefined ? "" : rule.expected[entry] ?? "";
        const lane = cell("ts-expected", named);
        lane.title = named;
        const joint = cell("ts-joint");
        if (named !== "") {
          joint.append(link());
        }
        made.append(lane, joint);
      }
      const tool = cell("ts-tool", this.#named(row));
      tool.title = row.tool;
      made.append(tool);
      const said = cell("ts-arguments", row.arguments ?? "arguments not recorded");
      said.classList.toggle("ts-dim", row.arguments === null);
      const remarks = [
        row.completed === false ? "never completed" : "",
        row.status === "error" ? "failed" : "",
        row.part in WORDS && row.part !== "taken" ? row.why || WORDS[row.part] : "",
      ].filter((word) => word !== "");
      if (remarks.length > 0) {
        said.append(make("span", "ts-why", ` ← ${remarks.join(", ")}`));
      }
      const result = cell("ts-result", row.result ?? "");
      result.title = row.result ?? "";
      made.append(said, result, this.#bar(row, duration), cell("ts-took", row.took ?? ""));
    }

    #fillOther(made, row, at) {
      made.append(cell("ts-call"), cell("ts-step"), this.#gutter(at));
      const lanes = this.#data.rule?.lanes === true;
      if (row.row === "missing") {
        made.classList.add("ts-missing");
        made.append(this.#mark("missing"));
        if (lanes) {
          const lane = cell("ts-expected", row.text);
          lane.title = row.text;
          made.append(lane, cell("ts-joint"));
        }
        made.append(cell("ts-wide", lanes ? "no call" : `no call of ${row.text}`));
      } else if (row.row === "message") {
        const text = row.text ?? "(not recorded)";
        const who = this.agents && row.role === "agent" && row.agent !== null ? row.agent : row.role;
        const said = cell("ts-wide ts-said");
        said.append(make("b", "", `${who}: `), text);
        said.title = text;
        made.append(this.#mark(""), ...(lanes ? [cell("ts-expected"), cell("ts-joint")] : []), said);
      } else {
        const said = cell("ts-wide ts-dim", `... ${count(row.calls, "more call")}`);
        made.append(this.#mark(""), ...(lanes ? [cell("ts-expected"), cell("ts-joint")] : []), said);
      }
    }

    #mark(part) {
      const made = cell("ts-mark");
      if (part !== "") {
        const sign = make("span", "ts-sign", SIGNS[part]);
        sign.setAttribute("role", "img");
        sign.setAttribute("aria-label", WORDS[part]);
        made.append(sign);
      }
      return made;
    }

    /** The parts that a row lies in, as bands. */
    #gutter(at) {
      const made = make("span", "ts-parts");
      made.setAttribute("role", "presentation");
      if (this.tracks === 0) {
        return made;
      }
      const row = this.#rows[at];
      const call = row.row === "call" ? row.call : this.#lastCall(at);
      const between = row.row !== "call";
      this.#bands().forEach((band, number) => {
        const { first, last, track } = band;
        if (first === null || track >= TRACKS_MAX || call < first || (between ? call >= last : call > last)) {
          return;
        }
        const strip = make("span", `ts-strip ts-${band.status}`);
        strip.classList.toggle("ts-begins", !between && call === first);
        strip.classList.toggle("ts-ends", !between && call === last);
        strip.classList.toggle("ts-outside", !between && row.within.length > 0 && !row.within.includes(number));
        strip.style.setProperty("--ts-track", String(track));
        strip.title = band.label;
        made.append(strip);
      });
      return made;
    }

    #named(row) {
      return this.agents && row.agent !== null ? `${row.agent}: ${row.tool}` : row.tool;
    }

    #lastCall(at) {
      for (let before = at - 1; before >= 0; before -= 1) {
        if (this.#rows[before].row === "call") {
          return this.#rows[before].call;
        }
      }
      return -1;
    }

    #bar(row, duration) {
      const made = cell("ts-time");
      if (duration === null || duration <= 0 || row.start === null) {
        return made;
      }
      const bar = make("span", "ts-bar");
      const end = row.end ?? row.start;
      bar.style.left = `${Math.min(100, Math.max(0, (row.start / duration) * 100))}%`;
      bar.style.width = `${Math.min(100, Math.max(0, ((end - row.start) / duration) * 100))}%`;
      bar.setAttribute("role", "img");
      bar.setAttribute("aria-label", `began after ${Math.round(row.start)} ms`);
      made.append(bar);
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
      const inside = cell("ts-inside");
      const list = make("dl");
      const facts = [
        ["Rule", row.part === "" ? "" : row.why || WORDS[row.part]],
        ["Arguments", row.arguments ?? "not recorded"],
        ["Result", row.result ?? "not recorded"],
        ["Step", row.step === null ? "" : String(row.step)],
        ["Turn", row.turn === null ? "" : String(row.turn)],
        ["Agent", row.agent ?? ""],
        ["Status", row.completed === false ? "never completed" : row.status ?? ""],
        ["Began", row.start === null ? "" : `${Math.round(row.start)} ms after the beginning`],
        ["Took", row.took ?? ""],
      ];
      for (const [name, text] of facts) {
        if (text !== "") {
          list.append(make("dt", "", name), make("dd", "", text));
        }
      }
      inside.append(list);
      if (row.line !== null) {
        const button = make("button", "ts-open-file", `Open call ${row.call + 1} in its file`);
        button.type = "button";
        button.addEventListener("click", () => this.#open(row));
        inside.append(button);
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
})();
