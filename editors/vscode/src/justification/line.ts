/** One change of a text: lines `first` to `last` (from 0) were touched, and `text` stands there now. */
export interface Change {
  first: number;
  /** How far in its line the change begins. */
  column: number;
  last: number;
  /** How far in its line it ends. */
  lastColumn: number;
  text: string;
}

/**
 * Return where a line is after a change, or undefined where it is gone; `length` is how long it was.
 *
 * What is typed into a line leaves it that line. It is gone once all of it was deleted together with a line's end.
 */
export function lineAfter(line: number, length: number, change: Change): number | undefined {
  const { first, column, last, lastColumn, text } = change;
  const breaks = text.split("\n").length - 1;
  if (line < first) {
    return line;
  }
  if (line > last) {
    return line + breaks - (last - first);
  }
  if (first === last) {
    // Enter in front of a line moves it down; in it or after it, its beginning stays.
    return column === 0 && lastColumn === 0 ? line + breaks : line;
  }
  const fromStart = first < line || column === 0;
  const toEnd = last > line || lastColumn >= length;
  if (!fromStart || !toEnd) {
    return first === line ? line : first + breaks;
  }
  // Rewritten as a whole, line by line: it is the line in the same place.
  return breaks >= last - first && text !== "" ? line : undefined;
}
