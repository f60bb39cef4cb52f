/** A word, name, regex or sign of a spec outside brackets; enough to find which tools a rule names. */
export interface Token {
  kind: "bare" | "string" | "regex" | "alias" | "sign";
  /** The name, the regex's source, or the sign; for a string what it says. */
  text: string;
  flags?: string;
  line: number;
  /** Whether it is the first on its line, and how far in that line begins. */
  first: boolean;
  indent: number;
}

const SPACE = /[^\S\n]+/y;
const COMMENT = /#[^\n]*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"?/y;
const REGEX = /\/((?:[^/\\\n]|\\.)+)\/([ims]*)/y;
const ALIAS = /@([A-Za-z_](?:(?!->)[\w.:/-])*)(?<!:)/y;
const BARE = /(?:[A-Za-z_*](?:(?!->)[\w.:/*-])*)/y;
const SIGN = /->|[<>=!]=|\d+(?:\.\d+)?|[^\n]/y;
const OPENING = "{[<";
const CLOSING = "}]>";

/** Return the tokens of a spec outside `<>`, `{}` and `[]`; text that is broken gives fewer, never throws. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  let line = 0;
  let indent = 0;
  let first = true;
  let depth = 0;
  let counting = false;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) {
      at = pattern.lastIndex;
    }
    return match;
  };
  const add = (token: Pick<Token, "kind" | "text" | "flags">): void => {
    if (depth === 0) {
      found.push({ ...token, line, first, indent });
    }
    first = false;
  };

  while (at < text.length) {
    if (text[at] === "\n") {
      at += 1;
      line += 1;
      first = true;
      indent = 0;
      continue;
    }
    const space = take(SPACE);
    if (space !== null) {
      indent = first ? space[0].length : indent;
      continue;
    }
    if (take(COMMENT) !== null) {
      continue;
    }
    // A line at the margin begins a rule whatever was left open before it: one broken rule hides no other.
    if (first && indent === 0 && /[A-Za-z]/.test(text[at] ?? "")) {
      depth = 0;
    }
    const string = take(STRING);
    if (string !== null) {
      add({ kind: "string", text: unquote(string[0]) });
      continue;
    }
    const regex = take(REGEX);
    if (regex !== null) {
      add({ kind: "regex", text: regex[1] ?? "", flags: regex[2] ?? "" });
      continue;
    }
    const alias = take(ALIAS);
    if (alias !== null) {
      add({ kind: "alias", text: alias[1] ?? "" });
      continue;
    }
    const bare = take(BARE);
    if (bare !== null) {
      const name = bare[0].replace(/:$/, "");
      counting = first ? name === "count" : counting;
      add({ kind: "bare", text: name });
      if (name !== bare[0]) {
        add({ kind: "sign", text: ":" });
      }
      continue;
    }
    const sign = take(SIGN)?.[0] ?? "";
    // In a count, `<` and `>` compare; the braces of a case hold rules, not values.
    const opens = OPENING.includes(sign) && !(counting && sign === "<") && !casing(found, line);
    const closes = CLOSING.includes(sign) && !(counting && sign === ">");
    if (opens) {
      depth += 1;
      first = false;
    } else if (closes) {
      depth = Math.max(0, depth - 1);
      first = false;
    } else {
      add({ kind: "sign", text: sign });
    }
  }
  return found;
}

function casing(found: readonly Token[], line: number): boolean {
  const last = found.at(-1);
  const before = found.at(-2);
  return last?.kind === "string" && last.line === line && before?.kind === "bare" && before.text === "case";
}

function unquote(string: string): string {
  try {
    return JSON.parse(string) as string;
  } catch {
    return string.slice(1, string.endsWith('"') && string.length > 1 ? -1 : undefined);
  }
}
