import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "../src/justification/page";

test("a link says where it leads", () => {
  const written = page("Rule", "[call 5](file:///runs/a%20%22b.json#L188) and [file](file:///runs/x.json)", "n");
  assert.match(written, /title="a &quot;b\.json, line 188">call 5</);
  assert.match(written, /title="x\.json">file</);
});

test("a link to anywhere else is its words", () => {
  assert.match(page("Rule", "[x](https://example.com) [y](command:z)", "n"), /<a>x<\/a> <a>y<\/a>/);
});

test("a block of code has the colours of text, and no style is left to the editor's default", () => {
  const style = /<style[^>]*>([^]*)<\/style>/.exec(page("Rule", "", "n"))?.[1] ?? "";
  assert.match(style, /^pre \{ color: var\(--vscode-editor-foreground\); background/m);
  assert.match(style, /^pre code \{ color: inherit; background: none;/m);
  assert.match(style, /^code \{ color: var\(--vscode-textPreformat-foreground\); background: var\(--vscode-textPreformat-/m);
});
