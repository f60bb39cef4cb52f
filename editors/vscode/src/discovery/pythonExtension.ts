import * as vscode from "vscode";

/** The part of the Python extension's API that is used here. */
interface PythonApi {
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

const PYTHON = "ms-python.python";
/** Tells that the Python extension runs. */
const started = new vscode.EventEmitter<void>();

/** It looks through the disk when it starts; the server need not wait for that longer than this. */
const WAIT_MS = 5_000;

/** Return the interpreter the Python extension has chosen for a folder, or undefined. */
export async function activePython(resource: vscode.Uri | undefined): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>(PYTHON);
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

/** Call `changed` when the user chooses another interpreter; the Python extension is looked for and not started. */
export function onActivePython(changed: () => void): vscode.Disposable {
  let subscription: vscode.Disposable | undefined;
  const subscribe = (): void => {
    const extension = vscode.extensions.getExtension<PythonApi>(PYTHON);
    if (subscription === undefined && extension?.isActive === true) {
      subscription = extension.exports.environments.onDidChangeActiveEnvironmentPath(changed);
    }
  };
  subscribe();
  const waiting = started.event(subscribe);
  return new vscode.Disposable(() => {
    waiting.dispose();
    subscription?.dispose();
  });
}

async function ask(
  extension: vscode.Extension<PythonApi>,
  resource: vscode.Uri | undefined,
): Promise<string | undefined> {
  const { environments } = extension.isActive ? extension.exports : await extension.activate();
  started.fire();
  const chosen = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(resource));
  return chosen?.executable.uri?.fsPath;
}
