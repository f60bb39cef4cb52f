// Rules and traces as a grid: `<toolspec-matrix>`, whose `data` is what the server's `toolspec/matrix` answers.
//
// No framework, no network. Every text of a trace or a spec is set as text, never as markup. Only what is in view is
// made, so that 500 rules on 500 traces scroll as smoothly as 5 on 5. What the user wants comes out as events:
// `open-cell` (a rule on a trace), `open-rule`, `open-trace`, `compare` (two traces), and `order` (another order).
import { button, count, make, part } from "../drawing/elements.js";

const STATUSES = { "✓": "pass", "✗": "fail", "?": "unknown", "!": "error", "-": "skip", " ": "other" };
const WORDS = {
  pass: "passes",
  fail: "fails",
  unknown: "is undecided",
  error: "breaks off",
  skip: "has nothing to judge",
  other: "belongs to another case",
};
const ROW_PX = 24;
const CELL_PX = 24;
/** Rows and columns made beyond what is in view. */
const AROUND = 4;

class Matrix extends HTMLElement {
  #data = null;
  #body = null;
  #inner = null;
  #said = null;
  #order = "worst";
  /** The cell that keys speak to: row -1 has the traces' names, column -1 the rules. */
  #at = { row: 0, column: 0 };
  /** The ids of the traces that are marked to be compared. */
  #marked = [];
  #frame = 0;

  /** The matrix that is shown. */
  get data() {
    return this.#data;
  }

  set data(data) {
    const before = this.#data;
    if (before !== null && JSON.stringify(before) === JSON.stringify(data)) {
      return;
    }
    const same = before !== null && data !== null && before.uri === data.uri;
    const scrolled = same && this.#body !== null ? [this.#body.scrollLeft, this.#body.scrollTop] : [0, 0];
    const focused = this.#body?.contains(document.activeElement) ?? false;
    if (!same) {
      this.#at = { row: 0, column: 0 };
      this.#marked = [];
    }
    this.#data = data;
    this.#draw();
    if (this.#body !== null) {
      [this.#body.scrollLeft, this.#body.scrollTop] = scrolled;
      this.#paint();
      if (focused) {
        this.#focus();
      }
    }
  }

  /** The order that is shown: `worst` first, or as `written`. */
  get order() {
    return this.#order;
  }

  set order(order) {
    this.#order = order;
  }

  connectedCallback() {
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.addEventListener("click", (event) => this.#clicked(event));
    new ResizeObserver(() => this.#soon()).observe(this);
  }

  #draw() {
    const data = this.#data;
    this.replaceChildren();
    this.#body = null;
    if (data === null) {
      return;
    }
    this.append(this.#head(data));
    if (data.judged === 0) {
      this.append(make("p", "tm-nothing", "There is no trace to judge."));
      return;
    }
    this.#at.row = Math.min(this.#at.row, data.rules.length - 1);
    this.#at.column = Math.min(this.#at.column, data.traces.length - 1);
    const body = make("div", "tm-body");
    body.setAttribute("role", "grid");
    body.setAttribute("aria-label", "Rules and traces");
    body.setAttribute("aria-rowcount", String(data.rules.length + 1));
    body.setAttribute("aria-colcount", String(data.traces.length + 1));
    const inner = make("div", "tm-inner");
    inner.setAttribute("role", "presentation");
    // As wide as the longest rule needs, but never more than a part of the panel.
    const longest = Math.max(10, ...data.rules.map(({ source }) => source.length));
    const names = Math.max(3, ...data.traces.map(({ name }) => name.length));
    const room = `max(46vw, 100vw - ${data.traces.length * CELL_PX + 3 * CELL_PX}px)`;
    this.style.setProperty("--tm-rule", `min(${room}, ${Math.min(80, longest) * 0.62 + 15}em)`);
    this.style.setProperty("--tm-names", `${Math.min(16, names * 0.6 + 1.5)}em`);
    this.style.setProperty("--tm-columns", String(data.traces.length));
    inner.style.height = `calc(var(--tm-names) + ${data.rules.length * ROW_PX}px)`;
    body.append(inner);
    body.addEventListener("scroll", () => this.#soon(), { passive: true });
    this.#body = body;
    this.#inner = inner;
    this.append(body);
    this.#paint();
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  #head(data) {
    const head = make("header", "tm-head");
    const rules = data.rules.length + data.rules_left_out;
    head.append(make("h1", "tm-title", `${count(rules, "rule")} on ${count(data.judged, "trace")}`));
    const verb = data.passed === 1 ? "passes" : "pass";
    const left = [
      data.rules_left_out > 0 ? `${count(data.rules_left_out, "more rule")} not shown` : "",
      data.traces_left_out > 0 ? `${count(data.traces_left_out, "more trace")} not shown` : "",
      data.state === "final" || data.judged === 0 ? "" : "still scoring",
    ].filter((text) => text !== "");
    const facts = [`${data.passed} of ${count(data.judged, "trace")} ${verb}`, `score ${data.score_text}`, ...left];
    head.append(make("p", "tm-facts", data.judged === 0 ? "" : facts.join(" · ")));
    const bar = make("div", "tm-bar");
    const order = button("tm-order", this.#order === "worst" ? "Show as written" : "Show worst first", () => {
      this.#order = this.#order === "worst" ? "written" : "worst";
      this.dispatchEvent(new CustomEvent("order", { detail: this.#order }));
    });
    const compare = button("tm-order tm-compare", this.#compareLabel(), () =>
      this.#mark(this.#data?.traces[this.#at.column]?.id));
    bar.append(order, ...(this.hasAttribute("comparing") ? [compare] : []));
    head.append(bar);
    this.#said = make("p", "tm-said");
    this.#said.setAttribute("aria-live", "polite");
    head.append(this.#said);
    return head;
  }

  #nameCompare() {
    const button = this.querySelector(".tm-compare");
    if (button !== null) {
      button.textContent = this.#compareLabel();
    }
  }

  #compareLabel() {
    const [first] = this.#marked;
    const named = this.#data?.traces.find(({ id }) => id === first)?.name;
    return named === undefined ? "Compare this trace with... (C)" : `Compare ${named} with this one (C)`;
  }

  #soon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Make what is in view, and put nothing else on the page. */
  #paint() {
    const [data, body, inner] = [this.#data, this.#body, this.#inner];
    if (data === null || body === null || !body.isConnected) {
      return;
    }
    const focused = body.contains(document.activeElement);
    const within = (from, size, cell, most) => [
      Math.max(0, Math.floor(from / cell) - AROUND),
      Math.min(most, Math.ceil((from + size) / cell) + AROUND),
    ];
    let [top, bottom] = within(body.scrollTop, body.clientHeight || 600, ROW_PX, data.rules.length);
    let [left, right] = within(body.scrollLeft, body.clientWidth || 800, CELL_PX, data.traces.length);
    // The cell that keys speak to is always there, or the focus would be lost.
    const columns = [...Array(Math.max(0, right - left)).keys()].map((at) => at + left);
    if (this.#at.column >= 0 && !columns.includes(this.#at.column)) {
      columns.push(this.#at.column);
    }
    const rows = [...Array(Math.max(0, bottom - top)).keys()].map((at) => at + top);
    if (this.#at.row >= 0 && !rows.includes(this.#at.row)) {
      rows.push(this.#at.row);
    }
    const made = document.createDocumentFragment();
    made.append(this.#names(data, columns));
    for (const row of rows) {
      made.append(this.#row(data.rules[row], row, columns));
    }
    inner.replaceChildren(made);
    if (focused) {
      this.#focus();
    }
  }

  #names(data, columns) {
    const row = make("div", "tm-row tm-columns");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", "1");
    const corner = part("columnheader", "tm-rule tm-corner", "Rule");
    corner.setAttribute("aria-colindex", "1");
    row.append(corner);
    for (const column of columns) {
      const trace = data.traces[column];
      const name = part("columnheader", `tm-cell tm-name tm-${trace.passed ? "pass" : trace.failing > 0 ? "fail" : "unknown"}`);
      const marked = this.#marked.includes(trace.id);
      name.classList.toggle("tm-marked", marked);
      name.append(make("span", "tm-text", trace.name));
      const said = trace.passed ? "passes" : `${trace.failing} of ${count(trace.rules, "rule")} failed`;
      name.title = `${trace.name}: ${said}, score ${trace.score_text}`;
      name.setAttribute("aria-label", `${name.title}${marked ? ", marked to be compared" : ""}`);
      this.#place(name, -1, column);
      row.append(name);
    }
    return row;
  }

  #row(rule, at, columns) {
    const row = make("div", "tm-row");
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(at + 2));
    row.style.top = `calc(var(--tm-names) + ${at * ROW_PX}px)`;
    const failing = rule.judged > 0 && rule.passes < rule.judged;
    const head = part("rowheader", `tm-rule${failing ? " tm-failing" : ""}`);
    const counted = make("span", "tm-count", rule.judged > 0 ? `${rule.passes}/${rule.judged}` : "none");
    const spark = make("span", "tm-spark", rule.spark.slice(-12));
    spark.setAttribute("aria-hidden", "true");
    head.append(make("span", "tm-source", rule.source), spark, counted);
    head.title = `${rule.source}\n${rule.summary}`;
    head.setAttribute("aria-label", `${rule.source}: ${rule.summary}`);
    this.#place(head, at, -1);
    row.append(head);
    for (const column of columns) {
      const sign = rule.cells[column] ?? " ";
      const cell = part("gridcell", `tm-cell tm-${STATUSES[sign] ?? "unknown"}`, sign === " " ? "·" : sign);
      cell.setAttribute("aria-label", this.#words(at, column));
      this.#place(cell, at, column);
      row.append(cell);
    }
    return row;
  }

  #place(made, row, column) {
    made.dataset.row = String(row);
    made.dataset.column = String(column);
    made.setAttribute("aria-colindex", String(column + 2));
    if (column >= 0) {
      made.style.left = `calc(var(--tm-rule) + ${column * CELL_PX}px)`;
    }
    made.tabIndex = row === this.#at.row && column === this.#at.column ? 0 : -1;
  }

  /** What is said of a cell below the heading, and to a screen reader. */
  #words(row, column) {
    const { rules, traces } = this.#data;
    const [rule, trace] = [rules[row], traces[column]];
    if (row < 0 || column < 0) {
      return row < 0 ? `${trace.name}: score ${trace.score_text}` : `${rule.source}: ${rule.summary}`;
    }
    const status = STATUSES[rule.cells[column] ?? " "];
    const score = rule.scores[column];
    const number = status === "fail" && score !== undefined ? `, score ${Math.min(score, 0.99).toFixed(2)}` : "";
    return `${trace.name} ${WORDS[status]}${number}: ${rule.source}`;
  }

  #cellAt({ row, column }) {
    return this.#inner?.querySelector(`[data-row="${row}"][data-column="${column}"]`) ?? null;
  }

  #focus() {
    const cell = this.#cellAt(this.#at);
    cell?.focus({ preventScroll: true });
    this.#said.textContent = cell === null ? "" : this.#words(this.#at.row, this.#at.column);
  }

  /** Make a cell the one that keys speak to, and bring it into view. */
  #select(row, column) {
    this.#at = { row, column };
    const body = this.#body;
    const head = this.#inner.querySelector(".tm-corner");
    const [wide, high] = [head?.offsetWidth ?? 0, head?.offsetHeight ?? 0];
    if (row >= 0) {
      const top = row * ROW_PX;
      body.scrollTop = Math.min(top, Math.max(body.scrollTop, top + ROW_PX + high - body.clientHeight));
    }
    if (column >= 0) {
      const left = column * CELL_PX;
      body.scrollLeft = Math.min(left, Math.max(body.scrollLeft, left + CELL_PX + wide - body.clientWidth));
    }
    this.#paint();
    this.#focus();
    this.#nameCompare();
  }

  #open({ row, column }) {
    const { rules, traces } = this.#data;
    const [rule, trace] = [rules[row], traces[column]];
    const [name, detail] =
      row < 0 ? ["open-trace", { trace }] : column < 0 ? ["open-rule", { rule }] : ["open-cell", { rule, trace }];
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Mark a trace to be compared; with the second, say so. */
  #mark(id) {
    if (id === undefined) {
      return;
    }
    this.#marked = this.#marked.includes(id) ? this.#marked.filter((one) => one !== id) : [...this.#marked, id];
    if (this.#marked.length === 2) {
      const [first, second] = this.#marked;
      this.#marked = [];
      // Coloured by the rule of the row that keys speak to.
      const rule = this.#data.rules[this.#at.row] ?? null;
      this.dispatchEvent(new CustomEvent("compare", { detail: { first, second, rule } }));
    }
    this.#nameCompare();
    this.#paint();
  }

  #clicked(event) {
    const cell = event.target instanceof HTMLElement ? event.target.closest("[data-row]") : null;
    if (cell === null || this.#body === null) {
      return;
    }
    const at = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    this.#select(at.row, at.column);
    if (at.row < 0 && event.shiftKey && this.hasAttribute("comparing")) {
      this.#mark(this.#data.traces[at.column].id);
    } else {
      this.#open(at);
    }
  }

  #pressed(event) {
    const target = event.target;
    if (event.altKey || event.metaKey || !(target instanceof HTMLElement) || target.dataset.row === undefined) {
      return;
    }
    const { rules, traces } = this.#data;
    const { row, column } = this.#at;
    const [rowMax, columnMax] = [rules.length - 1, traces.length - 1];
    const page = Math.max(1, Math.floor((this.#body.clientHeight - 100) / ROW_PX));
    // The corner is not a cell.
    const up = (by) => Math.max(column < 0 ? 0 : -1, row - by);
    const goes = {
      ArrowDown: () => [Math.min(rowMax, row + 1), column],
      ArrowUp: () => [up(1), column],
      ArrowRight: () => [row, Math.min(columnMax, column + 1)],
      ArrowLeft: () => [row, Math.max(row < 0 ? 0 : -1, column - 1)],
      PageDown: () => [Math.min(rowMax, row + page), column],
      PageUp: () => [up(page), column],
      Home: () => (event.ctrlKey ? [0, 0] : [row, row < 0 ? 0 : -1]),
      End: () => (event.ctrlKey ? [rowMax, columnMax] : [row, columnMax]),
    };
    if (goes[event.key] !== undefined) {
      this.#select(...goes[event.key]());
    } else if (event.ctrlKey) {
      return;
    } else if (event.key === "Enter" || event.key === " ") {
      this.#open(this.#at);
    } else if (event.key === "o" && row >= 0) {
      this.#open({ row, column: -1 });
    } else if (event.key === "c" && column >= 0 && this.hasAttribute("comparing")) {
      this.#mark(traces[column].id);
      this.#focus();
    } else {
      return;
    }
    event.preventDefault();
  }
}

customElements.define("toolspec-matrix", Matrix);
