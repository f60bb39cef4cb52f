import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Surroundings } from "./candidates";
import { activePython } from "./pythonExtension";

/** Gather what decides where the server is looked for, as things stand now. */
export async function surroundings(context: vscode.ExtensionContext): Promise<Surroundings> {
  const trusted = vscode.workspace.isTrusted;
  const settings = vscode.workspace.getConfiguration("toolspec");
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  return {
    trusted,
    path: settings.get("path", "").trim(),
    interpreter: settings.get("interpreter", "").trim(),
    activePython: trusted ? await activePython(folders[0]?.uri) : undefined,
    folders: folders.map(({ uri }) => uri.fsPath),
    pathVariable: process.env.PATH ?? "",
    ownEnvironment: ownEnvironment(context),
    home: homedir(),
    platform: process.platform,
  };
}

/** The folder of the environment the install button makes; it belongs to the user, not to a workspace. */
export function ownEnvironment(context: vscode.ExtensionContext): string {
  return vscode.Uri.joinPath(context.globalStorageUri, "environment").fsPath;
}
