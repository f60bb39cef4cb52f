// After an edit in a spec of 200 lines: until when the old score stands there, and when the final one does, in the page's frames.
// Usage: node vscode_repaint.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
const TURNS = 40;
/** Between two edits, as between two words. */
const PAUSE_MS = 250;
mkdirSync(output, { recursive: true });
const bench = await openWorkbench({ testbed, port, folder, screenshots: output });
const at = (times, share) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length * share)]);

try {
  await bench.openFile("long.toolspec");
  await bench.lineMatching(/^count fetch_page = 2\s*✓ 1\.00/);
  await bench.goTo(4, 1);
  await bench.press("End");
  const turns = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [key, old, wanted] = turn % 2 === 0 ? ["1", "✓", "✗"] : ["Backspace", "✗", "✓"];
    turns.push(await bench.scoreAfter("count fetch_page", key, old, wanted));
    await bench.page.waitForTimeout(PAUSE_MS);
  }
  // A score that is gone comes back only as that of the new text.
  assert.deepEqual(turns.filter(({ wrong }) => wrong > 0), []);
  const [olds, finals] = [turns.map(({ old_ms }) => old_ms), turns.map(({ final_ms }) => final_ms)];
  writeFileSync(join(output, "repaint.json"), JSON.stringify({
    edits: TURNS,
    old_score_gone: { p50_ms: at(olds, 0.5), p95_ms: at(olds, 0.95) },
    final_score: { p50_ms: at(finals, 0.5), p95_ms: at(finals, 0.95) },
  }));
} catch (fault) {
  await bench.shoot("repaint-failure");
  console.error(fault.stack ?? fault);
  process.exitCode = 1;
} finally {
  await bench.close();
}
