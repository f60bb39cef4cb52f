/** What the server offers beyond the protocol: its commands, requests and notifications. */

export const METHODS = {
  traces: "toolspec/traces",
  calls: "toolspec/calls",
  rules: "toolspec/rules",
  tools: "toolspec/tools",
  status: "toolspec/status",
  tracesChanged: "toolspec/tracesChanged",
} as const;

export interface Status {
  uri: string;
  passed: boolean;
  score: number | null;
  rules: number;
  failing: number;
  unknown: number;
  trace: { path: string; name: string } | null;
  message: string | null;
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

/** A rule that speaks of a tool; its line counts from 0. */
export interface RulePlace {
  uri: string;
  line: number;
  text: string;
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
