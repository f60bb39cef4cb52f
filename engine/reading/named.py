"""Named tuples made by the million."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    _Made = TypeVar("_Made")

    def make(kind: type[_Made], fields: tuple[Any, ...]) -> _Made:
        """Return a named tuple of all its fields, in a third of the time `kind` itself takes."""
        ...
else:
    make = tuple.__new__
