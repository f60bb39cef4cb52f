import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { FollowedLine } from "../justification/followed";
import { asPage, type Page } from "../server/contract";
import { caseName, cursorLine, specUri, type Kit } from "./kit";

/** What the server calls the page it gives for a line without a rule: that of the whole file. */
const ALL_RULES = "All rules";

/** Show why a rule has its score: the rule of a code lens, else the one the cursor is on. */
export async function showJustification(kit: Kit, uri?: unknown, line?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  const at = typeof line === "number" ? line : spec === undefined ? undefined : cursorLine(spec);
  if (spec === undefined || at === undefined) {
    void vscode.window.showInformationMessage("Open a spec and put the cursor on a rule.");
    return;
  }
  // A lens asks for a line knowing what is there; a cursor may stand anywhere.
  const lens = typeof line === "number";
  const content = await justification(kit, spec, at, lens);
  if (content === undefined) {
    void vscode.window.showInformationMessage("There is no rule with a score on this line.");
    return;
  }
  const document = await vscode.workspace.openTextDocument(spec);
  const followed = new FollowedLine(document, Math.min(at, document.lineCount - 1));
  const renew = async (): Promise<Page> => {
    if (!isOpen(spec)) {
      return { markdown: `${named(spec)} is closed, so its rules have no scores.` };
    }
    const { line: here } = followed;
    if (here === undefined) {
      return { markdown: `This rule is no longer in ${named(spec)}.` };
    }
    return await justification(kit, spec, here, lens)
      ?? { markdown: `There is no rule with a score on line ${here + 1} of ${named(spec)} now.` };
  };
  kit.panel.show(content, renew, followed);
}

/** Show how a spec, or one case of it, does on every recent trace. */
export async function runAllTraces(kit: Kit, uri?: unknown, name?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first.");
    return;
  }
  const args = [spec.toString(), caseName(name)];
  const ask = async (): Promise<Page> => {
    const page = asPage(await kit.server.execute("toolspec.runAllTraces", args));
    return { title: "All Traces", ...(page ?? { markdown: `${named(spec)} has no scores.` }) };
  };
  const title = { location: vscode.ProgressLocation.Window, title: "Toolspec: running on all traces" };
  kit.panel.show(await vscode.window.withProgress(title, ask), ask);
}

async function justification(kit: Kit, spec: vscode.Uri, line: number, lens: boolean): Promise<Page | undefined> {
  const page = asPage(await kit.server.execute("toolspec.showJustification", [spec.toString(), line]));
  return page?.title === ALL_RULES && !lens ? undefined : page;
}

/** The document is looked up each time: one that was closed goes on showing its last text. */
function isOpen(spec: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === spec.toString());
}

/** Return a file's name as Markdown, in which it stays text. */
function named(spec: vscode.Uri): string {
  return basename(spec.path).replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
}
