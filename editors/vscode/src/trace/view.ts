import * as vscode from "vscode";
import type { Trace } from "../server/contract";
import { NotRunning, type Server } from "../server/server";
import { item } from "./item";
import { nodes, type CallNode, type Node, type TraceNode } from "./nodes";

/** Many changes come at once, as when a run is written; the list is asked for once they rest. */
const REST_MS = 150;

/** The Trace view: the recent traces as the active spec sees them, and their calls. */
export class TraceView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private roots: TraceNode[] = [];
  private spec: vscode.Uri | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private readonly changeEmitter = new vscode.EventEmitter<undefined>();
  private readonly tree: vscode.TreeView<Node>;
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChangeTreeData = this.changeEmitter.event;

  constructor(
    private readonly server: Server,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.tree = vscode.window.createTreeView("toolspec.traces", { treeDataProvider: this, showCollapseAll: true });
    this.subscriptions = [
      this.tree,
      this.changeEmitter,
      server.onTraces(() => {
        this.refreshSoon();
      }),
      server.onStatus(() => {
        this.refreshSoon();
      }),
      server.onCondition(() => {
        this.refreshSoon();
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.follow(editor);
      }),
      this.tree.onDidChangeVisibility(() => {
        this.refreshSoon();
      }),
    ];
    this.follow(vscode.window.activeTextEditor);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return item(node);
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      return this.roots;
    }
    return node.kind === "trace" ? node.calls : [];
  }

  getParent(node: Node): Node | undefined {
    return node.kind === "call" ? node.parent : undefined;
  }

  /** The spec the list was made for: the active one, or the last that was. */
  get activeSpec(): vscode.Uri | undefined {
    return this.spec;
  }

  /** Return the calls of the trace the spec is scored against, after asking for the list anew. */
  async callsOfChosen(): Promise<CallNode[]> {
    await this.refresh();
    return (this.roots.find(({ trace }) => trace.chosen) ?? this.roots[0])?.calls ?? [];
  }

  async reveal(node: Node): Promise<void> {
    await this.tree.reveal(node, { select: true, focus: false, expand: true });
  }

  get selected(): Node | undefined {
    return this.tree.selection[0];
  }

  async refresh(): Promise<void> {
    this.asked += 1;
    const turn = this.asked;
    const traces = await this.list();
    // Answers may overtake each other; only the last question's counts.
    if (turn === this.asked) {
      this.roots = nodes(traces);
      this.changeEmitter.fire(undefined);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async list(): Promise<Trace[]> {
    try {
      return await this.server.traces(this.spec?.toString() ?? null);
    } catch (fault) {
      if (!(fault instanceof NotRunning)) {
        this.log.warn(`listing traces: ${String(fault)}`);
      }
      return [];
    }
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    // Opening a trace file from the list must not empty the list.
    if (editor?.document.languageId === "toolspec" && editor.document.uri.toString() !== this.spec?.toString()) {
      this.spec = editor.document.uri;
      this.refreshSoon();
    }
  }

  private refreshSoon(): void {
    clearTimeout(this.timer);
    if (this.tree.visible) {
      this.timer = setTimeout(() => {
        void this.refresh();
      }, REST_MS);
    }
  }
}
