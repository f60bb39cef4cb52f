// The licenses of what is bundled must go along with it: gather them from the packages the bundle was made of.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function writeNotices(metafile, target) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
    if (folder !== undefined && existsSync(join(folder, "package.json"))) {
      folders.add(folder);
    }
  }
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(target, `The extension is bundled with these packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`);
}
