// A drawing's own page in Chromium, as anyone may put it on theirs: its modules and its style sheet, and nothing else.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const [testbed, editors, axePath, dataPath, output] = process.argv.slice(2);
const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
const axe = readFileSync(axePath, "utf8");
const SITE = "http://drawings.test";
const TYPES = { ".js": "text/javascript", ".css": "text/css" };
const THEMES = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, contrast: { forcedColors: "active" } };

/** What the server answers in each case, by the case's name. */
export const answers = JSON.parse(readFileSync(dataPath, "utf8"));

/** Serve a page with the element of a drawing and the drawings' own files; whatever else it asks for is refused. */
async function serve(page, { name, element, attributes }, asked) {
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>${name}</title>
<link rel="stylesheet" href="/${name}/${name}.css"><style>html, body, main { height: 100%; margin: 0; }</style>
<script type="module" src="/${name}/${name}.js"></script></head>
<body><main><${element} ${attributes}></${element}></main></body></html>`;
  await page.route("**", (route) => {
    const url = new URL(route.request().url());
    if (url.href === `${SITE}/`) {
      return route.fulfill({ contentType: "text/html", body: html });
    }
    const [, folder] = url.pathname.split("/");
    if (url.origin !== SITE || ![name, "drawing"].includes(folder) || !(extname(url.pathname) in TYPES)) {
      asked.push(url.href);
      return route.abort();
    }
    return route.fulfill({ contentType: TYPES[extname(url.pathname)], path: join(editors, normalize(url.pathname)) });
  });
}

/** Run a test of a drawing: `check` is called with `open`, which opens a page on one answer, and what is printed. */
export async function drawing(about, check) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const seen = { violations: {} };
  const { name, element, events, viewport } = about;
  mkdirSync(output, { recursive: true });

  /** Open a page; what it sends is kept as `[event, detail]` in `window.sent`. */
  async function open(answer, options = {}) {
    const page = await browser.newPage({ viewport, ...options });
    const wrong = [];
    page.on("pageerror", (fault) => wrong.push(fault));
    await serve(page, about, wrong);
    await page.goto(`${SITE}/`);
    await page.evaluate(([tag, names, data]) => {
      const shown = document.querySelector(tag);
      window.sent = [];
      for (const one of names) {
        shown.addEventListener(one, ({ detail }) => window.sent.push([one, detail]));
      }
      window.drawn = new Promise((resolve) => shown.addEventListener("drawn", resolve, { once: true }));
      const began = performance.now();
      shown.data = data;
      window.first = performance.now() - began;
    }, [element, events, answers[answer]]);
    if (answer !== "none") {
      await page.evaluate(() => window.drawn);
    }
    assert.deepEqual(wrong, []);
    return page;
  }

  /** Take a picture of an answer in each theme, and let axe-core look at it after `act`. */
  async function look(answer, act = async () => undefined) {
    for (const [theme, options] of Object.entries(THEMES)) {
      const page = await open(answer, options);
      await page.screenshot({ path: join(output, `${name}-${answer}-${theme}.png`) });
      await act(page);
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => window.axe.run(document));
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      seen.violations[`${answer} ${theme}`] = violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html.slice(0, 200)]);
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]), []);
      await page.close();
    }
  }

  try {
    await check({ open, look, seen });
  } catch (fault) {
    console.error(fault.stack ?? fault);
    process.exitCode = 1;
  } finally {
    writeFileSync(join(output, `${name}-seen.json`), JSON.stringify(seen, null, 1));
    await browser.close();
  }
}

/** Return what a frame takes while nothing happens, and while `act` moves the body: its middle, and its 95th percentile. */
export async function smoothness(page, body, act) {
  return page.evaluate(async ([selector, moved]) => {
    const scrolled = document.querySelector(selector);
    const move = new Function("body", "share", moved);
    const frames = async (each) => {
      const times = [];
      let last = performance.now();
      for (let frame = 0; frame < 120; frame += 1) {
        each(frame / 120);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      times.sort((one, other) => one - other);
      return { p50_ms: times[60], p95_ms: times[114] };
    };
    return { first_ms: window.first, idle: await frames(() => undefined), scrolling: await frames((share) => move(scrolled, share)) };
  }, [body, act]);
}

/** See that what a trace or a spec says stayed text. */
export async function staysText(page, element) {
  const made = await page.evaluate((tag) => document.querySelectorAll(`${tag} :is(img, script, a, iframe)`).length, element);
  assert.equal(made, 0);
  assert.equal(await page.evaluate(() => window.ran ?? null), null);
}
