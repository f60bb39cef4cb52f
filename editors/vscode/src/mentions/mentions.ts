import { tokens, type Token } from "./tokens";

/** A tool a rule names, as written. */
export interface Pattern {
  kind: "bare" | "string" | "regex" | "alias";
  text: string;
  flags: string;
}

/** A rule's tools and its lines (from 0, the last included), or, with `name`, a `tool` line's. */
export interface Mention {
  line: number;
  lastLine: number;
  name?: string;
  patterns: Pattern[];
}

const RULES = new Set(["order", "sequence", "count", "args", "output", "require", "forbid"]);
const MODES = new Set(["strict", "subset"]);
const JOINS = new Set(["->", ",", "|"]);

/** Return what each rule of a spec names, and what each `tool` line does. */
export function mentions(text: string): Mention[] {
  return statements(tokens(text)).flatMap((statement) => {
    const head = statement[0];
    if (head?.kind !== "bare") {
      return [];
    }
    const lines = { line: head.line, lastLine: statement.at(-1)?.line ?? head.line };
    if (head.text === "tool" && statement[1]?.kind === "alias") {
      return [{ ...lines, name: statement[1].text, patterns: patterns(statement.slice(3)) }];
    }
    return RULES.has(head.text) ? [{ ...lines, patterns: patterns(statement.slice(afterModes(statement))) }] : [];
  });
}

/** A statement goes on over lines indented deeper than its first; any other line begins the next. */
function statements(all: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  for (const token of all) {
    const open = found.at(-1);
    const head = open?.[0];
    if (open === undefined || head === undefined || (token.first && token.indent <= head.indent)) {
      found.push([token]);
    } else if (token.first && opensCase(open)) {
      found.push([token]);
    } else {
      open.push(token);
    }
  }
  return found;
}

function opensCase(statement: readonly Token[]): boolean {
  return statement[0]?.kind === "bare" && statement[0].text === "case";
}

/** Mode words count as such only before the colon: `count strict = 1` counts a tool called strict. */
function afterModes(statement: readonly Token[]): number {
  let at = 1;
  while (statement[at]?.kind === "bare" && MODES.has(statement[at]?.text ?? "")) {
    at += 1;
  }
  return statement[at]?.text === ":" && statement[at]?.kind === "sign" ? at + 1 : 1;
}

/** A name stands first, or after a sign that joins; any word after a name is a keyword or a value. */
function patterns(rest: readonly Token[]): Pattern[] {
  const found: Pattern[] = [];
  let expected = true;
  for (const { kind, text, flags } of rest) {
    if (kind === "sign") {
      expected ||= JOINS.has(text);
    } else {
      if (expected) {
        found.push({ kind, text, flags: flags ?? "" });
      }
      expected = false;
    }
  }
  return found;
}
