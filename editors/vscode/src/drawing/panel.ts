import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { NotRunning } from "../server/server";
import { plain } from "../text";
import { drawingPage, type Component } from "./page";

/** What a panel draws, and its title; or, without data, why it draws nothing. */
export interface Content {
  title: string;
  drawn: unknown;
  said: string;
}

/** A component, the name of its files, and what its panel does. */
export interface Drawing extends Component {
  id: string;
  file: string;
  /** Return what is to be drawn now; undefined where nothing was asked for. */
  ask: () => Promise<Content> | undefined;
  /** Take an event of the page. Its detail is not to be trusted: only names in it count. */
  received: (event: string, detail: Record<string, unknown>) => Promise<void>;
}

/** A panel beside the editor with a component in it, which is asked for its data again whenever they may be others. */
export class DrawingPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private content: Content | undefined;
  private ready = false;
  private asked = 0;

  constructor(
    private readonly files: vscode.Uri,
    private readonly drawing: Drawing,
  ) {}

  /** Whether the panel is open, seen or not. */
  get open(): boolean {
    return this.panel !== undefined;
  }

  async show(): Promise<void> {
    this.panel ??= this.make();
    this.panel.reveal(undefined, true);
    await this.renew();
  }

  /** Ask for what is drawn again; of several answers only that to the last question counts. */
  async renew(): Promise<void> {
    const { panel } = this;
    const asked = panel?.visible === true ? this.drawing.ask() : undefined;
    if (panel === undefined || asked === undefined) {
      return;
    }
    this.asked += 1;
    const turn = this.asked;
    const content = await asked.catch((fault: unknown) => ({
      title: this.drawing.title,
      drawn: null,
      said: fault instanceof NotRunning ? fault.message : "The Toolspec server gave no answer.",
    }));
    if (turn === this.asked && this.panel === panel) {
      this.content = content;
      panel.title = plain(content.title, 60);
      this.post();
    }
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private post(): void {
    if (this.ready && this.content !== undefined) {
      void this.panel?.webview.postMessage({ drawn: this.content.drawn, said: this.content.said });
    }
  }

  private make(): vscode.WebviewPanel {
    const { id, title, file } = this.drawing;
    // Beside a text; what one drawing opens takes its place, or there would be three columns.
    const text = vscode.window.activeTextEditor !== undefined;
    const where = { viewColumn: text ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(id, title, where, {
      enableScripts: true,
      enableForms: false,
      enableFindWidget: true,
      localResourceRoots: [this.files],
    });
    const { webview } = panel;
    const asset = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(this.files, name)).toString();
    webview.onDidReceiveMessage((message: unknown) => {
      void this.received(message);
    });
    panel.onDidChangeViewState(() => void this.renew());
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.ready = false;
      this.content = undefined;
    });
    const assets = { script: asset(`${file}.js`), style: asset(`${file}.css`), source: webview.cspSource };
    webview.html = drawingPage(this.drawing, assets, randomBytes(16).toString("hex"));
    return panel;
  }

  private async received(message: unknown): Promise<void> {
    if (typeof message !== "object" || message === null) {
      return;
    }
    if ("ready" in message) {
      this.ready = true;
      this.post();
      return;
    }
    const { event, detail } = message as { event?: unknown; detail?: unknown };
    if (typeof event === "string" && this.drawing.events.includes(event)) {
      const fields = typeof detail === "object" && detail !== null ? detail : { value: detail };
      await this.drawing.received(event, fields as Record<string, unknown>);
    }
  }
}
