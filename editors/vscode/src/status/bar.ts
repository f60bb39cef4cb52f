import { basename } from "node:path/posix";
import * as vscode from "vscode";
import type { Status } from "../server/contract";
import type { Server } from "../server/server";
import { label, plain } from "../text";
import { scoreTooltip } from "./score";

/** The score of the active spec, or of the last that was, in the status bar; a click chooses the trace. */
export class ScoreBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("toolspec.score", vscode.StatusBarAlignment.Left, 10);
  private readonly statuses = new Map<string, Status>();
  private readonly subscriptions: vscode.Disposable[];
  private last: string | undefined;

  constructor(server: Server) {
    this.item.name = "Toolspec Score";
    this.item.command = "toolspec.chooseTrace";
    this.subscriptions = [
      server.onStatus((status) => {
        // The server writes a URI in its own way; parsed and printed it is the editor's.
        this.statuses.set(vscode.Uri.parse(status.uri).toString(), status);
        this.item.color = undefined;
        this.show();
      }),
      server.onCondition(({ kind }) => {
        if (kind !== "running") {
          this.statuses.clear();
        }
        this.show();
      }),
      // Until the server has said the score of the new text, this is the old one's.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === this.last) {
          this.item.color = new vscode.ThemeColor("toolspec.scoreStale");
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.item.color = undefined;
        this.show();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.statuses.delete(uri.toString());
        this.show();
      }),
    ];
    this.show();
  }

  dispose(): void {
    vscode.Disposable.from(this.item, ...this.subscriptions).dispose();
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const active = document?.languageId === "toolspec";
    if (active) {
      this.last = document.uri.toString();
    }
    const status = this.last === undefined ? undefined : this.statuses.get(this.last);
    if (status === undefined) {
      this.item.hide();
      return;
    }
    const name = basename(vscode.Uri.parse(status.uri).path);
    const said = label(status.text, 80);
    this.item.text = active ? said : `${said} ${label(name, 30)}`;
    this.item.tooltip = `${plain(name, 80)}\n${scoreTooltip(status)}`;
    this.item.accessibilityInformation = { label: `Toolspec: ${this.item.text}`, role: "button" };
    this.item.show();
  }
}
