// The example that comes with the repository, as its README shows it: a refund made before it was approved.
// Usage: node vscode_example.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench } from "./vscode_workbench.mjs";

const [testbed, port, folder, output] = process.argv.slice(2);
mkdirSync(output, { recursive: true });
const bench = await openWorkbench({ testbed, port, folder, screenshots: output, width: 1500 });

try {
  await bench.openFile("refunds.toolspec");
  await bench.lineMatching(/"approval first"\s*✗ 0\.00/);
  await bench.lineMatching(/require send_email final\s*✓ 1\.00/);
  await bench.squiggle("warning").waitFor();
  await bench.shoot("example-open");

  await bench.goTo(10, 3);
  await bench.hover(/request_approval/);
  await bench.shoot("example-hover");
  await bench.press("Escape");

  await bench.goTo(24, 1);
  await bench.press("End", "Enter");
  await bench.type("require ");
  await bench.suggestions(/^request_approval$/);
  await bench.shoot("example-completion");
  await bench.press("Escape", "Control+Shift+k");
  await bench.lineMatching(/forbid send_email.*✓ 1\.00/);

  await bench.goTo(22, 1);
  await bench.press("End", "Enter");
  await bench.type("forbd transfer_money");
  await bench.squiggle("error").waitFor();
  await bench.goTo(23, 2);
  await bench.fixes();
  await bench.shoot("example-quick-fix");
  await bench.chooseFix(/forbid/);
  await bench.lineMatching(/^forbid transfer_money\s*✓ 1\.00/);

  await bench.goTo(10, 3);
  await bench.page.locator(".activitybar .action-item a[aria-label='Toolspec']").click();
  await bench.treeRow("issue_refund").waitFor();
  await bench.goTo(10, 3);
  await bench.command("Toolspec: Show Justification");
  assert.match((await bench.webviewText()).text, /request_approval/);
  await bench.shoot("example-justification");
  await bench.clickInWebview("line 188");
  await bench.page.locator(".tab.active", { hasText: "trace.json" }).waitFor();
  await bench.lineMatching(/execute_tool issue_refund/);
  await bench.page.locator(".tab", { hasText: "refunds.toolspec" }).click();

  const path = join(folder, "trace.json");
  const before = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify(swapped(before), null, 2));
  await bench.lineMatching(/"approval first".*✓ 1\.00/);
  await bench.shoot("example-mended");
} catch (fault) {
  await bench.shoot("example-failure");
  console.error(fault.stack ?? String(fault));
  process.exitCode = 1;
} finally {
  await bench.close();
}

/** The same run with the approval asked for first. */
function swapped(spans) {
  const find = (tool) => spans.find(({ attributes }) => attributes["gen_ai.tool.name"] === tool);
  const times = ({ start_time, end_time }) => ({ start_time, end_time });
  const [refund, approval] = [find("issue_refund"), find("request_approval")];
  const [first, second] = [times(refund), times(approval)];
  Object.assign(refund, second);
  Object.assign(approval, first);
  return spans;
}
