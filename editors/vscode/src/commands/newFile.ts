import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { tracesGlob } from "../trace/glob";

/** Files of a workspace that are looked at; a trace folder shows itself in a few. */
const FILES_MAX = 200;
/** Bytes of a file that tell whether it may be a trace. */
const HEAD_BYTES = 20_000;

/** Begin a spec with the line that names the traces of the workspace, where it has some. */
export async function newFile(): Promise<void> {
  const glob = await findTraces();
  const content = glob === undefined ? "" : `traces ${JSON.stringify(glob)}\n\n`;
  const document = await vscode.workspace.openTextDocument({ language: "toolspec", content });
  const end = document.positionAt(content.length);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}

/** Return the glob of the files of the workspace that look like traces; the server says which of them are. */
async function findTraces(): Promise<string | undefined> {
  const files = await vscode.workspace.findFiles("**/*.{json,jsonl}", "**/{node_modules,.*}/**", FILES_MAX);
  const heads = await Promise.all(
    files.filter(({ scheme }) => scheme === "file").map(async (uri) => ({
      path: vscode.workspace.asRelativePath(uri, false),
      head: await readFile(uri.fsPath, "utf8").then((text) => text.slice(0, HEAD_BYTES), () => ""),
    })),
  );
  return tracesGlob(heads);
}
