import { basename } from "node:path/posix";
import * as vscode from "vscode";
import type { ComparePanel } from "../compare/panel";
import { DrawingPanel, type Content } from "../drawing/panel";
import type { MatrixAnswer, MatrixRule } from "../server/contract";
import type { Server } from "../server/server";
import type { TimelinePanel } from "../timeline/panel";
import { openAt } from "../trace/open";

/** Scores come for many traces, one after the other; the matrix is asked for once they rest. */
const REST_MS = 200;

/** The rules of a spec on all its traces. A cell opens the timeline of its trace, coloured by its rule. */
export class MatrixPanel implements vscode.Disposable {
  private readonly panel: DrawingPanel;
  private spec: vscode.Uri | undefined;
  private order: "worst" | "written" = "worst";
  private answer: MatrixAnswer | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly timeline: TimelinePanel,
    private readonly compare: ComparePanel,
    files: vscode.Uri,
  ) {
    this.panel = new DrawingPanel(files, {
      id: "toolspec.matrix",
      title: "All Traces",
      file: "matrix",
      element: "toolspec-matrix",
      attributes: ["comparing"],
      events: ["open-cell", "open-rule", "open-trace", "compare", "order"],
      ask: () => (this.spec === undefined ? undefined : this.content(this.spec)),
      received: (event, detail) => this.received(event, detail),
    });
    this.subscriptions = [
      this.panel,
      server.onStatus(({ uri }) => {
        if (this.panel.open && vscode.Uri.parse(uri).toString() === this.spec?.toString()) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.panel.renew(), REST_MS);
        }
      }),
      server.onCondition(({ kind }) => {
        if (kind !== "running") {
          void this.panel.renew();
        }
      }),
    ];
  }

  /** Show the matrix of a spec. */
  async show(spec: vscode.Uri): Promise<void> {
    this.spec = spec;
    await this.panel.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async content(spec: vscode.Uri): Promise<Content> {
    this.answer = await this.server.matrix(spec.toString(), this.order);
    const name = basename(spec.path);
    return {
      title: `All Traces: ${name}`,
      drawn: this.answer,
      said: `${name} is closed, so its rules have no scores.`,
    };
  }

  private async received(event: string, detail: Record<string, unknown>): Promise<void> {
    const { spec, answer } = this;
    if (spec === undefined || answer === null) {
      return;
    }
    if (event === "order") {
      this.order = detail.value === "written" ? "written" : "worst";
      await this.panel.renew();
      return;
    }
    // The page names rules and traces; what they are the server has said.
    const named = (value: unknown, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];
    const rule = answer.rules.find((one) => one.rule === named(detail.rule, "rule"));
    const trace = answer.traces.find((one) => one.id === named(detail.trace, "id"));
    const lineOf = (one: MatrixRule | undefined): number => (one?.file === null ? one.line - 1 : -1);
    if (event === "compare") {
      const [first, second] = [detail.first, detail.second].map((id) => answer.traces.find((one) => one.id === id)?.id);
      if (first !== undefined && second !== undefined) {
        await this.compare.show(spec, lineOf(rule), first, second);
      }
    } else if (event === "open-rule" && rule !== undefined) {
      await openAt(fileOf(spec, rule), rule.line, 1);
    } else if (trace !== undefined) {
      await this.timeline.show(spec, lineOf(rule), trace.id);
    }
  }
}

/** A rule stands in the spec, or in one that the spec uses. */
function fileOf(spec: vscode.Uri, { file }: MatrixRule): vscode.Uri {
  return file === null ? spec : vscode.Uri.file(file);
}
