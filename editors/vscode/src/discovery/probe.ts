import { access, constants, realpath } from "node:fs/promises";
import { insideWorkspace, type Candidate, type Origin, type Surroundings } from "./candidates";
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

/** A setting names a server, and it is none: then no other is started in its place. */
export interface Refused {
  setting: Origin;
  /** The whole sentence for the user. */
  reason: string;
}

/** The settings that name a server, in the order in which they count. */
const SETTINGS = ["toolspec.path", "toolspec.interpreter"] as const;

/**
 * Return the first candidate that answers with a version, and say of the others why not.
 *
 * Who names a server wants that one: where it does not answer, that is the answer, and no other is looked for.
 */
export async function firstThatAnswers(
  list: readonly Candidate[],
  around: Surroundings,
  world: World,
  note: (line: string) => void,
): Promise<Found | Refused | undefined> {
  for (const setting of SETTINGS) {
    const given = setting === "toolspec.path" ? around.path : around.interpreter;
    if (given !== "") {
      const named = list.filter(({ origin }) => origin === setting);
      const faults = ["it lies in a workspace that is not trusted"];
      const found = await firstOf(named, around, world, (fault, line) => {
        faults.push(fault);
        note(line);
      });
      return found ?? { setting, reason: refusal(setting, given, faults.at(-1) ?? "") };
    }
  }
  return await firstOf(list, around, world, (_, line) => {
    note(line);
  });
}

function refusal(setting: Origin, given: string, fault: string): string {
  return `The setting ${setting} names ${given}, but ${fault}. `
    + "Correct it, or empty it to have the server looked for. No other is started in its place.";
}

async function firstOf(
  list: readonly Candidate[],
  around: Surroundings,
  world: World,
  note: (fault: string, line: string) => void,
): Promise<Found | undefined> {
  for (const candidate of list) {
    const real = await world.real(candidate.command);
    const place = `${candidate.command} (${candidate.origin})`;
    if (real === undefined) {
      if (candidate.origin === "toolspec.path" || candidate.origin === "toolspec.interpreter") {
        note("there is no such program", `${place}: no such program`);
      }
      continue;
    }
    // A link outside the workspace may lead into it; the interpreter of an environment is a link out of it.
    if (!around.trusted && candidate.origin !== "the extension's own environment" && insideWorkspace(real, around)) {
      note("it lies in a workspace that is not trusted", `${place}: lies in a workspace that is not trusted`);
      continue;
    }
    const answer = await world.run(candidate.command, [...candidate.args, "--version"]);
    const version = /^toolspec\b\D*(\d+\.\d+\S*)/m.exec(answer.stdout)?.[1];
    if (answer.code === 0 && version !== undefined) {
      return { ...candidate, version };
    }
    if (answer.code === null) {
      note("it gave no answer", `${place}: gave no answer`);
    } else {
      note(
        candidate.origin === "toolspec.interpreter" ? "that Python has no toolspec-lang" : "it is not toolspec",
        `${place}: exit status ${answer.code}, not a toolspec`,
      );
    }
  }
  return undefined;
}
