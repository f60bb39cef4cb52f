import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    configuration: { properties: Record<string, unknown> };
    menus: Record<string, { command: string }[]>;
    viewsWelcome: { contents: string; when: string }[];
    walkthroughs: { steps: { description: string; completionEvents: string[] }[] }[];
    configurationDefaults: Record<string, Record<string, unknown>>;
  };
}

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const commands = new Set(contributes.commands.map(({ command }) => command));
const steps = contributes.walkthroughs.flatMap((one) => one.steps);
const texts = [...steps.map(({ description }) => description), ...contributes.viewsWelcome.map((one) => one.contents)];

test("menus, buttons and walkthrough name commands that exist", () => {
  const named = [
    ...Object.values(contributes.menus).flatMap((entries) => entries.map(({ command }) => command)),
    ...steps.flatMap(({ completionEvents }) => completionEvents.flatMap((one) => one.split("onCommand:").slice(1))),
    ...texts.flatMap((text) => [...text.matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command ?? "")),
  ];
  assert.deepEqual(named.filter((command) => command.startsWith("toolspec.") && !commands.has(command)), []);
});

// Else the editor writes "Unknown completionEvent" to its console, and the step is never done.
test("the walkthrough's steps end with events the editor knows", () => {
  const known = /^(on(Command|Link|View|SettingChanged|Context|ExtensionInstalled):.+|onStepSelected)$/;
  for (const { completionEvents } of steps) {
    assert.ok(completionEvents.length > 0);
    assert.deepEqual(completionEvents.filter((one) => !known.test(one)), []);
  }
});

test("an empty view says what is the case of each condition, and no markup stays visible", () => {
  for (const kind of ["looking", "starting", "running", "missing", "wrong", "failed", "off"]) {
    assert.ok(contributes.viewsWelcome.some(({ when }) => when.includes(`toolspec.server == ${kind}`)), kind);
  }
  assert.deepEqual(texts.filter((text) => text.includes("`")), []);
});

test("what is typed stays: Enter is a new line unless a suggestion was chosen", () => {
  const defaults = contributes.configurationDefaults["[toolspec]"];
  assert.equal(defaults?.["editor.acceptSuggestionOnEnter"], "smart");
  assert.equal(defaults["editor.suggest.selectionMode"], "whenQuickSuggestion");
});

// How that is told from a comparison, the grammar's tests and those in the editor say.
test("every bracket and quote closes itself, and none in a string or a comment", () => {
  const configuration = readFileSync("language-configuration.json", "utf8");
  const { autoClosingPairs } = JSON.parse(configuration) as { autoClosingPairs: { open: string; notIn: string[] }[] };
  assert.deepEqual(autoClosingPairs.map(({ open }) => open), ["{", "[", "(", "<", '"']);
  assert.ok(autoClosingPairs.every(({ notIn }) => notIn.includes("string") && notIn.includes("comment")));
});

test("every picture is shown somewhere, and every picture that is shown exists", () => {
  const pages = ["README.md", join("..", "..", "README.md")];
  pages.push(...readdirSync("walkthrough").map((name) => join("walkthrough", name)));
  const shown = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\((?:\.\.\/|editors\/vscode\/)?images\/([\w-]+\.png)\)/g)]
      .map(([, name]) => name ?? ""));
  assert.deepEqual(shown.filter((name) => !existsSync(join("images", name))), []);
  assert.deepEqual(readdirSync("images").filter((name) => !shown.includes(name)), []);
});

test("the page names every command and every setting", () => {
  const page = readFileSync("README.md", "utf8");
  const listed = (heading: string): string => page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const titles = contributes.commands.map(({ title }) => title);
  assert.deepEqual(titles.filter((title) => !listed("Commands").includes(title)), []);
  const settings = Object.keys(contributes.configuration.properties);
  assert.deepEqual(settings.filter((name) => !listed("Settings").includes(`\`${name}\``)), []);
});
