import assert from "node:assert/strict";
import { test } from "node:test";
import { mentions } from "../src/mentions/mentions";
import { globMatches, rulesMentioning, toolsMentioned } from "../src/mentions/matches";

const SPEC = `# bash in a comment
traces "bash"

tool @reader = view | cat | /^read_/
tool @loop = @loop | @reader

order strict: auth -> verify -> bash     weight 2 as "view"
count strict = 1
count strict: auth <= 2, fetch_records < 3, bash > 0
args send_email subset <to: "bash", note: [cat, {a: view}]>
args strict: validate_input <data: {x: 1}>,
             fetch_user <id: 1>
output get = "bash"
require bash <command: /npm (test|view)/> result /cat/ min 2
forbid @reader <path: /secret/>
forbid @loop
forbid mcp-server/read*|"a b"
case "bash" {
  require upload final
  forbid upload | cat
}
sequence: /^VALID/i -> x:y:
`;

const names = (line: number): string[] =>
  mentions(SPEC).filter((m) => m.line === line - 1).flatMap(({ patterns }) => patterns.map(({ text }) => text));
const linesOf = (tool: string): number[] => rulesMentioning(SPEC, tool).map(({ line }) => line + 1);

test("each kind of rule names its tools, and nothing that only looks like one", () => {
  assert.deepEqual(names(4), ["view", "cat", "^read_"]);
  assert.deepEqual(names(7), ["auth", "verify", "bash"]);
  assert.deepEqual(names(8), ["strict"]);
  assert.deepEqual(names(9), ["auth", "fetch_records", "bash"]);
  assert.deepEqual(names(10), ["send_email"]);
  assert.deepEqual(names(11), ["validate_input", "fetch_user"]);
  assert.deepEqual(names(13), ["get"]);
  assert.deepEqual(names(14), ["bash"]);
  assert.deepEqual(names(17), ["mcp-server/read*", "a b"]);
  assert.deepEqual(names(19), ["upload"]);
  assert.deepEqual(names(20), ["upload", "cat"]);
  assert.deepEqual(names(22), ["^VALID", "x:y"]);
});

test("a call leads to the rules that mention its tool, by name, glob, regex and definition", () => {
  assert.deepEqual(linesOf("bash"), [7, 9, 14]);
  assert.deepEqual(linesOf("cat"), [15, 16, 20]);
  assert.deepEqual(linesOf("read_file"), [15, 16]);
  assert.deepEqual(linesOf("mcp-server/read_x"), [17]);
  assert.deepEqual(linesOf("validate"), [22]);
  assert.deepEqual(linesOf("fetch_user"), [11]);
});

test("the name of a tool line may hold dots, colons and slashes, and ends before an arrow", () => {
  const spec = "tool @fs.read/a:b-c = cat | view\ncount: @fs.read/a:b-c = 2\norder: @fs.read/a:b-c->auth\nargs @x: y\n";
  assert.deepEqual(rulesMentioning(spec, "cat").map(({ line }) => line), [1, 2]);
  assert.deepEqual([...toolsMentioned(spec, 2, ["cat", "auth", "view"])], ["cat", "auth", "view"]);
});

test("a rule leads to its tools from each of its lines", () => {
  const tools = ["validate_input", "fetch_user", "auth"];
  assert.deepEqual([...toolsMentioned(SPEC, 11, tools)], ["validate_input", "fetch_user"]);
  assert.deepEqual([...toolsMentioned(SPEC, 2, tools)], []);
});

test("a broken rule hides none behind it", () => {
  assert.deepEqual(rulesMentioning('args x <a: {"\nforbid y\nrequire z\n', "z").map(({ line }) => line), [2]);
});

test("a glob takes no time and takes any characters", () => {
  assert.ok(globMatches("a*b*c", "a-b-bc"));
  assert.ok(globMatches("*", ""));
  assert.ok(!globMatches("ab*ba", "aba"));
  assert.ok(!globMatches("*a".repeat(50), "b".repeat(10_000)));
});

test("a regex that would run for ever is no match", () => {
  const began = Date.now();
  assert.deepEqual(rulesMentioning("forbid /^(a+)+$/\n", "a".repeat(40) + "!"), []);
  assert.ok(Date.now() - began < 2000);
});

test("any text is read to its end", () => {
  for (let end = 0; end <= SPEC.length; end += 1) {
    mentions(SPEC.slice(0, end));
  }
});
