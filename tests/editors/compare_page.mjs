// The page of two traces in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { answers, drawing, staysText } from "./drawing_page.mjs";

const COMPARE = {
  name: "compare",
  element: "toolspec-compare",
  attributes: "",
  events: ["open-call", "open-trace"],
  viewport: { width: 900, height: 560 },
};
const row = (page, at) => page.locator(`.tc-row[data-at="${at}"]`);
const focused = (page) => page.evaluate(() => {
  const cell = document.activeElement;
  return cell?.dataset.side === undefined ? null : [Number(cell.parentElement.dataset.at), cell.dataset.side];
});
const sent = (page) => page.evaluate(() => window.sent);

await drawing(COMPARE, async ({ open, look, seen }) => {
  for (const name of Object.keys(answers).filter((one) => one !== "many")) {
    await look(name, async (page) => {
      if (answers[name].pairs.length > 1) {
        await row(page, 1).locator("[data-side=left]").click();
      }
    });
  }

  // Every pair is there, and the calls that made the difference carry a sign that says so.
  const page = await open("order");
  const { pairs, left, right } = answers.order;
  assert.equal(await page.locator(".tc-row[data-at]").count(), pairs.length);
  const decide = pairs.flatMap((pair, at) => (pair.decides ? [at] : []));
  assert.ok(decide.length > 0 && decide.length < pairs.length);
  assert.deepEqual(
    await page.locator(".tc-row.tc-decides").evaluateAll((rows) => rows.map((one) => Number(one.dataset.at))), decide);
  for (const at of decide) {
    assert.match(await row(page, at).locator(".tc-middle .tc-sign").getAttribute("aria-label"), /makes the difference/);
  }
  assert.match(await page.locator(".tc-columns").innerText(), new RegExp(`${left.name}[^]*${right.name}`));
  // What differs is underlined on both sides.
  const differing = pairs.findIndex(({ differs }) => differs.includes("arguments"));
  assert.equal(await row(page, differing).locator(".tc-other").count(), 2);

  // Keys: one cell takes the focus; arrows move it, also to the other trace; `n` goes on to what made a difference.
  await row(page, 0).locator("[data-side=left]").focus();
  assert.deepEqual(await focused(page), [0, "left"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await focused(page), [1, "right"]);
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  assert.deepEqual(await focused(page), [decide.find((at) => at > 0), "right"]);
  await page.keyboard.press("End");
  assert.deepEqual(await focused(page), [pairs.length - 1, "right"]);
  // Enter shows all of both calls, `o` opens the one of this side.
  const both = pairs.findIndex(({ left: one, right: other }) =>
    one !== null && other !== null && left.rows[one].row === "call");
  await row(page, both).locator("[data-side=right]").focus();
  await row(page, both).locator("[data-side=right]").click();
  assert.equal(await row(page, both).getAttribute("aria-expanded"), "true");
  assert.equal(await page.locator(".tc-details dt", { hasText: "Arguments" }).count(), 2);
  await page.keyboard.press("o");
  assert.deepEqual((await sent(page)).at(-1), ["open-call", { side: "right", call: right.rows[pairs[both].right].call }]);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".tc-details").count(), 0);
  await page.locator(".tc-name").last().click();
  assert.deepEqual((await sent(page)).at(-1), ["open-trace", { side: "right" }]);
  // Only what differs.
  await page.locator(".tc-button", { hasText: "Only what differs" }).click();
  assert.equal(await page.locator(".tc-row.tc-same").count(), 0);
  assert.ok(await page.locator(".tc-row[data-at]").count() >= decide.length);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  // An edit of the rule leaves the place.
  await row(page, 0).locator("[data-side=right]").focus();
  await page.evaluate((data) => {
    document.querySelector("toolspec-compare").data = { ...data, summary: "otherwise" };
  }, answers.order);
  assert.deepEqual(await focused(page), [0, "right"]);
  await page.close();

  // A thousand calls in each.
  const many = await open("many");
  seen.many = await many.evaluate(() => ({ first_ms: window.first, rows: document.querySelectorAll(".tc-row[data-at]").length }));
  assert.equal(seen.many.rows, answers.many.pairs.length);
  await many.close();

  // What a trace says stays text.
  const evil = await open("evil");
  await staysText(evil, "toolspec-compare");
  assert.match(await evil.locator(".tc-tool").first().innerText(), /<img src=x/);
  await evil.close();
});
