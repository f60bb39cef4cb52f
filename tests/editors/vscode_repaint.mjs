// After an edit in a spec of 200 lines: until when the old score stands there, and when the final one does, in the page's frames.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const TURNS = 30;
/** Between two edits, as between two words. */
const PAUSE_MS = 100;
const at = (times, share) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length * share)]);

/** Write such a spec into the folder: early, for the list of files to open is not read again for each new one. */
export function writeLong(folder) {
  const others = Array.from({ length: 196 }, (_, number) => `count sort <= ${number + 1}`);
  const lines = ['traces "runs/*.json"', "", "forbid delete_order", "count display = 1", ...others];
  writeFileSync(join(folder, "long.toolspec"), `${lines.join("\n")}\n`);
}

/** Open and edit it; return what was measured. */
export async function repaint(bench) {
  await bench.openFile("long.toolspec");
  await bench.lineMatching(/^count display = 1\s*✓ 1\.00/);
  await bench.goTo(4, 1);
  await bench.press("End");
  const turns = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [key, old, wanted] = turn % 2 === 0 ? ["1", "✓", "✗"] : ["Backspace", "✗", "✓"];
    turns.push(await bench.scoreAfter("count display", key, old, wanted));
    await bench.page.waitForTimeout(PAUSE_MS);
  }
  // A score that is gone comes back only as that of the new text.
  assert.deepEqual(turns.filter(({ wrong }) => wrong > 0), []);
  const [olds, finals] = [turns.map(({ old_ms }) => old_ms), turns.map(({ final_ms }) => final_ms)];
  return {
    edits: TURNS,
    old_score_gone: { p50_ms: at(olds, 0.5), p95_ms: at(olds, 0.95) },
    final_score: { p50_ms: at(finals, 0.5), p95_ms: at(finals, 0.95) },
  };
}
