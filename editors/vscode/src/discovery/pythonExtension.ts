import * as vscode from "vscode";

/** The part of the Python extension's API that is used here. */
interface PythonApi {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

/** It looks through the disk when it starts; the server need not wait for that longer than this. */
const WAIT_MS = 5_000;

/** Return the interpreter the Python extension has chosen for a folder, or undefined. */
export async function activePython(resource: vscode.Uri | undefined): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS, undefined));
  try {
    return await Promise.race([ask(extension, resource), late]);
  } catch {
    return undefined;
  }
}

async function ask(
  extension: vscode.Extension<PythonApi>,
  resource: vscode.Uri | undefined,
): Promise<string | undefined> {
  const { environments } = extension.isActive ? extension.exports : await extension.activate();
  const chosen = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(resource));
  return chosen?.executable.uri?.fsPath;
}
