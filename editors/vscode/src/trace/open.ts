import * as vscode from "vscode";
import type { Server } from "../server/server";

/** Show a call in its trace file, its arguments selected. */
export async function openArguments(server: Server, trace: string, call: number): Promise<void> {
  const place = await server.callText(trace, call);
  if (place !== null) {
    const { start, end } = place.range;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    await openRange(vscode.Uri.parse(place.uri), selection);
  }
}

/**
 * Show the place in a file that a link of the panel names, as `file:///run.json#L12`.
 *
 * Links stand among text of traces, so only traces in use and specs are opened, and only to be looked at.
 */
export async function openPlace(place: unknown, traces: readonly string[]): Promise<void> {
  if (typeof place !== "string") {
    return;
  }
  const uri = vscode.Uri.parse(place);
  const file = uri.with({ fragment: "", query: "" });
  const known = traces.some((path) => vscode.Uri.file(path).toString() === file.toString());
  if (file.scheme === "file" && (known || file.path.endsWith(".toolspec"))) {
    await openAt(file, Number(/^L(\d+)/.exec(uri.fragment)?.[1] ?? 0), 0);
  }
}

/** Show a place in a file; line and column count from 1; 0 where there is none. */
export async function openAt(uri: vscode.Uri, line: number, column: number): Promise<void> {
  const at = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await openRange(uri, new vscode.Range(at, at));
}

async function openRange(uri: vscode.Uri, selection: vscode.Range): Promise<void> {
  const viewColumn = vscode.window.activeTextEditor?.viewColumn ?? vscode.ViewColumn.One;
  try {
    await vscode.window.showTextDocument(uri, { selection, preview: true, viewColumn });
  } catch {
    // What is too large for a text editor, or no text, the editor opens or refuses in its own words.
    await vscode.commands.executeCommand("vscode.open", uri);
  }
}
