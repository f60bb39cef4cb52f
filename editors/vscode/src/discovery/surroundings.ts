import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Surroundings } from "./candidates";
import { readEnvironment } from "./environment";
import { activePython } from "./pythonExtension";
import { textSetting, type Said } from "./settings";

/** Gather what decides where the server is looked for, as things stand now; `said` is told of unfit settings. */
export async function surroundings(context: vscode.ExtensionContext, said: Said): Promise<Surroundings> {
  const trusted = vscode.workspace.isTrusted;
  const settings = vscode.workspace.getConfiguration("toolspec");
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return {
    trusted,
    path: textSetting("path", settings.get("path"), "/usr/local/bin/toolspec", said),
    interpreter: textSetting("interpreter", settings.get("interpreter"), "/usr/bin/python3", said),
    activePython: trusted ? await activePython(folders[0]?.uri) : undefined,
    folders: folders.map(({ uri }) => uri.fsPath),
    pathVariable: process.env.PATH ?? "",
    ownEnvironment: await readEnvironment(context.globalStorageUri.fsPath),
    home: homedir(),
    platform: process.platform,
  };
}
