// The matrix's own page in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { answers, drawing, smoothness, staysText } from "./drawing_page.mjs";

const MATRIX = {
  name: "matrix",
  element: "toolspec-matrix",
  attributes: "comparing",
  events: ["open-cell", "open-rule", "open-trace", "compare", "order"],
  viewport: { width: 900, height: 560 },
};
const focused = (page) => page.evaluate(() => {
  const { row, column } = document.activeElement?.dataset ?? {};
  return row === undefined ? null : [Number(row), Number(column)];
});
const sent = (page) => page.evaluate(() => window.sent);

await drawing(MATRIX, async ({ open, look, seen }) => {
  for (const name of ["small", "none", "evil", "many"]) {
    await look(name);
  }

  // What fails most comes first, and every cell says what it is.
  const page = await open("small");
  const signs = await page.locator(".tm-row:not(.tm-columns)").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent).join("")));
  assert.deepEqual(signs, answers.small.rules.map(({ cells }) => cells.replaceAll(" ", "·")));
  const labels = await page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
  assert.ok(labels.includes("no_lookup 東京 fails, score 0.50: order: search -> filter -> sort -> display"), labels.join("\n"));

  // Keys: one cell takes the focus; arrows move it, also to the names; Enter opens, `o` goes to the rule.
  await page.locator("[role=gridcell]").first().focus();
  assert.deepEqual(await focused(page), [0, 0]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await focused(page), [1, 1]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("o");
  const [cell, rule] = await sent(page);
  assert.equal(cell[0], "open-cell");
  assert.equal(cell[1].rule.source, answers.small.rules[1].source);
  assert.equal(cell[1].trace.id, answers.small.traces[1].id);
  assert.deepEqual([rule[0], rule[1].rule.line], ["open-rule", answers.small.rules[1].line]);
  assert.match(await page.locator(".tm-said").innerText(), /\S/);
  await page.keyboard.press("Home");
  assert.deepEqual(await focused(page), [1, -1]);
  await page.keyboard.press("Control+End");
  assert.deepEqual(await focused(page), [4, 4]);
  await page.keyboard.press("PageUp");
  assert.deepEqual(await focused(page), [-1, 4]);
  await page.keyboard.press("ArrowLeft");
  // Two traces are compared.
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator(".tm-marked").count(), 1);
  await page.keyboard.press("c");
  const ids = answers.small.traces.map(({ id }) => id);
  assert.deepEqual((await sent(page)).at(-1), ["compare", { first: ids[3], second: ids[2], rule: null }]);
  assert.equal(await page.locator(".tm-marked").count(), 0);
  // A click opens too, and the other order is asked for.
  await page.locator(".tm-rule", { hasText: "forbid delete_order" }).click();
  assert.equal((await sent(page)).at(-1)[0], "open-rule");
  await page.locator(".tm-order").first().click();
  assert.deepEqual((await sent(page)).at(-1), ["order", "written"]);
  await page.close();

  // 500 rules on 500 traces: little of it is made, the far corner is reached, and the focus is kept.
  const many = await open("many");
  await many.locator("[role=gridcell]").first().focus();
  await many.keyboard.press("Control+End");
  assert.deepEqual(await focused(many), [499, 499]);
  const box = await many.locator("[data-row='499'][data-column='499']").boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 901 && box.y + box.height <= 561, JSON.stringify(box));
  assert.ok(await many.locator(".tm-cell").count() < 4000);
  await many.evaluate((data) => {
    document.querySelector("toolspec-matrix").data = data;
  }, { ...answers.many, passed: 1 });
  assert.deepEqual(await focused(many), [499, 499]);
  const scroll = "body.scrollTop = body.scrollHeight * share; body.scrollLeft = body.scrollWidth * share";
  const cells = await many.locator(".tm-cell").count();
  seen.smooth = { ...(await smoothness(many, ".tm-body", scroll)), cells };
  await many.close();

  // What a trace or a spec says stays text.
  const evil = await open("evil");
  await staysText(evil, "toolspec-matrix");
  assert.match(await evil.locator(".tm-source").innerText(), /<img src=x/);
  await evil.close();
});
