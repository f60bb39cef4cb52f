// Contrast, names and roles of a page in VS Code, by axe-core, in a light theme, a dark one and one of high contrast.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const EXTENSION = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "editors", "vscode");
const AXE = readFileSync(join(EXTENSION, "node_modules", "axe-core", "axe.min.js"), "utf8");
const THEMES = { "Default Light Modern": "vs", "Default High Contrast": "hc-black", "Default Dark Modern": "vs-dark" };
const RULES_OF_PAGES = ["region", "page-has-heading-one"];

/** Tell whether a page may run scripts: axe-core needs timers, which others do not have. */
async function runsScripts(frame) {
  return await frame.evaluate(() => document.querySelector("meta[http-equiv]").content.includes("script-src"));
}

async function axeIn(page) {
  await page.evaluate(AXE);
  return await page.evaluate(() => window.axe.run(document));
}

/** Look at a page as the editor has filled it, its colours included, in a page of its own. */
async function axeInCopy(bench, frame) {
  const copy = await bench.browser.newPage();
  const html = (await frame.content()).replace(/<meta http-equiv[^>]*>/, "").replace(/<script[\s\S]*?<\/script>/g, "");
  await copy.setContent(html);
  // The page itself has none: it lies on the editor's.
  await copy.addStyleTag({ content: "html { background: var(--vscode-editor-background); }" });
  const found = await axeIn(copy);
  await copy.close();
  return found;
}

/**
 * Look at the last opened page in each theme; return what axe-core found that is not serious.
 *
 * The workspace's settings choose the theme, and are taken away again: the last theme is the one the tests have.
 */
export async function lookWithAxe(bench, folder) {
  const settings = join(folder, ".vscode", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  const found = {};
  for (const [theme, name] of Object.entries(THEMES)) {
    writeFileSync(settings, JSON.stringify({ "workbench.colorTheme": theme }));
    await bench.page.locator(`.monaco-workbench.${name}`).waitFor();
    const root = bench.webview().locator("html");
    await bench.webview().locator(`body[data-vscode-theme-kind], body.${name}`).first().waitFor();
    const frame = await (await root.elementHandle()).ownerFrame();
    const { violations, passes } = await (await runsScripts(frame) ? axeIn(frame) : axeInCopy(bench, frame));
    assert.ok(passes.length > 0, "axe-core looked at nothing");
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    const said = serious.map(({ id, nodes }) => [theme, id, nodes[0].html.slice(0, 200), nodes[0].failureSummary]);
    assert.deepEqual(said, []);
    found[name] = violations.filter(({ id }) => !RULES_OF_PAGES.includes(id)).map(({ id, impact }) => `${id} (${impact})`);
  }
  rmSync(settings);
  return found;
}
