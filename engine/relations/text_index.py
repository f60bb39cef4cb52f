"""Find the texts in which a value may occur anywhere: by three characters of it, or as a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.numbers import is_number, number_key, numbers_in
from toolspec.engine.result import Unrecorded

PIECE: Final = 3
"""Characters of the pieces that texts are found by."""


class TextIndex:
    """Texts by their numbers: None has nothing, and one that is not recorded may have anything."""

    def __init__(self, texts: Mapping[int, str | Unrecorded | None]) -> None:
        self.all = [at for at, text in texts.items() if text is not None]
        self.unrecorded = [at for at, text in texts.items() if isinstance(text, Unrecorded)]
        self.texts = {at: text for at, text in texts.items() if isinstance(text, str)}

    @cached_property
    def by_piece(self) -> dict[str, list[int]]:
        """The texts by each three characters in a row that they have."""
        index: dict[str, list[int]] = {}
        for at, text in self.texts.items():
            for piece in {text[begin : begin + PIECE] for begin in range(len(text) - PIECE + 1)}:
                index.setdefault(piece, []).append(at)
        return index

    @cached_property
    def by_number(self) -> dict[str | float, list[int]]:
        """The texts by the numbers in them."""
        index: dict[str | float, list[int]] = {}
        for at, text in self.texts.items():
            for key in numbers_in(text):
                index.setdefault(key, []).append(at)
        return index

    def may_have(self, value: Json) -> Sequence[int]:
        """Return the texts that may have a value, in order."""
        places: Sequence[int]
        if isinstance(value, int | float) and is_number(value):
            places = self.by_number.get(number_key(value), ())
        elif isinstance(value, str) and len(value) >= PIECE:
            pieces = {value[begin : begin + PIECE] for begin in range(len(value) - PIECE + 1)}
            places = min([self.by_piece.get(piece, ()) for piece in pieces], key=len)
        else:
            return self.all
        return sorted({*places, *self.unrecorded}) if self.unrecorded else places
