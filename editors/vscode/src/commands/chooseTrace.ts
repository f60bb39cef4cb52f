import * as vscode from "vscode";
import { twoPlaces } from "../status/score";
import { ago, label, message, plain } from "../text";
import type { Listed } from "../server/contract";
import type { TraceNode } from "../trace/nodes";
import { caseName, specUri, type Kit } from "./kit";

/** What the server takes for "the newest, whichever that is". */
const NEWEST = "newest";

interface Choice extends vscode.QuickPickItem {
  id: string;
}

/** Choose the trace a spec, or one case of it, is scored against. */
export async function chooseTrace(kit: Kit, uri?: unknown, name?: unknown, id?: unknown): Promise<void> {
  const spec = specUri(uri, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first, then choose its trace.");
    return;
  }
  const [uriText, forCase] = [spec.toString(), caseName(name)];
  const chosen = typeof id === "string" ? id : await pick(await kit.server.traces(uriText), forCase);
  if (chosen !== undefined) {
    await kit.server.execute("toolspec.chooseTrace", [uriText, forCase, chosen]);
    await kit.chosen.remember(uriText, forCase, chosen === NEWEST ? undefined : chosen);
    await kit.traces.refresh();
  }
}

/** Score the active spec against a trace of the list. */
export async function scoreAgainst(kit: Kit, node?: TraceNode): Promise<void> {
  if (node !== undefined) {
    await chooseTrace(kit, undefined, null, node.trace.id);
  }
}

async function pick({ traces, unread }: Listed, name: string | null): Promise<string | undefined> {
  if (traces.length === 0) {
    const button = "Open Settings";
    const [first] = unread;
    const said = await vscode.window.showInformationMessage(
      first === undefined
        ? 'No traces were found. Name them in the spec (traces "runs/*.json") or in the settings.'
        : `No traces could be read: ${message(first.name, 80)}: ${message(first.problem)}`,
      button,
    );
    if (said === button) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "toolspec.traces");
    }
    return undefined;
  }
  const choices = traces.map<Choice>((trace) => ({
    id: trace.id,
    label: `${trace.chosenFor.includes(name) ? "$(check) " : ""}${label(trace.name, 80)}`,
    description: [
      trace.score === null ? "" : twoPlaces(trace.score),
      `${trace.callCount} call${trace.callCount === 1 ? "" : "s"}`,
      ago(trace.mtime, Date.now()),
      label(trace.format, 40),
    ].filter((part) => part !== "").join(" · "),
    detail: label(trace.path, 200),
  }));
  const newest = {
    id: NEWEST,
    label: name === null ? "The newest trace" : "The newest trace of the case",
    description: "follows new runs",
  };
  const chosen = await vscode.window.showQuickPick([newest, ...choices], {
    title: name === null ? "Toolspec: Choose Trace" : `Toolspec: Choose Trace of Case ${plain(name, 60)}`,
    placeHolder: "The trace the rules are scored against",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.id;
}
