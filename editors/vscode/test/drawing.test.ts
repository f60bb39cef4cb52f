import assert from "node:assert/strict";
import { test } from "node:test";
import { drawingPage } from "../src/drawing/page";

const assets = { script: "a.js?x=1&y", style: "a.css", source: "https://host" };
const component = { title: "A <b>", element: "toolspec-matrix", events: ["open-cell"] };

test("a drawing's page runs its own script alone, and loads nothing else", () => {
  const written = drawingPage(component, assets, "n0nce");
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(written) ?? [];
  assert.equal(
    policy,
    "default-src &#39;none&#39;; script-src &#39;nonce-n0nce&#39;; style-src https://host &#39;nonce-n0nce&#39;",
  );
  assert.equal(written.match(/<script/g)?.length, written.match(/<script nonce="n0nce"/g)?.length);
  assert.match(written, /<title>A &lt;b&gt;<\/title>/);
  assert.match(written, /src="a\.js\?x=1&amp;y"/);
});

test("the page passes on the events that the extension listens to", () => {
  assert.match(drawingPage(component, assets, "n"), /for \(const name of \["open-cell"\]\)/);
});
