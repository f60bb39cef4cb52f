// The cells of one row of a timeline: a call, a call that is missing, a message, or calls that are left out.
import { count, make, part } from "../drawing/elements.js";
import { sign, WORDS } from "../drawing/marks.js";
import { toolName } from "./layout.js";

const LINK = "http://www.w3.org/2000/svg";

/** Make the names of the columns. */
export function columns({ lanes }) {
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

/** Make the row at a place, without what it does when it is clicked. */
export function rowAt(layout, at) {
  const row = layout.rows[at];
  const made = make("div", `ts-row ts-is-${row.row}`);
  made.setAttribute("role", "row");
  made.setAttribute("aria-rowindex", String(at + 2));
  const mark = row.row === "missing" ? "missing" : row.part ?? "";
  if (mark !== "") {
    made.classList.add(`ts-${mark}`);
  }
  if (row.row === "call") {
    made.setAttribute("aria-expanded", "false");
  }
  const number = row.row === "call" ? String(row.call + 1) : undefined;
  const step = row.row === "call" && row.step !== null ? String(row.step) : undefined;
  made.append(cell("ts-call", number), cell("ts-step", step), gutter(layout, at), marked(mark));
  made.append(...lane(layout, row), ...(row.row === "call" ? callCells(layout, row) : [textCell(layout, row)]));
  return made;
}

function cell(name, text) {
  return part("gridcell", name, text);
}

function marked(mark) {
  const made = cell("ts-mark");
  if (mark !== "") {
    made.append(sign("ts-sign", mark));
  }
  return made;
}

/** The entry of the rule that a row stands for, and a line to the call that was taken for it. */
function lane({ lanes, rule }, row) {
  if (!lanes) {
    return [];
  }
  const taken = row.row === "call" ? rule.expected[row.entries[0]] ?? "" : "";
  const named = row.row === "missing" ? row.text : taken;
  const entry = cell("ts-expected", named);
  entry.title = named;
  const joint = cell("ts-joint");
  if (taken !== "") {
    joint.append(link());
  }
  return [entry, joint];
}

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

function callCells(layout, row) {
  const tool = cell("ts-tool", toolName(layout, row));
  tool.title = row.tool;
  const given = cell("ts-arguments", row.arguments ?? "arguments not recorded");
  given.classList.toggle("ts-dim", row.arguments === null);
  const remarks = [
    row.completed === false ? "never completed" : "",
    row.status === "error" ? "failed" : "",
    row.part in WORDS && row.part !== "taken" ? row.why || WORDS[row.part] : "",
  ].filter((word) => word !== "");
  if (remarks.length > 0) {
    given.append(make("span", "ts-why", ` ← ${remarks.join(", ")}`));
  }
  const result = cell("ts-result", row.result ?? "");
  result.title = row.result ?? "";
  return [tool, given, result, bar(layout, row), cell("ts-took", row.took ?? "")];
}

/** What stands across the columns of a row that is no call. */
function textCell({ lanes, agents }, row) {
  if (row.row === "missing") {
    return cell("ts-wide", lanes ? "no call" : `no call of ${row.text}`);
  }
  if (row.row === "message") {
    const text = row.text ?? "(not recorded)";
    const who = agents && row.role === "agent" && row.agent !== null ? row.agent : row.role;
    const made = cell("ts-wide ts-said");
    made.append(make("b", "", `${who}: `), text);
    made.title = text;
    return made;
  }
  return cell("ts-wide ts-dim", `... ${count(row.calls, "more call")}`);
}

/** The parts that a row lies in, as bands. */
function gutter({ rows, bands, tracks }, at) {
  const made = make("span", "ts-parts");
  made.setAttribute("role", "presentation");
  const row = rows[at];
  const between = row.row !== "call";
  const call = between && tracks > 0 ? callBefore(rows, at) : row.call;
  for (const [number, { first, last, track, status, label }] of bands.entries()) {
    if (first === null || track >= tracks || call < first || (between ? call >= last : call > last)) {
      continue;
    }
    const strip = make("span", `ts-strip ts-${status}`);
    strip.classList.toggle("ts-begins", !between && call === first);
    strip.classList.toggle("ts-ends", !between && call === last);
    strip.classList.toggle("ts-outside", !between && row.within.length > 0 && !row.within.includes(number));
    strip.style.setProperty("--ts-track", String(track));
    strip.title = label;
    made.append(strip);
  }
  return made;
}

function callBefore(rows, at) {
  for (let before = at - 1; before >= 0; before -= 1) {
    if (rows[before].row === "call") {
      return rows[before].call;
    }
  }
  return -1;
}

function bar({ duration }, row) {
  const made = cell("ts-time");
  if (duration === null || row.start === null) {
    return made;
  }
  const share = (span) => `${Math.min(100, Math.max(0, (span / duration) * 100))}%`;
  const drawn = make("span", "ts-bar");
  drawn.style.left = share(row.start);
  drawn.style.width = share((row.end ?? row.start) - row.start);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `began after ${Math.round(row.start)} ms`);
  made.append(drawn);
  return made;
}
