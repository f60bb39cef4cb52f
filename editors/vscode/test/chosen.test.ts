import assert from "node:assert/strict";
import { test } from "node:test";
import type * as vscode from "vscode";
import { ChosenTraces } from "../src/trace/chosen";

function state(): vscode.Memento {
  const held = new Map<string, unknown>();
  return {
    keys: () => [...held.keys()],
    get: (key: string, other?: unknown) => held.get(key) ?? other,
    update: (key: string, value: unknown) => Promise.resolve(void held.set(key, JSON.parse(JSON.stringify(value)))),
  } as vscode.Memento;
}

test("a choice is remembered for its spec and its case, and the last one counts", async () => {
  const chosen = new ChosenTraces(state());
  await chosen.remember("a", null, "1");
  await chosen.remember("a", "tokyo", "2");
  await chosen.remember("b", null, "3");
  await chosen.remember("a", null, "4");
  assert.deepEqual(chosen.of("a"), [["tokyo", "2"], [null, "4"]]);
  assert.deepEqual(chosen.of("b"), [[null, "3"]]);
});

test("a choice that was taken back is forgotten", async () => {
  const chosen = new ChosenTraces(state());
  await chosen.remember("a", null, "1");
  await chosen.remember("a", null, undefined);
  assert.deepEqual(chosen.of("a"), []);
});

test("no more specs are remembered than have room", async () => {
  const chosen = new ChosenTraces(state());
  for (let spec = 0; spec < 250; spec += 1) {
    await chosen.remember(String(spec), null, "1");
  }
  assert.deepEqual([chosen.of("49").length, chosen.of("50").length], [0, 1]);
});
