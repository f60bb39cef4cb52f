import { plain } from "../text";
import type { Status } from "../server/contract";

const COUNTED = ["pass", "fail", "unknown", "error", "skip"] as const;

/** Return what the status bar says when it is asked: the counts, the trace, and what the server adds. */
export function scoreTooltip(status: Status): string {
  const lines: string[] = [];
  const { shown, trace, traces } = status;
  if (trace === null) {
    lines.push("No trace: the rules are checked, not scored.");
  } else {
    lines.push(`Trace: ${plain(trace.name ?? trace.path, 80)} (${plain(trace.path, 120)})`);
    if (shown !== null) {
      const counts = COUNTED.filter((one) => shown[one] > 0).map((one) => `${shown[one]} ${one}`);
      lines.push(`${shown.rules} rule${shown.rules === 1 ? "" : "s"}: ${counts.join(", ")}`);
    }
    if (status.score !== null) {
      lines.push(`All traces: ${traces.passed} of ${traces.judged} pass, score ${twoPlaces(status.score)}`);
    }
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
