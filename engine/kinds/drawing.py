"""What a timeline draws of a rule beside its evidence: entries, and the calls they took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

CallPart: TypeAlias = Literal["taken", "missing", "forbidden", "extra", "open"]
"""What a rule made of a call: it was taken; something is missing there; it is forbidden; it is one
too many; too little of it is recorded to decide."""


class Drawing(NamedTuple):
    """The entries of a rule and what became of them in a trace, or in a part of one.

    `expected` are the entries as written. `links` are pairs of a call, by its index in the part,
    and the entry that took it. `lacking` are the entries without a call, or with too few. `extra`
    are calls that are too many. Where `in_order`, each entry's calls come after those of the entry
    before, so that entries and calls are two lanes whose links do not cross.
    """

    expected: tuple[str, ...] = ()
    links: Sequence[tuple[int, int]] = ()
    lacking: Sequence[int] = ()
    extra: Sequence[int] = ()
    in_order: bool = False


NOTHING: Final = Drawing()
"""Of rules whose evidence says all there is to draw."""
