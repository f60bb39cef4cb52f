// The timeline's own page in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { answers, drawing, smoothness, staysText } from "./drawing_page.mjs";

const TIMELINE = {
  name: "timeline",
  element: "toolspec-timeline",
  attributes: "making",
  events: ["open-call", "make-rule"],
  viewport: { width: 900, height: 600 },
};
const row = (page, at) => page.locator(`.ts-row[data-at="${at}"]`);
const focused = (page) => page.evaluate(() => document.activeElement?.dataset.at ?? null);
const sent = (page) => page.evaluate(() => window.sent);

await drawing(TIMELINE, async ({ open, look, seen }) => {
  for (const name of Object.keys(answers).filter((one) => one !== "many")) {
    await look(name, async (page) => {
      await row(page, 1).click();
      await row(page, answers[name].rows.findIndex((one) => one.row === "call")).click({ modifiers: ["Control"] });
    });
  }

  // Keys: one row takes the focus, arrows move it, Enter shows all of a call, `o` opens it, `n` goes on to a mark.
  const page = await open("order");
  // Past the button that makes rules.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "0");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), "1");
  await page.keyboard.press("Enter");
  assert.equal(await row(page, 1).getAttribute("aria-expanded"), "true");
  assert.match(await page.locator(".ts-details").innerText(), /Arguments/);
  // What was opened stays open under another rule.
  await page.evaluate((data) => {
    document.querySelector("toolspec-timeline").data = data;
  }, { ...answers.forbid, name: "again" });
  assert.equal(await page.locator(".ts-details").count(), 1);
  await page.evaluate((data) => {
    document.querySelector("toolspec-timeline").data = data;
  }, answers.order);
  assert.equal(await focused(page), "1");
  await page.keyboard.press("o");
  assert.deepEqual((await sent(page)).map(([event, { call }]) => [event, call]), [["open-call", 0]]);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".ts-details").count(), 0);
  await page.keyboard.press("End");
  assert.equal(await focused(page), String(answers.order.rows.length - 1));
  // `m` marks calls, `r` asks for a rule for the marked ones, in the trace's order.
  const calls = answers.order.rows.flatMap((one, at) => (one.row === "call" ? [at] : []));
  for (const at of [calls[3], calls[0], calls[1], calls[1]]) {
    await row(page, at).focus();
    await page.keyboard.press("m");
  }
  assert.equal(await page.locator(".ts-row[aria-selected='true']").count(), 2);
  assert.equal(await page.locator(".ts-make").innerText(), "Make a rule from 2 calls (R)");
  await page.keyboard.press("r");
  assert.deepEqual((await sent(page)).at(-1), ["make-rule", { calls: [0, 3] }]);
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  const marked = answers.order.rows.findIndex((one, at) => at > 0 && (one.row === "missing" || (one.part ?? "") !== ""));
  assert.equal(await focused(page), String(marked));
  assert.match(await row(page, marked).innerText(), /\S/);
  await page.close();

  // The same trace under another rule: the place and the focus are kept.
  const again = await open("many");
  // Past the button that makes rules.
  await again.keyboard.press("Tab");
  await again.keyboard.press("Tab");
  await again.keyboard.press("End");
  const before = await again.evaluate(() => document.querySelector(".ts-body").scrollTop);
  assert.ok(before > 10_000, `scrolled to ${before}`);
  await again.evaluate((data) => {
    document.querySelector("toolspec-timeline").data = { ...data, rule: null };
  }, answers.many);
  assert.equal(await focused(again), String(answers.many.rows.length - 1));
  const after = await again.evaluate(() => document.querySelector(".ts-body").scrollTop);
  assert.ok(Math.abs(after - before) < 200, `${before} became ${after}`);
  await again.close();

  // A thousand calls: frames while it scrolls from the top to the end.
  const many = await open("many");
  const rows = await many.locator(".ts-row").count();
  assert.equal(rows, answers.many.rows.length + 1);
  const scroll = "body.scrollTop = body.scrollHeight * share";
  seen.smooth = { ...(await smoothness(many, ".ts-body", scroll)), rows };
  await many.close();

  // What a trace says stays text.
  const evil = await open("evil");
  await staysText(evil, "toolspec-timeline");
  assert.match(await evil.locator(".ts-tool").nth(1).innerText(), /<img src=x/);
  await evil.close();
});
