import * as vscode from "vscode";
import { registerCommands } from "./commands/register";
import { ComparePanel } from "./compare/panel";
import { onActivePython } from "./discovery/pythonExtension";
import { createLog } from "./log";
import { Panel } from "./justification/panel";
import { MatrixPanel } from "./matrix/panel";
import { tellWhenMissing } from "./server/missing";
import { DrawnScores, type Drawn } from "./scores/drawn";
import { Server } from "./server/server";
import { snippets } from "./snippets";
import { ScoreBar } from "./status/bar";
import { languageStatus } from "./status/language";
import { ChosenTraces } from "./trace/chosen";
import { CallsInFiles } from "./trace/inFile";
import { TestExplorer } from "./tests/explorer";
import { TimelinePanel } from "./timeline/panel";
import { TraceView } from "./trace/view";
import { tickSteps } from "./walkthrough";

let running: Server | undefined;

/** What other extensions, and the tests, are offered. */
export interface Api {
  /** Return the scores that stand beside the rules of an open spec now. */
  scores(uri: vscode.Uri): Drawn[];
}

/** Put the parts together and start looking for the server; the editor does not wait for it. */
export function activate(context: vscode.ExtensionContext): Api {
  const log = createLog(context.subscriptions);
  const scores = new DrawnScores(vscode.Uri.joinPath(context.extensionUri, "icons"));
  const chosen = new ChosenTraces(context.workspaceState);
  const server = new Server(context, log, scores, chosen);
  const panel = new Panel();
  const traces = new TraceView(server, log);
  const drawings = vscode.Uri.joinPath(context.extensionUri, "dist");
  const timeline = new TimelinePanel(server, drawings);
  const compare = new ComparePanel(server, timeline, drawings);
  const matrix = new MatrixPanel(server, timeline, compare, drawings);
  const inFiles = new CallsInFiles(server, () => traces.activeSpec);
  running = server;
  const lookAgain = (): void => {
    if (server.condition.kind === "missing" || server.condition.kind === "off") {
      void server.restart();
    }
  };
  context.subscriptions.push(
    scores,
    server,
    panel,
    timeline,
    compare,
    matrix,
    traces,
    inFiles,
    new TestExplorer(server, timeline),
    new ScoreBar(server),
    languageStatus(server),
    tellWhenMissing(server, log),
    snippets(context, server),
    tickSteps(),
    registerCommands({ context, log, server, panel, timeline, compare, matrix, traces, chosen, inFiles }),
    server.onStatus(() => void panel.scoresChanged()),
    server.onCondition(({ kind }) => {
      void vscode.commands.executeCommand("setContext", "toolspec.server", kind);
      void panel.conditionChanged(kind);
    }),
    // Trust widens where the server is looked for; so do the two settings that name it.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
    // Where there is none yet, a folder or an environment that comes later may have it.
    vscode.workspace.onDidChangeWorkspaceFolders(lookAgain),
    onActivePython(lookAgain),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("python.defaultInterpreterPath")) {
        lookAgain();
      }
      if (["path", "interpreter", "logLevel"].some((name) => change.affectsConfiguration(`toolspec.${name}`))) {
        void server.restart();
      }
    }),
  );
  void server.restart();
  return { scores: (uri) => scores.of(uri) };
}

export async function deactivate(): Promise<void> {
  await running?.stop();
}
