// Where rules end. A rule is one line; after its colon, `->`, `,`, `|`, `&` or `or`, or inside an open bracket, it goes
// on in lines indented deeper than its first or beginning with the closing bracket. A line break is therefore one
// of two tokens: the end of the line, or nothing at all (an extra, like a blank). To tell, the scanner reads
// those signs itself and remembers the open brackets, and how deep the line it is in is indented.

#include <stddef.h>
#include <string.h>

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token {
  END_OF_LINE,  // the line break after a rule or other line, or the end of the file
  LINE_BREAK,   // a line break that means nothing: between lines, or where a rule goes on
  BETWEEN,      // never produced: valid exactly where the parser stands between lines
  BELOW,        // the line break after a rule's colon or `or`, where the rule goes on below
  ARROW,
  COMMA,
  PIPE,
  ARGUMENTS_OPEN,
  ARGUMENTS_CLOSE,
  LIST_OPEN,
  LIST_CLOSE,
  OBJECT_OPEN,
  OBJECT_CLOSE,
  GROUP_OPEN,
  GROUP_CLOSE,
  BOTH,
};

#define DEPTH_MAX 128  // deeper brackets are counted no more
#define TAB 8          // a tab goes on to the next of these columns, as the language counts it

typedef struct {
  uint16_t indent;       // of the first line of the rule
  uint16_t breaks_left;  // line breaks until the rule goes on, behind a sign that asks for more
  uint8_t begun;         // whether the first line of the file was seen
  uint8_t depth;
  char closing[DEPTH_MAX];  // what closes the open brackets, innermost last
} Scanner;

void *tree_sitter_toolspec_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_toolspec_external_scanner_destroy(void *payload) { ts_free(payload); }

static unsigned size_of(const Scanner *scanner) { return offsetof(Scanner, closing) + scanner->depth; }

unsigned tree_sitter_toolspec_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, size_of(payload));
  return size_of(payload);
}

void tree_sitter_toolspec_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(Scanner));
  if (length > 0) memcpy(payload, buffer, length);
}

static bool is_blank(int32_t character) { return character == ' ' || character == '\t'; }

static bool is_break(int32_t character) { return character == '\n' || character == '\r'; }

static void take_break(TSLexer *lexer) {
  bool carriage = lexer->lookahead == '\r';
  lexer->advance(lexer, false);
  if (carriage && lexer->lookahead == '\n') lexer->advance(lexer, false);
}

static uint16_t take_blanks(TSLexer *lexer) {
  uint16_t indent = 0;
  for (; is_blank(lexer->lookahead); lexer->advance(lexer, false)) {
    if (indent < UINT16_MAX - TAB) indent += lexer->lookahead == '\t' ? TAB - indent % TAB : 1;
  }
  return indent;
}

static void take_comment(TSLexer *lexer) {
  if (lexer->lookahead != '#') return;
  while (!is_break(lexer->lookahead) && !lexer->eof(lexer)) lexer->advance(lexer, false);
}

// Reads on to the next line that holds more than a comment, and returns how deep it is indented.
static uint16_t next_indent(TSLexer *lexer, uint16_t *breaks) {
  for (;;) {
    uint16_t indent = take_blanks(lexer);
    take_comment(lexer);
    if (!is_break(lexer->lookahead)) return lexer->eof(lexer) ? 0 : indent;
    take_break(lexer);
    *breaks += *breaks < UINT16_MAX;
  }
}

static bool goes_on_at(const Scanner *scanner, TSLexer *lexer, uint16_t indent) {
  if (lexer->eof(lexer)) return false;
  bool closes = scanner->depth > 0 && lexer->lookahead == scanner->closing[scanner->depth - 1];
  return indent > scanner->indent || closes;
}

// Behind a sign that asks for more: is this the end of a line, and does the rule go on below?
static void look_below(Scanner *scanner, TSLexer *lexer) {
  scanner->breaks_left = 0;
  take_blanks(lexer);
  take_comment(lexer);
  if (!is_break(lexer->lookahead)) return;
  take_break(lexer);
  uint16_t breaks = 1;
  uint16_t indent = next_indent(lexer, &breaks);
  if (goes_on_at(scanner, lexer, indent)) scanner->breaks_left = breaks;
}

// `<=` and `>=` compare, and so does a `<` before a number: none of them is a bracket.
static bool compares(TSLexer *lexer, uint8_t token) {
  if (token != ARGUMENTS_OPEN && token != ARGUMENTS_CLOSE) return false;
  if (lexer->lookahead == '=') return true;
  if (token == ARGUMENTS_CLOSE) return false;
  take_blanks(lexer);
  int32_t next = lexer->lookahead;
  return next == '+' || next == '-' || next == '.' || (next >= '0' && next <= '9');
}

static bool take_sign(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  static const struct {
    char sign;
    char closing;
    uint8_t token;
  } signs[] = {
      {',', 0, COMMA},           {'|', 0, PIPE},        {'<', '>', ARGUMENTS_OPEN}, {'>', 0, ARGUMENTS_CLOSE},
      {'[', ']', LIST_OPEN},     {']', 0, LIST_CLOSE},  {'{', '}', OBJECT_OPEN},    {'}', 0, OBJECT_CLOSE},
      {'(', ')', GROUP_OPEN},    {')', 0, GROUP_CLOSE}, {'&', 0, BOTH},
  };
  bool arrow = lexer->lookahead == '-' && valid[ARROW];
  if (arrow) {
    lexer->advance(lexer, false);
    if (lexer->lookahead != '>') return false;
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    lexer->result_symbol = ARROW;
    look_below(scanner, lexer);
    return true;
  }
  for (unsigned at = 0; at < sizeof signs / sizeof *signs; at++) {
    if (lexer->lookahead != signs[at].sign || !valid[signs[at].token]) continue;
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    if (compares(lexer, signs[at].token)) return false;
    lexer->result_symbol = signs[at].token;
    if (signs[at].closing) {
      if (scanner->depth < DEPTH_MAX) scanner->closing[scanner->depth++] = signs[at].closing;
    } else if (signs[at].token == COMMA || signs[at].token == PIPE || signs[at].token == BOTH) {
      look_below(scanner, lexer);
    } else if (scanner->depth > 0) {
      scanner->depth--;
    }
    return true;
  }
  return false;
}

// Only the first line of a file has no line break before it that could tell its indentation. Takes its
// margin, and the break of a line that is blank.
static void take_first_margin(Scanner *scanner, TSLexer *lexer) {
  uint16_t indent = take_blanks(lexer);
  if (is_break(lexer->lookahead)) {
    take_break(lexer);
  } else if (lexer->lookahead != '#') {
    scanner->begun = 1;
    scanner->indent = indent;
  }
  lexer->mark_end(lexer);
  lexer->result_symbol = LINE_BREAK;
}

bool tree_sitter_toolspec_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  bool between = valid[BETWEEN] && !valid[END_OF_LINE];
  if (between && !scanner->begun && is_blank(lexer->lookahead)) {
    take_first_margin(scanner, lexer);
    return true;
  }
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->eof(lexer)) {
    if (!valid[END_OF_LINE] || valid[BETWEEN]) return false;
    lexer->result_symbol = END_OF_LINE;
    return true;
  }
  if (!is_break(lexer->lookahead)) return take_sign(scanner, lexer, valid);
  take_break(lexer);
  lexer->mark_end(lexer);
  uint16_t breaks = 0;
  uint16_t indent = next_indent(lexer, &breaks);
  // While it recovers from an error the parser takes every token: then nothing is known of a colon.
  bool below = valid[BELOW] && !valid[END_OF_LINE] && goes_on_at(scanner, lexer, indent);
  bool goes_on = scanner->breaks_left > 0 || (scanner->depth > 0 && goes_on_at(scanner, lexer, indent));
  if (below) {
    scanner->breaks_left = breaks;
    lexer->result_symbol = BELOW;
    return true;
  }
  if (goes_on) {
    if (scanner->breaks_left > 0) scanner->breaks_left--;
  } else {
    scanner->begun = 1;
    scanner->indent = indent;
    scanner->depth = 0;
  }
  lexer->result_symbol = between || goes_on ? LINE_BREAK : END_OF_LINE;
  return true;
}
