import assert from "node:assert/strict";
import { test } from "node:test";
import { fenced } from "../src/commands/fenced";
import { page } from "../src/justification/page";
import { ago, html, label, message, plain } from "../src/text";

test("plain text is one line, without marks that hide or turn it, and has an end", () => {
  assert.equal(plain("a\u202eb\u0007\n  c\u200b"), "ab c");
  assert.equal(plain("😀".repeat(10), 4), "😀😀😀…");
});

test("an icon in a name stays text", () => {
  assert.equal(label("$(flame) $(sync~spin) $5 (x)"), "\\$(flame) \\$(sync~spin) $5 (x)");
});

test("a link in a message stays text", () => {
  assert.doesNotMatch(message("[run](command:evil) [x] (command:y)"), /\]\(|\] \(/);
});

test("html is escaped between tags and in attributes", () => {
  assert.equal(html(`<a href="x" id='y'>&`), "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;");
});

test("a page has no script, no picture, no link, whatever the trace says", () => {
  const trace = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![p](https://example.org/p.png)",
    "[run](command:workbench.action.quit)",
    "[run](javascript:alert(1))",
    "<https://example.org>",
    "[ref]\n\n[ref]: https://example.org",
    "`<b>`",
    "| a |\n|---|\n| <iframe> |",
  ].join("\n\n");
  const made = page("<title>", trace, "abc");
  const body = made.slice(made.indexOf("<main>"));
  assert.doesNotMatch(body, /<(script|img|a [^>]|iframe|b|link|meta)\b/);
  assert.doesNotMatch(body, /command:|javascript:/);
  assert.match(made, /default-src 'none'; style-src 'nonce-abc'/);
  assert.match(made, /<title>&lt;title&gt;<\/title>/);
  assert.match(body, /<table>/);
});

test("of links only those to a file's place are kept, by way of one command", () => {
  const made = page("", '[12](file:///runs/a%20b.json#L12 "t") [x](file://host/x) [y](file:///"onclick=z)', "");
  const hrefs = [...made.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes ?? "");
  assert.equal(hrefs.length, 2);
  for (const attributes of hrefs) {
    assert.match(attributes, /^href="command:toolspec\.openPlace\?[\w%.!~*'()&;#-]+" title="[^"<>]*"$/);
  }
  assert.match(decodeURIComponent(hrefs[0] ?? ""), /\["file:\/\/\/runs\/a%20b\.json#L12"\]/);
});

test("a fence is longer than any the text brings", () => {
  assert.match(fenced("a\n````\n<b>"), /^`{5}text\n[^]*\n`{5}$/);
  assert.match(fenced("a"), /^```text\na\n```$/);
});

test("an age is said in its largest unit", () => {
  const ages = [0, 59, 150, 7200, 86_400, 3 * 86_400].map((seconds) => ago(0, seconds * 1000));
  assert.deepEqual(ages, ["now", "59 s ago", "2 min ago", "2 h ago", "1 day ago", "3 days ago"]);
});
