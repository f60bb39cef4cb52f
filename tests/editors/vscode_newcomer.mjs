// A newcomer's path: a folder with traces and no spec, to a first red line, why, a fix and green, without reading a page.
// Keystrokes and seconds are counted and written to OUTPUT/newcomer.json.
// Usage: node vscode_newcomer.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { begin } from "./vscode_drive.mjs";

const { bench, act, stage } = await begin("newcomer", { width: 1100, height: 680 });
/** What a person takes for a key, on average; the browser types faster than anyone. */
const KEY_MS = 200;
const { keyboard } = bench.page;
let keys = 0;
const press = async (...names) => {
  for (const name of names) {
    await keyboard.press(name);
    keys += 1;
  }
};
const type = async (text) => {
  await keyboard.type(text, { delay: 30 });
  keys += text.length;
};
const suggested = (label) =>
  bench.page.locator(".suggest-widget.visible .monaco-list-row .label-name", { hasText: label }).first().waitFor();
const began = performance.now();
/** A stage that tells how many keys and seconds the path had taken when it was done; a person types more slowly. */
const reach = (title, perform) => stage(title, async () => {
  await perform();
  const seconds = (performance.now() - began) / 1000;
  return { keys, seconds: Math.round(seconds * 10) / 10, person_s: Math.round(seconds + (keys * KEY_MS) / 1000) };
});

await act(async () => {
  await bench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "runs" }).waitFor();
  await reach("a new spec, which names the traces of the folder", async () => {
    await press("F1");
    await bench.page.locator(".quick-input-widget input").waitFor();
    await type("toolspec new");
    await bench.quickPickRow("Toolspec: New File").waitFor();
    await press("Enter");
    await bench.lineMatching(/^traces "runs\/\*\.json"/);
  });
  await reach("first red line", async () => {
    await type("cou");
    await suggested(/^count tool/);
    await press("Enter");
    // The place for the tool is empty, and the list of tools opens there: also where the server has only just started.
    await bench.lineMatching(/^count {2}= 1/);
    await type("fet");
    await suggested(/^fetch_page$/);
    await press("Enter");
    await bench.lineMatching(/^count fetch_page = 1\s*✗ 0\.00/);
    await press("Escape");
    await bench.shoot("newcomer-red");
  });
  await reach("why", async () => {
    await press("Control+k", "Control+i");
    const hover = bench.page.locator(".monaco-hover:not(.hidden)", { hasText: /fetch_page/ }).first();
    await hover.waitFor();
    assert.match(await hover.innerText(), /called 2 times|2 calls/);
    await bench.shoot("newcomer-why");
    await press("Escape");
  });
  await reach("fix", async () => {
    await press("Control+.");
    const first = bench.page.locator(".action-widget .monaco-list-row.action.focused");
    await first.waitFor();
    assert.match(await first.innerText(), /Change to = 2/);
    await bench.shoot("newcomer-fix");
    await press("Enter");
  });
  await reach("green", async () => {
    await bench.lineMatching(/^count fetch_page = 2\s*✓ 1\.00/);
    await bench.shoot("newcomer-green");
  });
});
