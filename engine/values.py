"""Small immutable values without `dataclasses`.

The standard library's dataclasses import `inspect`, which alone takes longer than starting Python;
`toolspec check` would pay for it on every run. What rules and patterns need is little: fields in
the order they are written, defaults, equality, a hash, a repr, and no assignment afterwards.
Values made in great number (calls, places, evidence) are named tuples instead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar, Final, Self, TypeVar, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """A frozen record: every annotated name of the class body is a field.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(1, y=0), Point(1).replace(y=2)
    (Point(x=1, y=0), True, Point(x=1, y=2))

    Raises TypeError on a missing or unknown field, AttributeError on assignment. Underscored
    attributes may be set: a value may remember what it computed from its fields.
    """

    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        """Read the fields off the class body; a field of a parent comes before them."""
        own = (
            name
            for name, kind in cls.__annotations__.items()
            if not str(kind).startswith("ClassVar") and not name.startswith("_")
        )
        cls.fields = (*cls.fields, *own)

    def __init__(self, *args: Any, **named: Any) -> None:
        names = self.fields
        if len(args) > len(names):
            raise TypeError(f"{type(self).__name__} takes {len(names)} fields, got {len(args)}")
        attributes = self.__dict__
        attributes.update(zip(names, args, strict=False))
        if len(args) == len(names) and not named:
            return
        for name, value in named.items():
            if name not in names or name in attributes:
                raise TypeError(f"{type(self).__name__} has no free field {name!r}")
            attributes[name] = value
        for name in names[len(args) :]:
            if name not in attributes:
                try:
                    attributes[name] = getattr(type(self), name)
                except AttributeError:
                    raise TypeError(f"{type(self).__name__} needs the field {name!r}") from None

    def replace(self, **changed: Any) -> Self:
        """Return the same value with some fields changed."""
        return type(self)(**{name: getattr(self, name) for name in self.fields} | changed)

    def __reduce__(self) -> tuple[Any, ...]:
        # What a value remembers beside its fields, such as a compiled regex, is not sent along.
        return type(self), self._key()

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} is immutable; use replace({name}=...)")
        self.__dict__[name] = value

    def _key(self) -> tuple[Any, ...]:
        attributes = self.__dict__
        return tuple([attributes[name] for name in self.fields])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        known = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = hash((type(self), self._key()))
        return known  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"


_AnyValue = TypeVar("_AnyValue", bound=Value)

ALIKE_MAX: Final = 1 << 12
"""Values of which one is kept for all that are equal to it."""


@lru_cache(maxsize=ALIKE_MAX)
def _alike(value: Any) -> Any:
    return value


def interned(value: _AnyValue) -> _AnyValue:
    """Return the same object for equal values: as a key it is found without being compared."""
    return _alike(value)  # type: ignore[no-any-return]
