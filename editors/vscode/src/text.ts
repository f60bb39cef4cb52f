/** Text from traces is written by models and tools: nothing in it may act, only be read. */

// Control characters, and the marks that turn the direction of text: both can make a line read as what it is not.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Return `text` on one line, without control and direction marks, cut to `lengthMax` characters. */
export function plain(text: string, lengthMax = 200): string {
  const clean = text.replace(/\s+/g, " ").replace(UNPRINTABLE, "").trim();
  const points = Array.from(clean);
  return points.length <= lengthMax ? clean : points.slice(0, lengthMax - 1).join("") + "…";
}

/** Return `text` for a label in which the editor draws `$(name)` as an icon: here it stays text. */
export function label(text: string, lengthMax = 200): string {
  return plain(text, lengthMax).replace(/\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g, "\\$($1)");
}

/** Return `text` for a notification, in which the editor turns `[a](b)` into a link: here it stays text. */
export function message(text: string, lengthMax = 300): string {
  return plain(text, lengthMax).replace(/\]\s*\(/g, "] \u2009(");
}

/** Return `text` for HTML, safe between tags and inside quoted attributes. */
export function html(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** Return how long ago something was, in its largest unit; both in milliseconds since the epoch. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1000));
  const units: [number, string][] = [[86_400, "day"], [3_600, "h"], [60, "min"], [1, "s"]];
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, ""];
  const number = Math.floor(seconds / size);
  return unit === "" ? "now" : `${number} ${unit}${unit === "day" && number > 1 ? "s" : ""} ago`;
}
