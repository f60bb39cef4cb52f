"""What spans are, remembered: instrumentations write few kinds of spans, over and over.

A dialect decides by a span's name, scope, the attributes that are there, and the values of a few of
them. Which values it looked at is watched; a span that agrees with an earlier one in all of that is
the same, and no dialect is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from toolspec.engine.dialects import classify
from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.dialects.foreign import foreign_title
from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.seen import CASE

REMEMBERED_MAX: Final = 4096
"""How many shapes, and how many kinds of one shape, are remembered before starting anew."""


class Kind(NamedTuple):
    """What a span is: `title` names the dialect of a tool call that is not read yet.

    `known` are the attributes that told it, which every span of the kind has alike.
    """

    role: Role
    dialect: Dialect | None
    title: str | None
    known: dict[str, Json]


class Shape:
    """Spans of one name and scope with the same attributes.

    `decisive` are the places of the attributes by whose values the kinds were told so far; `kinds`
    holds what was told for their values as written, joined by NUL, which JSON cannot hold; `others`
    are the other attributes with their places.
    `has_case` tells whether such spans may name a case.
    """

    __slots__ = ("at", "decisive", "has_case", "keys", "kinds", "name", "others", "scope")

    def __init__(self, scope: str, name: str, keys: Sequence[str]) -> None:
        self.scope, self.name, self.keys = scope, name, keys
        self.at = {key: at for at, key in enumerate(keys)}
        self.has_case = CASE in self.at
        self.decisive: tuple[int, ...] = ()
        self.others: list[tuple[str, int]] = []
        self.kinds: dict[bytes, Kind] = {}

    def tell(self, written: Sequence[Any], read: Callable[[Any], Json]) -> Kind:
        """Return what a span of this shape is, and remember it.

        `written` are its attributes' values in their order, to be taken as bytes or read.
        """
        watched = _Watched({key: written[at] for key, at in self.at.items()}, read)
        span = Span(self.name, attributes=watched, scope=self.scope)
        role, dialect = classify(span)
        title = foreign_title(span) if dialect is None else None
        decisive = tuple(sorted({*self.decisive, *(self.at[key] for key in watched.looked_at)}))
        if decisive != self.decisive or len(self.kinds) >= REMEMBERED_MAX:
            # What was told by fewer values may not hold where the new ones differ.
            self.kinds.clear()
            self.decisive = decisive
            self.others = [(key, at) for key, at in self.at.items() if at not in decisive]
        known = {self.keys[at]: read(written[at]) for at in decisive}
        kind = Kind(role, dialect, title, known)
        self.kinds[b"\0".join([written[at] for at in decisive])] = kind
        return kind


class _Watched(Mapping[str, Any]):
    """Attributes that note which of their values are looked at."""

    def __init__(self, written: dict[str, Any], read: Callable[[Any], Json]) -> None:
        self.written, self.read = written, read
        self.looked_at: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        held = self.written[key]
        self.looked_at.add(key)
        return self.read(held)

    def __contains__(self, key: object) -> bool:
        return key in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(self.written)

    def __len__(self) -> int:
        return len(self.written)
