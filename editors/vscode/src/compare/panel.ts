import * as vscode from "vscode";
import { DrawingPanel, type Content } from "../drawing/panel";
import type { CompareAnswer } from "../server/contract";
import type { Server } from "../server/server";
import type { TimelinePanel } from "../timeline/panel";
import { openArguments } from "../trace/open";

/** What is compared: two traces, coloured by the rule on a line (from 0) of a spec; -1 for no rule. */
interface Shown {
  uri: vscode.Uri;
  line: number;
  traces: readonly [string | undefined, string | undefined];
}

/** Two traces of a spec side by side, with the calls marked that made the difference for a rule. */
export class ComparePanel implements vscode.Disposable {
  private readonly panel: DrawingPanel;
  private shown: Shown | undefined;
  private answer: CompareAnswer | null = null;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly timeline: TimelinePanel,
    files: vscode.Uri,
  ) {
    this.panel = new DrawingPanel(files, {
      id: "toolspec.compare",
      title: "Compare Traces",
      file: "compare",
      element: "toolspec-compare",
      events: ["open-call", "open-trace"],
      ask: () => (this.shown === undefined ? undefined : this.content(this.shown)),
      received: (event, detail) => this.received(event, detail),
    });
    this.subscriptions = [
      this.panel,
      server.onStatus(() => void this.panel.renew()),
      server.onCondition(({ kind }) => {
        if (kind !== "running") {
          void this.panel.renew();
        }
      }),
    ];
  }

  /**
   * Show two traces. Without ids they are the one that the rule on the line is scored against, and the newest one
   * on which the rule has another status.
   */
  async show(uri: vscode.Uri, line: number, one?: string, other?: string): Promise<void> {
    this.shown = { uri, line, traces: [one, other] };
    await this.panel.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async content({ uri, line, traces: [one, other] }: Shown): Promise<Content> {
    const answer = await this.server.compare(uri.toString(), line, one, other);
    this.answer = answer;
    const named = ({ name, id }: CompareAnswer["left"]): string => name ?? id ?? "trace";
    return {
      title: answer === null ? "Compare Traces" : `${named(answer.left)} ↔ ${named(answer.right)}`,
      drawn: answer,
      said: "There are no two traces to compare. Name more in the spec: traces \"runs/*.json\"",
    };
  }

  /** The page names a side and a call; what they are the server has said. */
  private async received(event: string, { side, call }: Record<string, unknown>): Promise<void> {
    const { answer, shown } = this;
    if (answer === null || shown === undefined || (side !== "left" && side !== "right")) {
      return;
    }
    if (event === "open-trace") {
      await this.timeline.show(shown.uri, shown.line, answer.traces[side === "left" ? 0 : 1]);
      return;
    }
    const row = answer[side].rows.find((one) => one.row === "call" && one.call === call);
    if (row?.row === "call") {
      await openArguments(this.server, answer.traces[side === "left" ? 0 : 1], row.call);
    }
  }
}
