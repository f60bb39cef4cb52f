"""What the parsed pieces of a line mean: strings, numbers, regexes, values, arguments, patterns."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from toolspec.dsl.problem import Fix, Found, shown
from toolspec.engine.matcher import (
    Argument,
    Arguments,
    Exactly,
    ListOf,
    ObjectOf,
    Present,
    Text,
    ValuePattern,
)
from toolspec.engine.pattern import AnyOf, Glob, Name, NameRegex, ToolPattern
from toolspec.engine.regex import Regex, check
from toolspec.engine.regex_syntax import RegexError

if TYPE_CHECKING:
    from lark import Token, Tree

DIGITS_MAX = 4000
"""How many digits a number may have: Python's own readers of JSON take little more."""

FLAGS_MAX = 3
"""How many letters behind a regex can be meant as flags: there are three."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NOT_ZERO = re.compile(r"-?[0.]*[1-9]")
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\u[0-9a-fA-F]{0,3}|\\.', re.DOTALL)
_GOOD_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')

_NUMBER_STANDIN = 1
"""What a number that cannot be read counts as: in range wherever a number may stand."""

Report = Callable[[Found], None]


class Meaning:
    """Turns tokens and trees of one line into values, and reports what cannot be one.

    `resolve` gives the pattern behind an `@name`, None where there is none (it has reported that,
    or someone has). What cannot be read gives a stand-in: the line is refused anyway, and reading
    on finds its other problems too.
    """

    def __init__(self, report: Report, resolve: Callable[[Token], ToolPattern | None]) -> None:
        self.report, self.resolve = report, resolve

    # ------------------------------------------------------------------------------------- leaves

    def string(self, token: Token) -> str:
        """Return the text a string means."""
        start, text = _start(token), str(token)
        if text.isprintable() and "\\" not in text:
            return text[1:-1]
        for at, char in enumerate(text):
            if char < " " or "\ud800" <= char <= "\udfff":
                self.report(
                    Found("control_character", start + at, start + at + 1, _char_fields(char))
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

    def number(self, token: Token) -> int | float:
        """Return the number; whole ones stay whole, however large."""
        text, start = str(token), _start(token)
        if not _NUMBER.fullmatch(text):
            mended = _mended(text)
            fixes = (Fix(f"Write {mended}", start, start + len(text), mended),) if mended else ()
            hint = f"write `{mended}`" if mended else "write it as JSON does: `12`, `-0.5`, `1e6`"
            self.report(
                Found(
                    "bad_number", start, start + len(text),
                    {"number": shown(text), "hint": hint}, fixes,
                )
            )  # fmt: skip
            return _NUMBER_STANDIN
        if len(text) > DIGITS_MAX:
            self._out_of_range("number_too_large", token)
            return _NUMBER_STANDIN
        if _WHOLE.fullmatch(text):
            return int(text)
        value = float(text)
        if value - value != 0:
            self._out_of_range("number_too_large", token)
            return _NUMBER_STANDIN
        if value == 0 and _NOT_ZERO.match(text):
            self._out_of_range("number_too_small", token)
            return _NUMBER_STANDIN
        return value

    def _out_of_range(self, slug: str, token: Token) -> None:
        start = _start(token)
        self.report(Found(slug, start, start + len(token), {"number": shown(str(token))}))

    def count(self, token: Token) -> int:
        """Return a whole number of 0 or more."""
        value = self.number(token)
        start = _start(token)
        if isinstance(value, float) or value < 0:
            self.report(
                Found("not_a_count", start, start + len(token), {"number": shown(str(token))})
            )
            return 0
        return value

    def regex(self, token: Token) -> Regex:
        """Return the regex; its flags are some of `ims`."""
        text, start = str(token), _start(token)
        slash = text.rindex("/")
        source, flags = text[1:slash], text[slash + 1 :]
        for at, flag in enumerate(flags):
            if flag not in "ims":
                begin = start + slash + 1 + at
                hint = "take it out; put a space before the next word"
                if len(flags) > FLAGS_MAX:  # a path, most likely
                    hint = "a slash in a regex is `\\/`; text with slashes is put in quotes"
                self.report(Found("regex_flag", begin, begin + 1, {"flag": flag, "hint": hint}))
                return Regex("")
        regex = Regex(source, "".join(sorted(set(flags))))
        try:
            check(regex.source, regex.flags)
        except RegexError as error:
            begin = start + 1 + min(error.start, len(source))
            end = max(begin + 1, start + 1 + min(error.end, len(source)))
            hint = error.hint or "see which syntax every engine shares"
            self.report(Found("regex_refused", begin, end, {"reason": error.message, "hint": hint}))
            return Regex("")
        return regex

    # ------------------------------------------------------------------------------------- trees

    def pattern(self, tree: Tree[Token]) -> ToolPattern:
        """Return a tool pattern."""
        found = [self.tool(token) for token in tokens(tree) if token.type != "PIPE"]
        return found[0] if len(found) == 1 else AnyOf(tuple(found))

    def tool(self, token: Token) -> ToolPattern:
        """Return one alternative of a tool pattern."""
        if token.type == "STRING":
            return Name(self.string(token))
        if token.type == "REGEX":
            return NameRegex(self.regex(token))
        if token.type == "REFERENCE":
            return self.resolve(token) or Name("")
        text = str(token)
        return Glob(text) if "*" in text else Name(text)

    def value(self, tree: Tree[Token]) -> ValuePattern:
        """Return a value; one without a regex or `...` in it is one `Exactly`."""
        child: Any = tree.children[0]
        if tree.data == "dots":
            return Present()
        kind: str = child.data if hasattr(child, "data") else child.type
        if kind == "list":
            items = [self.value(item) for item in subtrees(child)]
            if all(isinstance(item, Exactly) for item in items):
                return Exactly([item.value for item in items if isinstance(item, Exactly)])
            return ListOf(tuple(items))
        if kind == "object":
            entries = tuple(
                (key, pattern) for key, pattern, _ in self.members(child, "value in an object")
            )
            if all(isinstance(pattern, Exactly) for _, pattern in entries):
                return Exactly(
                    {key: item.value for key, item in entries if isinstance(item, Exactly)}
                )
            return ObjectOf(entries)
        if kind == "STRING":
            return Exactly(self.string(child))
        if kind == "NUMBER":
            return Exactly(self.number(child))
        if kind == "REGEX":
            return Text(self.regex(child))
        return Exactly({"TRUE": True, "FALSE": False, "NULL": None}[kind])

    def arguments(self, tree: Tree[Token]) -> Arguments:
        """Return the `<...>` with other keys free.

        A kind that takes exactly these says so itself.
        """
        return Arguments(
            tuple(Argument(key, value, must) for key, value, must in self.members(tree, "argument"))
        )

    def members(self, tree: Tree[Token], what: str) -> list[tuple[str, ValuePattern, bool]]:
        """Return the keys and values of a `<...>` or `{...}`, and whether each says `must`."""
        found: list[tuple[str, ValuePattern, bool]] = []
        seen: dict[str, Token] = {}
        for member in subtrees(tree):
            held = tokens(member)
            must = held[0].type == "MUST"
            token = held[1] if must else held[0]
            key = self.string(token) if token.type == "STRING" else str(token)
            if key in seen:
                self.report(
                    Found(
                        "doubled_key", _start(token), _start(token) + len(token),
                        {"key": shown(key), "what": what},
                    )
                )  # fmt: skip
            seen[key] = token
            found.append((key, self.value(subtrees(member)[0]), must))
        return found


def tokens(tree: Tree[Token]) -> list[Token]:
    """Return a tree's own tokens, in order.

    Only trees have `data`: to ask for their class would mean to import Lark.
    """
    return cast("list[Token]", [child for child in tree.children if not hasattr(child, "data")])


def subtrees(tree: Tree[Token]) -> list[Tree[Token]]:
    """Return a tree's own subtrees, in order."""
    return cast("list[Tree[Token]]", [child for child in tree.children if hasattr(child, "data")])


def _start(token: Token) -> int:
    return token.start_pos or 0


def _char_fields(char: str) -> dict[str, str]:
    return {"char": f"U+{ord(char):04X}", "escape": f"\\u{ord(char):04x}"}


def _bad_escape(escape: str, start: int) -> Found:
    return Found("bad_escape", start, start + len(escape), {"escape": shown(escape)})


def _lone_surrogate(text: str) -> int:
    """Return where the first escape stands that is half of a pair."""
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


def _mended(text: str) -> str:
    """Return the number a person most likely meant, as JSON writes it; "" where that is a guess."""
    plain = text.replace("_", "").lstrip("+")
    sign = "-" if plain.startswith("-") else ""
    plain = plain.removeprefix("-")
    whole, dot, part = plain.partition(".")
    candidate = sign + (whole.lstrip("0") or "0") + (f".{part or '0'}" if dot else "")
    return candidate if _NUMBER.fullmatch(candidate) else ""
