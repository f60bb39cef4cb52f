"""What the parsed pieces of a line mean: strings, numbers, regexes, values, arguments, patterns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from toolspec.dsl.parsing.tree import Node
from toolspec.dsl.parsing.value_forms import Values, wrong_sort
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.limits import REGEXES_SIZE_MAX
from toolspec.engine.match.arguments import Arguments
from toolspec.engine.match.regex import Regex, checked_size
from toolspec.engine.match.regex_syntax import RegexError
from toolspec.engine.match.tool_pattern import AnyOf, Glob, Name, NameRegex, ToolPattern
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.rules import traits

DIGITS_MAX = 4000
"""How many digits a number may have: Python's own readers of JSON take little more."""

FLAGS_MAX = 3
"""How many letters after a regex can be meant as flags: there are three."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_CODE = re.compile(r"[0-9]+[A-Za-z][0-9A-Za-z]*")
_SEGMENT = re.compile(r"[\w.-]+")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_RANGE = re.compile(r"(0|[1-9][0-9]*)\.\.(0|[1-9][0-9]*)")
_NOT_ZERO = re.compile(r"-?[0.]*[1-9]")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\u[0-9a-fA-F]{0,3}|\\.', re.DOTALL)
_GOOD_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')

_NUMBER_STANDIN = 1
"""What a number that cannot be read counts as: in range wherever a number may be."""

Report = Callable[[LineDiagnostic], None]


class Meaning:
    """Turns words and nodes of one line into values, and reports what cannot be one.

    `resolve` gives the pattern of an `@name`, of tools or of values; None where there is none
    (it has reported that, or someone has). `doubts` are warnings. What cannot be read gives a
    stand-in: the line is refused anyway, and reading on finds its other problems too.
    """

    def __init__(
        self,
        words: Sequence[Token],
        report: Report,
        resolve: Callable[[Token], ToolPattern | ValuePattern | None],
    ) -> None:
        self.words, self.report, self.resolve = words, report, resolve
        self.doubts: list[LineDiagnostic] = []
        self.regexes = 0
        """The size of all regexes so far."""

    # ------------------------------------------------------------------------------------- leaves

    def string(self, word: Token) -> str:
        """Return the text a string means."""
        start, text = word.start, word.text
        if text.isprintable() and "\\" not in text:
            return text[1:-1]
        for at, char in enumerate(text):
            if char < " " or "\ud800" <= char <= "\udfff":
                self.report(
                    LineDiagnostic(
                        "control_character", start + at, start + at + 1, _char_fields(char)
                    )
                )
                return ""
        for match in _ESCAPE.finditer(text):
            if not _GOOD_ESCAPE.fullmatch(match[0]):
                self.report(_bad_escape(match[0], start + match.start()))
                return ""
        value: str = json.loads(text)
        if any("\ud800" <= char <= "\udfff" for char in value):
            lone = _lone_surrogate(text)
            self.report(_bad_escape(text[lone : lone + 6], start + lone))
            return ""
        return value

    def number(self, word: Token, may_be_text: bool = False) -> int | float:
        """Return the number; whole ones stay whole, however large."""
        text, start = word.text, word.start
        if not _NUMBER.fullmatch(text):
            corrected = _corrected(text)
            fixes = (
                (Fix(f"Write {corrected}", start, start + len(text), corrected),)
                if corrected
                else ()
            )
            hint = (
                f"write `{corrected}`"
                if corrected
                else "write it as JSON does: `12`, `-0.5`, `1e6`"
            )
            if may_be_text and not corrected and _CODE.fullmatch(word.text):
                hint = f'if it is text, put it in quotes: `"{shown(word.text)}"`'
            if ".." in text:
                hint = "a range is two numbers with `..` between them: `1..10`"
            self.report(
                LineDiagnostic(
                    "bad_number", start, start + len(text),
                    {"number": shown(text), "hint": hint}, fixes,
                )
            )  # fmt: skip
            return _NUMBER_STANDIN
        if len(text) > DIGITS_MAX:
            self._out_of_range("number_too_large", word)
            return _NUMBER_STANDIN
        if _WHOLE.fullmatch(text):
            return int(text)
        value = float(text)
        if value - value != 0:
            self._out_of_range("number_too_large", word)
            return _NUMBER_STANDIN
        if value == 0 and _NOT_ZERO.match(text):
            self._out_of_range("number_too_small", word)
            return _NUMBER_STANDIN
        return value

    def _out_of_range(self, slug: str, word: Token) -> None:
        self.report(LineDiagnostic(slug, word.start, word.end, {"number": shown(word.text)}))

    def count(self, word: Token) -> int | tuple[int, int]:
        """Return a whole number of 0 or more; of a `count`, also two, the ends of a range."""
        bounds = _RANGE.fullmatch(word.text)
        if bounds is not None and traits(self.words[0].text).counts_calls:
            if len(word.text) <= DIGITS_MAX:
                return int(bounds[1]), int(bounds[2])
            self._out_of_range("number_too_large", word)
            return _NUMBER_STANDIN
        value = self.number(word)
        if isinstance(value, float) or value < 0:
            at = next((at for at, other in enumerate(self.words) if other.start == word.start), 0)
            unit = self.words[at - 1].text if at else ""
            of_step = unit in ("step", "turn")
            what = f"the number of a {unit}" if of_step else "a number of calls"
            hint = "write a whole number, 0 or more"
            if of_step and value < 0:
                hint += "; for the last call write `final`"
            fields = {"number": shown(word.text), "what": what, "hint": hint}
            self.report(LineDiagnostic("not_a_count", word.start, word.end, fields))
            return 0
        return value

    def key(self, word: Token) -> str:
        """Return the key of an argument."""
        return self.string(word) if word.kind == "string" else word.text

    def regex(self, word: Token) -> Regex:
        """Return the regex; its flags are some of `ims`."""
        text, start = word.text, word.start
        if self.regexes > REGEXES_SIZE_MAX:
            return Regex("")
        slash = text.rindex("/")
        source, flags = text[1:slash], text[slash + 1 :]
        for at, flag in enumerate(flags):
            if flag not in "ims":
                begin = start + slash + 1 + at
                hint = "remove it; put a space before the next word"
                if len(flags) > 1 and _SEGMENT.fullmatch(source):
                    hint = "remove it; if this is text with slashes, put it in quotes"
                if len(flags) > FLAGS_MAX:  # a path, most likely
                    hint = "a slash in a regex is `\\/`; text with slashes is put in quotes"
                self.report(
                    LineDiagnostic("regex_flag", begin, begin + 1, {"flag": flag, "hint": hint})
                )
                return Regex("")
        regex = Regex(source, "".join(sorted(set(flags))))
        try:
            self.regexes += checked_size(regex.source, regex.flags)
        except RegexError as error:
            begin = start + 1 + min(error.start, len(source))
            end = max(begin + 1, start + 1 + min(error.end, len(source)))
            hint = error.hint or "write it with what is supported: see `toolspec explain TS215`"
            self.report(
                LineDiagnostic("regex_refused", begin, end, {"reason": error.message, "hint": hint})
            )
            return Regex("")
        if self.regexes > REGEXES_SIZE_MAX:
            self.report(LineDiagnostic("regexes_too_large", word.start, word.end, regexes_limit()))
        return regex

    # ------------------------------------------------------------------------------------- nodes

    def pattern(self, node: Node) -> ToolPattern:
        """Return a tool pattern."""
        words = self.words
        tools = [self.tool(kind, words[at]) for kind, at in node.tokens if kind != "PIPE"]
        return tools[0] if len(tools) == 1 else AnyOf(tuple(tools))

    def tool(self, kind: str, word: Token) -> ToolPattern:
        """Return one alternative of a tool pattern, a token of that type."""
        if kind == "STRING":
            return Name(self.string(word))
        if kind == "REGEX":
            return NameRegex(self.regex(word))
        if kind == "REFERENCE":
            pattern = self.resolve(word)
            if isinstance(pattern, ValuePattern):
                self.report(wrong_sort(word, "values", "tools"))
                return Name("")
            return pattern or Name("")
        text = word.text
        return Glob(text) if "*" in text else Name(text)

    def value(self, node: Node) -> ValuePattern:
        """Return a value that is not a key's, such as a result."""
        return Values(self).value(node)

    def arguments(self, node: Node) -> Arguments:
        """Return the `<...>` with other keys free.

        A kind that takes exactly these says so itself.
        """
        return Values(self).arguments(node)


def regexes_limit() -> dict[str, str]:
    """Return the fields of the problem of too many regexes, or too large ones."""
    return {"most": f"{REGEXES_SIZE_MAX:,}"}


def _char_fields(char: str) -> dict[str, str]:
    return {"char": f"U+{ord(char):04X}", "escape": f"\\u{ord(char):04x}"}


def _bad_escape(escape: str, start: int) -> LineDiagnostic:
    return LineDiagnostic("bad_escape", start, start + len(escape), {"escape": shown(escape)})


def _lone_surrogate(text: str) -> int:
    """Return the offset of the first escape that is half of a pair."""
    escapes = [match for match in _GOOD_ESCAPE.finditer(text) if match[0][1] == "u"]
    skip = -1
    for match in escapes:
        code = int(match[0][2:], 16)
        if match.start() == skip:
            continue
        if 0xD800 <= code < 0xDC00:
            after = text[match.end() : match.end() + 6]
            if re.fullmatch(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", after):
                skip = match.end()
                continue
        if 0xD800 <= code < 0xE000:
            return match.start()
    return 0


def _corrected(text: str) -> str:
    """Return the number a person most likely meant, as JSON writes it; "" where that is a guess."""
    plain = text.replace("_", "").lstrip("+")
    sign = "-" if plain.startswith("-") else ""
    plain = plain.removeprefix("-")
    whole, dot, part = plain.partition(".")
    candidate = sign + (whole.lstrip("0") or "0") + (f".{part or '0'}" if dot else "")
    return candidate if _NUMBER.fullmatch(candidate) else ""
