// A workspace nobody has vouched for, which brings an executable of its own and names it in its settings.
// Usage: node vscode_restricted.mjs TESTBED PORT FOLDER OUTPUT MARKER; MARKER is written when that executable runs.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { begin } from "./vscode_drive.mjs";

const { bench, act, words: [marker] } = await begin("restricted");

await act(async () => {
  const refuse = bench.page.locator(".monaco-dialog-box .monaco-button", { hasText: /No, I don't trust/ });
  await refuse.click();
  await bench.openFile("shop.toolspec");
  await bench.statusBar(/Restricted Mode/).waitFor();
  // The server from PATH answers; scores show that the feature set is limited, not gone.
  await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/);
  await bench.squiggle("error").waitFor();
  await bench.shoot("restricted");
  assert.ok(!existsSync(marker), `the workspace's executable was started: ${existsSync(marker) && readFileSync(marker)}`);

  // Once trusted, the same workspace's choice holds; without this the check above would prove nothing.
  await bench.statusBar(/Restricted Mode/).click();
  await bench.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  const began = performance.now();
  while (!existsSync(marker)) {
    assert.ok(performance.now() - began < 30_000, "trust changed nothing");
    await bench.page.waitForTimeout(100);
  }
  await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
  await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/);
  await bench.shoot("trusted");
});
