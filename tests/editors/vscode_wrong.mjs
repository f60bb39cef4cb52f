// A setting names a server that is none: that is said, and no other is started in its place.
// Usage: node vscode_wrong.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
const bench = await openWorkbench({ testbed, port, folder, screenshots: output });

try {
  await bench.openFile("shop.toolspec");
  const said = bench.notification(/The setting toolspec\.path names .*nowhere.*, but there is no such program/);
  await said.waitFor();
  await said.locator("a", { hasText: "Open Settings" }).waitFor();
  await bench.page.waitForTimeout(2000);
  assert.deepEqual(await bench.scores(), []);
  await bench.shoot("wrong-path");
} catch (fault) {
  await bench.shoot("wrong-failure");
  console.error(fault.stack ?? String(fault));
  process.exitCode = 1;
} finally {
  await bench.close();
}
