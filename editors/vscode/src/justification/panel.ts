import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { plain } from "../text";
import type { Page } from "../server/contract";
import { OPEN_PLACE, page } from "./page";

/** Return the page as it should be now, or undefined where it has become unanswerable; the old one then stays. */
type Renew = () => Promise<Page | undefined>;

/** One panel beside the editor for all longer answers; what it shows follows the score. */
export class Panel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private renew: Renew | undefined;
  private shown = "";

  /** Show a page; `renew` is asked for it again when scores change. */
  show(content: Page, renew?: Renew): void {
    this.renew = renew;
    const panel = this.panel ?? this.open();
    this.draw(panel, content);
    panel.reveal(undefined, true);
  }

  async scoresChanged(): Promise<void> {
    const renew = this.renew;
    if (this.panel?.visible !== true || renew === undefined) {
      return;
    }
    const content = await renew().catch(() => undefined);
    if (content !== undefined && this.renew === renew) {
      this.draw(this.panel, content);
    }
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("toolspec.justification", "Justification", where, {
      enableScripts: false,
      enableCommandUris: [OPEN_PLACE],
      enableForms: false,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.renew = undefined;
      this.shown = "";
    });
    this.panel = panel;
    return panel;
  }

  private draw(panel: vscode.WebviewPanel, { markdown, title = "Justification" }: Page): void {
    panel.title = plain(title, 60);
    const key = `${title}\n${markdown}`;
    // Drawing anew would lose the place the reader has scrolled to.
    if (key !== this.shown) {
      this.shown = key;
      panel.webview.html = page(title, markdown, randomBytes(16).toString("hex"));
    }
  }
}
