import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, insideWorkspace, pythons, type Surroundings } from "../src/discovery/candidates";

const around: Surroundings = {
  trusted: true,
  path: "",
  interpreter: "",
  activePython: undefined,
  folders: ["/work/shop"],
  pathVariable: "/usr/local/bin:relative::/usr/bin:/work/shop/bin",
  ownEnvironment: "/home/ada/.storage/environment",
  home: "/home/ada",
  platform: "linux",
};

const commands = (changes: Partial<Surroundings>): string[] =>
  candidates({ ...around, ...changes }).map(({ command, args }) => [command, ...args].join(" "));

test("the setting comes first, then Python environments, then PATH, then the extension's own", () => {
  const origins = candidates({
    ...around,
    path: "/opt/toolspec",
    interpreter: "/opt/python/bin/python",
    activePython: "/work/shop/env/bin/python",
  }).map(({ origin }) => origin);
  assert.deepEqual([...new Set(origins)], [
    "toolspec.path",
    "toolspec.interpreter",
    "the Python extension",
    "the folder's environment",
    "PATH",
    "the extension's own environment",
  ]);
});

test("a Python is tried by the script beside it, then by the module, never with the current folder on its path", () => {
  assert.deepEqual(commands({}).slice(0, 2), [
    "/work/shop/.venv/bin/toolspec",
    "/work/shop/.venv/bin/python -P -m toolspec",
  ]);
});

test("relative and empty entries of PATH are left out", () => {
  assert.ok(commands({}).every((command) => command.startsWith("/")));
  assert.ok(commands({}).includes("/usr/bin/toolspec"));
});

test("settings may begin at home, at the folder, or say it by its variable", () => {
  assert.equal(commands({ path: "~/bin/toolspec" })[0], "/home/ada/bin/toolspec");
  assert.equal(commands({ path: "bin/toolspec" })[0], "/work/shop/bin/toolspec");
  assert.equal(commands({ path: "${workspaceFolder}/x" })[0], "/work/shop/x");
});

test("in Restricted Mode nothing inside the workspace is a candidate, whoever names it", () => {
  const restricted = commands({
    trusted: false,
    path: "/work/shop/evil",
    interpreter: "${workspaceFolder}/evil/python",
    activePython: "/work/shop/.venv/bin/python",
  });
  assert.deepEqual(restricted.filter((command) => command.startsWith("/work/shop")), []);
  assert.ok(restricted.includes("/usr/bin/toolspec"));
  assert.ok(restricted.some((command) => command.startsWith("/home/ada/.storage/environment")));
});

test("in Restricted Mode a path that climbs back into the workspace is still inside it", () => {
  const restricted = commands({ trusted: false, path: "/work/other/../shop/evil" });
  assert.deepEqual(restricted.filter((command) => command.includes("evil")), []);
});

test("a sibling whose name begins alike is not inside the workspace", () => {
  assert.equal(insideWorkspace("/work/shop-tools/bin/toolspec", around), false);
  assert.equal(insideWorkspace("/work/shop/..evil/toolspec", around), true);
  assert.equal(insideWorkspace("/work/shop", around), true);
});

test("Windows has its own folders, endings and drives", () => {
  const windows = candidates({
    ...around,
    platform: "win32",
    folders: ["C:\\shop"],
    pathVariable: "C:\\tools;D:\\bin",
    ownEnvironment: "C:\\storage\\environment",
    trusted: false,
  }).map(({ command }) => command);
  assert.deepEqual(windows.slice(0, 2), ["C:\\tools\\toolspec.exe", "D:\\bin\\toolspec.exe"]);
  assert.ok(windows.includes("C:\\storage\\environment\\Scripts\\toolspec.exe"));
});

test("the extension's own environment is made by a Python outside an untrusted workspace", () => {
  const restricted = pythons({ ...around, trusted: false, interpreter: "evil/python", activePython: "/opt/py" });
  assert.deepEqual(restricted.filter((python) => python.startsWith("/work/shop") || python === "/opt/py"), []);
  assert.equal(restricted[0], "/usr/local/bin/python3");
});
