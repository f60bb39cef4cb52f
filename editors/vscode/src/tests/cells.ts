import type { MatrixAnswer, MatrixRule, RuleStatus } from "../server/contract";

/** Traces listed below a rule; of more, only those it does not pass on. */
const TRACES_MAX = 50;

const STATUS: Record<string, RuleStatus> = { "✓": "pass", "✗": "fail", "?": "unknown", "!": "error", "-": "skip" };

/** How a rule ended on the trace of a column; undefined where the rule is not for it. */
export function outcome(rule: MatrixRule, column: number): RuleStatus | undefined {
  return STATUS[rule.cells.charAt(column)];
}

/** The traces to list below a rule: those it is for; of too many, those it does not pass on. */
export function shownTraces(rule: MatrixRule, traces: MatrixAnswer["traces"]): MatrixAnswer["traces"] {
  const judged = traces.filter((_, column) => outcome(rule, column) !== undefined);
  if (judged.length <= TRACES_MAX) {
    return judged;
  }
  return traces
    .filter((_, column) => !["pass", "skip", undefined].includes(outcome(rule, column)))
    .slice(0, TRACES_MAX);
}

/** The cases of a spec that have rules, as they are written. */
export function caseNames({ rules }: MatrixAnswer): string[] {
  return [...new Set(rules.flatMap((rule) => (rule.case === null ? [] : [rule.case])))];
}
