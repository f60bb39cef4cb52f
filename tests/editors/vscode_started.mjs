// A server is found and answers, whatever stands in the way of it.
// Usage: node vscode_started.mjs TESTBED PORT FOLDER OUTPUT
import { mkdirSync } from "node:fs";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
const bench = await openWorkbench({ testbed, port, folder, screenshots: output });

try {
  await bench.openFile("shop.toolspec");
  await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/, 60_000);
} catch (fault) {
  await bench.shoot("started-failure");
  console.error(fault.stack ?? String(fault));
  process.exitCode = 1;
} finally {
  await bench.close();
}
