import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatrixRule } from "../src/server/contract";
import { caseNames, outcome, shownTraces } from "../src/tests/cells";

const rule = (cells: string, inCase: string | null = null): MatrixRule => ({
  rule: 0, source: "forbid a", line: 1, file: null, case: inCase, cells, judged: cells.length, passes: 0, summary: "",
});
const traces = (count: number): { id: string; name: string }[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: String(at) }));

test("a cell says how the rule ended on its trace", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((at) => outcome(rule("✓✗?!- "), at)), [
    "pass", "fail", "unknown", "error", "skip", undefined, undefined,
  ]);
});

test("the traces of another case are not listed below a rule", () => {
  assert.deepEqual(shownTraces(rule("✓ ✗"), traces(3)).map(({ id }) => id), ["0", "2"]);
});

test("of very many traces those are listed that the rule does not pass on", () => {
  const cells = "✓".repeat(60) + "-✗?";
  assert.deepEqual(shownTraces(rule(cells), traces(63)).map(({ id }) => id), ["61", "62"]);
  assert.equal(shownTraces(rule("✗".repeat(90)), traces(90)).length, 50);
});

test("cases are listed once, as they are written", () => {
  const rules = [rule("✓", "b"), rule("✓"), rule("✓", "a"), rule("✓", "b")];
  assert.deepEqual(caseNames({ state: "final", rules, traces: [] }), ["b", "a"]);
});
