import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The environment the install button makes; it belongs to the user, not to a workspace.
 *
 * An environment cannot be moved, and one that is in use cannot be replaced everywhere. So each install makes a new
 * folder, and a file of one line says which counts: until that line is written the old one stays as it was.
 */
const POINTER = "environment.txt";
const NAME = /^environment-[0-9a-f]+$/;

/** A folder younger than this may be one another window is filling. */
const FILLING_MS = 30 * 60_000;

/** Return the folder of the environment in use; where there is none, one that does not exist. */
export async function readEnvironment(storage: string): Promise<string> {
  const name = await readFile(join(storage, POINTER), "utf8").then((text) => text.trim(), () => "");
  return join(storage, NAME.test(name) ? name : "environment");
}

/** Have `fill` make an environment in a folder of its own; it counts from when `fill` returns without a fault. */
export async function replaceEnvironment(
  storage: string,
  fill: (folder: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const name = `environment-${randomBytes(6).toString("hex")}`;
  const folder = join(storage, name);
  let fault: string | undefined = "it ended on the way";
  try {
    fault = await fill(folder);
    if (fault === undefined) {
      const written = join(storage, `${name}.txt`);
      await writeFile(written, `${name}\n`);
      await rename(written, join(storage, POINTER));
    }
  } finally {
    if (fault !== undefined) {
      await remove(folder);
    }
  }
  return fault;
}

/** Remove the environments that are no longer in use. */
export async function tidyEnvironments(storage: string, now_ms: number = Date.now()): Promise<void> {
  const used = await readEnvironment(storage);
  for (const name of await readdir(storage).catch(() => [])) {
    const folder = join(storage, name);
    if (NAME.test(name) && folder !== used) {
      const changed_ms = await stat(folder).then(({ mtimeMs }) => mtimeMs, () => now_ms);
      if (now_ms - changed_ms > FILLING_MS) {
        await remove(folder);
      }
    }
  }
}

/** What cannot be removed now, as a program that still runs, is removed another time. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
