import assert from "node:assert/strict";
import { test } from "node:test";
import { crashes } from "../src/server/crashes";

test("a server that crashes is started again, and left alone when it goes on crashing", () => {
  let now = 0;
  const again = crashes(() => (now += 1000));
  assert.deepEqual([again(), again(), again(), again()], [true, true, true, false]);
});

test("crashes far apart are forgiven", () => {
  let now = 0;
  const again = crashes(() => now);
  for (let crash = 0; crash < 10; crash += 1) {
    now += 2 * 60_000;
    assert.ok(again());
  }
});
