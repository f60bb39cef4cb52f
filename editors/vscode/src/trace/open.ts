import * as vscode from "vscode";
import type { CallNode } from "./nodes";

/** Show a call in its trace file. */
export async function openCall({ call, parent }: CallNode): Promise<void> {
  const line = Math.max(0, (call.line ?? 0) - 1);
  const column = Math.max(0, (call.column ?? 0) - 1);
  const uri = vscode.Uri.file(parent.trace.path);
  const selection = new vscode.Range(line, column, line, column);
  try {
    await vscode.window.showTextDocument(uri, { selection, preview: true });
  } catch {
    // What is too large for a text editor, or no text, the editor opens or refuses in its own words.
    await vscode.commands.executeCommand("vscode.open", uri);
  }
}
