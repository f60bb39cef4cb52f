import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { readEnvironment, replaceEnvironment, tidyEnvironments } from "../src/discovery/environment";

const LATER_MS = Date.now() + 3_600_000;

function filled(fault?: string): (folder: string) => Promise<string | undefined> {
  return (folder) => {
    mkdirSync(folder);
    return Promise.resolve(fault);
  };
}

test("a new environment counts once it is complete", async () => {
  const storage = mkdtempSync(join(tmpdir(), "toolspec-"));
  assert.equal(await readEnvironment(storage), join(storage, "environment"));
  const fault = await replaceEnvironment(storage, async (folder) => {
    mkdirSync(folder);
    assert.notEqual(await readEnvironment(storage), folder);
    return undefined;
  });
  assert.equal(fault, undefined);
  assert.ok(existsSync(await readEnvironment(storage)));
});

test("one that fails or is cancelled leaves the working one as it was, and nothing behind", async () => {
  const storage = mkdtempSync(join(tmpdir(), "toolspec-"));
  await replaceEnvironment(storage, filled());
  const works = await readEnvironment(storage);
  assert.equal(await replaceEnvironment(storage, filled("it was cancelled.")), "it was cancelled.");
  await assert.rejects(replaceEnvironment(storage, () => Promise.reject(new Error("the disk is full"))));
  assert.equal(await readEnvironment(storage), works);
  assert.deepEqual(readdirSync(storage).sort(), [basename(works), "environment.txt"]);
});

test("old environments are removed, those in use and those being made are not", async () => {
  const storage = mkdtempSync(join(tmpdir(), "toolspec-"));
  await replaceEnvironment(storage, filled());
  const old = await readEnvironment(storage);
  await replaceEnvironment(storage, filled());
  await tidyEnvironments(storage);
  assert.ok(existsSync(old));
  await tidyEnvironments(storage, LATER_MS);
  assert.ok(!existsSync(old));
  assert.ok(existsSync(await readEnvironment(storage)));
});
