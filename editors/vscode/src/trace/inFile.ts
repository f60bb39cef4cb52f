import * as vscode from "vscode";
import { cursorLine } from "../commands/kit";
import { NotRunning, type Server } from "../server/server";
import type { CallInFile, RuleOfCall } from "../server/contract";
import { label } from "../text";
import { callsIn, lensTitle } from "./lens";
import { makeRule } from "./makeRule";
import { openAt } from "./open";

const LANGUAGES = ["json", "jsonl", "jsonc"] as const;
const FILES: readonly vscode.DocumentFilter[] = LANGUAGES.map((language) => ({ language, scheme: "file" }));

/** Of a line with more calls, as of a file without line breaks, only the first have lenses. */
const CALLS_OF_LINE_MAX = 3;

const SIGNS: Readonly<Record<string, string>> = { pass: "$(pass)", fail: "$(error)", error: "$(warning)" };

/**
 * In the file of a trace: above each call how the rules about it ended, and rules made of the calls that are selected.
 *
 * It is about the spec that is active, or was last. Of a file with changes nothing is said: the server reads the disk.
 */
export class CallsInFiles implements vscode.CodeLensProvider, vscode.CodeActionProvider, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  private readonly known = new Map<string, Promise<CallInFile[]>>();
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.changeEmitter.event;

  constructor(
    private readonly server: Server,
    private readonly spec: () => vscode.Uri | undefined,
  ) {
    const renew = (): void => {
      this.known.clear();
      this.changeEmitter.fire();
    };
    this.subscriptions = [
      this.changeEmitter,
      server.onStatus(renew),
      server.onTraces(renew),
      server.onCondition(renew),
      vscode.languages.registerCodeLensProvider(FILES, this),
      vscode.languages.registerCodeActionsProvider(FILES, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.RefactorExtract],
      }),
      vscode.workspace.onDidSaveTextDocument(renew),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const calls = await this.callsOf(document);
    const several = new Set(calls.map(({ trace }) => trace)).size > 1;
    const onLine = new Map<number, number>();
    return calls.flatMap((call) => {
      const { line, trace, rules } = call;
      const before = onLine.get(line) ?? 0;
      onLine.set(line, before + 1);
      if (line < 1 || line > document.lineCount || before >= CALLS_OF_LINE_MAX) {
        return [];
      }
      const range = new vscode.Range(line - 1, 0, line - 1, 0);
      const title = label(lensTitle(call, several), 120);
      return [
        new vscode.CodeLens(range, { title, command: "toolspec.rulesOfCall", arguments: [rules] }),
        new vscode.CodeLens(range, {
          title: "make a rule",
          command: "toolspec.ruleFromSelection",
          arguments: [trace, [call.call]],
        }),
      ];
    });
  }

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const chosen = callsIn(await this.callsOf(document), [[range.start.line + 1, range.end.line + 1]]);
    const [first] = chosen;
    if (first === undefined) {
      return [];
    }
    const many = chosen.length === 1 ? `call ${first.call + 1}` : `${chosen.length} calls`;
    const title = `Make a Toolspec rule from ${many}...`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorExtract);
    const numbers = chosen.map(({ call }) => call);
    action.command = { title, command: "toolspec.ruleFromSelection", arguments: [first.trace, numbers] };
    return [action];
  }

  /** Make a rule of calls of a trace; from the palette, of those that are selected in the active file. */
  async ruleFromSelection(given?: unknown, numbers?: unknown): Promise<void> {
    const spec = this.spec();
    let [trace, calls] = [given, numbers];
    const editor = vscode.window.activeTextEditor;
    if (typeof trace !== "string" && editor !== undefined) {
      const ranges = editor.selections.map(({ start, end }): [number, number] => [start.line + 1, end.line + 1]);
      const chosen = callsIn(await this.callsOf(editor.document), ranges);
      [trace, calls] = [chosen[0]?.trace, chosen.map(({ call }) => call)];
    }
    if (spec === undefined || typeof trace !== "string" || !Array.isArray(calls)) {
      const said = "Open a spec, then select calls in the file of one of its traces.";
      void vscode.window.showInformationMessage(said);
      return;
    }
    const whole = calls.filter((one): one is number => Number.isInteger(one));
    await makeRule(this.server, spec, cursorLine(spec) ?? -1, trace, whole);
  }

  /** Go to a rule about a call; where there are several, the user picks. */
  async rulesOfCall(given: unknown): Promise<void> {
    const spec = this.spec();
    const rules = Array.isArray(given) ? (given as RuleOfCall[]) : [];
    if (spec === undefined || rules.length === 0) {
      void vscode.window.setStatusBarMessage("No rule is about this call", 5000);
      return;
    }
    const choices = rules.map(({ line, text, status }) => ({
      label: `${SIGNS[status] ?? "$(question)"} ${label(text, 120)}`,
      description: `line ${line + 1}`,
      line,
    }));
    const title = "Rules About This Call";
    const chosen = choices.length === 1 ? choices[0] : await vscode.window.showQuickPick(choices, { title });
    if (chosen !== undefined) {
      await openAt(spec, chosen.line + 1, 1);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async callsOf(document: vscode.TextDocument): Promise<CallInFile[]> {
    const spec = this.spec();
    if (spec === undefined || document.isDirty || document.uri.scheme !== "file") {
      return [];
    }
    const key = `${spec.toString()} ${document.uri.toString()}`;
    const asked = this.known.get(key) ?? this.server.inFile(spec.toString(), document.uri.fsPath);
    this.known.set(key, asked);
    try {
      return await asked;
    } catch (fault) {
      this.known.delete(key);
      if (fault instanceof NotRunning) {
        return [];
      }
      throw fault;
    }
  }
}
