import assert from "node:assert/strict";
import { test } from "node:test";
import { asListed, type Trace } from "../src/server/contract";
import { nodes } from "../src/trace/nodes";

const trace = (id: string, mtime: number): Trace => (
  { id, path: `/${id}.json`, name: id, format: "openai", mtime, chosenFor: [], callCount: 2, score: null, passed: null }
);
const broken = { path: "/broken.json", name: "broken.json", problem: "line 1 is no JSON" };

test("the files that are not read follow the traces", () => {
  assert.deepEqual(asListed([trace("a", 1), broken]), { traces: [trace("a", 1)], unread: [broken] });
  assert.deepEqual(asListed(null), { traces: [], unread: [] });
  assert.deepEqual(nodes(asListed([trace("a", 1), broken])).map(({ kind }) => kind), ["trace", "unread"]);
});

test("calls that are known stay known until the file of the trace changes", () => {
  const [first] = nodes(asListed([trace("a", 1)]));
  assert.ok(first?.kind === "trace");
  first.calls = Promise.resolve([]);
  const [scored] = nodes(asListed([{ ...trace("a", 1), score: 0.5 }]), [first]);
  assert.ok(scored?.kind === "trace");
  assert.equal(scored.calls, first.calls);
  assert.equal(scored.trace.score, 0.5);
  const [changed] = nodes(asListed([trace("a", 2)]), [scored]);
  assert.ok(changed?.kind === "trace");
  assert.equal(changed.calls, undefined);
});
