import { basename } from "node:path/posix";
import * as vscode from "vscode";
import type { MatrixAnswer, MatrixRule } from "../server/contract";
import { NotRunning, type Server } from "../server/server";
import { label, plain } from "../text";
import type { TimelinePanel } from "../timeline/panel";
import { openAt } from "../trace/open";
import { caseNames, outcome, shownTraces } from "./cells";

/** Specs that are listed without being opened. */
const SPECS_MAX = 500;
/** Failing cells of one run that are asked for what was expected; of the others only the summary is said. */
const REASONS_MAX = 200;
/** Edits come one after the other; the rules of a listed spec are read again once they rest. */
const REST_MS = 1_000;

/** What an item stands for. */
interface Meaning {
  spec: vscode.Uri;
  rule?: MatrixRule;
  trace?: string;
}

/**
 * Specs, their cases and rules, and each rule's traces, in the Test Explorer. "Debug" shows the timeline.
 *
 * Items have no place in the text: there the editor would draw its icons over the marks of the scores. "Go to Rule"
 * leads there.
 */
export class TestExplorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("toolspec", "Toolspec");
  private readonly meanings = new WeakMap<vscode.TestItem, Meaning>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly timeline: TimelinePanel,
  ) {
    const { controller } = this;
    controller.resolveHandler = async (item) => {
      await (item === undefined ? this.findSpecs() : this.resolve(item));
    };
    controller.refreshHandler = () => this.findSpecs();
    const specs = vscode.workspace.createFileSystemWatcher("**/*.toolspec", false, true, false);
    const { Run, Debug } = vscode.TestRunProfileKind;
    this.subscriptions = [
      controller,
      vscode.commands.registerCommand("toolspec.goToRule", (item: vscode.TestItem) => this.goTo(item)),
      specs,
      controller.createRunProfile("Run on All Traces", Run, (request, token) => this.run(request, token), true),
      controller.createRunProfile("Show the Timeline", Debug, (request) => this.why(request), true),
      specs.onDidCreate((uri) => this.spec(uri)),
      specs.onDidDelete((uri) => {
        controller.items.delete(uri.toString());
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.opened(document);
      }),
      server.onStatus(({ uri }) => {
        this.refreshSoon(vscode.Uri.parse(uri));
      }),
    ];
    vscode.workspace.textDocuments.forEach((document) => {
      this.opened(document);
    });
  }

  dispose(): void {
    this.timers.forEach((timer) => {
      clearTimeout(timer);
    });
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private opened({ languageId, uri }: vscode.TextDocument): void {
    if (languageId === "toolspec" && uri.scheme === "file") {
      this.spec(uri);
    }
  }

  private async findSpecs(): Promise<void> {
    const found = await vscode.workspace.findFiles("**/*.toolspec", undefined, SPECS_MAX);
    found.forEach((uri) => {
      this.spec(uri);
    });
  }

  private spec(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known !== undefined) {
      return known;
    }
    const item = this.controller.createTestItem(uri.toString(), label(basename(uri.path), 80), uri);
    item.description = plain(vscode.workspace.asRelativePath(uri), 120);
    item.canResolveChildren = true;
    this.meanings.set(item, { spec: uri });
    this.controller.items.add(item);
    return item;
  }

  /** Go to the rule that an item stands for, or to its spec. */
  async goTo(item: vscode.TestItem): Promise<void> {
    const { rule } = this.meanings.get(item) ?? {};
    if (item.uri !== undefined) {
      await openAt(item.uri, rule?.line ?? 1, 1);
    }
  }

  /** List the rules of a spec; those of a rule are its traces, and are there with it. */
  private async resolve(item: vscode.TestItem): Promise<MatrixAnswer | undefined> {
    const meaning = this.meanings.get(item);
    if (meaning === undefined || meaning.rule !== undefined) {
      return undefined;
    }
    item.busy = true;
    try {
      // Only of what is open the server has scores.
      await vscode.workspace.openTextDocument(meaning.spec);
      const matrix = await this.server.matrix(meaning.spec.toString(), "written");
      if (matrix !== null) {
        this.list(item, meaning.spec, matrix);
      }
      item.error = undefined;
      return matrix ?? undefined;
    } catch (fault) {
      item.error = fault instanceof NotRunning ? fault.message : "The Toolspec server gave no answer.";
      return undefined;
    } finally {
      item.busy = false;
    }
  }

  private list(item: vscode.TestItem, spec: vscode.Uri, matrix: MatrixAnswer): void {
    const rules = (inCase: string | null): vscode.TestItem[] =>
      matrix.rules.filter((rule) => rule.case === inCase).map((rule) => this.rule(spec, rule, matrix));
    const cases = caseNames(matrix).map((name) => {
      const made = this.controller.createTestItem(`${spec.toString()}#case ${name}`, label(`case "${name}"`, 80), spec);
      made.children.replace(rules(name));
      return made;
    });
    item.children.replace([...rules(null), ...cases]);
  }

  private rule(spec: vscode.Uri, rule: MatrixRule, matrix: MatrixAnswer): vscode.TestItem {
    const file = rule.file === null ? spec : vscode.Uri.file(rule.file);
    const item = this.controller.createTestItem(`${spec.toString()}#${rule.rule}`, label(rule.source, 120), file);
    item.description = label(rule.summary, 120);
    item.sortText = String(rule.rule).padStart(6, "0");
    this.meanings.set(item, { spec, rule });
    item.children.replace(
      shownTraces(rule, matrix.traces).map(({ id, name }) => {
        const child = this.controller.createTestItem(`${item.id}#${id}`, label(name, 80), file);
        this.meanings.set(child, { spec, rule, trace: id });
        return child;
      }),
    );
    return item;
  }

  /** The rules of a listed spec follow its text. */
  private refreshSoon(uri: vscode.Uri): void {
    const item = this.controller.items.get(uri.toString());
    if (item === undefined || item.children.size === 0) {
      return;
    }
    clearTimeout(this.timers.get(item.id));
    this.timers.set(item.id, setTimeout(() => void this.resolve(item), REST_MS));
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const excluded = new Set((request.exclude ?? []).map(({ id }) => id));
    const specs = new Set(wanted.map((item) => specOf(item)));
    const ids = new Set(wanted.map(({ id }) => id));
    for (const spec of specs) {
      const matrix = token.isCancellationRequested ? undefined : await this.resolve(spec);
      if (matrix === undefined) {
        run.errored(spec, new vscode.TestMessage(typeof spec.error === "string" ? spec.error : "There are no scores."));
        continue;
      }
      let reasons = 0;
      for (const item of rulesOf(spec)) {
        if (token.isCancellationRequested || excluded.has(item.id)) {
          continue;
        }
        const whole = [spec.id, item.parent?.id ?? "", item.id].some((id) => ids.has(id));
        const cells = [...item.children].map(([, child]) => child).filter(({ id }) => whole || ids.has(id));
        for (const cell of cells) {
          reasons += await this.tell(run, cell, matrix, reasons < REASONS_MAX);
        }
        if (whole) {
          this.tellRule(run, item);
        }
      }
    }
    run.end();
  }

  /** Say how a rule did on one trace; return 1 where the server was asked for the reason. */
  private async tell(run: vscode.TestRun, item: vscode.TestItem, matrix: MatrixAnswer, ask: boolean): Promise<number> {
    const { spec, rule, trace } = this.meanings.get(item) ?? {};
    if (spec === undefined || rule === undefined || trace === undefined) {
      return 0;
    }
    const ended = outcome(rule, matrix.traces.findIndex(({ id }) => id === trace));
    if (ended === "pass") {
      run.passed(item);
      return 0;
    }
    if (ended === "skip") {
      run.skipped(item);
      return 0;
    }
    const result = ask ? await this.server.result(spec.toString(), rule.rule, trace) : null;
    const said = plain(result?.summary ?? `${rule.source}: ${ended}`, 500);
    const message =
      result === null
        ? new vscode.TestMessage(said)
        : vscode.TestMessage.diff(said, result.expected, result.actual);
    // In the trace, at the call: in the spec it would stand over the rule's score, which says the same.
    const { path, line, column } = result ?? {};
    if (typeof path === "string" && typeof line === "number" && line > 0) {
      const place = new vscode.Position(line - 1, Math.max(0, (column ?? 1) - 1));
      message.location = new vscode.Location(vscode.Uri.file(path), place);
    }
    run.started(item);
    if (ended === "error") {
      run.errored(item, message);
    } else {
      run.failed(item, message);
    }
    return ask ? 1 : 0;
  }

  /** A rule that no listed trace fails has passed; where it has no traces it was skipped. */
  private tellRule(run: vscode.TestRun, item: vscode.TestItem): void {
    const rule = this.meanings.get(item)?.rule;
    if (rule !== undefined && item.children.size === 0) {
      if (rule.judged === 0) {
        run.skipped(item);
      } else {
        run.passed(item);
      }
    }
  }

  /** Show why: the timeline of a trace, coloured by the rule. */
  private async why({ include }: vscode.TestRunRequest): Promise<void> {
    const [item] = include ?? [];
    const meaning = item === undefined ? undefined : this.meanings.get(item);
    if (meaning === undefined) {
      void vscode.window.showInformationMessage("Choose a rule, or one of its traces, to see its timeline.");
      return;
    }
    const line = meaning.rule?.file === null ? meaning.rule.line - 1 : 0;
    await this.timeline.show(meaning.spec, line, meaning.trace);
  }
}

function specOf(item: vscode.TestItem): vscode.TestItem {
  return item.parent === undefined ? item : specOf(item.parent);
}

/** The rules of a spec, those in its cases too. */
function rulesOf(spec: vscode.TestItem): vscode.TestItem[] {
  return [...spec.children].flatMap(([id, item]) =>
    id.startsWith(`${spec.id}#case `) ? [...item.children].map(([, rule]) => rule) : [item],
  );
}
