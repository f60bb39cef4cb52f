/** Colours a grammar cannot know: a tool that is called `count`, and names of `tool` lines. */
const KEPT = new Set(["event", "variable"]);

/**
 * Return of the server's semantic tokens those the grammar cannot know.
 *
 * A token has one colour, where the grammar has several: for the escapes of a regex, for a word that begins a rule
 * and one that comes after it. If both coloured them, each file would change its looks when the server answers.
 * `types` are the names by number. Tokens are five numbers each, places relative to the token before.
 */
export function keptColours(data: Uint32Array, types: readonly string[]): Uint32Array {
  const kept: number[] = [];
  let line = 0;
  let column = 0;
  let keptLine = 0;
  let keptColumn = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0, modifiers = 0] = data.subarray(at, at + 5);
    line += down;
    column = down === 0 ? column + right : right;
    if (KEPT.has(types[type] ?? "")) {
      const lower = line - keptLine;
      kept.push(lower, lower === 0 ? column - keptColumn : column, length, type, modifiers);
      keptLine = line;
      keptColumn = column;
    }
  }
  return Uint32Array.from(kept);
}
