// The timeline's own page in Chromium: what a reader, a keyboard and a screen reader get of it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [testbed, component, axePath, dataPath, output] = process.argv.slice(2);
const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
const pictures = JSON.parse(readFileSync(dataPath, "utf8"));
const axe = readFileSync(axePath, "utf8");
mkdirSync(output, { recursive: true });

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Timeline</title>
<style>${readFileSync(join(component, "timeline.css"), "utf8")}
html, body, main { height: 100%; margin: 0; }</style></head>
<body><main><toolspec-timeline making></toolspec-timeline></main></body></html>`;

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const seen = { violations: {}, smooth: null };

async function open(name, options = {}) {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 }, ...options });
  const faults = [];
  page.on("pageerror", (fault) => faults.push(fault));
  page.on("request", (request) => assert.ok(request.url().startsWith("about:"), `asked for ${request.url()}`));
  await page.setContent(html);
  await page.addScriptTag({ path: join(component, "timeline.js") });
  await page.evaluate((data) => {
    const shown = document.querySelector("toolspec-timeline");
    window.opened = [];
    shown.addEventListener("open-call", ({ detail }) => window.opened.push(detail.call));
    window.made = [];
    shown.addEventListener("make-rule", ({ detail }) => window.made.push(detail.calls));
    window.drawn = new Promise((resolve) => shown.addEventListener("drawn", resolve, { once: true }));
    window.began = performance.now();
    shown.data = data;
    window.first = performance.now() - window.began;
  }, pictures[name]);
  await page.evaluate(() => window.drawn);
  assert.deepEqual(faults, []);
  return page;
}

const row = (page, at) => page.locator(`.ts-row[data-at="${at}"]`);
const focused = (page) => page.evaluate(() => document.activeElement?.dataset.at ?? null);

try {
  for (const [theme, options] of Object.entries({
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    contrast: { forcedColors: "active" },
  })) {
    for (const name of Object.keys(pictures).filter((one) => one !== "many")) {
      const page = await open(name, options);
      await page.screenshot({ path: join(output, `timeline-${name}-${theme}.png`) });
      await row(page, 1).click();
      await row(page, pictures[name].rows.findIndex((one) => one.row === "call")).click({ modifiers: ["Control"] });
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => window.axe.run(document));
      seen.violations[`${name} ${theme}`] = violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html.slice(0, 200)]);
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
      await page.close();
    }
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
  }, { ...pictures.forbid, name: "again" });
  assert.equal(await page.locator(".ts-details").count(), 1);
  await page.evaluate((data) => {
    document.querySelector("toolspec-timeline").data = data;
  }, pictures.order);
  assert.equal(await focused(page), "1");
  await page.keyboard.press("o");
  assert.deepEqual(await page.evaluate(() => window.opened), [0]);
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".ts-details").count(), 0);
  await page.keyboard.press("End");
  assert.equal(await focused(page), String(pictures.order.rows.length - 1));
  // `m` marks calls, `r` asks for a rule for the marked ones, in the trace's order.
  const calls = pictures.order.rows.flatMap((one, at) => (one.row === "call" ? [at] : []));
  for (const at of [calls[3], calls[0], calls[1], calls[1]]) {
    await row(page, at).focus();
    await page.keyboard.press("m");
  }
  assert.equal(await page.locator(".ts-row[aria-selected='true']").count(), 2);
  assert.equal(await page.locator(".ts-make").innerText(), "Make a rule from 2 calls (R)");
  await page.keyboard.press("r");
  assert.deepEqual(await page.evaluate(() => window.made), [[0, 3]]);
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  const marked = pictures.order.rows.findIndex((one, at) => at > 0 && (one.row === "missing" || (one.part ?? "") !== ""));
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
  }, pictures.many);
  assert.equal(await focused(again), String(pictures.many.rows.length - 1));
  const after = await again.evaluate(() => document.querySelector(".ts-body").scrollTop);
  assert.ok(Math.abs(after - before) < 200, `${before} became ${after}`);
  await again.close();

  // A thousand calls: frames while it scrolls from the top to the end.
  const many = await open("many");
  seen.smooth = await many.evaluate(async () => {
    const body = document.querySelector(".ts-body");
    const end = body.scrollHeight;
    const frames = async (act) => {
      const times = [];
      let last = performance.now();
      for (let frame = 0; frame < 120; frame += 1) {
        act(frame);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      times.sort((a, b) => a - b);
      return { p50_ms: times[60], p95_ms: times[114] };
    };
    // What a frame takes here in which nothing happens, and one that scrolls.
    const idle = await frames(() => undefined);
    const scrolling = await frames((frame) => {
      body.scrollTop = (end * frame) / 120;
    });
    return { first_ms: window.first, idle, scrolling, rows: document.querySelectorAll(".ts-row").length };
  });
  assert.equal(seen.smooth.rows, pictures.many.rows.length + 1);
  await many.close();

  // What a trace says stays text.
  const evil = await open("evil");
  assert.equal(await evil.evaluate(() => document.querySelectorAll("toolspec-timeline :is(img, script, a, iframe)").length), 0);
  assert.equal(await evil.evaluate(() => window.ran ?? null), null);
  assert.match(await evil.locator(".ts-tool").nth(1).innerText(), /<img src=x/);
  await evil.close();
} catch (fault) {
  console.error(fault.stack ?? fault);
  process.exitCode = 1;
} finally {
  writeFileSync(join(output, "timeline-seen.json"), JSON.stringify(seen, null, 1));
  await browser.close();
}
