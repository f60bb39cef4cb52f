import * as vscode from "vscode";
import type { RuleForCalls } from "../server/contract";
import type { Server } from "../server/server";
import { label } from "../text";

interface Choice extends vscode.QuickPickItem {
  made: RuleForCalls;
}

/**
 * Let the user choose a rule for some calls of a trace, and write it below a line of the spec.
 *
 * Each says on how many traces it holds. A line below 0 stands for the last one.
 */
export async function makeRule(
  server: Server,
  spec: vscode.Uri,
  line: number,
  trace: string,
  calls: readonly number[],
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(spec);
  const below = line < 0 ? document.lineCount - 1 : Math.min(line, document.lineCount - 1);
  const version = document.version;
  const rules = (await server.fromCalls(spec.toString(), below, trace, calls)) ?? [];
  const choices = rules.filter(({ edit }) => edit != null).map<Choice>((made) => ({
    label: label(made.rule, 160),
    detail: `${effect(made)} · ${label(made.what, 120)}`,
    made,
  }));
  if (choices.length === 0) {
    void vscode.window.showInformationMessage("There is no rule to make of these calls.");
    return;
  }
  const title = `Toolspec: A Rule from ${calls.length} Call${calls.length === 1 ? "" : "s"}`;
  const chosen = await vscode.window.showQuickPick(choices, { title, matchOnDetail: true });
  const edit = chosen?.made.edit;
  if (edit == null) {
    return;
  }
  if (document.version !== version) {
    void vscode.window.showInformationMessage("The spec has changed meanwhile. Choose the rule again.");
    return;
  }
  const { start, end } = edit.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const shown = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  const editor = await vscode.window.showTextDocument(document, { viewColumn });
  await editor.edit((builder) => {
    builder.replace(range, edit.newText);
  });
  const at = document.positionAt(document.offsetAt(range.start) + edit.newText.length);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(editor.selection);
}

/** In how many traces a rule holds, as it is said beside it. */
function effect({ passes, judged, here }: RuleForCalls): string {
  const all = judged === 0 ? "nothing to judge" : `holds in ${passes} of ${judged}`;
  return here === "pass" ? all : `${all}, not in this trace`;
}
