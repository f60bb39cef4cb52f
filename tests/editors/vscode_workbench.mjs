// The VS Code workbench in a headless browser, as a user sees it: what can be looked at, and what can be done.
import { createRequire } from "node:module";
import { join } from "node:path";

const WAIT_MS = 30_000;
/** Pictures for people are taken where this is set; then the workbench also comes to rest before each. */
const PICTURES = Boolean(process.env.TOOLSPEC_SCREENSHOTS);

/** Open the workbench on a folder; `payload` says what else to do on start, as pairs. */
export async function openWorkbench({ testbed, port, folder, payload = [], screenshots, width = 1280, height = 800 }) {
  const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(WAIT_MS);
  const query = payload.length === 0 ? "" : `&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}${query}`);
  await page.waitForSelector(".monaco-workbench");
  return new Workbench(browser, page, screenshots);
}

/** A file of the server's disk, as the workbench names it in a payload. */
export function remote(port, path) {
  return `vscode-remote://127.0.0.1:${port}${path}`;
}

export class Workbench {
  constructor(browser, page, screenshots) {
    this.browser = browser;
    this.page = page;
    this.screenshots = screenshots;
  }

  async close() {
    await this.browser.close();
  }

  async shoot(name) {
    if (this.screenshots !== undefined) {
      await this.page.screenshot({ path: join(this.screenshots, `${name}.png`) });
    }
  }

  /** Open a file by name from the quick open box, and wait until its text is the active one. */
  async openFile(name) {
    await this.quickOpen("Control+p", name, name);
    await this.page.locator(".tab.active", { hasText: name }).first().waitFor();
    await this.page.waitForSelector(".editor-group-container.active .view-lines");
  }

  /** Run a command by its title from the palette. */
  async command(title) {
    await this.quickOpen("F1", `>${title}`, title);
  }

  /**
   * Press a key that opens the quick open box, write a text, and accept the row with a title.
   *
   * What Enter accepts is the focused row: right after the text was written that is one of the list before.
   */
  async quickOpen(key, text, title) {
    await this.page.keyboard.press(key);
    const box = this.page.locator(".quick-input-widget input");
    await box.waitFor();
    await box.fill(text);
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** The text of the active editor's visible lines, scores included, from top to bottom. */
  async lines() {
    return await this.page.evaluate(() => {
      // What an extension draws behind a line is not text of the page, but of its style.
      const drawn = (span) => /^"(.*)"$/s.exec(getComputedStyle(span, "::after").content)?.[1] ?? "";
      return [...document.querySelectorAll(".editor-group-container.active .view-lines .view-line")]
        .sort((a, b) => parseInt(a.style.top) - parseInt(b.style.top))
        .map((line) => {
          const scores = [...line.querySelectorAll("span")].map(drawn).filter((text) => text !== "");
          return [line.textContent.replace(/\u00a0/g, " "), ...scores].join(" ");
        });
    });
  }

  /** The scores in view, each with the colour it has on the screen. */
  async scores() {
    return await this.page.evaluate(() =>
      [...document.querySelectorAll(".editor-group-container.active .view-lines .view-line span")]
        .map((span) => getComputedStyle(span, "::after"))
        .filter(({ content }) => /[✓✗?!] /.test(content))
        .map(({ content, color }) => ({ label: content.slice(1, -1), color })),
    );
  }

  /**
   * Press a key, and return after how many milliseconds the line's score was neither drawn nor in its old colour.
   *
   * All of it is measured in the page, by the frames it draws.
   */
  async scoreGoneAfter(line, key) {
    await this.page.evaluate((text) => {
      const score = () => {
        for (const one of document.querySelectorAll(".editor-group-container.active .view-lines .view-line")) {
          if (one.textContent.replace(/\u00a0/g, " ").startsWith(text)) {
            for (const span of one.querySelectorAll("span")) {
              const { content, color } = getComputedStyle(span, "::after");
              if (/[✓✗?!] /.test(content)) {
                return `${content} ${color}`;
              }
            }
          }
        }
        return "";
      };
      const before = score();
      window.scoreGone = new Promise((resolve) => {
        window.addEventListener("keydown", () => {
          const began = performance.now();
          const look = () => {
            const now = performance.now();
            if (score() !== before || now - began > 5000) {
              resolve({ before, took_ms: now - began });
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }, { once: true, capture: true });
      });
    }, line);
    await this.page.keyboard.press(key);
    return await this.page.evaluate(() => window.scoreGone);
  }

  /**
   * Press a key in a line, and return when its score was the wanted one, in milliseconds, and until when an old one stood there.
   *
   * `wanted` begins the new score, `old` the one before. `wrong` counts frames in which the old one came back.
   */
  async scoreAfter(line, key, old, wanted) {
    await this.page.evaluate(({ text, old, wanted }) => {
      const score = () => {
        for (const one of document.querySelectorAll(".editor-group-container.active .view-lines .view-line")) {
          if (one.textContent.replace(/\u00a0/g, " ").startsWith(text)) {
            const drawn = [...one.querySelectorAll("span")].map((span) => getComputedStyle(span, "::after").content);
            return drawn.find((content) => /[✓✗?!] /.test(content))?.slice(1) ?? "";
          }
        }
        return "";
      };
      window.scoreCame = new Promise((resolve) => {
        window.addEventListener("keydown", () => {
          const began = performance.now();
          let [old_ms, gone, wrong] = [0, false, 0];
          const look = () => {
            const [now, shown] = [performance.now() - began, score()];
            if (shown.startsWith(old)) {
              [old_ms, wrong] = [now, wrong + (gone ? 1 : 0)];
            } else {
              gone = true;
            }
            if (shown.startsWith(wanted) || now > 5000) {
              resolve({ old_ms, wrong, final_ms: now });
            } else {
              requestAnimationFrame(look);
            }
          };
          requestAnimationFrame(look);
        }, { once: true, capture: true });
      });
    }, { text: line, old, wanted });
    await this.page.keyboard.press(key);
    return await this.page.evaluate(() => window.scoreCame);
  }

  /** Wait for a visible line that matches; return how long that took, in milliseconds. */
  async lineMatching(pattern, wait_ms = WAIT_MS) {
    const began = performance.now();
    for (;;) {
      if ((await this.lines()).some((line) => pattern.test(line))) {
        return performance.now() - began;
      }
      if (performance.now() - began > wait_ms) {
        throw new Error(`no line matches ${pattern}; there is:\n${(await this.lines()).join("\n")}`);
      }
      await this.page.waitForTimeout(20);
    }
  }

  /**
   * Give the keyboard to a text: that of the active group, or else of the first group that shows one.
   *
   * The active group may show a page. A click would first scroll the middle of the widest line into view.
   */
  async focusText() {
    const texts = ".monaco-editor textarea.inputarea";
    const active = this.page.locator(`.editor-group-container.active ${texts}`);
    const first = this.page.locator(`.editor-group-container ${texts}`).first();
    await first.waitFor({ state: "attached" });
    await ((await active.count()) > 0 ? active.first() : first).focus();
    await this.page.waitForSelector(".editor-group-container.active .monaco-editor.focused");
  }

  /** Put the cursor on a line (from 1) and column. */
  async goTo(line, column = 1) {
    await this.focusText();
    await this.page.keyboard.press("Control+g");
    const box = this.page.locator(".quick-input-widget input");
    await box.waitFor();
    await box.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await box.waitFor({ state: "hidden" });
  }

  async type(text) {
    await this.page.keyboard.type(text, { delay: 5 });
  }

  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  /** Ask for the hover under the cursor, by keyboard, wait until it says what is wanted, and return its text. */
  async hover(pattern) {
    await this.press("Control+k", "Control+i");
    const hover = this.page.locator(".monaco-hover:not(.hidden)", { hasText: pattern }).first();
    await hover.waitFor();
    return await hover.innerText();
  }

  /** Take a picture in the dark theme and one in the light, where pictures are wanted. */
  async shootBoth(name) {
    if (!PICTURES) {
      return;
    }
    for (const [theme, other] of [["dark", "vs"], ["light", "vs-dark"]]) {
      await this.rest();
      await this.shoot(`${name}-${theme}`);
      await this.command("Preferences: Toggle between Light/Dark Themes");
      await this.page.locator(`.monaco-workbench.${other}`).waitFor();
    }
  }

  /** For a picture: wait until nothing turns in the status bar, and have the mouse point at nothing. */
  async rest() {
    if (!PICTURES) {
      return;
    }
    const { width, height } = this.page.viewportSize();
    await this.page.mouse.move(width / 2, height - 5);
    await this.page.locator(".statusbar .codicon-modifier-spin").first().waitFor({ state: "detached" });
    await this.page.waitForTimeout(1000);
  }

  /** Ask for completions at the cursor, wait until one has this label, and return all that are in view. */
  async suggestions(label) {
    // What typing has opened on the way is for words that are no longer there.
    await this.press("Escape", "Control+Space");
    const labels = this.page.locator(".suggest-widget.visible .monaco-list-row .label-name");
    await labels.filter({ hasText: label }).first().waitFor();
    return await labels.allInnerTexts();
  }

  /** Ask for completions at the cursor and return every label, also those that only scrolling shows. */
  async allSuggestions(label) {
    await this.suggestions(label);
    const rows = this.page.locator(".suggest-widget.visible .monaco-list-row");
    const found = new Map();
    // The first turn of a page only goes to the end of what is in view.
    for (let idle = 0; idle < 2; ) {
      const known = found.size;
      for (const row of await rows.all()) {
        found.set(await row.getAttribute("data-index"), await row.locator(".label-name").innerText());
      }
      idle = found.size === known ? idle + 1 : 0;
      await this.press("PageDown");
      await this.page.waitForTimeout(200);
    }
    return [...found.values()];
  }

  /** Open the lightbulb's menu at the cursor and return its titles. */
  async fixes() {
    const rows = this.page.locator(".action-widget .monaco-list-row.action");
    // The editor drops what it was about to ask for when a lens above moves the line.
    for (let tries = 0; tries < 4 && (await rows.count()) === 0; tries += 1) {
      await this.press("Control+.");
      await rows.first().waitFor({ timeout: 8000 }).catch(() => undefined);
    }
    await rows.first().waitFor();
    return await rows.allInnerTexts();
  }

  /** Choose from the open lightbulb's menu, by keyboard: a click lands on what keeps the editor from being clicked. */
  async chooseFix(pattern) {
    const focused = this.page.locator(".action-widget .monaco-list-row.action.focused");
    const count = await this.page.locator(".action-widget .monaco-list-row.action").count();
    for (let tries = 0; tries <= count; tries += 1) {
      if (pattern.test(await focused.innerText())) {
        await this.press("Enter");
        return;
      }
      await this.press("ArrowDown");
    }
    throw new Error(`no fix matches ${pattern}`);
  }

  squiggle(kind) {
    return this.page.locator(`.editor-group-container.active .squiggly-${kind}`).first();
  }

  statusBar(pattern) {
    return this.page.locator(".statusbar-item", { hasText: pattern }).first();
  }

  notification(pattern) {
    return this.page.locator(".notification-list-item", { hasText: pattern }).first();
  }

  quickPickRow(pattern) {
    return this.page.locator(".quick-input-list .monaco-list-row", { hasText: pattern }).first();
  }

  treeRow(pattern) {
    return this.page.locator(".pane-body .monaco-list-row", { hasText: pattern }).first();
  }

  /** Click an action of a tree's row until what it opens is there: a tree that is drawn again right then takes no click. */
  async rowAction(row, label, opened) {
    for (let tries = 0; tries < 5 && !(await opened.isVisible()); tries += 1) {
      await row.hover();
      await row.locator(`.action-label[aria-label^='${label}']`).first().click();
      await opened.waitFor({ timeout: 4000 }).catch(() => undefined);
    }
    await opened.waitFor();
  }

  testRow(pattern) {
    return this.page.locator(".test-explorer .monaco-list-row", { hasText: pattern }).first();
  }

  /** Open a row of the Test Explorer until a row of its children is there: results that come in draw rows again. */
  async openTest(pattern, child) {
    for (let tries = 0; tries < 10 && !(await this.testRow(child).isVisible()); tries += 1) {
      await this.testRow(pattern).locator(".monaco-tl-twistie.collapsed").click({ timeout: 2000 }).catch(() => undefined);
      await this.testRow(child).waitFor({ timeout: 2000 }).catch(() => undefined);
    }
    await this.testRow(child).waitFor();
  }

  /** The last opened webview, which is a page in a page in a page. */
  webview() {
    return this.page.frameLocator("iframe.webview").last().frameLocator("iframe#active-frame");
  }

  async clickInWebview(link) {
    await this.webview().locator("a", { hasText: link }).first().click();
  }

  async webviewText() {
    const main = this.webview().locator("main");
    await main.waitFor();
    return { text: await main.innerText(), html: await main.innerHTML() };
  }
}
