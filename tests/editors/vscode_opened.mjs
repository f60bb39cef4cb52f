// Open a spec and wait until a file is there: what stands for the server has written it.
// Usage: node vscode_opened.mjs TESTBED PORT FOLDER SPEC FILE
import { existsSync } from "node:fs";
import { openWorkbench, remote } from "./vscode_workbench.mjs";

const [testbed, port, folder, spec, file] = process.argv.slice(2);
const WAIT_MS = 90_000;

const payload = [["openFile", remote(port, `${folder}/${spec}`)]];
const bench = await openWorkbench({ testbed, port, folder, payload });
const began = performance.now();
while (!existsSync(file) && performance.now() - began < WAIT_MS) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await bench.close();
