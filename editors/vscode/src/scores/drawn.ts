import * as vscode from "vscode";
import { plain } from "../text";
import { gaps, width } from "./column";
import { KeptScores } from "./kept";
import { statusOf, STATUSES, type Status } from "./label";

/** The score beside a line, from 0, as it is drawn now. */
export interface Drawn {
  line: number;
  label: string;
  stale: boolean;
}

/** What is known of one document. */
interface Known {
  scores: KeptScores;
  /** Its lines at the last change. */
  lines: string[];
}

const LABEL_MAX = 100;

/** What is drawn alike: the scores of a status, and those that are being made again. */
type Kind = Status | "stale";
const KINDS: ReadonlySet<Kind> = new Set<Kind>([...STATUSES, "stale"]);

const COLORS: Record<Status, string> = {
  pass: "toolspec.scorePass",
  fail: "toolspec.scoreFail",
  unknown: "toolspec.scoreUnknown",
  error: "toolspec.scoreError",
};

/**
 * The scores at the ends of rules, and a mark beside the line's number.
 *
 * The server tells them as inlay hints, which the editor draws all in one grey, and leaves beside a text that has
 * changed until the server has answered. So they are taken from the hints and drawn here: in colours, in a column,
 * gone as soon as their rule is edited. The editor still decides when hints are asked for, and whether at all.
 */
export class DrawnScores implements vscode.Disposable {
  private readonly known = new Map<string, Known>();
  private readonly types: Record<Status, vscode.TextEditorDecorationType>;
  private readonly stale: vscode.TextEditorDecorationType;
  private readonly subscriptions: vscode.Disposable[];

  constructor(icons: vscode.Uri) {
    const made = STATUSES.map((status) => [status, drawnAs(icons, status)] as const);
    this.types = Object.fromEntries(made) as Record<Status, vscode.TextEditorDecorationType>;
    this.stale = vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor("toolspec.scoreStale") },
    });
    this.subscriptions = [
      ...Object.values(this.types),
      this.stale,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.edited(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.known.delete(uri.toString());
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) {
          this.draw(editor);
        }
      }),
      vscode.window.tabGroups.onDidChangeTabGroups(({ opened, closed }) => {
        if (opened.length + closed.length > 0) {
          for (const editor of vscode.window.visibleTextEditors) {
            this.draw(editor);
          }
        }
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("editor.inlayHints") || change.affectsConfiguration("toolspec.inlayHints")) {
          this.clear();
        }
      }),
    ];
  }

  /** Take the hints of a range of a document as it was in `version`; those of another text are dropped. */
  take(document: vscode.TextDocument, version: number, range: vscode.Range, hints: readonly vscode.InlayHint[]): void {
    if (document.version !== version || document.isClosed) {
      return;
    }
    const key = document.uri.toString();
    const known = this.known.get(key) ?? { scores: new KeptScores(), lines: linesOf(document) };
    this.known.set(key, known);
    const said = hints.map(({ position, label }) => ({ line: position.line, label: plain(text(label), LABEL_MAX) }));
    known.scores.take(range.start.line, range.end.line, said);
    this.drawAll(document);
  }

  /** Return the scores of a document as they are drawn now. */
  of(uri: vscode.Uri): Drawn[] {
    return [...(this.known.get(uri.toString())?.scores.all ?? [])];
  }

  /** Take all scores away: there is no server any more that stands by them, or nobody wants them. */
  clear(): void {
    this.known.clear();
    for (const editor of vscode.window.visibleTextEditors) {
      this.draw(editor);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private edited(document: vscode.TextDocument): void {
    const known = this.known.get(document.uri.toString());
    if (known !== undefined) {
      const lines = linesOf(document);
      const gone = known.scores.follow(known.lines, lines);
      known.lines = lines;
      // As little as can be: what is drawn again takes time, and a wrong score is to be gone at once.
      const kinds = gone === undefined ? undefined : new Set(gone.map(kindOf));
      if (gone === undefined || gone.length > 0) {
        this.drawAll(document, kinds);
      }
    }
  }

  private drawAll(document: vscode.TextDocument, kinds?: ReadonlySet<Kind>): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document === document) {
        this.draw(editor, kinds);
      }
    }
  }

  /** Draw the scores of an editor: those of some kinds, else all. */
  private draw(editor: vscode.TextEditor, kinds: ReadonlySet<Kind> = KINDS): void {
    const { document } = editor;
    if (document.languageId !== "toolspec") {
      return;
    }
    const scores = (this.known.get(document.uri.toString())?.scores.all ?? [])
      .filter(({ line }) => line < document.lineCount);
    const tabSize = typeof editor.options.tabSize === "number" ? editor.options.tabSize : 2;
    const right = gaps(scores.map(({ line }) => width(document.lineAt(line).text, tabSize)), groupsBeside());
    const drawn = scores.map((score, at): [Kind, vscode.DecorationOptions] => [
      kindOf(score),
      {
        range: document.lineAt(score.line).range.with({ start: document.lineAt(score.line).range.end }),
        renderOptions: { after: { contentText: score.label, margin: `0 0 0 ${right[at] ?? 1}ch` } },
      },
    ]);
    for (const kind of kinds) {
      const type = kind === "stale" ? this.stale : this.types[kind];
      editor.setDecorations(type, drawn.filter(([one]) => one === kind).map(([, option]) => option));
    }
  }
}

function groupsBeside(): boolean {
  return vscode.window.tabGroups.all.length > 1;
}

function kindOf({ label, stale }: Drawn): Kind {
  return stale ? "stale" : statusOf(label);
}

function drawnAs(icons: vscode.Uri, status: Status): vscode.TextEditorDecorationType {
  const icon = (theme: string): vscode.Uri => vscode.Uri.joinPath(icons, `score-${status}-${theme}.svg`);
  return vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor(COLORS[status]) },
    light: { gutterIconPath: icon("light") },
    dark: { gutterIconPath: icon("dark") },
    gutterIconSize: "contain",
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

function linesOf(document: vscode.TextDocument): string[] {
  return document.getText().split(/\r\n|\r|\n/);
}

function text(label: vscode.InlayHint["label"]): string {
  return typeof label === "string" ? label : label.map(({ value }) => value).join("");
}
