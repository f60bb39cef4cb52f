// Take a picture of a page's text.
// Usage: node terminal_picture.mjs TESTBED PAGE PICTURE
import { createRequire } from "node:module";
import { join } from "node:path";

const [testbed, page, picture] = process.argv.slice(2);
const { chromium } = createRequire(join(testbed, "package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const tab = await browser.newPage({ viewport: { width: 1400, height: 800 } });
await tab.goto(`file://${page}`);
await tab.locator("pre").screenshot({ path: picture });
await browser.close();
