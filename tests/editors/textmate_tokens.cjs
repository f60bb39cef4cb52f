// Tokenize files with a TextMate grammar as VS Code does: node textmate_tokens.cjs NODE_MODULES GRAMMAR
// Standard input names the files, one a line; the answer is, per file and line, [start, end, scopes].

const fs = require('node:fs');
const path = require('node:path');

const [modules, grammarPath] = process.argv.slice(2);
const load = (name) => require(path.join(modules, name));
const oniguruma = load('vscode-oniguruma');
const textmate = load('vscode-textmate');

async function main() {
  await oniguruma.loadWASM(
    fs.readFileSync(path.join(modules, 'vscode-oniguruma/release/onig.wasm')).buffer,
  );
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () =>
      textmate.parseRawGrammar(fs.readFileSync(grammarPath, 'utf8'), grammarPath),
  });
  const grammar = await registry.loadGrammar('source.toolspec');
  const answers = [];
  for (const file of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    let stack = textmate.INITIAL;
    const rows = [];
    for (const line of fs.readFileSync(file, 'utf8').split(/\r\n|\r|\n/)) {
      const read = grammar.tokenizeLine(line, stack);
      stack = read.ruleStack;
      rows.push(read.tokens.map((token) => [token.startIndex, token.endIndex, token.scopes]));
    }
    answers.push(rows);
  }
  process.stdout.write(JSON.stringify(answers));
}

main();
