import assert from "node:assert/strict";
import { test } from "node:test";
import { lineAfter, type Change } from "../src/justification/line";

const LENGTH = 10;
const change = (first: number, column: number, last: number, lastColumn: number, text: string): Change => (
  { first, column, last, lastColumn, text }
);
const after = (...parts: Parameters<typeof change>): number | undefined => lineAfter(5, LENGTH, change(...parts));

test("a line stays itself while it is edited", () => {
  assert.equal(after(5, 8, 5, 9, "4"), 5);
  assert.equal(after(5, 0, 5, 10, "forbid x"), 5);
  assert.equal(after(5, 10, 5, 10, "\n"), 5);
  assert.equal(after(5, 4, 5, 4, "\n"), 5);
  assert.equal(after(5, 6, 7, 2, ""), 5);
});

test("a line moves with what is written and deleted above it", () => {
  assert.equal(after(2, 3, 2, 3, "\n\n"), 7);
  assert.equal(after(2, 0, 4, 0, ""), 3);
  assert.equal(after(5, 0, 5, 0, "# new\n"), 6);
  assert.equal(after(6, 0, 9, 4, ""), 5);
  assert.equal(after(4, 7, 5, 0, ""), 4);
  assert.equal(after(4, 0, 5, 0, ""), 4);
});

test("a line is gone when all of it is deleted", () => {
  assert.equal(after(5, 0, 6, 0, ""), undefined);
  assert.equal(after(4, 3, 5, 10, ""), undefined);
  assert.equal(after(3, 0, 8, 0, "forbid x\n"), undefined);
});

test("a text that is rewritten line by line keeps its lines", () => {
  assert.equal(after(0, 0, 9, 0, "x\n".repeat(9)), 5);
});
