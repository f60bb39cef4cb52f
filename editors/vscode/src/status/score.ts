import { plain } from "../text";
import type { Status } from "../server/contract";

/** Return the sign and score of a file: `✓ 1.00`, `✗ 0.87`, `? ----` when nothing decides. */
export function scoreText(status: Status): string {
  if (status.trace === null || status.score === null) {
    return "? ----";
  }
  // Not passed without a failing rule: either a rule is undecided, or the file has an error.
  const undecided = status.failing === 0 && status.unknown > 0;
  const sign = status.passed ? "✓" : undecided ? "?" : "✗";
  return `${sign} ${twoPlaces(status.score)}`;
}

/** Return what the status bar says when it is asked: the counts, the trace, and what the server adds. */
export function scoreTooltip(status: Status): string {
  const lines: string[] = [];
  if (status.trace === null) {
    lines.push("No trace: the rules are checked, not scored.");
  } else {
    const passing = status.rules - status.failing - status.unknown;
    const counts = [`${passing} of ${status.rules} rules pass`];
    if (status.failing > 0) {
      counts.push(`${status.failing} fail`);
    }
    if (status.unknown > 0) {
      counts.push(`${status.unknown} unknown`);
    }
    lines.push(counts.join(", "), `Trace: ${plain(status.trace.name, 80)} (${plain(status.trace.path, 120)})`);
  }
  if (status.message !== null && status.message !== "") {
    lines.push(plain(status.message));
  }
  lines.push("Click to choose a trace.");
  return lines.join("\n");
}

/** Rounded as the server rounds: 0.999 is not a pass and must not look like one. */
export function twoPlaces(score: number): string {
  if (score > 0.99 && score < 1) {
    return "0.99";
  }
  const whole = Math.floor(score * 100);
  const rest = score * 100 - whole;
  // Of 0.625 the server makes 0.62: a half goes to the even side, where toFixed goes up.
  const up = rest > 0.5 || (rest === 0.5 && whole % 2 === 1);
  return ((whole + (up ? 1 : 0)) / 100).toFixed(2);
}
