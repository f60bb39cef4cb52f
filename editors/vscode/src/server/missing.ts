import * as vscode from "vscode";
import { message } from "../text";
import type { Condition, Server } from "./server";

const INSTALL = "Install";
const SETTINGS = "Open Settings";
const LOG = "Show Log";
const RESTART = "Restart";

/** Say once, with buttons, that there is no server, or that it does not run; again only after it has run. */
export function tellWhenMissing(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  let told = "";
  return server.onCondition((condition) => {
    const said = text(condition);
    if (condition.kind === "running") {
      told = "";
    }
    if (said === undefined || said === told) {
      return;
    }
    told = said;
    const buttons = { missing: [INSTALL, SETTINGS, LOG], wrong: [SETTINGS, LOG] }[condition.kind as string];
    const setting = condition.kind === "wrong" ? condition.setting : "toolspec.path";
    void vscode.window.showWarningMessage(said, ...(buttons ?? [RESTART, LOG]))
      .then((choice) => answer(choice, setting, log));
  });
}

function text(condition: Condition): string | undefined {
  switch (condition.kind) {
    case "missing":
      return "No Toolspec server was found: not in the settings, the Python environment, or on PATH. "
        + "Install it into the extension's own environment?";
    case "wrong":
      return message(condition.reason, 500);
    case "failed":
      return `Toolspec: ${message(condition.reason, 500)}`;
    default:
      return undefined;
  }
}

function answer(choice: string | undefined, setting: string, log: vscode.LogOutputChannel): unknown {
  switch (choice) {
    case INSTALL:
      return vscode.commands.executeCommand("toolspec.installServer");
    case SETTINGS:
      return vscode.commands.executeCommand("workbench.action.openSettings", setting);
    case RESTART:
      return vscode.commands.executeCommand("toolspec.restartServer");
    case LOG:
      log.show(true);
      return undefined;
    default:
      return undefined;
  }
}
