import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceSetting, textSetting } from "../src/discovery/settings";

const said: string[] = [];
const say = (fault: string): void => {
  said.push(fault);
};

test("text is taken as it is, and nothing counts as none", () => {
  assert.equal(textSetting("path", " /usr/bin/toolspec ", "/usr/bin/toolspec", say), "/usr/bin/toolspec");
  assert.equal(textSetting("path", undefined, "/usr/bin/toolspec", say), "");
  assert.equal(choiceSetting("logLevel", "debug", ["warning", "debug"], say), "debug");
  assert.deepEqual(said, []);
});

test("of the wrong kind it is said which setting, what was read, and what to write", () => {
  assert.equal(textSetting("path", 5, "/usr/bin/toolspec", say), "");
  assert.equal(choiceSetting("logLevel", "loud", ["warning", "error", "debug"], say), "warning");
  assert.deepEqual(said, [
    'The setting toolspec.path is 5. It takes text, such as "/usr/bin/toolspec", and is passed over.',
    'The setting toolspec.logLevel is "loud". It takes "warning", "error" or "debug"; "warning" counts until then.',
  ]);
});
