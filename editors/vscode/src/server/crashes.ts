const CRASHES_MAX = 3;
const WINDOW_MS = 3 * 60_000;

/** Return a question to ask at each crash: whether to start again. A few times in some minutes, then no more. */
export function crashes(now: () => number = Date.now): () => boolean {
  let times: number[] = [];
  return () => {
    times = [...times.filter((time) => now() - time < WINDOW_MS), now()];
    return times.length <= CRASHES_MAX;
  };
}
