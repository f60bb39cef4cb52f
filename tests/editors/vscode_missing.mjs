// No server, then a hung one: the user is told what to do, and nothing else waits.
// Usage: node vscode_missing.mjs TESTBED PORT FOLDER OUTPUT
import { begin } from "./vscode_drive.mjs";

const { bench, act } = await begin("missing");

await act(async () => {
  await bench.openFile("shop.toolspec");
  await bench.notification(/No Toolspec server was found/).waitFor();
  await bench.shoot("missing");
  await bench.page.locator(".notification-list-item .monaco-button", { hasText: "Install" }).first().click();
  await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/, 240_000);
  await bench.shoot("installed");
});
