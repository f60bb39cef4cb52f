/** A rule's score as it is drawn: the line its rule ends on, from 0, and the server's label. */
export interface Score {
  line: number;
  label: string;
  /** Whether something else that it may depend on has changed since: a name, a case, the traces. */
  stale: boolean;
}

const RULE = /^\s*(?:order|sequence|count|args|output|require|forbid|only|each|limit|answer|any)\b/;
/** Lines that other rules may depend on. */
const SHARED = /^\s*(?:(?:tool|tools|traces|use|value|case)\b|\})|\{\s*(?:#.*)?$/;
/** Lines that open a block: what follows begins a rule of its own. */
const OPENS = /^\s*(?!(?:order|sequence|count|args|output|require|forbid|only|each|limit|answer)\b)[a-z].*\{\s*(?:#.*)?$/;
/** How a line ends whose rule goes on in the next. */
const GOES_ON = /(?:->|[,|:&(<[{]|\bor)\s*(?:#.*)?$/;

/**
 * The scores of one document, line by line, which never stand beside a text that is not theirs.
 *
 * The server tells them for a range of lines. Between two answers they follow the edits: the rule that is edited
 * has none, at once; where the edit may change the scores of other rules, those are stale.
 */
export class KeptScores {
  private scores: Score[] = [];

  get all(): readonly Score[] {
    return this.scores;
  }

  clear(): void {
    this.scores = [];
  }

  /** Take what the server says of the lines `first` to `last`. */
  take(first: number, last: number, said: readonly { line: number; label: string }[]): void {
    const others = this.scores.filter(({ line }) => line < first || line > last);
    const fresh = said.map(({ line, label }) => ({ line, label, stale: false }));
    this.scores = [...others, ...fresh].sort((one, other) => one.line - other.line);
  }

  /**
   * Follow an edit, given the document's lines before and after it.
   *
   * Return the scores that are gone; undefined where others look different now, too. That they have
   * moved with their lines is not such a difference: an editor moves what it has drawn by itself.
   */
  follow(before: readonly string[], after: readonly string[]): Score[] | undefined {
    const shorter = Math.min(before.length, after.length);
    let first = 0;
    while (first < shorter && before[first] === after[first]) {
      first += 1;
    }
    let same = 0;
    while (same < shorter - first && before[before.length - 1 - same] === after[after.length - 1 - same]) {
      same += 1;
    }
    const end = before.length - same;
    const moved = after.length - before.length;
    const changed = [...before.slice(first, end), ...after.slice(first, end + moved)];
    const shared = changed.some((text) => SHARED.test(text));
    const code = changed.some((text) => text.trim() !== "" && !/^\s*#/.test(text)) || goesOn(after[first - 1]);
    const next = this.scores.find(({ line }) => line >= end);
    const touched = code && next !== undefined && !beginsWithin(after, end + moved, next.line + moved);
    const kept = (score: Score): boolean =>
      (score.line < first || score.line >= end) && !(touched && score === next);
    const gone = this.scores.filter((score) => !kept(score));
    this.scores = this.scores
      .filter(kept)
      .map(({ line, label, stale }) => ({ line: line < first ? line : line + moved, label, stale: stale || shared }));
    return shared ? undefined : gone;
  }
}

/** Tell whether the rule that ends on the line `last` begins no earlier than on the line `first`. */
function beginsWithin(lines: readonly string[], first: number, last: number): boolean {
  for (let line = last; line >= first; line -= 1) {
    if (RULE.test(lines[line] ?? "") && !goesOn(lines[line - 1])) {
      return true;
    }
  }
  return false;
}

function goesOn(line: string | undefined): boolean {
  return line !== undefined && GOES_ON.test(line) && !OPENS.test(line) && !/^\s*#/.test(line);
}
