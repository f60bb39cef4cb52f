/** What the server offers beyond the protocol: its commands, requests and notifications. */

export const METHODS = {
  traces: "toolspec/traces",
  calls: "toolspec/calls",
  rules: "toolspec/rules",
  tools: "toolspec/tools",
  inFile: "toolspec/inFile",
  timeline: "toolspec/timeline",
  callText: "toolspec/callText",
  compare: "toolspec/compare",
  fromCalls: "toolspec/fromCalls",
  matrix: "toolspec/matrix",
  result: "toolspec/result",
  status: "toolspec/status",
  tracesChanged: "toolspec/tracesChanged",
} as const;

export type RuleStatus = "pass" | "fail" | "unknown" | "error" | "skip";

export interface Status {
  uri: string;
  passed: boolean;
  score: number | null;
  rules: number;
  failing: number;
  unknown: number;
  trace: { path: string; name: string | null } | null;
  message: string | null;
  /** The result on the shown trace, `✗ 3 of 11 · deleted_account`, as `toolspec check` counts. */
  text: string;
  /** How many of the spec's traces were judged, passed, are there, and are not read. */
  traces: { judged: number; passed: number; total: number; unread: number };
  /** How many rules ended in each status on the shown trace; null while that is not known. */
  shown: ({ passed: boolean; rules: number } & Record<RuleStatus, number>) | null;
}

export interface Call {
  index: number;
  tool: string;
  step: number | null;
  status: string | null;
  /** Whether the tool came to an end; null where the trace does not say. */
  completed: boolean | null;
  /** Where the call stands in its file, from 1; 0 or null where the format has no such place. */
  line: number | null;
  column: number | null;
  arguments: string | null;
  /** What it returned; null where the trace does not say. */
  result: string | null;
  /** How long after the trace's first call it began, and how long it took, as people say it. */
  started: string | null;
  took: string | null;
}

export interface Trace {
  id: string;
  path: string;
  name: string;
  format: string;
  /** Milliseconds since the epoch. */
  mtime: number;
  /** The cases whose rules are scored against it; null stands for the rules outside of cases. */
  chosenFor: (string | null)[];
  callCount: number;
  /** Whether every rule that is for it passes; null where it is not scored. */
  passed: boolean | null;
  score: number | null;
}

/** What the timeline says of one call; the other rows are messages, and entries without a call. */
export interface TimelineCall {
  row: "call";
  call: number;
  line: number | null;
  column: number | null;
}

/** A trace as a picture, of which the extension itself reads little: the page draws it. */
export interface TimelineAnswer {
  id: string | null;
  name: string | null;
  path: string | null;
  /** The id of the trace, as `toolspec/traces` has it. */
  trace: string;
  rows: (TimelineCall | { row: "message" | "missing" | "left_out" })[];
}

/** Two traces side by side, of which the extension itself reads little: the page draws it. */
export interface CompareAnswer {
  left: Omit<TimelineAnswer, "trace">;
  right: Omit<TimelineAnswer, "trace">;
  /** The ids of the two, as `toolspec/traces` has them. */
  traces: [string, string];
}

/** A rule for some calls of a trace, and the traces it holds on. */
export interface RuleForCalls {
  /** In a few words, what the rule says. */
  what: string;
  rule: string;
  passes: number;
  judged: number;
  /** How it ends on the calls' own trace. */
  here: RuleStatus | null;
  /** Adds the rule below the line that was named; null where none can stand there. */
  edit?: { range: LinePlaces; newText: string } | null;
}

/** A place in a file, as the protocol has it. */
export interface Place {
  uri: string;
  range: LinePlaces;
}

/** A range as the protocol has it. */
export interface LinePlaces {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** A row of the matrix; `line` counts from 1, and `file` is null for a rule of the spec itself. */
export interface MatrixRule {
  rule: number;
  source: string;
  line: number;
  file: string | null;
  case: string | null;
  /** A sign for each trace, in the traces' order. */
  cells: string;
  judged: number;
  passes: number;
  summary: string;
}

/** One rule on one trace; `expected` and `actual` are texts to be compared. */
export interface RuleResult {
  status: string;
  summary: string;
  expected: string;
  actual: string;
  /** Where the call that broke the rule stands in the trace's file, from 1. */
  path: string | null;
  line: number | null;
  column: number | null;
}

/** The rules of a spec on all its traces, of which the extension itself reads little: the page draws it. */
export interface MatrixAnswer {
  state: string;
  rules: MatrixRule[];
  traces: { id: string; name: string }[];
}

/** A rule that speaks of a tool; its line counts from 0. */
export interface RulePlace {
  uri: string;
  line: number;
  text: string;
}

/** A rule about a call, and how it ended on the call's trace; its line counts from 0. */
export interface RuleOfCall {
  line: number;
  text: string;
  status: string;
}

/** A call where it stands in its file, from line 1; 0 where the format has no such place. */
export interface CallInFile {
  trace: string;
  name: string;
  call: number;
  tool: string;
  line: number;
  column: number;
  rules: RuleOfCall[];
}

/** A file that looks like a trace and is not read, and why. */
export interface Unread {
  path: string;
  name: string;
  problem: string;
}

export interface Listed {
  traces: Trace[];
  unread: Unread[];
}

/** Tell whether the rules outside of cases are scored against a trace: it is the one of the whole spec. */
export function isTarget({ chosenFor }: Trace): boolean {
  return chosenFor.includes(null);
}

/** Tell the traces of a list from the files that are not read, which follow them. */
export function asListed(answer: readonly (Trace | Unread)[] | null): Listed {
  const traces: Trace[] = [];
  const unread: Unread[] = [];
  for (const one of answer ?? []) {
    if ("problem" in one) {
      unread.push(one);
    } else {
      traces.push(one);
    }
  }
  return { traces, unread };
}

export interface Page {
  markdown: string;
  title?: string;
}

/** Read a page a server command returned; undefined where it returned something else. */
export function asPage(value: unknown): Page | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const { markdown, title } = value as { markdown?: unknown; title?: unknown };
  if (typeof markdown !== "string") {
    return undefined;
  }
  return typeof title === "string" ? { markdown, title } : { markdown };
}
