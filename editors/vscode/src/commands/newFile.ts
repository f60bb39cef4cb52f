import { open } from "node:fs/promises";
import * as vscode from "vscode";
import { tracesGlob } from "../trace/glob";

/** Files of a workspace that are looked at; a trace folder shows itself in a few. */
const FILES_MAX = 200;
/** Bytes of a file that tell whether it may be a trace. */
const HEAD_BYTES = 20_000;

/** What `toolspec collect` writes, unless told otherwise. */
const COLLECTED = ".toolspec/traces/*.jsonl";

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
  const [collected, others] = await Promise.all([
    vscode.workspace.findFiles(COLLECTED, null, FILES_MAX),
    vscode.workspace.findFiles("**/*.{json,jsonl}", "**/{node_modules,.*}/**", FILES_MAX),
  ]);
  const files = [...collected, ...others];
  const heads = await Promise.all(
    files.filter(({ scheme }) => scheme === "file").map(async (uri) => ({
      path: vscode.workspace.asRelativePath(uri, false),
      head: await headOf(uri.fsPath).catch(() => ""),
    })),
  );
  return tracesGlob(heads);
}

/** Return how a file begins: traces may be larger than what fits into memory. */
async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
