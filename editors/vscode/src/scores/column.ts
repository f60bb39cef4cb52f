/** Columns that stay free between a rule and its score. */
const GAP = 3;
/** Scores stand in one column as far as it lies no further right than this. */
const COLUMN_MAX = 76;
/** The same where something stands beside the text. */
const COLUMN_MAX_BESIDE = 52;

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
const NARROWER = /[\p{Mark}\u200b-\u200f\ufe00-\ufe0f]/u;

/** Return how many columns a line takes. */
export function width(line: string, tabSize: number): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === "\t") {
      columns += tabSize - (columns % tabSize);
    } else if (!NARROWER.test(sign)) {
      columns += WIDE.test(sign) ? 2 : 1;
    }
  }
  return columns;
}

/**
 * Return how far after each line, of these widths, its score stands: all in one column, but for the longest.
 *
 * No extension is told how wide a text is drawn. Where something stands beside it, it is narrower: a column as far
 * right as elsewhere would take the scores of short rules out of view, too.
 */
export function gaps(widths: readonly number[], beside = false): number[] {
  const most = beside ? COLUMN_MAX_BESIDE : COLUMN_MAX;
  const column = Math.max(0, ...widths.filter((columns) => columns + GAP <= most)) + GAP;
  return widths.map((columns) => Math.max(GAP, column - columns));
}
