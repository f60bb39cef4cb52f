import * as vscode from "vscode";
import { DrawingPanel, type Content } from "../drawing/panel";
import type { TimelineAnswer } from "../server/contract";
import type { Server } from "../server/server";
import { makeRule } from "../trace/makeRule";
import { openArguments } from "../trace/open";

/** How long the cursor rests on a line before the panel follows it. */
const SETTLE_MS = 60;

/** What is drawn: a trace, coloured by the rule on a line (from 0) of a spec; else the trace that is shown. */
interface Shown {
  uri: vscode.Uri;
  line: number;
  trace?: string;
}

/** The timeline beside a spec: it follows the rule that the cursor is on, and the scores. */
export class TimelinePanel implements vscode.Disposable {
  private readonly panel: DrawingPanel;
  private shown: Shown | undefined;
  private answer: TimelineAnswer | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    files: vscode.Uri,
  ) {
    this.panel = new DrawingPanel(files, {
      id: "toolspec.timeline",
      title: "Timeline",
      file: "timeline",
      element: "toolspec-timeline",
      events: ["open-call", "make-rule"],
      attributes: ["making"],
      ask: () => (this.shown === undefined ? undefined : this.content(this.shown)),
      received: async (event, { call, calls }) => {
        await (event === "make-rule" ? this.makeRule(calls) : this.openCall(call));
      },
    });
    this.subscriptions = [
      this.panel,
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        this.follow(textEditor);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) {
          this.follow(editor);
        }
      }),
      server.onStatus(() => void this.panel.renew()),
      server.onCondition(({ kind }) => {
        if (kind !== "running") {
          void this.panel.renew();
        }
      }),
    ];
  }

  /** Show a trace, coloured by the rule on a line of a spec; without an id, the trace that rule is scored against. */
  async show(uri: vscode.Uri, line: number, trace?: string): Promise<void> {
    this.shown = trace === undefined ? { uri, line } : { uri, line, trace };
    await this.panel.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private follow({ document, selection }: vscode.TextEditor): void {
    if (!this.panel.open || document.languageId !== "toolspec") {
      return;
    }
    const line = selection.active.line;
    if (this.shown?.line === line && this.shown.uri.toString() === document.uri.toString()) {
      return;
    }
    this.shown = { uri: document.uri, line };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.panel.renew(), SETTLE_MS);
  }

  private async content({ uri, line, trace }: Shown): Promise<Content> {
    const answer = await this.server.timeline(uri.toString(), line, trace);
    this.answer = answer;
    return {
      title: answer === null ? "Timeline" : `Timeline: ${answer.name ?? answer.id ?? "trace"}`,
      drawn: answer,
      said: "There is no trace to show. Name some in the spec: traces \"runs/*.json\"",
    };
  }

  /** Make a rule for calls, which the page names by their numbers. */
  private async makeRule(calls: unknown): Promise<void> {
    const { answer, shown } = this;
    const wanted = (answer?.rows ?? []).flatMap((row) =>
      row.row === "call" && Array.isArray(calls) && calls.includes(row.call) ? [row.call] : []);
    if (answer !== null && shown !== undefined && wanted.length > 0) {
      await makeRule(this.server, shown.uri, shown.line, answer.trace, wanted);
    }
  }

  /** Open a call, which the page names by its number alone. */
  private async openCall(call: unknown): Promise<void> {
    const row = this.answer?.rows.find((one) => one.row === "call" && one.call === call);
    if (row?.row === "call" && this.answer !== null) {
      await openArguments(this.server, this.answer.trace, row.call);
    }
  }
}
