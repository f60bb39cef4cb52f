"""Whether a regex is found in every text there is: then a text not recorded matches as well.

The regex runs on all texts at once. Characters that it cannot tell apart count as one sort, and
the places in it that a text has led to so far are one state. A state in which the text may end
without a match says no. So does a regex of more states than a person would write: it is then merely
not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from toolspec.engine.regex_syntax import Node

STEPS_MAX: Final = 300
"""Steps of a program; a count such as `{100}` is written out."""

STATES_MAX: Final = 500
"""States that are looked at."""

LOOKS_MAX: Final = 100_000
"""Steps that are looked at in all of these states, some tenths of a second."""

_SAMPLES: Final = "\n\r\t\f\v aZz09_-.é中\U0001f600\u017f\u212a"
"""Characters of every sort that escapes and folded case tell apart."""


class TooLargeError(Exception):
    """The program has more steps than are worth looking at."""


class Step(NamedTuple):
    """A step: eat a character by the regex `leaf`, look at an `edge`, or neither; then go `to`."""

    to: tuple[int, ...]
    leaf: str = ""
    edge: str = ""


class Sort(NamedTuple):
    """Characters that the regex cannot tell apart: the leaves that eat them, and what edges see."""

    leaves: frozenset[str]
    is_word: bool
    is_newline: bool


def always_found(node: Node, multiline: bool, eats: Callable[[str, str], bool]) -> bool:
    """Tell whether the regex is found in every text.

    `eats(leaf, character)` tells whether a leaf, a regex for one character, takes a character.
    """
    try:
        program = Program(node, multiline)
    except TooLargeError:
        return False
    sorts = _sorts(program, eats)
    pending: list[tuple[frozenset[int], Sort | None]] = [(frozenset(), None)]
    seen = set(pending)
    while pending:
        places, before = pending.pop()
        if not program.is_found(program.reached(places, before, None)):
            return False
        for sort in sorts:
            reached = program.reached(places, before, sort)
            if program.is_found(reached):
                continue  # whatever follows, it has been found
            state = (program.eaten(reached, sort), sort)
            if state not in seen:
                seen.add(state)
                pending.append(state)
        if len(seen) > STATES_MAX or program.looks > LOOKS_MAX:
            return False
    return True


class Program:
    """A regex as steps, the last of which is the match. Raises TooLargeError when made too long."""

    def __init__(self, node: Node, multiline: bool) -> None:
        self.multiline = multiline
        self.looks = 0
        self.steps: list[Step] = [Step(())]
        self.first = self._add(node, 0)

    def _step(self, step: Step) -> int:
        if len(self.steps) == STEPS_MAX:
            raise TooLargeError
        self.steps.append(step)
        return len(self.steps) - 1

    def _add(self, node: Node, after: int) -> int:
        """Add the node's steps in front of the step `after`; return the first of them."""
        match node.kind:
            case "char":
                return self._step(Step((after,), leaf=f"\\x{{{ord(node.text):x}}}"))
            case "class":
                return self._step(Step((after,), leaf=node.text))
            case "any":
                return self._step(Step((after,), leaf="."))
            case "start" | "end":
                return self._step(Step((after,), edge=node.kind))
            case "edge":
                return self._step(Step((after,), edge=node.text))
            case "alt":
                return self._step(Step(tuple(self._add(part, after) for part in node.parts)))
            case "repeat":
                return self._add_repeat(node, after)
            case _:
                for part in reversed(node.parts):
                    after = self._add(part, after)
                return after

    def _add_repeat(self, node: Node, after: int) -> int:
        (part,) = node.parts
        if node.high is None:
            loop = self._step(Step(()))
            self.steps[loop] = Step((self._add(part, loop), after))
            after = loop
        else:
            for _ in range(node.high - node.low):
                after = self._step(Step((self._add(part, after), after)))
        for _ in range(node.low):
            after = self._add(part, after)
        return after

    def reached(
        self, places: Iterable[int], before: Sort | None, behind: Sort | None
    ) -> frozenset[int]:
        """Return the steps reached between two characters, None where the text begins or ends."""
        pending, seen = [*places, self.first], set[int]()
        while pending:
            at = pending.pop()
            if at in seen:
                continue
            seen.add(at)
            self.looks += 1
            step = self.steps[at]
            if not step.leaf and (not step.edge or self._is_edge(step.edge, before, behind)):
                pending += step.to
        return frozenset(seen)

    def _is_edge(self, edge: str, before: Sort | None, behind: Sort | None) -> bool:
        if edge in ("start", "end"):
            side = before if edge == "start" else behind
            return side is None or (self.multiline and side.is_newline)
        differ = (before is not None and before.is_word) != (behind is not None and behind.is_word)
        return differ == (edge == "b")

    def is_found(self, reached: frozenset[int]) -> bool:
        """Tell whether the match is among the steps."""
        return 0 in reached

    def eaten(self, reached: Iterable[int], sort: Sort) -> frozenset[int]:
        """Return where the steps lead that eat a character of the sort."""
        steps = (self.steps[at] for at in reached)
        return frozenset(step.to[0] for step in steps if step.leaf in sort.leaves)


def _sorts(program: Program, eats: Callable[[str, str], bool]) -> list[Sort]:
    """Return every sort of characters; neighbours of what is written stand for what is not."""
    leaves = {step.leaf for step in program.steps if step.leaf}
    written = set(_SAMPLES).union(*leaves)
    written.update(chr(int(leaf[3:-1], 16)) for leaf in leaves if leaf.startswith("\\x{"))
    written.update(character.swapcase()[0] for character in tuple(written))
    codes = {ord(character) + by for character in written for by in (-1, 0, 1)}
    codes.update(range(256) if any("\\x" in leaf for leaf in leaves) else ())
    sorts: dict[Sort, None] = {}
    for code in sorted(codes):
        if not 0 <= code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            continue
        character = chr(code)
        eaten = frozenset(leaf for leaf in leaves if eats(leaf, character))
        is_word = character.isascii() and (character.isalnum() or character == "_")
        sorts[Sort(eaten, is_word, character == "\n")] = None
    return list(sorts)
