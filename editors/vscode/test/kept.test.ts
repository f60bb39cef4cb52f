import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptScores } from "../src/scores/kept";

const TEXT = [
  "tool @read = view | cat", // 0
  "order: a ->", // 1
  "    b", // 2
  "# why", // 3
  "count a = 1", // 4
  "args x <", // 5
  "    count: 3>", // 6
  "forbid c", // 7
];

/** What is beside each line after an edit, as `line label`, with `~` before what is stale. */
function after(edit: (lines: string[]) => void): string {
  const scores = new KeptScores();
  const said = [[2, "o"], [4, "c"], [6, "a"], [7, "f"]] as const;
  scores.take(0, 7, said.map(([line, label]) => ({ line, label })));
  const now = [...TEXT];
  edit(now);
  scores.follow(TEXT, now);
  return scores.all.map(({ line, label, stale }) => `${line}${stale ? "~" : ""}${label}`).join(" ");
}

test("the rule that is edited has no score any more, and the others keep theirs", () => {
  assert.equal(after((lines) => (lines[4] = "count a = 2")), "2o 6a 7f");
  assert.equal(after((lines) => (lines[2] = "    bb")), "4c 6a 7f");
});

test("a rule of several lines is edited in each of them", () => {
  assert.equal(after((lines) => (lines[1] = "order: aa ->")), "4c 6a 7f");
  assert.equal(after((lines) => (lines[5] = "args y <")), "2o 4c 7f");
  assert.equal(after((lines) => lines.splice(2, 0, "    x ->")), "5c 7a 8f");
});

test("scores move with their lines", () => {
  assert.equal(after((lines) => lines.splice(5, 0, "")), "2o 4c 7a 8f");
  assert.equal(after((lines) => lines.unshift("", "")), "4o 6c 8a 9f");
  assert.equal(after((lines) => lines.splice(3, 1)), "2o 3c 5a 6f");
  assert.equal(after((lines) => lines.splice(4, 1)), "2o 5a 6f");
});

test("a comment and an empty line change no score", () => {
  assert.equal(after((lines) => (lines[3] = "# why not")), "2o 4c 6a 7f");
  assert.equal(after((lines) => lines.splice(7, 0, "", "# a", "")), "2o 4c 6a 10f");
});

test("a broken rule that is written above another takes no score from it", () => {
  assert.equal(after((lines) => lines.splice(7, 0, "forbd")), "2o 4c 6a 8f");
});

test("what other rules may depend on makes their scores stale, not wrong", () => {
  assert.equal(after((lines) => (lines[0] = "tool @read = view")), "2~o 4~c 6~a 7~f");
  assert.equal(after((lines) => lines.splice(0, 1)), "1~o 3~c 5~a 6~f");
  assert.equal(after((lines) => lines.push('case "x" {')), "2~o 4~c 6~a 7~f");
});

test("rules of every kind are rules, and what opens a block concerns those in it", () => {
  const text = ["each a: ok", "any {", "  limit: calls < 3", "}"];
  const follow = (edit: (lines: string[]) => void): string => {
    const scores = new KeptScores();
    scores.take(0, 3, [{ line: 0, label: "e" }, { line: 2, label: "l" }]);
    const now = [...text];
    edit(now);
    scores.follow(text, now);
    return scores.all.map(({ line, label, stale }) => `${line}${stale ? "~" : ""}${label}`).join(" ");
  };
  assert.equal(follow((lines) => lines.splice(0, 0, "only: a")), "1e 3l");
  assert.equal(follow((lines) => (lines[1] = "per step {")), "0~e 2~l");
  assert.equal(follow((lines) => lines.splice(0, 0, 'use "other.toolspec"')), "1~e 3~l");
});

test("an edit says which scores are gone, and whether others look different", () => {
  const said = [{ line: 4, label: "✗ 0.00" }, { line: 7, label: "✓ 1.00" }];
  const gone = (edit: (lines: string[]) => void): string[] | undefined => {
    const scores = new KeptScores();
    scores.take(0, 7, said);
    const now = [...TEXT];
    edit(now);
    return scores.follow(TEXT, now)?.map(({ label }) => label);
  };
  assert.deepEqual(gone((lines) => (lines[4] = "count a = 2")), ["✗ 0.00"]);
  assert.deepEqual(gone((lines) => lines.splice(0, 0, "")), []);
  assert.equal(gone((lines) => (lines[0] = "tool @read = view")), undefined);
});

test("an answer replaces what was known of its lines alone", () => {
  const scores = new KeptScores();
  scores.take(0, 9, [{ line: 1, label: "old" }, { line: 8, label: "far" }]);
  scores.take(0, 5, [{ line: 3, label: "new" }]);
  assert.deepEqual(scores.all.map(({ line, label }) => [line, label]), [[3, "new"], [8, "far"]]);
});
