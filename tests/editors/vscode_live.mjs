// The scores of a spec move while an agent runs, without a keystroke: the times at which they were drawn.
// Usage: node vscode_live.mjs TESTBED PORT FOLDER OUTPUT SIGNALS; a file in SIGNALS says that the agent may make its next call.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin } from "./vscode_drive.mjs";

const { bench, act, stage, words: [signals] } = await begin("live");

/** Say that the agent may make its next call, and give the time at which a line with its score was drawn. */
async function drawn(call, ...patterns) {
  writeFileSync(join(signals, `${call}.wanted`), "");
  for (const pattern of patterns) {
    await bench.lineMatching(pattern);
  }
  return Date.now() / 1000;
}

await act(async () => {
  await bench.openFile("live.toolspec");
  await bench.lineMatching(/^forbid wipe/);
  await stage("drawn", async () => ({
    // A call that is forbidden can still come.
    search: await drawn("search", /require search\s*✓ 1\.00/, /forbid wipe\s*\? /),
    wipe: await drawn("wipe", /forbid wipe\s*✗ 0\.00/),
  }));
  await bench.shoot("live");
});
