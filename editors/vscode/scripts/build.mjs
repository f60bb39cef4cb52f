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

// Drawings are pages without a framework, which others use as well.
mkdirSync("dist", { recursive: true });
for (const name of ["timeline", "matrix", "compare"]) {
  for (const ending of ["js", "css"]) {
    copyFileSync(`../${name}/${name}.${ending}`, `dist/${name}.${ending}`);
  }
}

if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
} else {
  const { metafile } = await build(options);
  writeNotices(metafile, "dist/THIRD_PARTY_NOTICES.txt");
}
