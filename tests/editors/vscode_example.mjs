// The example that comes with the repository, as its README shows it: a refund made before it was approved.
// The pictures in editors/vscode/images are those taken here.
// Usage: node vscode_example.mjs TESTBED PORT FOLDER OUTPUT
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin } from "./vscode_drive.mjs";

const WIDTH = 1100;
const HEIGHT = 680;
const { bench, act, folder } = await begin("example", { width: WIDTH, height: HEIGHT });
const texts = readFileSync(join(folder, "refunds.toolspec"), "utf8").split("\n");
const lineOf = (start) => texts.findIndex((text) => text.startsWith(start)) + 1;
const failing = lineOf("sequence: request_approval");

await act(async () => {
  await bench.openFile("refunds.toolspec");
  await bench.lineMatching(/"refund after approval"\s*✗ 0\.00/);
  await bench.lineMatching(/require send_email final\s*✓ 1\.00/);
  await bench.squiggle("warning").waitFor();
  // As wide as fmt indents a case, though lines that go on are indented by more.
  await bench.statusBar(/^Spaces: 2$/).waitFor();
  await bench.command("Close Primary Side Bar");
  await bench.rest();
  await bench.shoot("example-open");

  // On the rule's name, in its last line: so its score is seen too.
  const named = texts.findIndex((text) => text.includes('"refund after approval"'));
  await bench.goTo(named + 1, texts[named].indexOf('"refund after approval"') + 4);
  await bench.rest();
  await bench.hover(/request_approval/);
  await bench.rest();
  await bench.shoot("example-hover");
  await bench.press("Escape");

  await bench.goTo(lineOf("forbid send_email"), 1);
  await bench.press("End", "Enter");
  await bench.type("require ");
  // The scores that stood below are in their new places.
  await bench.lineMatching(/^forbid send_email.*✓ 1\.00$/);
  await bench.suggestions(/^request_approval$/);
  await bench.rest();
  await bench.shoot("example-completion");
  await bench.press("Escape", "Control+Shift+k");
  await bench.lineMatching(/forbid send_email.*✓ 1\.00/);

  await bench.goTo(lineOf("forbid delete_"), 1);
  await bench.press("End", "Enter");
  await bench.type("forbd transfer_money");
  await bench.squiggle("error").waitFor();
  await bench.goTo(lineOf("forbid delete_") + 1, 2);
  await bench.fixes();
  await bench.chooseFix(/forbid/);
  await bench.lineMatching(/^forbid transfer_money\s*✓ 1\.00/);

  await bench.page.setViewportSize({ width: 1600, height: HEIGHT });
  await bench.goTo(failing, 3);
  await bench.page.locator(".activitybar .action-item a[aria-label='Toolspec']").click();
  await bench.treeRow("issue_refund").waitFor();
  await bench.goTo(failing, 3);
  await bench.command("Toolspec: Show Justification");
  assert.match((await bench.webviewText()).text, /request_approval/);
  await bench.rest();
  await bench.shoot("example-justification");
  await bench.clickInWebview("line 188");
  await bench.page.locator(".tab.active", { hasText: "trace.json" }).waitFor();
  await bench.lineMatching(/execute_tool issue_refund/);
  await bench.page.locator(".tab", { hasText: "refunds.toolspec" }).click();

  const path = join(folder, "trace.json");
  const before = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify(swapped(before), null, 2));
  await bench.lineMatching(/"refund after approval".*✓ 1\.00/);
  await bench.shoot("example-mended");
});

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
