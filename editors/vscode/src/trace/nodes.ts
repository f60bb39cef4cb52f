import type { Call, Trace } from "../server/contract";

/** What the Trace view lists: recent traces, and under each its calls. */
export type Node = TraceNode | CallNode;

export interface TraceNode {
  kind: "trace";
  trace: Trace;
  calls: CallNode[];
}

export interface CallNode {
  kind: "call";
  call: Call;
  parent: TraceNode;
}

/** Return the nodes of the traces the server listed, in its order. */
export function nodes(traces: readonly Trace[]): TraceNode[] {
  return traces.map((trace) => {
    const parent: TraceNode = { kind: "trace", trace, calls: [] };
    parent.calls = trace.calls.map((call) => ({ kind: "call", call, parent }));
    return parent;
  });
}
