import { isTarget, type Call, type Listed, type Trace, type Unread } from "../server/contract";

/** What the Trace view lists: recent traces, under each its calls, and the files that are not read. */
export type Node = TraceNode | CallNode | UnreadNode;

export interface TraceNode {
  kind: "trace";
  trace: Trace;
  /** Its calls, once they have been asked for. */
  calls?: Promise<CallNode[]>;
}

export interface CallNode {
  kind: "call";
  call: Call;
  /** How many calls the trace has. */
  count: number;
  parent: TraceNode;
}

export interface UnreadNode {
  kind: "unread";
  unread: Unread;
}

/** Return the nodes of what the server listed, in its order; calls that are known of a trace stay known. */
export function nodes({ traces, unread }: Listed, before: readonly Node[] = []): (TraceNode | UnreadNode)[] {
  const known = new Map(before.flatMap((node) => (node.kind === "trace" ? [[version(node.trace), node]] : [])));
  return [
    ...traces.map((trace): TraceNode => {
      const node = known.get(version(trace));
      return node === undefined ? { kind: "trace", trace } : Object.assign(node, { trace });
    }),
    ...unread.map((one): UnreadNode => ({ kind: "unread", unread: one })),
  ];
}

/** Return the nodes of a trace's calls. */
export function callNodes(parent: TraceNode, calls: readonly Call[]): CallNode[] {
  return calls.map((call) => ({ kind: "call", call, count: calls.length, parent }));
}

/** A trace whose file changed, and one that opens by itself now, is another node to the editor. */
function version(trace: Trace): string {
  return JSON.stringify([trace.id, trace.mtime, isTarget(trace)]);
}
