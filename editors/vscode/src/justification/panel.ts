import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { plain } from "../text";
import type { Page } from "../server/contract";
import { NotRunning, type Condition } from "../server/server";
import { OPEN_PLACE, page } from "./page";

/** Return the page as it should be now; where there is no answer any more, one that says why. */
type Renew = () => Promise<Page>;

/** One panel beside the editor for all longer answers; what it shows follows the score, or says that it cannot. */
export class Panel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private renew: Renew | undefined;
  private held: vscode.Disposable | undefined;
  private shown = "";
  private title = "";
  private asked = 0;

  /** Show a page; `renew` is asked for it again when scores change, and needs what is `held` until then. */
  show(content: Page, renew?: Renew, held?: vscode.Disposable): void {
    this.held?.dispose();
    this.renew = renew;
    this.held = held;
    this.asked += 1;
    const panel = this.panel ?? this.open();
    this.draw(panel, content);
    panel.reveal(undefined, true);
  }

  async scoresChanged(): Promise<void> {
    const renew = this.renew;
    if (this.panel?.visible !== true || renew === undefined) {
      return;
    }
    this.asked += 1;
    const turn = this.asked;
    const content = await renew().catch((fault: unknown) => withoutAnswer(fault));
    // Answers may overtake each other; only the last question's counts.
    if (turn === this.asked) {
      this.draw(this.panel, { title: this.title, ...content });
    }
  }

  /** A server that starts again tells its scores soon; of one that is gone the page says so. */
  async conditionChanged(kind: Condition["kind"]): Promise<void> {
    if (kind === "missing" || kind === "wrong" || kind === "failed" || kind === "off") {
      await this.scoresChanged();
    }
  }

  dispose(): void {
    this.held?.dispose();
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
    panel.onDidChangeViewState(() => void this.scoresChanged());
    panel.onDidDispose(() => {
      this.held?.dispose();
      this.panel = undefined;
      this.held = undefined;
      this.renew = undefined;
      this.shown = "";
    });
    this.panel = panel;
    return panel;
  }

  private draw(panel: vscode.WebviewPanel, { markdown, title = "Justification" }: Page): void {
    this.title = title;
    panel.title = plain(title, 60);
    const key = `${title}\n${markdown}`;
    // Drawing anew would lose the place the reader has scrolled to.
    if (key !== this.shown) {
      this.shown = key;
      panel.webview.html = page(title, markdown, randomBytes(16).toString("hex"));
    }
  }
}

function withoutAnswer(fault: unknown): Page {
  const said = fault instanceof NotRunning ? fault.message : "The Toolspec server gave no answer.";
  return { markdown: `${said} What stood here may no longer be so.` };
}
