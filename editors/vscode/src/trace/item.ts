import * as vscode from "vscode";
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
  const drawn = new vscode.TreeItem(
    plain(trace.name, 80),
    trace.chosen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed,
  );
  // Chosen or not changes how the node first opens, so it is another node to the editor.
  drawn.id = `${trace.id}${trace.chosen ? " chosen" : ""}`;
  const calls = trace.callCount === 1 ? "1 call" : `${trace.callCount} calls`;
  drawn.description = trace.score === null ? calls : `${twoPlaces(trace.score)}  ${calls}`;
  drawn.tooltip = [
    plain(trace.path, 400),
    `${plain(trace.format, 40)}, ${new Date(trace.mtime).toLocaleString()}`,
    trace.chosen ? "The active spec is scored against this trace." : "",
  ].join("\n").trim();
  drawn.iconPath = new vscode.ThemeIcon(trace.chosen ? "target" : "history");
  drawn.contextValue = "trace";
  return drawn;
}

function callItem(node: CallNode): vscode.TreeItem {
  const { call, count, parent } = node;
  const drawn = new vscode.TreeItem(plain(call.tool, 80), vscode.TreeItemCollapsibleState.None);
  drawn.id = `${parent.trace.id}${parent.trace.chosen ? " chosen" : ""} ${call.index}`;
  // Justifications name a call by its number.
  drawn.description = `${call.index + 1} ${plain(call.arguments ?? "", 120)}`;
  drawn.tooltip = [
    `Call ${call.index + 1} of ${count}: ${plain(call.tool, 200)}`,
    call.step === null ? "" : `Step ${call.step}`,
    call.completed === false ? "Never completed" : "",
    call.completed === null ? "Whether it completed is not recorded" : "",
    call.status === null ? "" : `Status: ${plain(call.status, 80)}`,
    call.arguments === null ? "Arguments not recorded" : plain(call.arguments, 400),
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
