import * as vscode from "vscode";
import { basename } from "node:path/posix";

const SAVE = "Save and Check";
const AS_SAVED = "Check As Saved";

/**
 * Return the file to check, which a program reads from the disk; undefined where the user wants none checked.
 *
 * Whether an edited spec is saved first is the user's choice, once by the setting or each time by a question.
 */
export async function fileToCheck(spec: vscode.Uri): Promise<vscode.Uri | undefined> {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === spec.toString());
  if (document?.isDirty !== true && spec.scheme !== "untitled") {
    return spec;
  }
  const setting = vscode.workspace.getConfiguration("toolspec", spec).get<string>("saveBeforeCheck");
  const onDisk = spec.scheme !== "untitled";
  if (setting === "never" && onDisk) {
    return spec;
  }
  const choice = setting === "always" ? SAVE : await ask(spec, onDisk);
  return choice === SAVE ? await vscode.workspace.save(spec) : choice === AS_SAVED ? spec : undefined;
}

async function ask(spec: vscode.Uri, onDisk: boolean): Promise<string | undefined> {
  return await vscode.window.showInformationMessage(
    `${basename(spec.path)} has changes that are not saved. The check reads the file on the disk.`,
    { modal: true },
    ...(onDisk ? [SAVE, AS_SAVED] : [SAVE]),
  );
}
