import { runInNewContext } from "node:vm";
import { mentions, type Mention, type Pattern } from "./mentions";

/** A regex of a spec may be slow on a tool's name: past this time it counts as no match. */
const REGEX_MS = 50;
const LEADING_FLAGS = /^\(\?([ims]+)\)/;

/** Return the rules of `spec` that mention `tool`. */
export function rulesMentioning(spec: string, tool: string): Mention[] {
  const all = mentions(spec);
  return all.filter((mention) => mention.name === undefined && mentioning(mention, all, tool));
}

/** Return the rule that stands on `line` of `spec`, and of `tools` those it mentions. */
export function toolsMentioned(spec: string, line: number, tools: Iterable<string>): Set<string> {
  const all = mentions(spec);
  const here = all.find((mention) => mention.line <= line && line <= mention.lastLine);
  return new Set(here === undefined ? [] : [...tools].filter((tool) => mentioning(here, all, tool)));
}

function mentioning(mention: Mention, all: readonly Mention[], tool: string): boolean {
  return mention.patterns.some((pattern) => matches(pattern, all, tool, new Set()));
}

function matches(pattern: Pattern, all: readonly Mention[], tool: string, seen: Set<string>): boolean {
  switch (pattern.kind) {
    case "string":
      return pattern.text === tool;
    case "bare":
      return pattern.text.includes("*") ? globMatches(pattern.text, tool) : pattern.text === tool;
    case "regex":
      return regexMatches(pattern, tool);
    case "alias": {
      // A circular definition is the server's to report; here it only must end.
      if (seen.has(pattern.text)) {
        return false;
      }
      const deeper = new Set(seen).add(pattern.text);
      const definitions = all.filter(({ name }) => name === pattern.text);
      return definitions.some(({ patterns }) => patterns.some((inner) => matches(inner, all, tool, deeper)));
    }
  }
}

/** Match a glob whose only sign is `*`, in time that grows with the lengths alone. */
export function globMatches(glob: string, text: string): boolean {
  const parts = glob.split("*");
  const head = parts[0] ?? "";
  const tail = parts.at(-1) ?? "";
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) {
    return false;
  }
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) {
      return false;
    }
    at = found + part.length;
  }
  return at <= text.length - tail.length;
}

function regexMatches(pattern: Pattern, tool: string): boolean {
  const leading = LEADING_FLAGS.exec(pattern.text)?.[1] ?? "";
  const source = pattern.text.replace(LEADING_FLAGS, "");
  const flags = [...new Set(pattern.flags + leading)].join("");
  try {
    const test = "new RegExp(source, flags).test(tool)";
    return runInNewContext(test, { source, flags, tool: tool.slice(0, 1000) }, { timeout: REGEX_MS }) === true;
  } catch {
    return false;
  }
}
