import * as vscode from "vscode";
import { twoPlaces } from "../status/score";
import { isTarget, type Trace } from "../server/contract";
import { ago, label } from "../text";
import type { Node, TraceNode } from "../trace/nodes";
import { cursorLine, specUri, type Kit } from "./kit";

interface Choice extends vscode.QuickPickItem {
  id: string;
}

/**
 * Show two traces side by side, coloured by the rule that the cursor is on.
 *
 * `node` is a trace of the Trace view, which is compared with one that is chosen, or `nodes` the two that are selected
 * there. From the palette the trace that is shown is compared with one that is chosen.
 */
export async function compareTraces(kit: Kit, node?: TraceNode, nodes?: readonly Node[]): Promise<void> {
  const spec = specUri(undefined, kit);
  if (spec === undefined) {
    void vscode.window.showInformationMessage("Open a spec first: its traces are compared.");
    return;
  }
  const { traces } = await kit.server.traces(spec.toString());
  const selected = (nodes ?? []).flatMap((one) => (one.kind === "trace" ? [one.trace.id] : []));
  const one = node?.trace.id ?? traces.find(isTarget)?.id ?? traces[0]?.id;
  const two = selected.length === 2 ? selected.find((id) => id !== one) : undefined;
  const others = traces.filter(({ id }) => id !== one);
  if (one === undefined || others.length === 0) {
    void vscode.window.showInformationMessage("There are no two traces to compare.");
    return;
  }
  const other = two ?? (await pick(traces.find(({ id }) => id === one)?.name ?? "the trace", others));
  if (other !== undefined) {
    await kit.compare.show(spec, cursorLine(spec) ?? -1, one, other);
  }
}

async function pick(name: string, others: readonly Trace[]): Promise<string | undefined> {
  const choices = others.map<Choice>((trace) => ({
    id: trace.id,
    label: `${trace.passed === null ? "" : trace.passed ? "$(pass) " : "$(error) "}${label(trace.name, 80)}`,
    description: [
      trace.score === null ? "" : twoPlaces(trace.score),
      `${trace.callCount} call${trace.callCount === 1 ? "" : "s"}`,
      ago(trace.mtime, Date.now()),
    ].filter((text) => text !== "").join(" · "),
    detail: label(trace.path, 200),
  }));
  const chosen = await vscode.window.showQuickPick(choices, {
    title: `Toolspec: Compare ${label(name, 60)} With`,
    placeHolder: "The trace to show beside it",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.id;
}
