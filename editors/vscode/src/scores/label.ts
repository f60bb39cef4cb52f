export const STATUSES = ["pass", "fail", "unknown", "error"] as const;
export type Status = (typeof STATUSES)[number];

const SIGNS: Record<string, Status> = { "✓": "pass", "✗": "fail", "?": "unknown", "!": "error" };

/** Return what the sign at the beginning of a label says. */
export function statusOf(label: string): Status {
  return SIGNS[label.slice(0, 1)] ?? "unknown";
}
