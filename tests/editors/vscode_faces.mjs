// What the extension shows beside the text: the check's page, all traces, the log, the walkthrough, what is remembered.
// Usage: node vscode_faces.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lookWithAxe } from "./vscode_axe.mjs";
import { begin } from "./vscode_drive.mjs";

const { bench, act, stage, folder } = await begin("faces");
const spec = join(folder, "shop.toolspec");

await act(async () => {
  await stage("the walkthrough's steps are done when they are", async () => {
    await bench.openFile("shop.toolspec");
    await bench.lineMatching(/count fetch_page = 1\s*✗ 0\.00/);
    // Opened as a user does, from the list of walkthroughs, when the server runs already.
    const open = async () => {
      await bench.command("Welcome: Open Walkthrough...");
      await bench.quickPickRow("Write rules for an agent's tool calls").click();
    };
    const done = (id) => bench.page.locator(`[data-step-id$="#${id}"] .codicon-getting-started-step-checked, [data-step-id$="#${id}"] .complete`).first();
    await open();
    await done("server").waitFor();
    await done("spec").waitFor();
    await bench.shoot("walkthrough");
    assert.equal(await done("why").count(), 0);
    await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
    await bench.goTo(5, 3);
    await bench.command("Toolspec: Show Justification");
    await bench.webviewText();
    const axe = await lookWithAxe(bench, folder);
    await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
    await bench.goTo(5, 1);
    await bench.command("View: Close All Editors");
    await open();
    await done("why").waitFor();
    await bench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: "shop.toolspec" }).click();
    await bench.page.locator(".tab.active", { hasText: "shop.toolspec" }).waitFor();
    return { axe };
  });

  await stage("the log says which server runs", async () => {
    await bench.command("Toolspec: Show Log");
    await bench.page.locator(".tab.active", { hasText: "Toolspec.log" }).waitFor();
    await bench.lineMatching(/toolspec \d+\.\d+.* from PATH/);
    await bench.shoot("log");
    await bench.command("View: Close All Editors");
  });

  await stage("a changed spec is not saved without a word", async () => {
    await bench.openFile("shop.toolspec");
    await bench.goTo(9, 1);
    await bench.press("Control+Shift+k");
    await bench.command("Toolspec: Check File");
    const dialog = bench.page.locator(".monaco-dialog-box", { hasText: "has changes that are not saved" });
    await dialog.waitFor();
    assert.match(readFileSync(spec, "utf8"), /forbd/);
    await dialog.locator(".monaco-button", { hasText: "Check As Saved" }).click();
    await bench.webview().locator("main", { hasText: "TS102" }).waitFor();
    assert.match(readFileSync(spec, "utf8"), /forbd/);
    await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
    await bench.command("Toolspec: Check File");
    await dialog.locator(".monaco-button", { hasText: "Save and Check" }).click();
    await bench.webview().locator("main", { hasText: "Not passed" }).waitFor();
    assert.doesNotMatch(readFileSync(spec, "utf8"), /forbd/);
    await bench.shoot("check");
    return { axe: await lookWithAxe(bench, folder) };
  });

  await stage("the check's page leads to the rule and the trace", async () => {
    await bench.clickInWebview("line 8");
    await bench.page.locator(".tab.active", { hasText: "shop.toolspec" }).waitFor();
    await bench.statusBar(/^Ln 8, Col 1$/).waitFor();
    await bench.clickInWebview("broken");
    await bench.page.locator(".tab.active", { hasText: "broken.json" }).waitFor();
    await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
  });

  await stage("the table of all traces can be read", async () => {
    await bench.command("Toolspec: Run on All Traces");
    await bench.webview().locator("table th").first().waitFor();
    // The page may be replaced while it is measured: as soon as a further score is there.
    const measured = () => bench.webview().locator("table th, table td").evaluateAll((cells) => cells.map((one) => {
      const range = one.ownerDocument.createRange();
      range.selectNodeContents(one);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 8));
      return { lines: new Set(tops).size, text: one.textContent };
    }));
    let cells = [];
    for (let tries = 0; tries < 50 && cells.length <= 3; tries++) {
      if (tries) await bench.page.waitForTimeout(200);
      cells = await measured().catch((fault) => {
        if (/detached|destroyed/.test(fault.message)) return [];
        throw fault;
      });
    }
    assert.ok(cells.length > 3, "the table is never there");
    for (const { lines, text } of cells) {
      assert.ok(lines === 1 || text.length / lines > 8, `${text}: in ${lines} lines`);
    }
    await bench.shoot("all-traces");
    return { axe: await lookWithAxe(bench, folder) };
  });

  await stage("one trace carries the target sign, and the calls their steps and results", async () => {
    await bench.page.locator(".activitybar .action-item a[aria-label='Toolspec']").click();
    await bench.treeRow("paid").waitFor();
    assert.equal(await bench.page.locator(".pane-body .monaco-list-row .codicon-target").count(), 1);
    assert.match(await bench.treeRow("fetch_page").innerText(), /2\s+step 1.*→/);
    await bench.shoot("trace-view");
  });

  await stage("the chosen trace is remembered when the window is loaded again", async () => {
    await bench.page.locator(".tab", { hasText: "shop.toolspec" }).click();
    await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/);
    await bench.command("Toolspec: Choose Trace");
    await bench.quickPickRow("broken").click();
    await bench.lineMatching(/forbid delete_order\s*✗ 0\.00/);
    // The editor writes down what is to be remembered a while after it was told.
    await bench.page.waitForTimeout(1500);
    await bench.page.reload();
    await bench.page.waitForSelector(".monaco-workbench");
    await bench.openFile("shop.toolspec");
    await bench.lineMatching(/forbid delete_order\s*✗ 0\.00/);
    await bench.command("Toolspec: Choose Trace");
    await bench.quickPickRow("The newest trace").click();
    await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/);
  });

  await stage("a wrong path is said, and no other server is started", async () => {
    const settings = join(folder, ".vscode", "settings.json");
    mkdirSync(join(folder, ".vscode"), { recursive: true });
    writeFileSync(settings, JSON.stringify({ "toolspec.path": join(folder, "nowhere", "toolspec") }));
    const refusal = bench.notification(/The setting toolspec\.path names .*nowhere.*, but there is no such program/);
    await refusal.waitFor();
    await refusal.locator("a", { hasText: "Open Settings" }).waitFor();
    assert.deepEqual(await bench.scores(), []);
    await bench.shoot("wrong-path");
    // Once it is corrected, a server is looked for again.
    writeFileSync(settings, "{}");
    await bench.lineMatching(/forbid delete_order\s*✓ 1\.00/);
  });
});
