import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { ServerProcess } from "../src/server/process";

const DEAF = 'process.on("SIGTERM", () => 0); process.stdin.resume(); setInterval(() => 0, 1000); console.log("up");';

function program(text: string): ServerProcess {
  return new ServerProcess(process.execPath, ["-e", text], {});
}

test("a process that does not end by itself is ended", async () => {
  const server = program(DEAF);
  const child = await server.start();
  await once(child.stdout ?? child, "data");
  await server.end(50);
  assert.equal(child.signalCode, "SIGKILL");
});

test("one that ends by itself is left to it", async () => {
  const server = program("setTimeout(() => 0, 100)");
  const child = await server.start();
  await server.end(10_000);
  assert.equal(child.exitCode, 0);
});

test("a second start ends the first process; after the end there is none", async () => {
  const server = program(DEAF);
  const first = await server.start();
  const second = await server.start();
  assert.equal(first.signalCode, "SIGKILL");
  await server.end(0);
  assert.equal(second.signalCode, "SIGKILL");
  await assert.rejects(server.start(), /no longer wanted/);
});

test("a program that is not there is said", async () => {
  await assert.rejects(new ServerProcess("/no/such/program", [], {}).start(), /ENOENT/);
});
