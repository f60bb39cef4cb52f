// The scores of a spec move while an agent runs, without a keystroke: the times at which they were drawn.
// Usage: node vscode_live.mjs TESTBED PORT FOLDER OUTPUT
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
const bench = await openWorkbench({ testbed, port, folder, screenshots: output });

/** Say that the agent may make its next call, and give the time at which a line with its score was drawn. */
async function drawn(call, ...patterns) {
  writeFileSync(join(output, `${call}.wanted`), "");
  for (const pattern of patterns) {
    await bench.lineMatching(pattern);
  }
  return Date.now() / 1000;
}

try {
  await bench.openFile("live.toolspec");
  await bench.lineMatching(/^forbid wipe/);
  const times_s = {
    // A call that is forbidden can still come.
    search: await drawn("search", /require search\s*✓ 1\.00/, /forbid wipe\s*\? /),
    wipe: await drawn("wipe", /forbid wipe\s*✗ 0\.00/),
  };
  await bench.shoot("live");
  writeFileSync(join(output, "live.json"), JSON.stringify(times_s));
} finally {
  await bench.close();
}
