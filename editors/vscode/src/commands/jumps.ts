import * as vscode from "vscode";
import { NotRunning } from "../server/server";
import { label } from "../text";
import { makeRule } from "../trace/makeRule";
import type { Node } from "../trace/nodes";
import { cursorLine, specUri, type Kit } from "./kit";

interface Place extends vscode.QuickPickItem {
  uri: vscode.Uri;
  line: number;
}

/** From a call to the rules that mention its tool; where several do, the user picks. */
export async function goToRules(kit: Kit, given?: Node): Promise<void> {
  const node = given ?? kit.traces.selected;
  if (node?.kind !== "call") {
    return;
  }
  const places = await findRules(kit, node.call.tool);
  const chosen = places.length <= 1
    ? places[0]
    : await vscode.window.showQuickPick(places, { title: `Rules that mention ${label(node.call.tool, 60)}` });
  if (chosen !== undefined) {
    const selection = new vscode.Range(chosen.line, 0, chosen.line, 0);
    await vscode.window.showTextDocument(chosen.uri, { selection });
  } else if (places.length === 0) {
    void vscode.window.setStatusBarMessage(`No rule mentions ${label(node.call.tool, 60)}`, 5000);
  }
}

/** From a rule to the calls it mentions, in the Trace view; asked again it goes to the next of them. */
export async function revealCalls(kit: Kit): Promise<void> {
  const spec = specUri(undefined, kit);
  const line = spec === undefined ? undefined : cursorLine(spec);
  if (spec === undefined || line === undefined) {
    void vscode.window.showInformationMessage("Open a spec and put the cursor on a rule.");
    return;
  }
  if (kit.server.condition.kind !== "running") {
    throw new NotRunning(kit.server.condition.kind);
  }
  const calls = await kit.traces.callsOfChosen();
  const mentioned = new Set(await kit.server.tools(spec.toString(), line));
  const wanted = calls.filter(({ call }) => mentioned.has(call.tool));
  const last = kit.traces.selected;
  const next = last?.kind === "call" ? wanted.find(({ call }) => call.index > last.call.index) : undefined;
  const target = next ?? wanted[0];
  if (target === undefined) {
    const why = calls.length === 0 ? "There is no trace with calls" : "The trace holds no call this rule mentions";
    void vscode.window.setStatusBarMessage(why, 5000);
    return;
  }
  await kit.traces.reveal(target);
}

/** From calls that are selected in the Trace view to a rule for them. */
export async function ruleFromCalls(kit: Kit, node?: Node, nodes?: readonly Node[]): Promise<void> {
  const spec = specUri(undefined, kit);
  const first = node ?? kit.traces.selected;
  if (spec === undefined || first?.kind !== "call") {
    void vscode.window.showInformationMessage("Open a spec, and select calls of one trace in the Trace view.");
    return;
  }
  const { id } = first.parent.trace;
  const selected = (nodes ?? [first]).flatMap((one) =>
    one.kind === "call" && one.parent.trace.id === id ? [one.call.index] : []);
  await makeRule(kit.server, spec, cursorLine(spec) ?? -1, id, selected.sort((one, other) => one - other));
}

async function findRules(kit: Kit, tool: string): Promise<Place[]> {
  return (await kit.server.rules(tool)).map(({ uri, line, text }) => {
    const place = vscode.Uri.parse(uri);
    const description = `${vscode.workspace.asRelativePath(place)}:${line + 1}`;
    return { label: label(text, 120), description, uri: place, line };
  });
}
