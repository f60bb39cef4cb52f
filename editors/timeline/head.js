// What stands above a timeline's rows: the rule with its verdict, the trace, the parts, and what the marks mean.
import { button, count, make } from "../drawing/elements.js";
import { explained, statusSign, verdict } from "../drawing/marks.js";

const BANDS_MAX = 50;

/** Make the head; a press on a part calls `goToCall` with its first call. */
export function headOf(data, { rule, rows, bands }, goToCall) {
  const head = make("header", "ts-head");
  if (rule !== null) {
    head.append(make("h1", "ts-rule", rule.source));
    const judged = make("p", `ts-verdict ts-${rule.status}`);
    judged.append(...verdict(rule));
    head.append(judged);
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
  if (bands.length > 0) {
    head.append(bandList(bands, rule, goToCall));
  }
  if (rule !== null && rule.calls_unmarked > 0) {
    head.append(make("p", "ts-facts", `${count(rule.calls_unmarked, "more call")} not marked`));
  }
  if (rule !== null) {
    head.append(legend(rows));
  }
  return head;
}

function bandList(bands, rule, goToCall) {
  const list = make("ul", "ts-bands");
  list.setAttribute("aria-label", "Parts that the rule judges");
  for (const band of bands.slice(0, BANDS_MAX)) {
    const shown = button(`ts-band ts-${band.status}`, "", () => goToCall(band.first));
    shown.append(make("b", "", `${statusSign(band.status)} ${band.label || "part"}`));
    shown.title = band.summary;
    shown.disabled = band.first === null;
    const item = make("li");
    item.append(shown);
    list.append(item);
  }
  const left = bands.length - BANDS_MAX + rule.parts_left_out;
  if (left > 0) {
    list.append(make("li", "ts-more", `and ${count(left, "more part")}`));
  }
  return list;
}

/** What the marks mean, of those that are there. */
function legend(rows) {
  const made = make("ul", "ts-legend");
  made.setAttribute("aria-label", "What the marks mean");
  const there = new Set(rows.map((row) => (row.row === "missing" ? "missing" : row.part)));
  for (const mark of ["taken", "missing", "forbidden", "extra", "open"]) {
    if (there.has(mark)) {
      const item = make("li", `ts-${mark}`);
      item.append(...explained("ts-sign", mark));
      made.append(item);
    }
  }
  return made;
}
