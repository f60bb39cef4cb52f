/** Words that traces have near their beginning, and other JSON files seldom. */
const WORDS = /"(?:tool_calls|toolCalls|tool_use|function_call|gen_ai\.[\w.]+|span_?[iI]d|trace_?[iI]d|resourceSpans|messages)"/;

/** A file and its beginning; the path is relative to the workspace, with `/`. */
export interface Head {
  path: string;
  head: string;
}

/** Return a glob for the folder that has most of the files that look like traces; undefined where none does. */
export function tracesGlob(files: readonly Head[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { path, head } of files) {
    if (WORDS.test(head)) {
      const glob = path.replace(/[^/]*(\.jsonl?)$/, "*$1");
      counts.set(glob, (counts.get(glob) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([one, a], [other, b]) => b - a || one.localeCompare(other));
  return most?.[0];
}
