import * as vscode from "vscode";
import { asPage, type Page } from "../server/contract";
import { caseName, specUri, type Kit } from "./kit";

/** Show why a rule has its score: the rule of a code lens, else the one the cursor is on. */
export async function showJustification(kit: Kit, uri?: unknown, line?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec and put the cursor on a rule.");
    return;
  }
  const document = await vscode.workspace.openTextDocument(spec);
  const at = typeof line === "number" ? line : cursorLine(spec);
  const rule = document.lineAt(Math.min(at, document.lineCount - 1)).text;
  const ask = async (): Promise<Page | undefined> => {
    const here = lineOf(document, rule, at);
    return here === undefined ? undefined : asPage(await justification(kit, spec, here));
  };
  const content = await ask();
  if (content === undefined) {
    void vscode.window.showInformationMessage("There is no rule with a score on this line.");
    return;
  }
  kit.panel.show(content, ask);
}

/** Show how a spec, or one case of it, does on every recent trace. */
export async function runAllTraces(kit: Kit, uri?: unknown, name?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first.");
    return;
  }
  const args = [spec.toString(), caseName(name)];
  const title = { location: vscode.ProgressLocation.Window, title: "Toolspec: running on all traces" };
  const answer = await vscode.window.withProgress(title, () => kit.server.execute("toolspec.runAllTraces", args));
  const content = asPage(answer);
  if (content !== undefined) {
    kit.panel.show({ title: "All Traces", ...content });
  }
}

function justification(kit: Kit, spec: vscode.Uri, line: number): Promise<unknown> {
  return kit.server.execute("toolspec.showJustification", [spec.toString(), line]);
}

function cursorLine(spec: vscode.Uri): number {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === spec.toString());
  return editor?.selection.active.line ?? 0;
}

/** Lines move while someone types: return where the rule is now, the nearest to where it was. */
function lineOf(document: vscode.TextDocument, rule: string, was: number): number | undefined {
  let nearest: number | undefined;
  for (let line = 0; line < document.lineCount; line += 1) {
    const nearer = nearest === undefined || Math.abs(line - was) < Math.abs(nearest - was);
    if (nearer && document.lineAt(line).text === rule) {
      nearest = line;
    }
  }
  return nearest;
}
