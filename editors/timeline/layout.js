// What all rows of a timeline share: whether there are lanes, bands, steps, times and several agents.

/** Columns of the bands of parts that overlap; the rest are only listed. */
const TRACKS_MAX = 6;

/** Return the layout of what the server answers. */
export function layoutOf(data) {
  const { rule, rows, duration } = data;
  const calls = rows.filter(({ row }) => row === "call");
  const parts = rule?.parts ?? [];
  const bands = parts.length > 1 || parts.some(({ label }) => label !== "") ? parts : [];
  return {
    rule,
    rows,
    bands,
    lanes: rule?.lanes === true,
    duration: duration !== null && duration > 0 ? duration : null,
    stepped: calls.some(({ step }) => step !== null),
    agents: new Set(calls.map(({ agent }) => agent)).size > 1,
    tracks: Math.min(TRACKS_MAX, 1 + Math.max(-1, ...bands.map(({ track }) => track))),
  };
}

/** Return a call's tool, after its agent where there are several. */
export function toolName(layout, { agent, tool }) {
  return layout.agents && agent !== null ? `${agent}: ${tool}` : tool;
}

/** Tell the style sheet what there is and how wide it is. */
export function spread(body, layout) {
  body.classList.toggle("ts-lanes", layout.lanes);
  body.classList.toggle("ts-stepped", layout.stepped);
  body.classList.toggle("ts-timed", layout.duration !== null);
  body.style.setProperty("--ts-tracks", String(layout.tracks));
  // Each row is a grid of its own, so that those out of view cost nothing: all must agree on the widths.
  const wide = (texts) => `min(26ch, ${0.62 * Math.max(6, ...texts.map((text) => text.length)) + 0.5}em)`;
  const tools = layout.rows.map((row) => (row.row === "call" ? toolName(layout, row) : ""));
  body.style.setProperty("--ts-tool", wide(tools));
  body.style.setProperty("--ts-entry", wide(["Expected", ...(layout.rule?.expected ?? [])]));
}
