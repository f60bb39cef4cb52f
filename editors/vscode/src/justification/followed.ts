import * as vscode from "vscode";
import { lineAfter } from "./line";

/** A line of a spec, followed through the edits of the file while that is open. */
export class FollowedLine implements vscode.Disposable {
  private at: number | undefined;
  private length: number;
  private readonly subscription: vscode.Disposable;

  constructor(document: vscode.TextDocument, line: number) {
    this.at = line;
    this.length = document.lineAt(line).text.length;
    const followed = document.uri.toString();
    this.subscription = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document.uri.toString() === followed) {
        this.follow(change);
      }
    });
  }

  /** Where the line is now, from 0; undefined once it was deleted. */
  get line(): number | undefined {
    return this.at;
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    for (const { range: { start, end }, text } of contentChanges) {
      if (this.at !== undefined) {
        const change = { first: start.line, column: start.character, last: end.line, lastColumn: end.character, text };
        this.at = lineAfter(this.at, this.length, change);
      }
    }
    if (this.at !== undefined && this.at < document.lineCount) {
      this.length = document.lineAt(this.at).text.length;
    }
  }
}
