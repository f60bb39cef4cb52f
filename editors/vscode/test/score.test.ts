import assert from "node:assert/strict";
import { test } from "node:test";
import type { Status } from "../src/server/contract";
import { scoreText, scoreTooltip, twoPlaces } from "../src/status/score";

const status: Status = {
  uri: "file:///a.toolspec",
  passed: false,
  score: 0.875,
  rules: 8,
  failing: 1,
  unknown: 0,
  trace: { path: "/runs/1.json", name: "run\n1" },
  message: null,
};

test("a file that passes, fails, or is undecided shows its sign", () => {
  assert.equal(scoreText({ ...status, passed: true, score: 1, failing: 0 }), "✓ 1.00");
  assert.equal(scoreText(status), "✗ 0.88");
  assert.equal(scoreText({ ...status, failing: 0, unknown: 2, score: 0.5 }), "? 0.50");
  assert.equal(scoreText({ ...status, trace: null, score: null }), "? ----");
});

test("a score short of 1 is never shown as 1", () => {
  assert.equal(scoreText({ ...status, score: 0.9999 }), "✗ 0.99");
  assert.equal(scoreText({ ...status, score: 0.29 }), "✗ 0.29");
});

test("the tooltip counts the rules and names the trace on one line", () => {
  const tooltip = scoreTooltip({ ...status, unknown: 2, message: "2 traces left out" });
  assert.match(tooltip, /5 of 8 rules pass, 1 fail, 2 unknown\nTrace: run 1 \(\/runs\/1.json\)\n2 traces left out\n/);
});

test("a score reads as in the editor's hints", () => {
  const shown = [2 / 3, 0.625, 0.375, 0.125, 0.995, 1, 0].map(twoPlaces);
  assert.deepEqual(shown, ["0.67", "0.62", "0.38", "0.12", "0.99", "1.00", "0.00"]);
});
