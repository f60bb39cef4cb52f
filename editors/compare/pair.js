// Two rows beside each other: how they compare, and each of them in a line.
import { count, make } from "../drawing/elements.js";

/** How two rows compare: a sign, and its words. */
export const LIKENESS = {
  decides: { sign: "◆", words: "makes the difference for the rule" },
  differs: { sign: "≠", words: "differs" },
  same: { sign: "=", words: "the same" },
};

/** Return which of these a pair is. */
export function likeness({ left, right, differs, decides }) {
  if (decides) {
    return "decides";
  }
  return left === null || right === null || differs.length > 0 ? "differs" : "same";
}

/** Return what is said of a pair: whether it decides, and in what it differs; `name` names a side's trace. */
export function likenessWords({ left, right, differs, decides }, name) {
  const alone = left === null ? "right" : right === null ? "left" : null;
  const words = [
    decides ? LIKENESS.decides.words : "",
    alone === null ? "" : `only in ${name(alone)}`,
    differs.length > 0 ? `${differs.join(" and ")} ${differs.length > 1 ? "differ" : "differs"}` : "",
  ].filter((text) => text !== "");
  return words.length > 0 ? words.join(", ") : LIKENESS.same.words;
}

/** Make a row's text in a line; what differs from the other side is underlined. */
export function rowText(row, differs) {
  const text = make("span", "tc-text");
  if (row.row === "call") {
    text.append(...callText(row, differs));
  } else if (row.row === "missing") {
    text.append(`no call of ${row.text}`);
  } else if (row.row === "message") {
    const words = make("span", differs.includes("text") ? "tc-other" : "", row.text ?? "(not recorded)");
    text.append(make("b", "", `${row.role}: `), words);
    text.classList.add("tc-said");
  } else {
    text.append(`... ${count(row.calls, "more call")}`);
  }
  text.title = text.textContent;
  return text;
}

function callText(row, differs) {
  const given = make("span", "tc-arguments", row.arguments ?? "arguments not recorded");
  given.classList.toggle("tc-other", differs.includes("arguments"));
  const others = [
    ["result", " → ", row.result ?? "result not recorded"],
    ["status", ", ", row.completed === false ? "never completed" : row.status ?? "no status"],
    ["agent", ", by ", row.agent ?? "nobody named"],
  ].filter(([field]) => differs.includes(field));
  return [
    make("span", "tc-tool", row.tool), " ", given,
    ...others.flatMap(([, joined, text]) => [joined, make("span", "tc-other", text)]),
  ];
}
