import type { CallInFile } from "../server/contract";

/** Return what is said above a call in its file: its number, and how the rules about it ended. */
export function lensTitle({ call, name, rules }: CallInFile, several: boolean): string {
  const failing = rules.filter(({ status }) => status === "fail" || status === "error").length;
  const open = rules.filter(({ status }) => status === "unknown").length;
  const facts = [
    rules.length === 0 ? "no rule" : `${rules.length} rule${rules.length === 1 ? "" : "s"}`,
    failing === 0 ? "" : `${failing} fail${failing === 1 ? "s" : ""}`,
    open === 0 ? "" : `${open} unknown`,
  ].filter((fact) => fact !== "");
  return `${several ? `${name}: ` : ""}call ${call + 1} · ${facts.join(", ")}`;
}

/**
 * Return the calls of one trace that begin on lines (from 1) of these ranges.
 *
 * Where none begins in a range of more than one line, the range lies in the call that began last before it.
 */
export function callsIn(calls: readonly CallInFile[], ranges: readonly (readonly [number, number])[]): CallInFile[] {
  const placed = calls.filter(({ line }) => line > 0).sort((one, other) => one.line - other.line);
  const chosen = new Set(ranges.flatMap(([first, last]) => {
    const within = placed.filter(({ line }) => first <= line && line <= last);
    const before = placed.filter(({ line }) => line <= first).at(-1);
    return within.length > 0 || first === last || before === undefined ? within : [before];
  }));
  const trace = placed.find((one) => chosen.has(one))?.trace;
  return placed.filter((one) => chosen.has(one) && one.trace === trace);
}
