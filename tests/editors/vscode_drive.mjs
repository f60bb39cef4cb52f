// What every driver does: open a workbench, go through stages, and say of the one that fails where it was.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench } from "./vscode_workbench.mjs";

/**
 * Open a workbench as the command line says: TESTBED PORT FOLDER OUTPUT, and further words.
 *
 * `act` runs what is to be seen there and ends the workbench; `stage` is one step of it, with a title. What the stages return
 * and take is written to OUTPUT/NAME.json, what is there to see when one fails to OUTPUT/NAME-failure.png.
 */
export async function begin(name, size = {}) {
  const [testbed, port, folder, output, ...words] = process.argv.slice(2);
  mkdirSync(output, { recursive: true });
  const opening = performance.now();
  const bench = await openWorkbench({ testbed, port, folder, screenshots: output, ...size });
  // The palette lists commands as they were when it was opened: the extension's are there once its icon is.
  await bench.page.locator(".activitybar .action-item a[aria-label='Toolspec']").waitFor({ state: "attached" });
  const seen = { open: { took_ms: Math.round(performance.now() - opening) } };
  let step = "open";
  const stage = async (title, perform) => {
    step = title;
    const began = performance.now();
    seen[title] = { ...(await perform()), took_ms: Math.round(performance.now() - began) };
  };
  const act = async (perform) => {
    try {
      await perform();
    } catch (fault) {
      await bench.shoot(`${name}-failure`);
      console.error(`at "${step}": ${fault.stack ?? fault}`);
      process.exitCode = 1;
    } finally {
      writeFileSync(join(output, `${name}.json`), JSON.stringify(seen, null, 1));
      await bench.close();
    }
  };
  return { bench, act, stage, folder, output, words };
}
