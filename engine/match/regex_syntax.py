"""The regexes everyone shares: what RE2, Rust's regex and JavaScript all read, and read alike.

`parse` refuses the rest with the place and the reason, so that a spec means the same wherever it
runs. What it returns is a small tree, from which `engine.regex` tells whether a pattern is harmless
enough for a backtracking engine and whether it can be found in every text.
"""

from __future__ import annotations

from typing import NamedTuple

REPEAT_MAX = 1000
"""The largest count in `{n,m}`: RE2's own limit."""

DEPTH_MAX = 50
"""How deep groups may nest: far more than a person writes, and safe for every recursion here."""

LENGTH_MAX = 50_000
"""How many characters a regex may have."""

SIZE_MAX = 1_000_000
"""The largest size of a regex: far more than any engine here takes."""

_CLASS_SIZE = 8
"""What a set of characters counts, for engines that read bytes need several steps for it."""

_OWN_SIZE = 20
"""What each regex counts, however short."""

_CLASSES = "dDwWsS"
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}
_SYNTAX = set("\\^$.|?*+()[]{}/-")


class RegexNode(NamedTuple):
    """A part of a regex: `kind` says which of the fields count.

    char (`text`), class (`text`, as written), any, start, end, edge (`text`: b or B), group, cat
    and alt (`parts`), repeat (`parts[0]`, `low` to `high`, None for no bound).
    """

    kind: str
    text: str = ""
    parts: tuple[RegexNode, ...] = ()
    low: int = 0
    high: int | None = None


_PLAIN = "write a plain group: `(...)`"
_NOT = "no regex can say that text must not be there"
_GROUPS = {
    "=": ("lookahead", "where it comes last, write a plain group: `(...)`"),
    "!": ("negative lookahead", _NOT),
    "<=": ("lookbehind", "where it comes first, write a plain group: `(...)`"),
    "<!": ("negative lookbehind", _NOT),
    ">": ("an atomic group", _PLAIN),
    "P": ("a group named in Python's way", _PLAIN),
    "#": ("a comment", "remove it"),
    "<": ("a named group", _PLAIN),
}
"""What other engines read after a `(?`, and what to write instead."""


class RegexError(ValueError):
    """A regex outside the shared syntax: `message`, `start` and `end` as offsets in the pattern."""

    def __init__(self, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.hint = message, start, end, hint


class Parsed(NamedTuple):
    """A regex read: its tree and the flags of a leading `(?i)`, without those.

    `size` is about how many steps an engine makes of it: counts such as `{100}` are written out.
    """

    node: RegexNode
    flags: str
    size: int


def read_pattern(pattern: str) -> Parsed:
    """Read a pattern, as it is between the slashes.

    >>> read_pattern(r"(?i)a|b").flags
    'i'

    Raises RegexError where the pattern is wrong or means different things to different engines.
    """
    if len(pattern) > LENGTH_MAX:
        raise RegexError(
            f"a regex has at most {LENGTH_MAX:,} characters", 0, len(pattern), "use several"
        )
    reader = _Reader(pattern)
    flags = reader.leading_flags()
    node = reader.alternatives(0)
    if reader.at < len(pattern):
        raise RegexError(
            "a `)` closes no group", reader.at, reader.at + 1, "write `\\)` for the character"
        )
    size = _OWN_SIZE + _size(node)
    if size > SIZE_MAX:
        raise RegexError("the pattern is too large", 0, len(pattern), "lower its counts")
    return Parsed(node, flags, size)


def _size(node: RegexNode) -> int:
    if node.kind == "any":
        return _CLASS_SIZE
    if node.kind == "class":
        return _CLASS_SIZE + len(node.text)
    inside = sum([_size(part) for part in node.parts])
    if node.kind == "repeat":
        return 1 + inside * max(1, node.low, node.high or 0)
    return 1 + inside


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def peek(self, width: int = 1) -> str:
        return self.pattern[self.at : self.at + width]

    def take(self) -> str:
        self.at += 1
        return self.pattern[self.at - 1]

    def fail(self, message: str, start: int, hint: str = "") -> RegexError:
        return RegexError(message, start, max(self.at, start + 1), hint)

    def leading_flags(self) -> str:
        flags = ""
        while self.peek(2) == "(?" and self.pattern[self.at + 2 : self.at + 3] in ("i", "m", "s"):
            end = self.pattern.find(")", self.at)
            letters = self.pattern[self.at + 2 : end] if end > 0 else ""
            if not letters or letters.strip("ims"):
                break
            flags, self.at = flags + letters, end + 1
        return "".join(sorted(set(flags)))

    def alternatives(self, depth: int) -> RegexNode:
        branches = [self.sequence(depth)]
        while self.peek() == "|":
            self.at += 1
            branches.append(self.sequence(depth))
        return branches[0] if len(branches) == 1 else RegexNode("alt", parts=tuple(branches))

    def sequence(self, depth: int) -> RegexNode:
        parts: list[RegexNode] = []
        while self.at < len(self.pattern) and self.peek() not in "|)":
            parts.append(self.repeated(depth))
        return parts[0] if len(parts) == 1 else RegexNode("cat", parts=tuple(parts))

    def repeated(self, depth: int) -> RegexNode:
        start = self.at
        node = self.atom(depth)
        bounds = self.bounds()
        if bounds is None:
            return node
        if node.kind in ("start", "end", "edge"):
            raise self.fail(
                "there is nothing here to repeat",
                start,
                "engines differ on a repeated `^`, `$` or `\\b`",
            )
        if self.peek() == "?":
            self.at += 1
        if self.peek() in ("*", "+", "?", "{") and self.peek():
            self.at += 1
            raise self.fail(
                "one repetition follows another directly",
                self.at - 1,
                "remove one of them, or put the first into a group, `(?:...)`",
            )
        return RegexNode("repeat", parts=(node,), low=bounds[0], high=bounds[1])

    def bounds(self) -> tuple[int, int | None] | None:
        mark, start = self.peek(), self.at
        if mark == "{":
            end = self.pattern.find("}", start)
            low, comma, high = (
                self.pattern[start + 1 : end].partition(",") if end > 0 else ("", "", "")
            )
            if not (low.isascii() and low.isdigit()) or (
                high and not (high.isascii() and high.isdigit())
            ):
                self.at += 1
                raise self.fail(
                    "a `{` stands for itself only as `\\{`",
                    start,
                    "write `\\{`, or a count: `a{2,3}`",
                )
            self.at = end + 1
            if max(len(low), len(high)) > len(str(REPEAT_MAX)):
                raise self.fail(f"a count is at most {REPEAT_MAX}", start)
            least, most = int(low), int(high) if high else None if comma else int(low)
            if least > REPEAT_MAX or (most is not None and most > REPEAT_MAX):
                raise self.fail(f"a count is at most {REPEAT_MAX}", start)
            if most is not None and most < least:
                raise self.fail(
                    "the smaller count comes first", start, f"write `{{{most},{least}}}`"
                )
            return least, most
        if not mark or mark not in "*+?":
            return None
        self.at += 1
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[mark]

    def atom(self, depth: int) -> RegexNode:
        start, char = self.at, self.take()
        if char == "(":
            return self.group(start, depth)
        if char == "[":
            return self.char_class(start)
        if char == "\\":
            return self.escape(start)
        if char in "*+?":
            raise self.fail(
                "there is nothing here to repeat", start, f"write `\\{char}` for the character"
            )
        if char in "{}]":
            raise self.fail(
                f"a `{char}` stands for itself only as `\\{char}`", start, f"write `\\{char}`"
            )
        if char in ".^$":
            return RegexNode({".": "any", "^": "start", "$": "end"}[char])
        return RegexNode("char", char)

    def group(self, start: int, depth: int) -> RegexNode:
        if depth >= DEPTH_MAX:
            raise self.fail(f"groups nest deeper than {DEPTH_MAX}", start)
        if self.peek() == "?":
            self.group_head(start)
        node = self.alternatives(depth + 1)
        if self.peek() != ")":
            raise RegexError(
                "this `(` is never closed", start, start + 1, "write `\\(` for the character"
            )
        self.at += 1
        return RegexNode("group", parts=(node,))

    def group_head(self, start: int) -> None:
        """Step over `?:` or `?<name>`; every other `(?` is refused with its own reason."""
        self.at += 1
        remaining = self.pattern[self.at :]
        if remaining.startswith(":"):
            self.at += 1
            return
        for mark, (name, hint) in _GROUPS.items():
            if remaining.startswith(mark):
                self.at += len(mark)
                raise self.fail(f"{name} is not supported", start, hint)
        raise self.fail(
            "flags come first in a regex, or after its closing slash", start, "write `/.../i`"
        )

    def escape(self, start: int) -> RegexNode:
        if self.at >= len(self.pattern):
            raise self.fail("a lone `\\` is at the end", start, "write `\\\\` for the character")
        char = self.take()
        if char in _CLASSES:
            return RegexNode("class", "\\" + char)
        if char in "bB":
            return RegexNode("edge", char)
        if char in _CONTROLS:
            return RegexNode("char", _CONTROLS[char])
        if char == "x":
            return RegexNode("char", self.hex(start))
        if char in _SYNTAX:
            return RegexNode("char", char)
        if char.isascii() and char.isdigit():
            raise self.fail(
                "a backreference is not supported",
                start,
                "no engine finds one in linear time",
            )
        hint = f"write `{char}`" if not char.isalnum() else ""
        raise self.fail(f"`\\{char}` is not supported", start, hint)

    def hex(self, start: int) -> str:
        digits = self.peek(2)
        if len(digits) < 2 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            raise self.fail("`\\x` takes two hexadecimal digits", start, "write `\\x0a`")
        self.at += 2
        return chr(int(digits, 16))

    def char_class(self, start: int) -> RegexNode:
        if self.peek() == "^":
            self.at += 1
        if self.peek() == "]":
            self.at += 1
            raise self.fail(
                "a `]` that comes first means different things to different engines",
                start,
                "write `\\]`",
            )
        while True:
            if self.at >= len(self.pattern):
                raise RegexError(
                    "this `[` is never closed", start, start + 1, "write `\\[` for the character"
                )
            here = self.at
            low = self.member(start)
            if low is None:
                break
            if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                high = self.member(start)
                if len(low) != 1 or high is None or len(high) != 1:
                    raise self.fail(
                        "a range goes from one character to another", here, "write `\\-` for a dash"
                    )
                if high < low:
                    raise self.fail("the lower end of a range comes first", here)
        return RegexNode("class", self.pattern[start : self.at])

    def member(self, start: int) -> str | None:
        r"""Take one member of a class: a character, `\d` and its like as two, None at the `]`."""
        here, char = self.at, self.take()
        if char == "]":
            return None
        if char == "[":
            raise self.fail(
                "a `[` inside `[...]` stands for itself only as `\\[`", here, "write `\\[`"
            )
        if char in "&~-" and self.peek() == char:
            self.at += 1
            raise self.fail(
                f"`{char}{char}` inside `[...]` is an operator in some engines",
                here,
                f"write `\\{char}`" if char == "-" else f"write `{char}` once",
            )
        if char != "\\":
            return char
        if self.at >= len(self.pattern):
            raise RegexError("this `[` is never closed", start, start + 1)
        char = self.take()
        if char in _CLASSES:
            return "\\" + char
        if char == "x":
            return self.hex(here)
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char in _SYNTAX:
            return char
        raise self.fail(f"`\\{char}` is not supported here", here)
