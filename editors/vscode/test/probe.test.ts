import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Candidate, Surroundings } from "../src/discovery/candidates";
import { firstThatAnswers, type World } from "../src/discovery/probe";
import { run } from "../src/discovery/run";

const around = {
  trusted: true, folders: ["/w"], platform: "linux", path: "", interpreter: "",
} as unknown as Surroundings;
const list: Candidate[] = ["/a", "/b", "/c"].map((command) => ({ command, args: [], origin: "PATH" }));

type Answers = Record<string, { code: number | null; stdout: string }>;

function world(answers: Answers, links: Record<string, string> = {}): World {
  return {
    real: (path) => Promise.resolve(path in answers ? (links[path] ?? path) : undefined),
    run: (command) => Promise.resolve({ code: null, stdout: "", stderr: "", ...answers[command] }),
  };
}

test("the first that says its version wins", async () => {
  const found = await firstThatAnswers(
    list,
    around,
    world({ "/b": { code: 0, stdout: "toolspec 0.3.1\n" }, "/c": { code: 0, stdout: "toolspec 9.9" } }),
    () => 0,
  );
  assert.deepEqual(found, { ...list[1], version: "0.3.1" });
});

test("what hangs, fails, or is another program is passed over, and why is noted", async () => {
  const notes: string[] = [];
  const found = await firstThatAnswers(
    list,
    around,
    world({ "/a": { code: null, stdout: "" }, "/b": { code: 0, stdout: "hammer 1.0" }, "/c": { code: 1, stdout: "" } }),
    (line) => notes.push(line),
  );
  assert.equal(found, undefined);
  assert.match(notes.join("\n"), /\/a .*gave no answer\n\/b .*not a toolspec\n\/c .*exit status 1/);
});

test("a server that a setting names is never replaced by another", async () => {
  const all: Candidate[] = [{ command: "/named", args: [], origin: "toolspec.path" }, ...list];
  const good = { code: 0, stdout: "toolspec 1.0" };
  const refused = async (answers: Answers): Promise<string> => {
    const notes: string[] = [];
    const named = { ...around, path: "/named" };
    const found = await firstThatAnswers(all, named, world({ ...answers, "/a": good }), (line) => notes.push(line));
    assert.ok(found !== undefined && "reason" in found && notes.length === 1, JSON.stringify(found));
    return found.reason;
  };
  assert.match(await refused({}), /^The setting toolspec\.path names \/named, but there is no such program\. /);
  assert.match(await refused({ "/named": { code: null, stdout: "" } }), /but it gave no answer\./);
  assert.match(await refused({ "/named": { code: 0, stdout: "hammer 1.0" } }), /but it is not toolspec\./);
  const found = await firstThatAnswers(all, { ...around, path: "/named" }, world({ "/named": good }), () => 0);
  assert.deepEqual(found, { ...all[0], version: "1.0" });
});

test("an interpreter that a setting names is not passed over, nor one in an untrusted workspace", async () => {
  const good = { code: 0, stdout: "toolspec 1.0" };
  const python: Candidate = { command: "/py", args: ["-m", "toolspec"], origin: "toolspec.interpreter" };
  const named = { ...around, interpreter: "/py" };
  const without = await firstThatAnswers([python, ...list], named,
    world({ "/py": { code: 1, stdout: "" }, "/a": good }), () => 0);
  assert.match(without !== undefined && "reason" in without ? without.reason : "", /that Python has no toolspec-lang/);
  const inside = await firstThatAnswers(list, { ...named, trusted: false }, world({ "/a": good }), () => 0);
  assert.match(inside !== undefined && "reason" in inside ? inside.reason : "", /a workspace that is not trusted/);
});

test("in Restricted Mode a link that leads into the workspace is not started", async () => {
  const untrusted = { ...around, trusted: false };
  const answers = { "/a": { code: 0, stdout: "toolspec 1.0" } };
  assert.equal(await firstThatAnswers(list, untrusted, world(answers, { "/a": "/w/evil" }), () => 0), undefined);
  assert.ok(await firstThatAnswers(list, untrusted, world(answers), () => 0));
});

test("a program that never ends is ended", async () => {
  const script = join(mkdtempSync(join(tmpdir(), "toolspec-")), "hang");
  writeFileSync(script, "#!/bin/sh\nexec sleep 60\n");
  chmodSync(script, 0o755);
  const began = Date.now();
  const ran = await run(script, [], { wait_ms: 200 });
  assert.equal(ran.code, null);
  assert.ok(Date.now() - began < 5000);
});

test("a program that is not there is an answer, not an exception", async () => {
  assert.equal((await run("/no/such/program", [], { wait_ms: 1000 })).code, null);
});
