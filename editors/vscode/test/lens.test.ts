import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallInFile } from "../src/server/contract";
import { callsIn, lensTitle } from "../src/trace/lens";

const call = (number: number, line: number, statuses: string[] = [], trace = "a"): CallInFile => ({
  trace, name: `run ${trace}`, call: number, tool: "pay", line, column: 1,
  rules: statuses.map((status, at) => ({ line: at, text: "forbid pay", status })),
});

test("a call says how many rules are about it, and how they ended", () => {
  const title = (...statuses: string[]): string => lensTitle(call(3, 9, statuses), false);
  assert.equal(title(), "call 4 · no rule");
  assert.equal(title("pass"), "call 4 · 1 rule");
  assert.equal(title("pass", "fail", "skip"), "call 4 · 3 rules, 1 fails");
  assert.equal(title("error", "fail", "unknown"), "call 4 · 3 rules, 2 fail, 1 unknown");
  assert.equal(lensTitle(call(0, 9, ["pass"]), true), "run a: call 1 · 1 rule");
});

test("a selection has the calls that begin in it, or the one that it lies in", () => {
  const calls = [call(0, 0), call(1, 10), call(2, 20), call(3, 20), call(4, 30, [], "b")];
  const numbers = (...ranges: [number, number][]): number[] => callsIn(calls, ranges).map((one) => one.call);
  assert.deepEqual(numbers([10, 20]), [1, 2, 3]);
  assert.deepEqual(numbers([12, 15]), [1]);
  assert.deepEqual(numbers([12, 12]), []);
  assert.deepEqual(numbers([20, 20]), [2, 3]);
  assert.deepEqual(numbers([1, 5]), []);
  assert.deepEqual(numbers([30, 30], [10, 10]), [1], "the calls are of one trace");
  assert.deepEqual(numbers([10, 10], [20, 20], [10, 20]), [1, 2, 3]);
});
