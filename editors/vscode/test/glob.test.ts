import assert from "node:assert/strict";
import { test } from "node:test";
import { tracesGlob } from "../src/trace/glob";

const trace = '{"messages": [{"role": "user"}]}';

test("the folder with most files that look like traces is named", () => {
  const files = [
    { path: "package.json", head: '{"name": "shop"}' },
    { path: "runs/a.json", head: trace },
    { path: "runs/b.json", head: trace },
    { path: "old/c.jsonl", head: '{"span_id": "1"}' },
  ];
  assert.equal(tracesGlob(files), "runs/*.json");
  assert.equal(tracesGlob(files.slice(3)), "old/*.jsonl");
  assert.equal(tracesGlob([{ path: "trace.json", head: '[{"traceId": "1"}]' }]), "*.json");
});

test("where no file looks like a trace, none is named", () => {
  assert.equal(tracesGlob([{ path: "tsconfig.json", head: '{"compilerOptions": {}}' }]), undefined);
});
