import assert from "node:assert/strict";
import { test } from "node:test";
import { gaps, width } from "../src/scores/column";
import { statusOf } from "../src/scores/label";

test("a line is as wide as it is drawn", () => {
  assert.deepEqual(["abc", "検索", "a\tb", "👟", "e\u0301"].map((line) => width(line, 2)), [3, 4, 3, 2, 1]);
});

test("scores stand in one column, and those of long lines directly behind them", () => {
  assert.deepEqual(gaps([10, 20, 5]), [13, 3, 18]);
  assert.deepEqual(gaps([10, 200]), [3, 3]);
  assert.deepEqual(gaps([]), []);
});

test("where something stands beside the text, a long rule takes no short one's score out of view", () => {
  assert.deepEqual(gaps([10, 60]), [53, 3]);
  assert.deepEqual(gaps([10, 60], true), [3, 3]);
  assert.deepEqual(gaps([10, 45], true), [38, 3]);
});

test("a label begins with the sign of its status", () => {
  assert.deepEqual(["✓ 1.00", "✗ 0.50  1 of 2", "? ----", "! ----", ""].map(statusOf),
    ["pass", "fail", "unknown", "error", "unknown"]);
});
