// The page of two traces in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [testbed, component, axePath, dataPath, output] = process.argv.slice(2);
const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
const comparisons = JSON.parse(readFileSync(dataPath, "utf8"));
const axe = readFileSync(axePath, "utf8");
mkdirSync(output, { recursive: true });

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Two traces</title>
<style>${readFileSync(join(component, "compare.css"), "utf8")}
html, body, main { height: 100%; margin: 0; }</style></head>
<body><main><toolspec-compare></toolspec-compare></main></body></html>`;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const seen = { violations: {}, many: null };

async function open(name, options = {}) {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 }, ...options });
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault));
  page.on("request", (request) => assert.ok(request.url().startsWith("about:"), `asked for ${request.url()}`));
  await page.setContent(html);
  await page.addScriptTag({ path: join(component, "compare.js") });
  await page.evaluate((data) => {
    const shown = document.querySelector("toolspec-compare");
    window.said = [];
    for (const one of ["open-call", "open-trace"]) {
      shown.addEventListener(one, ({ detail }) => window.said.push([one, detail]));
    }
    window.drawn = new Promise((resolve) => shown.addEventListener("drawn", resolve, { once: true }));
    window.began = performance.now();
    shown.data = data;
    window.first = performance.now() - window.began;
  }, comparisons[name]);
  await page.evaluate(() => window.drawn);
  assert.deepEqual(faults, []);
  return page;
}

const row = (page, at) => page.locator(`.tc-row[data-at="${at}"]`);
const focused = (page) => page.evaluate(() => {
  const cell = document.activeElement;
  return cell?.dataset.side === undefined ? null : [Number(cell.parentElement.dataset.at), cell.dataset.side];
});
const said = (page) => page.evaluate(() => window.said);

try {
  for (const [theme, options] of Object.entries({
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    contrast: { forcedColors: "active" },
  })) {
    for (const name of Object.keys(comparisons).filter((one) => one !== "many")) {
      const page = await open(name, options);
      if (comparisons[name].pairs.length > 1) {
        await row(page, 1).locator("[data-side=left]").click();
      }
      await page.screenshot({ path: join(output, `compare-${name}-${theme}.png`) });
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => window.axe.run(document));
      seen.violations[`${name} ${theme}`] = violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html.slice(0, 200)]);
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
      await page.close();
    }
  }

  // Every pair is there, and the calls that made the difference carry a sign that says so.
  const page = await open("order");
  const { pairs, left, right } = comparisons.order;
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
  assert.deepEqual((await said(page)).at(-1), ["open-call", { side: "right", call: right.rows[pairs[both].right].call }]);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".tc-details").count(), 0);
  await page.locator(".tc-name").last().click();
  assert.deepEqual((await said(page)).at(-1), ["open-trace", { side: "right" }]);
  // Only what differs.
  await page.locator(".tc-button", { hasText: "Only what differs" }).click();
  assert.equal(await page.locator(".tc-row.tc-same").count(), 0);
  assert.ok(await page.locator(".tc-row[data-at]").count() >= decide.length);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  // An edit of the rule leaves the place.
  await row(page, 0).locator("[data-side=right]").focus();
  await page.evaluate((data) => {
    document.querySelector("toolspec-compare").data = { ...data, summary: "otherwise" };
  }, comparisons.order);
  assert.deepEqual(await focused(page), [0, "right"]);
  await page.close();

  // A thousand calls in each.
  const many = await open("many");
  seen.many = await many.evaluate(() => ({ first_ms: window.first, rows: document.querySelectorAll(".tc-row[data-at]").length }));
  assert.equal(seen.many.rows, comparisons.many.pairs.length);
  await many.close();

  // What a trace says stays text.
  const evil = await open("evil");
  assert.equal(await evil.evaluate(() => document.querySelectorAll("toolspec-compare :is(img, script, a, iframe)").length), 0);
  assert.equal(await evil.evaluate(() => window.ran ?? null), null);
  assert.match(await evil.locator(".tc-tool").first().innerText(), /<img src=x/);
  await evil.close();
} catch (fault) {
  console.error(fault.stack ?? fault);
  process.exitCode = 1;
} finally {
  writeFileSync(join(output, "compare-seen.json"), JSON.stringify(seen, null, 1));
  await browser.close();
}
