// The timeline in the panel of VS Code: it follows the rule the cursor is on, and opens calls.
// Usage: node vscode_timeline.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { lookWithAxe } from "./vscode_axe.mjs";
import { begin } from "./vscode_drive.mjs";

const { bench, act, stage, folder } = await begin("timeline", { width: 1400, height: 760 });

const test = (text) => bench.testRow(text);

await act(async () => {
  await bench.openFile("shop.toolspec");
  await bench.lineMatching(/count fetch_page = 1\s*✗ 0\.00/);
  const timeline = bench.webview().locator("toolspec-timeline");
  const rule = timeline.locator(".ts-rule");

  await stage("the timeline shows the rule under the cursor", async () => {
    await bench.goTo(4, 1);
    await bench.command("Toolspec: Show Timeline");
    await rule.filter({ hasText: /^order: search/ }).waitFor();
    await timeline.locator(".ts-is-missing", { hasText: "no call" }).first().waitFor();
    assert.ok(await timeline.locator(".ts-is-call.ts-taken .ts-link").count() > 0);
    assert.equal(await timeline.locator(".ts-is-missing .ts-expected").first().innerText(), "sort");
    await bench.shootBoth("timeline-order-in-vscode");
    return { axe: await lookWithAxe(bench, folder) };
  });

  await stage("by keys alone it is opened, read, and left again", async () => {
    await bench.command("View: Close Editors in Other Groups");
    await bench.goTo(4, 1);
    const { keyboard } = bench.page;
    await keyboard.press("Control+Alt+t");
    await rule.filter({ hasText: /^order: search/ }).waitFor();
    await keyboard.press("Control+2");
    const focused = timeline.locator(".ts-row:focus");
    // Past the button that makes rules.
    for (let tries = 0; tries < 4 && (await focused.count()) === 0; tries += 1) {
      await keyboard.press("Tab");
    }
    await keyboard.press("n");
    await keyboard.press("Enter");
    await timeline.locator(".ts-details", { hasText: "Arguments" }).waitFor();
    await keyboard.press("Enter");
    await keyboard.press("Control+1");
    await bench.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  });

  await stage("it follows the cursor to another rule, and an edit", async () => {
    await bench.goTo(5, 1);
    await rule.filter({ hasText: /^count fetch_page = 1/ }).waitFor();
    assert.equal(await timeline.locator(".ts-link").count(), 0);
    await timeline.locator(".ts-is-call.ts-extra").first().waitFor();
    await bench.shootBoth("timeline-count-in-vscode");

    // The score in it is that of the new text.
    await bench.press("End", "Backspace", "2");
    await rule.filter({ hasText: /^count fetch_page = 2/ }).waitFor();
    await timeline.locator(".ts-verdict.ts-pass").waitFor();

    // Of a line without a rule it shows the trace alone.
    await bench.goTo(1, 1);
    await timeline.locator(".ts-verdict").waitFor({ state: "detached" });
  });

  await stage("the matrix puts what fails most first, and a cell opens that timeline", async () => {
    await bench.goTo(5, 1);
    await bench.command("Toolspec: Show Matrix");
    const matrix = bench.webview().locator("toolspec-matrix");
    await matrix.locator(".tm-title", { hasText: "5 rules on 2 traces" }).waitFor();
    const signs = await matrix.locator(".tm-row:not(.tm-columns)").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("[role=gridcell]")].map(({ textContent }) => textContent).join("")));
    assert.deepEqual(signs, ["✗✗", "✗✓", "✗✓", "✗✓", "✗✓"]);
    await bench.shootBoth("matrix-in-vscode");
    const axe = await lookWithAxe(bench, folder);
    await matrix.locator(".tm-rule", { hasText: "forbid delete_order" }).click();
    await bench.statusBar(/^Ln 8, Col 1$/).waitFor();
    await matrix.locator("[role=gridcell][data-row='0'][data-column='0']").click();
    await rule.filter({ hasText: /^order: search/ }).waitFor();
    await timeline.locator(".ts-facts", { hasText: "broken" }).waitFor();
    await bench.shootBoth("matrix-cell-in-vscode");
    await bench.goTo(1, 1);
    await timeline.locator(".ts-verdict").waitFor({ state: "detached" });
    return { axe };
  });

  await stage("the Test Explorer runs rules on traces, and shows what was expected beside what came", async () => {
    await bench.command("Testing: Focus on Test Explorer View");
    await test("shop.toolspec").waitFor();
    await bench.command("Test: Run All Tests");
    await bench.page.locator(".test-explorer .codicon-testing-failed-icon").first().waitFor();
    await bench.openTest("shop.toolspec", "order: search");
    await bench.openTest("order: search", "broken");
    await bench.page.locator(".codicon-testing-passed-icon").first().waitFor();
    // The results say what was expected beside what came; the scores in the text stay as they are.
    await bench.page.locator(".test-output-peek-tree .monaco-list-row", { hasText: "1 of 4 expected" }).first().click();
    const difference = bench.page.locator(".part.panel .monaco-diff-editor").first();
    await difference.locator(".view-line", { hasText: "(no call)" }).first().waitFor();
    assert.equal(await bench.page.locator(".editor-group-container .test-message-inline-content").count(), 0);
    await bench.shootBoth("tests-in-vscode");
    // The scores' marks stay in the gutter: no icon of a test is drawn over them. An item leads to its rule.
    assert.equal(await bench.page.locator(".editor-group-container .glyph-margin-widgets [class*=testing-run-glyph]").count(), 0);
    assert.ok(await bench.page.locator(".editor-group-container .glyph-margin-widgets .cgmr").count() >= 5);
    await test("count fetch_page").hover();
    await test("count fetch_page").locator(".action-label[aria-label^='Go to Rule']").first().click();
    await bench.statusBar(/^Ln 5, Col 1$/).waitFor();
  });

  await stage("debugging a test is why: the timeline of that trace, coloured by that rule", async () => {
    await test("broken").hover();
    await test("broken").locator(".action-label[aria-label^='Debug']").first().click();
    await rule.filter({ hasText: /^order: search/ }).waitFor();
    await timeline.locator(".ts-facts", { hasText: "broken" }).waitFor();
    await bench.command("View: Toggle Panel Visibility");
    await bench.command("View: Show Explorer");
    await bench.openFile("shop.toolspec");
    await bench.goTo(2, 1);
    await bench.goTo(1, 1);
    await timeline.locator(".ts-verdict").waitFor({ state: "detached" });
  });

  await stage("a call is opened in its file, by keyboard", async () => {
    await timeline.locator(".ts-is-call").first().click();
    await timeline.locator(".ts-details").waitFor();
    assert.equal(await timeline.locator(".ts-details").count(), 1);
    await bench.shootBoth("timeline-details-in-vscode");
    await timeline.locator(".ts-is-call").first().focus();
    await bench.page.keyboard.press("o");
    await bench.page.locator(".tab.active", { hasText: "paid.json" }).waitFor();
    // Its arguments are selected, to be looked at and copied.
    await bench.statusBar(/\(\d+ selected\)$/).waitFor();
  });

  await stage("the trace's file says above each call how the rules about it ended, and makes rules of calls", async () => {
    const lens = (text) => bench.page.locator(".editor-group-container.active .codelens-decoration a", { hasText: text }).first();
    await lens(/^call 1 · \d rules/).waitFor();
    await bench.shootBoth("calls-in-their-file");
    // All calls of the file, as they are selected in it.
    await bench.press("Control+a");
    await bench.command("Toolspec: Make a Rule from Selected Calls...");
    await bench.quickPickRow(/^order: search -> fetch_page -> fetch_page/).waitFor();
    await bench.press("Escape");
    await bench.press("Control+Home");
    await lens(/^call 1 .*1 fails/).click();
    await bench.quickPickRow("order: search -> filter").click();
    await bench.page.locator(".tab.active", { hasText: "shop.toolspec" }).waitFor();
    await bench.statusBar(/^Ln 4, Col 1$/).waitFor();
  });

  await stage("a rule that fails on some trace has a sparkline of all", async () => {
    const spark = bench.page.locator(".codelens-decoration a", { hasText: /^[▁▂▃▄▅▆▇?!-]{2} \d of 2 pass/ });
    await spark.first().waitFor();
    const titles = await spark.allInnerTexts();
    await spark.filter({ hasText: "fails on broken" }).first().click();
    await bench.webview().locator("toolspec-matrix .tm-title").waitFor();
    return { titles };
  });
});
