import * as vscode from "vscode";
import { rulesMentioning, toolsMentioned } from "../mentions/matches";
import { NotRunning } from "../server/server";
import { label } from "../text";
import type { Node } from "../trace/nodes";
import { cursorLine, specUri, type Kit } from "./kit";

/** A workspace with more specs than this is searched by hand, not by a click. */
const SPECS_MAX = 200;

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
  const names = new Set(calls.map(({ call }) => call.tool));
  const mentioned = toolsMentioned(await specText(spec), line, names);
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

async function findRules(kit: Kit, tool: string): Promise<Place[]> {
  const found = await vscode.workspace.findFiles("**/*.toolspec", "**/{node_modules,.venv,venv}/**", SPECS_MAX);
  const active = kit.traces.activeSpec;
  const specs = new Map([...(active === undefined ? [] : [active]), ...found].map((uri) => [uri.toString(), uri]));
  const places: Place[] = [];
  for (const uri of specs.values()) {
    const text = await specText(uri);
    const lines = text.split("\n");
    for (const { line } of rulesMentioning(text, tool)) {
      const description = `${vscode.workspace.asRelativePath(uri)}:${line + 1}`;
      places.push({ label: label(lines[line] ?? "", 120), description, uri, line });
    }
  }
  return places;
}

/** The text as it is being edited, else as it is on disk. */
async function specText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) {
    return open.getText();
  }
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return "";
  }
}
