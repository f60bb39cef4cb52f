import * as vscode from "vscode";
import { isTarget } from "../server/contract";
import { twoPlaces } from "../status/score";
import { plain } from "../text";
import type { CallNode, Node, TraceNode, UnreadNode } from "./nodes";

/** Return how a node is drawn. Labels and tooltips are plain strings: the editor reads no markup in them. */
export function item(node: Node): vscode.TreeItem {
  switch (node.kind) {
    case "trace":
      return traceItem(node);
    case "call":
      return callItem(node);
    case "unread":
      return unreadItem(node);
  }
}

function traceItem({ trace }: TraceNode): vscode.TreeItem {
  const target = isTarget(trace);
  const drawn = new vscode.TreeItem(
    plain(trace.name, 80),
    target ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
  );
  // Chosen or not changes how the node first opens, so it is another node to the editor.
  drawn.id = `${trace.id}${target ? " chosen" : ""}`;
  const calls = trace.callCount === 1 ? "1 call" : `${trace.callCount} calls`;
  const cases = trace.chosenFor.filter((name) => name !== null).map((name) => plain(name, 40));
  drawn.description = [
    trace.score === null ? "" : `${trace.passed === true ? "✓" : "✗"} ${twoPlaces(trace.score)}`,
    calls,
    cases.length === 0 ? "" : `for case ${cases.join(", ")}`,
  ].filter((part) => part !== "").join("  ");
  drawn.tooltip = [
    plain(trace.path, 400),
    `${plain(trace.format, 40)}, ${new Date(trace.mtime).toLocaleString()}`,
    target ? "The active spec is scored against this trace." : "",
    ...cases.map((name) => `The rules of case ${name} are scored against this trace.`),
  ].filter((line) => line !== "").join("\n");
  drawn.iconPath = target ? new vscode.ThemeIcon("target") : passIcon(trace.passed);
  drawn.contextValue = "trace";
  return drawn;
}

function passIcon(passed: boolean | null): vscode.ThemeIcon {
  if (passed === null) {
    return new vscode.ThemeIcon("history");
  }
  return passed
    ? new vscode.ThemeIcon("pass", new vscode.ThemeColor("toolspec.scorePass"))
    : new vscode.ThemeIcon("error", new vscode.ThemeColor("toolspec.scoreFail"));
}

function callItem(node: CallNode): vscode.TreeItem {
  const { call, count, parent } = node;
  const drawn = new vscode.TreeItem(plain(call.tool, 80), vscode.TreeItemCollapsibleState.None);
  drawn.id = `${parent.trace.id}${isTarget(parent.trace) ? " chosen" : ""} ${call.index}`;
  // Justifications name a call by its number.
  const result = call.result === null ? "" : `→ ${plain(call.result, 60)}`;
  drawn.description = [
    `${call.index + 1}`,
    call.step === null ? "" : `step ${call.step}`,
    plain(call.arguments ?? "", 100),
    result,
  ].filter((part) => part !== "").join("  ");
  drawn.tooltip = [
    `Call ${call.index + 1} of ${count}: ${plain(call.tool, 200)}`,
    call.step === null ? "No model response is recorded that asked for it" : `Step ${call.step}`,
    call.started === null ? "" : `Began ${plain(call.started, 40)} after the first call`,
    call.took === null ? "" : `Took ${plain(call.took, 40)}`,
    call.completed === false ? "Never completed" : "",
    call.completed === null ? "Whether it completed is not recorded" : "",
    call.status === null ? "" : `Status: ${plain(call.status, 80)}`,
    call.arguments === null ? "Arguments not recorded" : `Arguments: ${plain(call.arguments, 400)}`,
    call.result === null ? "Result not recorded" : `Result: ${plain(call.result, 400)}`,
  ].filter((line) => line !== "").join("\n");
  drawn.iconPath = new vscode.ThemeIcon(icon(call.completed, call.status));
  drawn.contextValue = "call";
  drawn.command = { command: "toolspec.openCall", title: "Open Call", arguments: [node] };
  return drawn;
}

function unreadItem({ unread }: UnreadNode): vscode.TreeItem {
  const drawn = new vscode.TreeItem(plain(unread.name, 80), vscode.TreeItemCollapsibleState.None);
  drawn.id = `${unread.path} unread`;
  drawn.description = plain(unread.problem, 120);
  drawn.tooltip = `${plain(unread.path, 400)}\nNot read: ${plain(unread.problem, 400)}`;
  drawn.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  drawn.contextValue = "unread";
  drawn.command = { command: "vscode.open", title: "Open", arguments: [vscode.Uri.file(unread.path)] };
  return drawn;
}

function icon(completed: boolean | null, status: string | null): string {
  if (completed === false) {
    return "circle-slash";
  }
  return status === "error" ? "error" : "symbol-method";
}
