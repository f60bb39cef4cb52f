// The matrix's own page in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [testbed, component, axePath, dataPath, output] = process.argv.slice(2);
const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
const matrices = JSON.parse(readFileSync(dataPath, "utf8"));
const axe = readFileSync(axePath, "utf8");
mkdirSync(output, { recursive: true });

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Matrix</title>
<style>${readFileSync(join(component, "matrix.css"), "utf8")}
html, body, main { height: 100%; margin: 0; }</style></head>
<body><main><toolspec-matrix comparing></toolspec-matrix></main></body></html>`;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const seen = { violations: {}, smooth: null };

async function open(name, options = {}) {
  const page = await browser.newPage({ viewport: { width: 900, height: 560 }, ...options });
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault));
  page.on("request", (request) => assert.ok(request.url().startsWith("about:"), `asked for ${request.url()}`));
  await page.setContent(html);
  await page.addScriptTag({ path: join(component, "matrix.js") });
  await page.evaluate((data) => {
    const shown = document.querySelector("toolspec-matrix");
    window.said = [];
    for (const one of ["open-cell", "open-rule", "open-trace", "compare", "order"]) {
      shown.addEventListener(one, ({ detail }) => window.said.push([one, detail]));
    }
    window.began = performance.now();
    shown.data = data;
    window.first = performance.now() - window.began;
  }, matrices[name]);
  assert.deepEqual(faults, []);
  return page;
}

const focused = (page) => page.evaluate(() => {
  const { row, column } = document.activeElement?.dataset ?? {};
  return row === undefined ? null : [Number(row), Number(column)];
});
const said = (page) => page.evaluate(() => window.said);

try {
  for (const [theme, options] of Object.entries({
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    contrast: { forcedColors: "active" },
  })) {
    for (const name of ["small", "none", "evil", "many"]) {
      const page = await open(name, options);
      await page.screenshot({ path: join(output, `matrix-${name}-${theme}.png`) });
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => window.axe.run(document));
      seen.violations[`${name} ${theme}`] = violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html.slice(0, 200)]);
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
      await page.close();
    }
  }

  // What fails most comes first, and every cell says what it is.
  const page = await open("small");
  const signs = await page.locator(".tm-row:not(.tm-columns)").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent).join("")));
  assert.deepEqual(signs, matrices.small.rules.map(({ cells }) => cells.replaceAll(" ", "·")));
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
  const [cell, rule] = await said(page);
  assert.equal(cell[0], "open-cell");
  assert.equal(cell[1].rule.source, matrices.small.rules[1].source);
  assert.equal(cell[1].trace.id, matrices.small.traces[1].id);
  assert.deepEqual([rule[0], rule[1].rule.line], ["open-rule", matrices.small.rules[1].line]);
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
  const ids = matrices.small.traces.map(({ id }) => id);
  assert.deepEqual((await said(page)).at(-1), ["compare", { first: ids[3], second: ids[2], rule: null }]);
  assert.equal(await page.locator(".tm-marked").count(), 0);
  // A click opens too, and the other order is asked for.
  await page.locator(".tm-rule", { hasText: "forbid delete_order" }).click();
  assert.equal((await said(page)).at(-1)[0], "open-rule");
  await page.locator(".tm-order").first().click();
  assert.deepEqual((await said(page)).at(-1), ["order", "written"]);
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
  }, { ...matrices.many, passed: 1 });
  assert.deepEqual(await focused(many), [499, 499]);
  seen.smooth = await many.evaluate(async () => {
    const body = document.querySelector(".tm-body");
    const frames = async (act) => {
      const times = [];
      let last = performance.now();
      for (let frame = 0; frame < 120; frame += 1) {
        act(frame);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(performance.now() - last);
        last = performance.now();
      }
      times.sort((a, b) => a - b);
      return { p50_ms: times[60], p95_ms: times[114] };
    };
    const idle = await frames(() => undefined);
    const scrolling = await frames((frame) => {
      body.scrollTop = (body.scrollHeight * frame) / 120;
      body.scrollLeft = (body.scrollWidth * frame) / 120;
    });
    return { first_ms: window.first, idle, scrolling, cells: document.querySelectorAll(".tm-cell").length };
  });
  await many.close();

  // What a trace or a spec says stays text.
  const evil = await open("evil");
  assert.equal(await evil.evaluate(() => document.querySelectorAll("toolspec-matrix :is(img, script, a, iframe)").length), 0);
  assert.equal(await evil.evaluate(() => window.ran ?? null), null);
  assert.match(await evil.locator(".tm-source").innerText(), /<img src=x/);
  await evil.close();
} catch (fault) {
  console.error(fault.stack ?? fault);
  process.exitCode = 1;
} finally {
  writeFileSync(join(output, "matrix-seen.json"), JSON.stringify(seen, null, 1));
  await browser.close();
}
