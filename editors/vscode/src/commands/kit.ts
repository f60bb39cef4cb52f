import * as vscode from "vscode";
import type { ComparePanel } from "../compare/panel";
import type { Panel } from "../justification/panel";
import type { MatrixPanel } from "../matrix/panel";
import type { Server } from "../server/server";
import type { ChosenTraces } from "../trace/chosen";
import type { CallsInFiles } from "../trace/inFile";
import type { TimelinePanel } from "../timeline/panel";
import type { TraceView } from "../trace/view";

/** What commands work with. */
export interface Kit {
  context: vscode.ExtensionContext;
  log: vscode.LogOutputChannel;
  server: Server;
  panel: Panel;
  timeline: TimelinePanel;
  compare: ComparePanel;
  matrix: MatrixPanel;
  traces: TraceView;
  chosen: ChosenTraces;
  inFiles: CallsInFiles;
}

/** Return the spec a command is meant for: the one named by a code lens, else the active one, else the last. */
export function specUri(given: unknown, kit: Kit): vscode.Uri | undefined {
  if (typeof given === "string") {
    return vscode.Uri.parse(given);
  }
  const active = vscode.window.activeTextEditor?.document;
  return active?.languageId === "toolspec" ? active.uri : kit.traces.activeSpec;
}

/** Return the line the cursor is on in a spec that is in view. */
export function cursorLine(spec: vscode.Uri): number | undefined {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === spec.toString());
  return editor?.selection.active.line;
}

/** Return `given` where it is a case's name; a command from the palette has none. */
export function caseName(given: unknown): string | null {
  return typeof given === "string" ? given : null;
}
