// No server, then a hung one: the user is told what to do, and nothing else waits.
// Usage: node vscode_missing.mjs TESTBED PORT FOLDER OUTPUT
import { mkdirSync } from "node:fs";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
const bench = await openWorkbench({ testbed, port, folder, screenshots: output });

try {
  await bench.openFile("shop.toolspec");
  await bench.notification(/No Toolspec server was found/).waitFor();
  await bench.shoot("missing");
  await bench.page.locator(".notification-list-item .monaco-button", { hasText: "Install" }).first().click();
  await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/, 240_000);
  await bench.shoot("installed");
} catch (fault) {
  await bench.shoot("missing-failure");
  console.error(fault.stack ?? String(fault));
  process.exitCode = 1;
} finally {
  await bench.close();
}
