import { access, constants, realpath } from "node:fs/promises";
import { insideWorkspace, type Candidate, type Surroundings } from "./candidates";
import { run, type Ran } from "./run";

/** A server that was started once and said its version. */
export interface Found extends Candidate {
  version: string;
}

/** What is looked at and started while looking; the tests put their own in its place. */
export interface World {
  /** The file a path leads to, or undefined where there is none that may be run. */
  real(path: string): Promise<string | undefined>;
  run(command: string, args: readonly string[]): Promise<Ran>;
}

/** How long a program may take to say its version: a busy machine needs seconds, a hung one must not hang us. */
const PROBE_MS = 15_000;

export function thisWorld(cwd: string, signal: AbortSignal): World {
  return {
    real: async (path) => {
      try {
        await access(path, constants.X_OK);
        return await realpath(path);
      } catch {
        return undefined;
      }
    },
    run: (command, args) => run(command, args, { wait_ms: PROBE_MS, cwd, signal }),
  };
}

/** Return the first candidate that answers with a version, and say of the others why not. */
export async function firstThatAnswers(
  list: readonly Candidate[],
  around: Surroundings,
  world: World,
  note: (line: string) => void,
): Promise<Found | undefined> {
  for (const candidate of list) {
    const real = await world.real(candidate.command);
    const place = `${candidate.command} (${candidate.origin})`;
    if (real === undefined) {
      if (candidate.origin === "toolspec.path") {
        note(`${place}: no such program`);
      }
      continue;
    }
    // A link outside the workspace may lead into it; the interpreter of an environment is a link out of it.
    if (!around.trusted && candidate.origin !== "the extension's own environment" && insideWorkspace(real, around)) {
      note(`${place}: lies in a workspace that is not trusted`);
      continue;
    }
    const answer = await world.run(candidate.command, [...candidate.args, "--version"]);
    const version = /^toolspec\b\D*(\d+\.\d+\S*)/m.exec(answer.stdout)?.[1];
    if (answer.code === 0 && version !== undefined) {
      return { ...candidate, version };
    }
    note(`${place}: ${answer.code === null ? "gave no answer" : `exit status ${answer.code}, not a toolspec`}`);
  }
  return undefined;
}
