import * as vscode from "vscode";
import { plain } from "../text";
import type { Condition, Server } from "../server/server";

/** The server's version and condition, in the language status of specs. */
export function languageStatus(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem("toolspec.server", { language: "toolspec" });
  item.name = "Toolspec Server";
  const show = (condition: Condition): void => {
    const shown = describe(condition);
    item.text = shown.text;
    item.detail = shown.detail;
    item.busy = condition.kind === "looking" || condition.kind === "starting";
    item.severity = shown.severity;
    item.command =
      condition.kind === "missing"
        ? { command: "toolspec.installServer", title: "Install" }
        : condition.kind === "wrong"
          ? { command: "workbench.action.openSettings", title: "Open Settings", arguments: [condition.setting] }
          : condition.kind === "failed"
            ? { command: "toolspec.restartServer", title: "Restart" }
          : { command: "toolspec.showLog", title: "Show Log" };
  };
  show(server.condition);
  return vscode.Disposable.from(item, server.onCondition(show));
}

function describe(condition: Condition): { text: string; detail: string; severity: vscode.LanguageStatusSeverity } {
  const { Information, Warning, Error: Fault } = vscode.LanguageStatusSeverity;
  switch (condition.kind) {
    case "looking":
      return { text: "Toolspec", detail: "looking for the server", severity: Information };
    case "starting":
      return { text: `Toolspec ${condition.found.version}`, detail: "starting", severity: Information };
    case "running":
      return {
        text: `Toolspec ${condition.found.version}`,
        detail: `running, from ${condition.found.origin}`,
        severity: Information,
      };
    case "missing":
      return { text: "Toolspec", detail: "no server found", severity: Warning };
    case "wrong":
      return { text: "Toolspec", detail: plain(condition.reason), severity: Fault };
    case "failed":
      return {
        text: condition.found === undefined ? "Toolspec" : `Toolspec ${condition.found.version}`,
        detail: plain(condition.reason),
        severity: Fault,
      };
    case "off":
      return { text: "Toolspec", detail: condition.reason, severity: Warning };
  }
}
