// Ends of rules. A rule is one line; it goes on, in lines indented deeper than its first line or beginning
// with a closing bracket, only where it cannot end yet. A line break is therefore one of two tokens: the end
// of the rule, or nothing at all (an extra, like a blank). The scanner's memory is the indentation of the
// line on which the current rule began.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token {
  END_OF_LINE,  // the line break after a rule or other line, or the end of the file
  LINE_BREAK,   // a line break that means nothing: between rules, or where a rule goes on
  BETWEEN,      // never produced: valid exactly where the parser stands between rules
};

typedef struct {
  uint16_t indent;
  bool begun;  // whether the first line of the file was seen
} Scanner;

void *tree_sitter_toolspec_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_toolspec_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_toolspec_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *scanner = payload;
  buffer[0] = (char)(scanner->indent & 0xff);
  buffer[1] = (char)(scanner->indent >> 8);
  buffer[2] = (char)scanner->begun;
  return 3;
}

void tree_sitter_toolspec_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = payload;
  bool saved = length == 3;
  scanner->indent = saved ? (uint16_t)((uint8_t)buffer[0] | (uint8_t)buffer[1] << 8) : 0;
  scanner->begun = saved && buffer[2] != 0;
}

static bool is_blank(int32_t character) { return character == ' ' || character == '\t'; }

static bool is_break(int32_t character) { return character == '\n' || character == '\r'; }

// A tab goes on to the next of these columns, as the language counts it.
#define TAB 8

static void indent_by(uint16_t *indent, int32_t character) {
  if (*indent < UINT16_MAX - TAB) *indent += character == '\t' ? TAB - *indent % TAB : 1;
}

// Reads on to the next line that holds more than a comment, and returns how deep it is indented.
static uint16_t next_indent(TSLexer *lexer) {
  uint16_t indent = 0;
  for (;;) {
    if (is_break(lexer->lookahead)) {
      indent = 0;
    } else if (is_blank(lexer->lookahead)) {
      indent_by(&indent, lexer->lookahead);
    } else if (lexer->lookahead == '#') {
      while (!is_break(lexer->lookahead) && !lexer->eof(lexer)) lexer->advance(lexer, false);
      if (lexer->eof(lexer)) return 0;
      continue;
    } else {
      return lexer->eof(lexer) ? 0 : indent;
    }
    lexer->advance(lexer, false);
  }
}

static bool is_closing(int32_t character) { return character == '>' || character == ']' || character == '}'; }

bool tree_sitter_toolspec_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  if (!scanner->begun && valid[BETWEEN] && !valid[END_OF_LINE] && lexer->get_column(lexer) == 0 &&
      is_blank(lexer->lookahead)) {
    // Only the first line of a file has no line break before it that could tell its indentation.
    lexer->mark_end(lexer);
    uint16_t indent = 0;
    while (is_blank(lexer->lookahead)) {
      indent_by(&indent, lexer->lookahead);
      lexer->advance(lexer, false);
    }
    if (!is_break(lexer->lookahead) && lexer->lookahead != '#' && !lexer->eof(lexer)) {
      scanner->begun = true;
      scanner->indent = indent;
      lexer->mark_end(lexer);
      lexer->result_symbol = LINE_BREAK;
      return true;
    }
    return false;
  }
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->eof(lexer)) {
    if (!valid[END_OF_LINE] || valid[BETWEEN]) return false;
    lexer->result_symbol = END_OF_LINE;
    return true;
  }
  if (!is_break(lexer->lookahead)) return false;
  if (lexer->lookahead == '\r') lexer->advance(lexer, false);
  if (lexer->lookahead == '\n') lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  uint16_t indent = next_indent(lexer);
  bool between = valid[BETWEEN] && !valid[END_OF_LINE];
  bool goes_on = !valid[END_OF_LINE] && (indent > scanner->indent || is_closing(lexer->lookahead));
  if (between || !goes_on) {
    scanner->begun = true;
    scanner->indent = indent;
  }
  lexer->result_symbol = between || goes_on ? LINE_BREAK : END_OF_LINE;
  return true;
}
