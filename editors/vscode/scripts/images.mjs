// Take over the pictures of the page and the walkthrough, which the tests in a real editor have made:
//   TOOLSPEC_SCREENSHOTS=DIR python3 dev.py editors -k "example or pictures" && node editors/vscode/scripts/images.mjs DIR
import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const images = join(dirname(fileURLToPath(import.meta.url)), "..", "images");
const [shots] = process.argv.slice(2);
const EXAMPLE = ["open", "hover", "completion", "justification"];
const PAGE = ["timeline", "matrix", "compare", "tests", "rule-from-calls", "fixes", "fix-preview", "grey-continuation"];

for (const [name, taken] of [...EXAMPLE.map((one) => [one, `example-${one}`]), ...PAGE.map((one) => [one, `page-${one}`])]) {
  copyFileSync(join(shots, `${taken}.png`), join(images, `${name}.png`));
}
