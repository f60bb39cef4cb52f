import assert from "node:assert/strict";
import { test } from "node:test";
import { keptColours } from "../src/server/colours";

const TYPES = ["keyword", "macro", "variable", "regexp"];

test("tools and references stay where they were, the rest is the grammar's", () => {
  // `count count = 1` on line 0, `forbid @a | /x/` on line 2, `require b` on line 3.
  const count = [0, 0, 5, 0, 0, 0, 6, 5, 1, 0];
  const forbid = [2, 0, 6, 0, 0, 0, 7, 2, 2, 0, 0, 5, 3, 3, 0];
  const data = [...count, ...forbid, 1, 0, 7, 0, 0, 0, 8, 1, 1, 0];
  assert.deepEqual(
    [...keptColours(Uint32Array.from(data), TYPES)],
    [0, 6, 5, 1, 0, 2, 7, 2, 2, 0, 1, 8, 1, 1, 0],
  );
  assert.equal(keptColours(new Uint32Array(), TYPES).length, 0);
});
