// Bundle the extension into one file, so that the package needs no node_modules.
import { context, build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";
import { writeNotices } from "./notices.mjs";

const production = process.argv.includes("--production");
const options = {
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: production,
  sourcemap: production ? false : "linked",
  metafile: true,
  logLevel: "warning",
  // The server protocol's library ships both shapes; the one for bundlers is the smaller.
  mainFields: ["module", "main"],
};

// Drawings are modules without a framework, which others use as they are; here each becomes one script for its panel.
mkdirSync("dist", { recursive: true });
const drawings = ["timeline", "matrix", "compare"];
for (const name of drawings) {
  copyFileSync(`../${name}/${name}.css`, `dist/${name}.css`);
}
await build({
  entryPoints: drawings.map((name) => `../${name}/${name}.js`),
  outdir: "dist",
  entryNames: "[name]",
  bundle: true,
  format: "iife",
  target: "chrome120",
  logLevel: "warning",
});

if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  const { metafile } = await build(options);
  writeNotices(metafile, "dist/THIRD_PARTY_NOTICES.txt");
}
