/**
 * The language of `.toolspec` files for tree-sitter. What rules look like comes from `rules.js`, generated
 * from the language's own grammar; here is what that leaves open: lines and cases, and the terminals.
 * Where a line ends is told by `src/scanner.c`.
 */
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const { grammar: rules, lines, modes, modeRules, signs } = require('./rules.js');

const otherLines = lines.filter((word) => word !== 'case').map((word) => `${word}_line`);

module.exports = grammar({
  name: 'toolspec',

  externals: ($) => [
    $._end_of_line,
    $._line_break,
    $._between,
    $._below,
    ...Object.values(signs).map((sign) => $[sign]),
  ],
  extras: ($) => [/[ \t\uFEFF]/, $.comment, $._line_break],
  word: ($) => $._word,
  // Whether a mode word is one, or a tool of that name, is known only at the colon.
  conflicts: ($) => modeRules.map((rule) => [$[rule], $._tool]),

  rules: {
    file: ($) => repeat(choice($._line, seq($.case, $._end_of_line))),
    // What is between the braces of a case or a block.
    _inner: ($) => seq($._end_of_line, repeat($._rule_line)),
    block: ($) =>
      seq(
        $._part_clause,
        repeat($._clause),
        '{',
        optional($._inner),
        '}',
      ),
    any_block: ($) =>
      seq(
        'any',
        repeat($._clause),
        '{',
        optional($._inner),
        '}',
      ),

    _line: ($) => choice($._rule_line, seq(choice(...otherLines.map((line) => $[line])), $._end_of_line)),
    _rule_line: ($) => seq(choice($._rule, $.block, $._between), $._end_of_line),
    case: ($) =>
      seq(
        'case',
        field('name', $.string),
        '{',
        optional($._inner),
        '}',
      ),

    ...rules,

    _tool: ($) =>
      choice($._name, $.string, $.regex, $._reference, ...['first', 'last', 'user', 'agent', ...modes].map((word) => alias(word, $.name))),
    _key: ($) => choice($.key, alias('must', $.key), alias('has', $.key), $.string),

    // A `-` before `>` is the arrow's, and a last `:` the rule's. Both can only be told from what follows,
    // so they are tokens of their own, and the scanner is asked for the arrow first.
    _name: ($) => choice(alias($._word, $.name), alias($._long_name, $.name)),
    _long_name: ($) => seq($._word, repeat1(choice($._hyphen, $._later_part))),
    _word: () => /[A-Za-z_*]([A-Za-z0-9_.*\/]|-+[A-Za-z0-9_.*\/])*/,
    _hyphen: () => token.immediate('-'),
    _later_part: () =>
      token.immediate(/:[:-]*[A-Za-z0-9_.*\/]([A-Za-z0-9_.*\/]|[:-]+[A-Za-z0-9_.*\/])*/),
    _reference: ($) => choice(alias($._at_word, $.reference), alias($._long_reference, $.reference)),
    _long_reference: ($) => seq($._at_word, repeat1($._hyphen)),
    _at_word: () => /@[A-Za-z_]([A-Za-z0-9_.\/]|[:-]+[A-Za-z0-9_.\/])*/,
    key: () => /[A-Za-z_][A-Za-z0-9_-]*/,

    // As wide as the language's own terminals: what is wrong inside is the server's to tell.
    string: ($) => seq('"', repeat(choice($._text, $.escape)), token.immediate('"')),
    _text: () => token.immediate(prec(1, /[^"\\\r\n]+/)),
    escape: () => token.immediate(/\\([^u\r\n]|u[0-9A-Fa-f]{0,4})/),
    regex: () => /\/([^\/\\\r\n]|\\[^\r\n])*\/[A-Za-z]*/,
    number: () => /[+-]?\.?[0-9]([0-9A-DF-Za-df-z_.]|[eE][+-]?|\.\.[+-])*/,
    variable: () => /\$[A-Za-z_][A-Za-z0-9_]*/,
    true: () => 'true',
    false: () => 'false',
    null: () => 'null',
    comment: () => /#[^\r\n]*/,
  },
});
