import * as vscode from "vscode";
import { registerCommands } from "./commands/register";
import { Panel } from "./justification/panel";
import { tellWhenMissing } from "./server/missing";
import { Server } from "./server/server";
import { ScoreBar } from "./status/bar";
import { languageStatus } from "./status/language";
import { TraceView } from "./trace/view";

let running: Server | undefined;

/** Put the parts together and start looking for the server; the editor does not wait for it. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Toolspec", { log: true });
  const server = new Server(context, log);
  const panel = new Panel();
  const traces = new TraceView(server, log);
  running = server;
  context.subscriptions.push(
    log,
    server,
    panel,
    traces,
    new ScoreBar(server),
    languageStatus(server),
    tellWhenMissing(server, log),
    registerCommands({ context, log, server, panel, traces }),
    server.onStatus(() => void panel.scoresChanged()),
    server.onCondition(({ kind }) =>
      void vscode.commands.executeCommand("setContext", "toolspec.serverRunning", kind === "running"),
    ),
    // Trust widens where the server is looked for; so do the two settings that name it.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (["path", "interpreter", "logLevel"].some((name) => change.affectsConfiguration(`toolspec.${name}`))) {
        void server.restart();
      }
    }),
  );
  void server.restart();
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}
