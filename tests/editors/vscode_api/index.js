// What only the editor's API tells, run inside the extension host; the result goes to a file. What is seen, vscode_ui.mjs looks at.
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

const { TOOLSPEC_RESULT: result, TOOLSPEC_REAL: real } = process.env;
const WAIT_MS = 10_000;
const SCORE = /^\s*[✓✗?] (\d\.\d\d|----)/;

let document;
let folder;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A question the editor never answers must not end the whole run without a word. */
async function late(name) {
  await pause(45_000);
  throw new Error(`${name}: no end within 45 s`);
}

/** Ask until the answer is as wanted; return it, and how long that took. */
async function until(what, ask, wanted, wait_ms = WAIT_MS) {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    const took_ms = Math.round(performance.now() - began);
    if (wanted(answer)) {
      return { answer, took_ms };
    }
    if (took_ms > wait_ms) {
      throw new Error(`${what}: not within ${wait_ms} ms; there is ${JSON.stringify(answer)?.slice(0, 800)}`);
    }
    await pause(15);
  }
}

const lineOf = (text) => document.getText().split("\n").findIndex((line) => line.startsWith(text));
const diagnostics = () => vscode.languages.getDiagnostics(document.uri);
const errors = () => diagnostics().filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
/** The scores that the extension draws beside rules. */
const scores = () => vscode.extensions.getExtension("toolspec.toolspec").exports?.scores(document.uri) ?? [];
const hover = (line, column) =>
  vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, new vscode.Position(line, column));

function scoreAt(start) {
  const line = lineOf(start);
  return scores().find((score) => score.line === line)?.label ?? "";
}

const checks = {
  async "a misspelt keyword is an error on its own line"() {
    const { took_ms } = await until("an error", errors, (found) => found.length > 0);
    const [error] = errors();
    assert.equal(errors().length, 1);
    assert.equal(error.range.start.line, lineOf("forbd"));
    assert.ok(error.range.isSingleLine);
    return { took_ms, message: error.message, code: error.code?.value ?? error.code };
  },

  async "a failing rule is a warning, a passing one is nothing"() {
    const warning = ({ range, severity }) => severity === vscode.DiagnosticSeverity.Warning && range.start.line;
    await until("a warning", diagnostics, (found) => found.some((one) => warning(one) === lineOf("count")));
    assert.ok(!diagnostics().some(({ range }) => range.start.line === lineOf("forbid delete_order")));
    return { messages: diagnostics().map(({ message }) => message) };
  },

  async "every rule has its score at the end of its line, a broken line has none"() {
    await until("scores", () => scoreAt("require display"), (score) => SCORE.test(score));
    const found = scores();
    assert.ok(found.every(({ label }) => SCORE.test(label)), found.map(({ label }) => label).join());
    assert.deepEqual(
      found.map(({ line }) => line).sort((a, b) => a - b),
      ["order", "count", "args", "require", "forbid"].map(lineOf),
    );
    // The extension draws them: the editor is left none of its own beside them.
    const range = new vscode.Range(0, 0, document.lineCount, 0);
    assert.deepEqual(await vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, range), []);
    return { labels: found.map(({ label }) => label) };
  },

  async "hovering over a rule says why, and brings no markup of its own"() {
    const { answer } = await until("hover", () => hover(lineOf("order"), 2), (found) => found.length > 0);
    const contents = answer.flatMap((one) => one.contents);
    const text = contents.map(({ value }) => value).join("\n");
    assert.match(text, /search/);
    for (const content of contents) {
      assert.ok(!content.isTrusted && !content.supportHtml);
    }
    return { text: text.slice(0, 600) };
  },

  async "text from a trace does not become a link or an icon in a hover"() {
    const line = lineOf("require display");
    const found = await hover(line, "require dis".length);
    const text = found.flatMap((one) => one.contents).map(({ value }) => value).join("\n");
    const outside = text.replace(/(`{3,})[^]*?\1/g, "").replace(/(`+)[^`]*\1/g, "");
    assert.doesNotMatch(outside, /(?<!\\)\[x\]\(command:/);
    return { text: text.slice(0, 600) };
  },

  async "after a restart everything is there again, once"() {
    await vscode.commands.executeCommand("toolspec.restartServer");
    const { took_ms } = await until("scores", () => scoreAt("count"), (score) => SCORE.test(score));
    const lines = scores().map(({ line }) => line);
    assert.equal(new Set(lines).size, lines.length);
    return { took_ms };
  },
};

checks["a killed server is started again, without a word"] = async () => {
  const line = execFileSync("ps", ["--ppid", String(process.pid), "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n").find((row) => / lsp( |$)/.test(row));
  const pid = Number(line.trim().split(/\s+/)[0]);
  process.kill(pid, "SIGKILL");
  const gone = () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  await until("its end", gone, Boolean);
  const { took_ms } = await until("scores", () => scoreAt("count"), (score) => SCORE.test(score));
  return { took_ms };
};

const realChecks = {
  async "the outline lists the rules"() {
    const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
    assert.ok(symbols.length >= 5, `${symbols.length} symbols`);
    return { names: symbols.map(({ name }) => name) };
  },

  async "formatting keeps every comment and line"() {
    const edits = await vscode.commands.executeCommand("vscode.executeFormatDocumentProvider", document.uri, {});
    return { edits: edits?.length ?? 0 };
  },

  async "a tool's references are found"() {
    const at = new vscode.Position(lineOf("args"), "args se".length);
    const found = await vscode.commands.executeCommand("vscode.executeReferenceProvider", document.uri, at);
    assert.ok(found.length >= 2, `${found.length} references`);
    return { lines: found.map(({ range }) => range.start.line) };
  },
};

exports.run = async () => {
  const report = { passed: {}, failed: {} };
  try {
    folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(join(folder, "shop.toolspec")));
    await vscode.window.showTextDocument(document);
    for (const [name, check] of Object.entries({ ...checks, ...(real ? realChecks : {}) })) {
      try {
        report.passed[name] = await Promise.race([check(), late(name)]);
      } catch (fault) {
        report.failed[name] = fault.stack ?? String(fault);
        // Where a server gives no answers, each further question would wait in vain.
        if (Object.keys(report.failed).length > 4) {
          break;
        }
      }
      // Should the host die on the way, this says how far it came.
      writeFileSync(`${result}.part`, JSON.stringify(report, null, 1));
    }
  } catch (fault) {
    report.failed.start = fault.stack ?? String(fault);
  }
  writeFileSync(result, JSON.stringify(report, null, 1));
};
