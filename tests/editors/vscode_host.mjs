// Open a workbench that runs a test inside its extension host, and wait for the test's result file.
// Usage: node vscode_host.mjs TESTBED PORT FOLDER EXTENSION TEST RESULT
import { existsSync, readFileSync } from "node:fs";
import { openWorkbench, remote } from "./vscode_workbench.mjs";

const [testbed, port, folder, extension, test, result] = process.argv.slice(2);
const WAIT_MS = 150_000;

const payload = [
  ["extensionDevelopmentPath", remote(port, extension)],
  ["extensionTestsPath", remote(port, test)],
];
const bench = await openWorkbench({ testbed, port, folder, payload });
const began = performance.now();
while (!existsSync(result)) {
  if (performance.now() - began > WAIT_MS) {
    const part = existsSync(`${result}.part`) ? readFileSync(`${result}.part`, "utf8") : "nothing was checked";
    console.error(`the extension host gave no result within ${WAIT_MS} ms; so far: ${part}`);
    process.exitCode = 1;
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
await bench.close();
