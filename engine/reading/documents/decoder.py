"""The exact decoder of JSON: it reads what others refuse, and says what is doubtful about it."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, same
from toolspec.engine.result import NOT_SHOWN
from toolspec.engine.trace import Note, Place

INTEGER_DIGITS_MAX: Final = 4000
WINDOW_CHARACTERS_MIN: Final = 4096
TOKEN_CHARACTERS: Final = 64
"""Nearer to the end of a piece of text, an error may be only that of the piece."""


class Twice(NamedTuple):
    """A key that is there more than once in one object, and a value of it that does not count."""

    line: int
    key: str
    lost: Json


class Decoder:
    """The exact decoder: the standard library's, which reads what others refuse, with notes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.twice: list[Twice] = []
        self._doubts: dict[str, str] = {}
        self._twice: list[tuple[str, Json]] = []
        self._failed = False
        # To search a text for exponents that may be too large takes longer than to look at each.
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._pairs,
            parse_constant=self._constant,
            parse_float=self._float,
        )

    def decode(self, at: int, line: int, notes: list[Note]) -> tuple[Json, int]:
        """Return the document at `at` and where it ends; doubts become notes on `line`.

        Raises json.JSONDecodeError and RecursionError.
        """
        try:
            value, end = self._raw_decode(at)
        except json.JSONDecodeError:
            self._doubts.clear()
            self._twice.clear()
            raise
        except ValueError:
            # An integer of more digits than Python converts; read those as infinities.
            self._decoder = json.JSONDecoder(
                object_pairs_hook=self._pairs,
                parse_constant=self._constant,
                parse_float=self._float,
                parse_int=self._integer,
            )
            self._doubts.clear()
            self._twice.clear()
            value, end = self._raw_decode(at)
        self.twice += [Twice(line, key, lost) for key, lost in self._twice]
        self._twice.clear()
        if self._doubts:
            notes.extend(Note(doubt, Place(line), bare) for doubt, bare in self._doubts.items())
            self._doubts.clear()
        return value, end

    def _raw_decode(self, at: int) -> tuple[Json, int]:
        """Return the document at `at` and where it ends; only `msg` and `pos` of an error hold.

        The standard library counts the lines up to an error. In a text of many, a log for the most
        part, that takes longer than all else, so after the first one no more text than is needed is
        handed over.
        """
        if not self._failed:
            try:
                return self._decoder.raw_decode(self.text, at)
            except json.JSONDecodeError:
                self._failed = True
                raise
        end = self.text.find("\n", at)
        size = WINDOW_CHARACTERS_MIN + (max(end, at) - at)
        while True:
            piece = self.text[at : at + size]
            try:
                value, end = self._decoder.raw_decode(piece)
            except json.JSONDecodeError as error:
                near_end = error.pos > len(piece) - TOKEN_CHARACTERS
                cut = near_end or error.msg.startswith("Unterminated string")
                if cut and at + size < len(self.text):
                    size *= 8
                    continue
                error.pos += at
                raise
            return value, at + end

    def _pairs(self, items: list[tuple[str, Json]]) -> dict[str, Json]:
        members = dict(items)
        if len(members) != len(items):
            met: set[str] = set()
            again = {key for key, _ in items if key in met or met.add(key)}
            twice = next(key for key in members if key in again)
            self._twice += [(key, lost) for key, lost in items if not same(members[key], lost)]
            self._doubt("the key ", twice, " stands twice in one object, the last one counts")
        return members

    def _doubt(self, before: str, recorded: str, after: str) -> None:
        self._doubts[f"{before}`{recorded}`{after}"] = f"{before}{NOT_SHOWN}{after}"

    def _constant(self, word: str) -> float:
        self._doubts[f"`{word}` is no JSON, read as a number all the same"] = ""
        return float(word)

    def _float(self, digits: str) -> float:
        value = float(digits)
        if value - value != 0:
            self._doubt("", digits[:20], " is too large for a number, read as infinity")
        return value

    def _integer(self, digits: str) -> int | float:
        if len(digits) <= INTEGER_DIGITS_MAX:
            return int(digits)
        self._doubts[f"a number of {len(digits)} digits read as infinity"] = ""
        return float("-inf" if digits[0] == "-" else "inf")
