import * as vscode from "vscode";
import { NotRunning, type Server } from "../server/server";
import { isTarget } from "../server/contract";
import { item } from "./item";
import { callNodes, nodes, type CallNode, type Node, type TraceNode, type UnreadNode } from "./nodes";

/** Many changes come at once, as when a run is written; the list is asked for once they rest. */
const REST_MS = 150;

/** The Trace view: the recent traces as the active spec sees them, and their calls. */
export class TraceView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private roots: (TraceNode | UnreadNode)[] = [];
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
    this.tree = vscode.window.createTreeView("toolspec.traces", {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.subscriptions = [
      this.tree,
      this.changeEmitter,
      server.onTraces(() => {
        this.refreshSoon();
      }),
      server.onStatus(() => {
        this.refreshSoon();
      }),
      server.onCondition(({ kind }) => {
        if (kind !== "running") {
          this.listed(false);
        }
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

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) {
      return this.roots;
    }
    return node.kind === "trace" ? await this.callsOf(node) : [];
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
    const traces = this.roots.filter((node) => node.kind === "trace");
    const chosen = traces.find(({ trace }) => isTarget(trace)) ?? traces[0];
    return chosen === undefined ? [] : await this.callsOf(chosen);
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
    const roots = await this.list();
    // Answers may overtake each other; only the last question's counts.
    if (turn === this.asked) {
      this.roots = roots;
      this.changeEmitter.fire(undefined);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async list(): Promise<(TraceNode | UnreadNode)[]> {
    const { kind } = this.server.condition;
    if (kind === "looking" || kind === "starting") {
      return this.roots;
    }
    try {
      const found = nodes(await this.server.traces(this.spec?.toString() ?? null), this.roots);
      this.listed(true);
      return found;
    } catch (fault) {
      this.tell("listing traces", fault);
      return kind === "running" ? this.roots : [];
    }
  }

  private async callsOf(node: TraceNode): Promise<CallNode[]> {
    node.calls ??= this.server.calls(node.trace.id).then((calls) => callNodes(node, calls));
    try {
      return await node.calls;
    } catch (fault) {
      delete node.calls;
      this.tell("listing calls", fault);
      return [];
    }
  }

  /** Nothing found is said only of what was looked through. */
  private listed(yes: boolean): void {
    void vscode.commands.executeCommand("setContext", "toolspec.tracesListed", yes);
  }

  private tell(what: string, fault: unknown): void {
    if (!(fault instanceof NotRunning)) {
      this.log.warn(`${what}: ${String(fault)}`);
    }
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    // Opening a trace file from the list must not empty the list.
    if (editor?.document.languageId === "toolspec" && editor.document.uri.toString() !== this.spec?.toString()) {
      this.spec = editor.document.uri;
      void vscode.commands.executeCommand("setContext", "toolspec.hasSpec", true);
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
