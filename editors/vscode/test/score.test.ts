import assert from "node:assert/strict";
import { test } from "node:test";
import type { Status } from "../src/server/contract";
import { scoreTooltip, twoPlaces } from "../src/status/score";

const status: Status = {
  uri: "file:///a.toolspec",
  passed: false,
  score: 0.875,
  rules: 8,
  failing: 1,
  unknown: 2,
  trace: { path: "/runs/1.json", name: "run\n1" },
  message: null,
  text: "✗ 1 of 8 · run 1",
  traces: { judged: 5, passed: 3, total: 5, unread: 0 },
  shown: { passed: false, rules: 8, pass: 5, fail: 1, unknown: 2, error: 0, skip: 0 },
};

test("the tooltip names the trace on one line, counts its rules, and then all traces", () => {
  assert.equal(
    scoreTooltip({ ...status, message: "2 traces left out" }),
    "Trace: run 1 (/runs/1.json)\n8 rules: 5 pass, 1 fail, 2 unknown\nAll traces: 3 of 5 pass, score 0.88\n"
      + "2 traces left out\nClick to choose a trace.",
  );
});

test("without a trace, or before its score, the tooltip says only what is known", () => {
  assert.match(scoreTooltip({ ...status, trace: null, score: null, shown: null }), /^No trace/);
  assert.equal(
    scoreTooltip({ ...status, trace: { path: "/runs/1.json", name: null }, shown: null, score: null }),
    "Trace: /runs/1.json (/runs/1.json)\nClick to choose a trace.",
  );
});

test("a score reads as in the editor's hints", () => {
  const shown = [2 / 3, 0.625, 0.375, 0.125, 0.29, 0.9999, 0.995, 1, 0].map(twoPlaces);
  assert.deepEqual(shown, ["0.67", "0.62", "0.38", "0.12", "0.29", "0.99", "0.99", "1.00", "0.00"]);
});
