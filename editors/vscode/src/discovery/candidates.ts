import * as posix from "node:path/posix";
import * as win32 from "node:path/win32";

/** Where a server was found, in the words the user reads. */
export type Origin =
  | "toolspec.path"
  | "toolspec.interpreter"
  | "the Python extension"
  | "the folder's environment"
  | "PATH"
  | "the extension's own environment";

/** One way to start the server: `command ...args lsp`. */
export interface Candidate {
  command: string;
  args: readonly string[];
  origin: Origin;
}

/** All that decides where the server is looked for. */
export interface Surroundings {
  trusted: boolean;
  path: string;
  interpreter: string;
  /** The interpreter the Python extension has chosen, where there is one. */
  activePython: string | undefined;
  folders: readonly string[];
  pathVariable: string;
  ownEnvironment: string;
  home: string;
  platform: NodeJS.Platform;
}

/**
 * Return every place the server may be in, first choice first; whether anything is there is not looked at.
 *
 * In Restricted Mode a workspace must not choose what is run: whatever lies inside a folder of it is left out,
 * also where the user's own PATH or settings lead there.
 */
export function candidates(around: Surroundings): Candidate[] {
  const own = fromPython(interpreterIn(around.ownEnvironment, around), "the extension's own environment", around);
  const found = [
    ...fromSetting(around),
    ...workspacePythons(around).flatMap(({ python, origin }) => fromPython(python, origin, around)),
    ...searchPath(around).map((folder) => ({
      command: paths(around).join(folder, script(around)),
      args: [],
      origin: "PATH" as const,
    })),
  ];
  const allowed = around.trusted ? found : found.filter(({ command }) => !insideWorkspace(command, around));
  return [...allowed, ...own];
}

/** Return the Pythons that could make the extension's own environment, first choice first. */
export function pythons(around: Surroundings): string[] {
  const names = around.platform === "win32" ? ["python.exe"] : ["python3", "python"];
  const found = [
    ...(around.interpreter === "" ? [] : [expand(around.interpreter, around)]),
    ...(around.activePython === undefined || !around.trusted ? [] : [around.activePython]),
    ...names.flatMap((name) => searchPath(around).map((folder) => paths(around).join(folder, name))),
  ];
  return around.trusted ? found : found.filter((python) => !insideWorkspace(python, around));
}

/** Return the interpreter of the environment in `folder`. */
export function interpreterIn(folder: string, around: Pick<Surroundings, "platform">): string {
  return around.platform === "win32"
    ? win32.join(folder, "Scripts", "python.exe")
    : posix.join(folder, "bin", "python");
}

function fromSetting(around: Surroundings): Candidate[] {
  return around.path === "" ? [] : [{ command: expand(around.path, around), args: [], origin: "toolspec.path" }];
}

function workspacePythons(around: Surroundings): { python: string; origin: Origin }[] {
  const found: { python: string; origin: Origin }[] = [];
  if (around.interpreter !== "") {
    found.push({ python: expand(around.interpreter, around), origin: "toolspec.interpreter" });
  }
  if (!around.trusted) {
    return found;
  }
  if (around.activePython !== undefined) {
    found.push({ python: around.activePython, origin: "the Python extension" });
  }
  for (const folder of around.folders) {
    for (const name of [".venv", "venv"]) {
      const python = interpreterIn(paths(around).join(folder, name), around);
      found.push({ python, origin: "the folder's environment" });
    }
  }
  return found;
}

/** The script beside an interpreter starts faster; the module works where scripts are not installed. */
function fromPython(python: string, origin: Origin, around: Surroundings): Candidate[] {
  return [
    { command: paths(around).join(paths(around).dirname(python), script(around)), args: [], origin },
    // -P keeps the current folder out of the module search; a Python too old to know it is too old for the server.
    { command: python, args: ["-P", "-m", "toolspec"], origin },
  ];
}

/** Relative entries of PATH mean another folder each time, so they are left out. */
function searchPath(around: Surroundings): string[] {
  const path = paths(around);
  const entries = around.pathVariable.split(path.delimiter).filter((entry) => path.isAbsolute(entry));
  return [...new Set(entries)];
}

function expand(setting: string, around: Surroundings): string {
  const path = paths(around);
  const folder = around.folders[0] ?? around.home;
  const full = setting.replace(/^~(?=$|[\\/])/, () => around.home).replaceAll("${workspaceFolder}", () => folder);
  return path.isAbsolute(full) ? full : path.join(folder, full);
}

/** Tell whether `place` lies in a folder of the workspace. */
export function insideWorkspace(place: string, around: Pick<Surroundings, "folders" | "platform">): boolean {
  const path = paths(around);
  return around.folders.some((folder) => {
    const way = path.relative(folder, place);
    return way !== ".." && !way.startsWith(".." + path.sep) && !path.isAbsolute(way);
  });
}

function script(around: Surroundings): string {
  return around.platform === "win32" ? "toolspec.exe" : "toolspec";
}

function paths(around: Pick<Surroundings, "platform">): typeof posix {
  return around.platform === "win32" ? win32 : posix;
}
