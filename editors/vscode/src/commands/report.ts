import { basename, dirname, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { twoPlaces } from "../status/score";
import { plain } from "../text";

/** What `toolspec check --format json` prints, as far as it is shown here. */
interface Report {
  passed: boolean;
  score: number | null;
  traces: TraceReport[];
  problems?: Found[];
  notes?: Found[];
}

interface TraceReport {
  path: string;
  name: string;
  spec: string;
  case: string | null;
  passed: boolean;
  score: number;
  calls: number;
  rules: RuleReport[];
}

interface RuleReport {
  line: number;
  name: string | null;
  source: string;
  status: "pass" | "fail" | "unknown" | "error";
  score: number;
  summary: string;
}

interface Found {
  path?: string | null;
  line?: number | null;
  column?: number | null;
  code?: string | null;
  severity?: string;
  message?: string;
  text?: string;
  hint?: string | null;
}

const MARKS = { pass: "✓", fail: "✗", unknown: "?", error: "!" } as const;
const TRACES_MAX = 500;
const RULES_MAX = 50;

/** The report of `--format jsonl` as it comes: a line for each judged trace, and one for all of them last. */
export class ReportLines {
  /** The traces that were judged so far. */
  readonly traces: TraceReport[] = [];
  private head: Omit<Report, "traces"> | undefined;
  private rest = "";

  /** Take some more of what was printed. Lines that are not of a report are left out. */
  take(text: string): void {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      this.line(line);
    }
  }

  /** The report; undefined before its end, and where the program printed something else. */
  get whole(): Report | undefined {
    return this.head === undefined ? undefined : { ...this.head, traces: this.traces };
  }

  private line(text: string): void {
    try {
      const line = JSON.parse(text) as Partial<Report & TraceReport> | null;
      if (Array.isArray(line?.rules)) {
        this.traces.push(line as TraceReport);
      } else if (typeof line?.passed === "boolean") {
        this.head = line as Report;
      }
    } catch {
      // What else a program prints is no part of the report.
    }
  }
}

/** Return what is shown while a spec is checked: the traces that were judged so far, the worst first. */
export function checkingPage(spec: string, traces: readonly TraceReport[] = []): string {
  const name = link(basename(spec), spec, "");
  const said = `Checking ${name} as it is on disk, on all traces that it names ...`;
  if (traces.length === 0) {
    return said;
  }
  const passed = traces.filter((trace) => trace.passed).length;
  const many = traces.length === 1 ? "1 trace" : `${traces.length} traces`;
  return `${said}\n\n**${many} so far: ${passed} passed**\n\n${traceTable(worstFirst(traces), dirname(spec))}`;
}

/** Return the report as Markdown, with links to the rules, the traces and the problems. Paths begin in `folder`. */
export function reportPage(report: Report, folder: string): string {
  const { traces } = report;
  const pieces: string[] = [];
  if (traces.length > 0) {
    const many = traces.length === 1 ? "1 trace" : `${traces.length} traces`;
    const mark = report.passed ? "✓ Passed" : "✗ Not passed";
    pieces.push(`**${mark}: ${twoPlaces(report.score ?? 0)}** over ${many}`);
  } else {
    pieces.push("**Nothing was judged.**");
  }
  const found = [...(report.problems ?? []), ...(report.notes ?? [])].map((one) => foundLine(one, folder));
  if (found.length > 0) {
    pieces.push(found.join("\n"));
  }
  const worst = worstFirst(traces);
  for (const trace of worst.filter(({ passed }) => !passed).slice(0, RULES_MAX)) {
    const rules = trace.rules.filter(({ status }) => status !== "pass").map((rule) => ruleLine(rule, trace, folder));
    pieces.push(`### ${MARKS.fail} ${twoPlaces(trace.score)} ${link(trace.name, trace.path, folder)}`, rules.join("\n"));
  }
  if (traces.length > 1) {
    pieces.push(traceTable(worst, folder));
  }
  return pieces.join("\n\n");
}

function worstFirst(traces: readonly TraceReport[]): TraceReport[] {
  return [...traces].sort((one, other) => one.score - other.score);
}

function traceTable(traces: readonly TraceReport[], folder: string): string {
  const rows = traces.slice(0, TRACES_MAX).map((trace) => {
    const failing = trace.rules.filter(({ status }) => status !== "pass").length;
    const mark = trace.passed ? MARKS.pass : MARKS.fail;
    const cells = [link(trace.name, trace.path, folder), `${mark} ${twoPlaces(trace.score)}`, trace.calls, failing];
    return `| ${cells.join(" | ")} |`;
  });
  const more = traces.length > TRACES_MAX ? `\n\nand ${traces.length - TRACES_MAX} more` : "";
  return ["| trace | score | calls | rules not passed |", "| --- | --- | --- | --- |", ...rows].join("\n") + more;
}

function ruleLine(rule: RuleReport, { spec }: TraceReport, folder: string): string {
  const { line, name, source, status, score, summary } = rule;
  const number = status === "fail" ? ` ${twoPlaces(score)}` : "";
  const what = name === null ? source.split("\n", 1)[0] ?? "" : name;
  return `- ${MARKS[status]}${number} ${link(`line ${line}`, spec, folder, line)} ${escaped(what)}: ${escaped(summary)}`;
}

function foundLine({ path, line, code, severity, message, text, hint }: Found, folder: string): string {
  const said = [message ?? text ?? "", hint ?? ""].filter((part) => part !== "").map(escaped).join("; ");
  const what = [severity ?? "note", code ?? ""].filter((part) => part !== "").join(" ");
  if (path == null) {
    return `- ${what}: ${said}`;
  }
  const name = line == null ? basename(path) : `${basename(path)}:${line}`;
  return `- ${what} ${link(name, path, folder, line)}: ${said}`;
}

/** Return a link to a line of a file. */
function link(shown: string, path: string, folder: string, line?: number | null): string {
  const { href } = pathToFileURL(isAbsolute(path) ? path : join(folder, path));
  const target = href.replace(/\(/g, "%28").replace(/\)/g, "%29");
  return `[${escaped(shown)}](${target}${line == null ? "" : `#L${line}`})`;
}

/** Return text as Markdown in which it stays text. */
function escaped(text: string): string {
  return plain(text, 400).replace(/[\\`*_{}[\]()#+.!|<>~&:-]/g, "\\$&");
}
