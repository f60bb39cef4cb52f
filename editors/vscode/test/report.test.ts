import assert from "node:assert/strict";
import { test } from "node:test";
import { checkingPage, ReportLines, reportPage } from "../src/commands/report";
import { page } from "../src/justification/page";

const rule = {
  line: 10, name: null, source: "forbid a", status: "fail", score: 0, summary: "call 1 is [x](command:y)",
};
const trace = {
  path: "runs/one (1).json", name: "one", spec: "a.toolspec", case: null, passed: false, score: 0.5, calls: 3,
  rules: [rule],
};
const passed = { ...trace, name: "two", passed: true, score: 1, rules: [] };
const report = { passed: false, score: 0.75, traces: [trace, passed] };
interface Printed {
  passed: boolean;
  score: number;
  traces: unknown[];
  problems?: unknown[];
}
const printed = ({ traces, ...head }: Printed): string =>
  [...traces, head].map((line) => `${JSON.stringify(line)}\n`).join("");
const read = (text: string): ReportLines => {
  const lines = new ReportLines();
  lines.take(text);
  return lines;
};
const shown = (given: Printed): string => {
  const { whole } = read(printed(given));
  assert.ok(whole);
  return page("Check", reportPage(whole, "/work"), "n");
};

test("a report says what did not pass, with links to the rule and the trace", () => {
  const html = shown(report);
  assert.match(html, /✗ Not passed: 0\.75/);
  for (const place of ["/work/a.toolspec#L10", "/work/runs/one%20%281%29.json"]) {
    const wanted = encodeURIComponent(JSON.stringify([`file://${place}`]));
    assert.ok(html.includes(`command:toolspec.openPlace?${wanted}`), `${place}:\n${html}`);
  }
});

test("text of a trace in a report stays text", () => {
  assert.doesNotMatch(shown(report), /href="(?!command:toolspec\.openPlace\?)/);
  assert.match(shown(report), /\[x\]\(command:y\)/);
});

test("a spec that cannot be read is named with its place and what to write", () => {
  const place = { path: "a.toolspec", line: 7, column: 1 };
  const problem = { ...place, code: "TS102", severity: "error", message: "no", hint: "say" };
  const html = shown({ passed: false, score: 0, traces: [], problems: [problem] });
  assert.match(html, /Nothing was judged/);
  assert.match(html, /error TS102 <a [^>]*>a\.toolspec:7<\/a>: no; say/);
});

test("what is not a report is not taken for one", () => {
  assert.ok(["", "Usage:", "[]", "null", "{}"].every((text) => read(`${text}\n`).whole === undefined));
});

test("while a spec is checked its page names it, with a link", () => {
  const html = page("Check", checkingPage("/work/my [specs]/a.toolspec"), "n");
  assert.match(html, /Checking <a [^>]*>a\.toolspec<\/a> as it is on disk/);
  assert.ok(html.includes(encodeURIComponent(JSON.stringify(["file:///work/my%20%5Bspecs%5D/a.toolspec"]))), html);
});

test("traces are there as they are judged, however the program's lines are cut", () => {
  const lines = new ReportLines();
  const text = printed(report);
  const middle = text.indexOf("\n") + 20;
  lines.take(text.slice(0, 10));
  assert.equal(lines.traces.length, 0);
  lines.take(text.slice(10, middle));
  assert.deepEqual(lines.traces.map(({ name }) => name), ["one"]);
  assert.ok(!("passed" in (lines.whole ?? {})));
  const html = page("Check", checkingPage("/work/a.toolspec", lines.traces), "n");
  assert.match(html, /1 trace so far: 0 passed/);
  assert.match(html, /<td>✗ 0\.50<\/td>/);
  assert.ok(html.includes(encodeURIComponent(JSON.stringify(["file:///work/runs/one%20%281%29.json"]))), html);
  lines.take(text.slice(middle));
  assert.deepEqual(lines.whole?.traces.map(({ name }) => name), ["one", "two"]);
});
