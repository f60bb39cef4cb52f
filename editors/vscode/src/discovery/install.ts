import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { message } from "../text";
import { interpreterIn, pythons } from "./candidates";
import { replaceEnvironment } from "./environment";
import { run } from "./run";
import { surroundings } from "./surroundings";

const PROBE_MS = 15_000;
const INSTALL_MS = 10 * 60_000;
const OLD = "import sys; sys.exit(sys.version_info < (3, 11))";

/**
 * Install the server into the extension's own environment, with progress; return whether it is there now.
 *
 * It is made beside the one there may be, which stays in use until the new one has said its version.
 */
export async function install(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<boolean> {
  const progress = { location: vscode.ProgressLocation.Notification, title: "Toolspec: installing the server" };
  const fault = await vscode.window.withProgress({ ...progress, cancellable: true }, async (report, cancel) => {
    const abort = new AbortController();
    cancel.onCancellationRequested(() => {
      abort.abort();
    });
    const told = steps(context, log, abort.signal, (step) => {
      report.report({ message: step });
    });
    return await told.catch((wrong: unknown) => (wrong instanceof Error ? wrong.message : String(wrong)));
  });
  if (fault === undefined) {
    return true;
  }
  const choice = await vscode.window.showErrorMessage(`Toolspec was not installed: ${message(fault)}`, "Show Log");
  if (choice !== undefined) {
    log.show(true);
  }
  return false;
}

/** Return what went wrong, or undefined where nothing did. */
async function steps(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  signal: AbortSignal,
  report: (step: string) => void,
): Promise<string | undefined> {
  const storage = context.globalStorageUri.fsPath;
  await mkdir(storage, { recursive: true });

  report("looking for Python 3.11 or newer");
  const around = await surroundings(context, (wrong) => {
    log.warn(wrong);
  });
  let python: string | undefined;
  for (const candidate of pythons(around)) {
    const { code } = await run(candidate, ["-I", "-c", OLD], { wait_ms: PROBE_MS, cwd: storage, signal });
    if (code === 0) {
      python = candidate;
      break;
    }
  }
  if (signal.aborted) {
    return "it was cancelled.";
  }
  if (python === undefined) {
    return "no Python 3.11 or newer was found. Set toolspec.interpreter, or install toolspec-lang yourself.";
  }

  const wheel = await what(context);
  return await replaceEnvironment(storage, async (environment) => {
    const inside = interpreterIn(environment, around);
    const pip = ["-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", wheel];
    const commands: [string, string, string[]][] = [
      ["making an environment", python, ["-I", "-m", "venv", environment]],
      ["installing toolspec-lang", inside, pip],
      ["starting it once", inside, ["-P", "-m", "toolspec", "--version"]],
    ];
    for (const [step, command, args] of commands) {
      report(step);
      log.info(`${command} ${args.join(" ")}`);
      const { code, stdout, stderr } = await run(command, args, { wait_ms: INSTALL_MS, cwd: storage, signal });
      log.info(stdout + stderr);
      if (code !== 0) {
        return signal.aborted ? "it was cancelled." : `${step} failed. The log says why.`;
      }
    }
    return signal.aborted ? "it was cancelled." : undefined;
  });
}

/** A package may bring the server along, so that installing it asks nobody for which version. */
async function what(context: vscode.ExtensionContext): Promise<string> {
  const folder = vscode.Uri.joinPath(context.extensionUri, "bundled").fsPath;
  const wheels = await readdir(folder).catch(() => []);
  const wheel = wheels.filter((name) => name.endsWith(".whl")).sort().at(-1);
  return wheel === undefined ? "toolspec-lang" : join(folder, wheel);
}
