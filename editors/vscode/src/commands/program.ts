import { dirname } from "node:path";
import * as vscode from "vscode";
import { run, type Ran } from "../discovery/run";
import { message } from "../text";
import { fenced } from "./fenced";
import { checkingPage, ReportLines, reportPage } from "./report";
import { fileToCheck } from "./save";
import { specUri, type Kit } from "./kit";

const CHECK_MS = 5 * 60_000;
/** How often the page of a check takes in the traces that were judged: drawing it anew goes back to its top. */
const REDRAW_MS = 500;
const EXPLAIN_MS = 15_000;
const CODE = /^TS\d{3}$/;

/** Run `toolspec check` on the file as it is on disk, and show its report, with links to what did not pass. */
export async function checkFile(kit: Kit): Promise<void> {
  const wanted = specUri(undefined, kit);
  if (wanted === undefined) {
    void vscode.window.showInformationMessage("Open a spec first.");
    return;
  }
  const spec = await fileToCheck(wanted);
  if (spec === undefined) {
    return;
  }
  if (spec.scheme !== "file") {
    void vscode.window.showInformationMessage("Only a spec on this disk can be checked.");
    return;
  }
  if ("found" in kit.server.condition) {
    kit.panel.show({ title: "Check", markdown: checkingPage(spec.fsPath) });
  }
  const title = { location: vscode.ProgressLocation.Window, title: "Toolspec: checking" };
  const lines = new ReportLines();
  let [drawn, rows] = [Date.now(), 0];
  const printed = (text: string): void => {
    lines.take(text);
    if (lines.whole === undefined && lines.traces.length > rows && Date.now() - drawn >= REDRAW_MS) {
      [drawn, rows] = [Date.now(), lines.traces.length];
      kit.panel.show({ title: "Check", markdown: checkingPage(spec.fsPath, lines.traces) });
    }
  };
  const ran = await vscode.window.withProgress(title, () =>
    program(kit, ["check", "--format", "jsonl", spec.fsPath], CHECK_MS, dirname(spec.fsPath), printed),
  );
  if (ran === undefined) {
    return;
  }
  const report = lines.whole;
  const markdown = report === undefined ? fenced(ran.stdout + ran.stderr) : reportPage(report, dirname(spec.fsPath));
  kit.panel.show({ title: "Check", markdown });
  if (ran.code === null) {
    void vscode.window.showWarningMessage("Toolspec: the check gave no answer.");
  }
}

/** Show what a problem's code means: the one under the cursor, else one that is typed. */
export async function explainCode(kit: Kit, given?: unknown): Promise<void> {
  const code = typeof given === "string" ? given : await askForCode();
  if (code === undefined || !CODE.test(code)) {
    return;
  }
  const ran = await program(kit, ["explain", code], EXPLAIN_MS, kit.context.globalStorageUri.fsPath);
  if (ran?.code === 0) {
    kit.panel.show({ title: code, markdown: fenced(ran.stdout) });
  } else if (ran !== undefined) {
    void vscode.window.showWarningMessage(`Toolspec: ${message(ran.stderr) || "no answer"}`);
  }
}

async function askForCode(): Promise<string | undefined> {
  const here = codesHere();
  if (here.length === 1) {
    return here[0];
  }
  if (here.length > 1) {
    return await vscode.window.showQuickPick(here, { title: "Toolspec: Explain" });
  }
  const typed = await vscode.window.showInputBox({
    title: "Toolspec: Explain",
    prompt: "A problem's code, such as TS104",
    validateInput: (text) => (CODE.test(text.trim().toUpperCase()) ? undefined : "A code is TS and three digits."),
  });
  return typed?.trim().toUpperCase();
}

function codesHere(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return [];
  }
  const codes = vscode.languages.getDiagnostics(editor.document.uri)
    .filter(({ range }) => range.contains(editor.selection.active))
    .map(({ code }) => String(typeof code === "object" ? code.value : code));
  return [...new Set(codes)].filter((code) => CODE.test(code));
}

async function program(
  kit: Kit, args: string[], wait_ms: number, cwd: string, printed?: (text: string) => void,
): Promise<Ran | undefined> {
  const { condition } = kit.server;
  if (!("found" in condition)) {
    void vscode.window.showWarningMessage("Toolspec: there is no server to ask.");
    return undefined;
  }
  const { command, args: before } = condition.found;
  const env = { ...process.env, NO_COLOR: "1", PYTHONIOENCODING: "utf-8", PYTHONSAFEPATH: "1" };
  return await run(command, [...before, ...args], { wait_ms, cwd, env, ...(printed === undefined ? {} : { printed }) });
}
