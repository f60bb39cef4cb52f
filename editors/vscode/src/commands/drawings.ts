import * as vscode from "vscode";
import { cursorLine, specUri, type Kit } from "./kit";

/** Show the trace call by call, and what the rule the cursor is on made of each. */
export async function showTimeline(kit: Kit, uri?: unknown, line?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first, and put the cursor on a rule.");
    return;
  }
  await kit.timeline.show(spec, typeof line === "number" ? line : cursorLine(spec) ?? 0);
}

/** Show the rules of a spec on all its traces. */
export async function showMatrix(kit: Kit, uri?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first.");
    return;
  }
  await kit.matrix.show(spec);
}
