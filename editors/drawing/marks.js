// What a rule made of a call, and how a rule ended: the same signs and words in every drawing.
import { make } from "./elements.js";

const SIGNS = { taken: "✓", missing: "✗", forbidden: "✗", extra: "+", open: "?" };
const STATUSES = { pass: "✓", fail: "✗", unknown: "?", error: "!", skip: "-" };
export const WORDS = {
  taken: "taken by the rule",
  missing: "something is missing here",
  forbidden: "forbidden",
  extra: "one too many",
  open: "too little is recorded",
};

/** Make the sign of a mark; a screen reader reads its words. */
export function sign(name, mark) {
  const made = make("span", name, SIGNS[mark]);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", WORDS[mark]);
  return made;
}

/** Make the sign of a mark with its words beside it, for a legend. */
export function explained(name, mark) {
  return [make("span", name, SIGNS[mark]), ` ${WORDS[mark]}`];
}

/** Return the sign of how a rule or a part ended. */
export function statusSign(status) {
  return STATUSES[status] ?? "";
}

/** Return what a verdict says: sign and score, then the sentence. */
export function verdict({ status, score_text, summary }) {
  return [make("b", "", `${statusSign(status)} ${score_text}`), ` ${summary}`];
}

/** Return all that is known of a call, as names with texts. */
export function callFacts(row) {
  return [
    ["Rule", row.part === "" ? "" : row.why || WORDS[row.part]],
    ["Arguments", row.arguments ?? "not recorded"],
    ["Result", row.result ?? "not recorded"],
    ["Step", row.step === null ? "" : String(row.step)],
    ["Turn", row.turn === null ? "" : String(row.turn)],
    ["Agent", row.agent ?? ""],
    ["Status", row.completed === false ? "never completed" : row.status ?? ""],
    ["Began", row.start === null ? "" : `${Math.round(row.start)} ms after the beginning`],
    ["Took", row.took ?? ""],
  ];
}
