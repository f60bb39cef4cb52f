import * as vscode from "vscode";

const SCHEME = "toolspec-log";
const PLACE = vscode.Uri.from({ scheme: SCHEME, path: "/Toolspec.log" });
const LINES_MAX = 2_000;
const WRITTEN = ["trace", "debug", "info", "warn", "error", "append", "appendLine"] as const;

/**
 * The extension's log: an output channel whose last lines are kept, and shown as a text.
 *
 * The editor shows a channel from a file it writes by a native module. Where that is missing, as in some builds for
 * browsers, the channel stays empty, and what would say why something does not work is nowhere.
 */
export function createLog(subscriptions: vscode.Disposable[]): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel("Toolspec", { log: true });
  const lines: string[] = [];
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const keep = (level: string, said: unknown): void => {
    const text = said instanceof Error ? said.message : String(said);
    lines.push(`${new Date().toISOString()} [${level}] ${text}`.trimEnd());
    lines.splice(0, Math.max(0, lines.length - LINES_MAX));
    changed.fire(PLACE);
  };
  subscriptions.push(
    channel,
    changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () => `${lines.join("\n")}\n`,
    }),
  );
  const own: Partial<Record<string | symbol, unknown>> = {
    show: () => void show().then(undefined, () => {
      channel.show(true);
    }),
  };
  for (const name of WRITTEN) {
    own[name] = (said: string, ...more: unknown[]): void => {
      keep(name.startsWith("append") ? "server" : name, said);
      (channel[name] as (text: string, ...rest: unknown[]) => void)(said, ...more);
    };
  }
  return new Proxy(channel, {
    get: (target, name) => own[name] ?? bound(target, Reflect.get(target, name)),
  });
}

function bound(target: object, value: unknown): unknown {
  return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
}

async function show(): Promise<void> {
  const document = await vscode.workspace.openTextDocument(PLACE);
  await vscode.languages.setTextDocumentLanguage(document, "log");
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { preview: true, selection: new vscode.Range(end, end) });
}
