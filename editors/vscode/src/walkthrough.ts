import * as vscode from "vscode";

const WALKTHROUGH = "toolspec.toolspec#start";
const CONTEXT = "toolspec.walkthrough";
/** How long the editor may take to fill its page. */
const FILLS_MS = 1_000;

/**
 * See that what is done already is marked as done, however the walkthrough is opened.
 *
 * The editor marks a step when its condition becomes true while the page is open, not where it was true before. So a
 * condition of ours is made false and true again once the page is there. A walkthrough has no kind of tab that
 * extensions are told, which alone tells it from others.
 */
export function tickSteps(): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(({ input, isActive }) => input === undefined && isActive)) {
      clearTimeout(timer);
      void vscode.commands.executeCommand("setContext", CONTEXT, false);
      timer = setTimeout(() => void vscode.commands.executeCommand("setContext", CONTEXT, true), FILLS_MS);
    }
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    subscription.dispose();
  });
}

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}
