"""A span and what it is: what the rules across spans work on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects import classify, others_calling, translator
from toolspec.engine.reading.dialects.dialect import Dialect, Role
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.unread.foreign import events_tell, foreign_title
from toolspec.engine.trace import Place

CASE: Final = "test.case.name"
LATE: Final = 1 << 200
"""Sorts spans without any time after those that have one."""

REMEMBERED_MAX: Final = 4096
"""How many shapes of spans are remembered, and how many kinds of one shape."""

REMEMBERED_CHARACTERS_MAX: Final = 200
"""Kinds are remembered by values of so many characters: names and words, and no content."""

# Looking an enum's member up by its class's name costs more than a name of the module.
_OTHER: Final = Role.OTHER
_STRANGE: Final = Role.STRANGE


T = TypeVar("T")


class AttributeNames:
    """The names of a span's attributes, and what was worked out of them.

    Spans have few different sets of names: what only these decide is worked out once for each set,
    and found again without a look at the names.
    """

    __slots__ = ("_known", "keys")

    def __init__(self, keys: tuple[str, ...]) -> None:
        self.keys = keys
        self._known: dict[Callable[[tuple[str, ...]], Any], Any] = {}

    def by(self, work_out: Callable[[tuple[str, ...]], T]) -> T:
        """Return what a function works out of the names; it must depend on nothing else."""
        known: T | None = self._known.get(work_out)
        if known is None:
            known = self._known[work_out] = work_out(self.keys)
        return known


class ClassifiedSpan(NamedTuple):
    """A span, what it is, its number in the order of the file, and what it is sorted by.

    `title` names the dialect of a tool call that is not read yet; `others` are the dialects that
    take a tool's span for one too; `case` is the case it names.
    `names` are those of its attributes.
    What is asked of every span has a field here, which is faster than to ask the span.
    """

    span: Span
    role: Role
    dialect: Dialect | None
    title: str | None
    others: tuple[Dialect, ...]
    case: str | None
    at: int
    begins: tuple[int, int]
    trace_id: str | None
    span_id: str | None
    parent_id: str | None
    start_ns: int | None
    end_ns: int | None
    scope: str
    names: AttributeNames

    @property
    def place(self) -> Place:
        """Where the span is in the file."""
        return self.span.place

    @property
    def writer(self) -> str:
        """The instrumentation that wrote it: its scope, or its dialect where no scope is recorded.

        Some exporters, such as the console's, leave scopes out.
        """
        return self.scope or ("" if self.dialect is None else self.dialect.name)


_Kind: TypeAlias = "tuple[Role, Dialect | None, str | None, tuple[Dialect, ...]]"
"""What a span is, its dialect, the title of one that is not read, and the others it is a tool's."""


_Values: TypeAlias = "Callable[[Mapping[str, Json]], Any]"


class _Shape:
    """The spans of one scope and name with the same attributes, and the kinds they are of.

    `deciding` are the attributes whose values were looked at to tell a kind; `values` takes these
    out of a span's attributes, and `kinds` has the kind by them.
    """

    __slots__ = ("deciding", "kinds", "names", "translator", "values")

    def __init__(self, translator: Dialect | None, names: AttributeNames) -> None:
        self.translator, self.names = translator, names
        self.deciding: tuple[str, ...] = ()
        self.values: _Values = len
        self.kinds: dict[Any, _Kind] = {}


class Classifier:
    """Says what the spans of one file are.

    Instrumentations write few kinds of spans. A dialect decides by a span's scope and name, by the
    attributes it has, and by the values of a few of them. Which values it looks at is watched, and
    a span that agrees with an earlier one in all of that is of the same kind.
    """

    def __init__(self) -> None:
        self._shapes: dict[tuple[str, ...], _Shape] = {}
        self._names: dict[tuple[str, ...], AttributeNames] = {}

    def classified(self, span: Span, at: int) -> ClassifiedSpan:
        """Return the span with what it is; `at` is its number in the file."""
        attributes, events, resource, scope = span[7], span[9], span[10], span[11]
        start_ns, end_ns = span[5], span[6]
        key = (scope, span[0], *attributes)
        shape = self._shapes.get(key)
        if shape is None:
            if len(self._shapes) >= REMEMBERED_MAX:
                self._shapes.clear()
                self._names.clear()
            shape = self._shapes[key] = _Shape(translator(span), self._named(key[2:]))
        if shape.translator is not None:
            read = self.classified(shape.translator.translated(span), at)
            if read.dialect is None:
                return read
            others = others_calling(read.span, shape.translator)
            return read._replace(dialect=shape.translator, others=others)
        try:
            kind = shape.kinds.get(shape.values(attributes))
        except TypeError:  # a list or an object
            kind = None
        role, dialect, title, others = kind or _kind(span, shape)
        if dialect is None and title is None and _tells_inside(span):
            title = "an instrumentation that is not known"
        if role is _OTHER and events and events_tell(event.name for event in events):
            role = _STRANGE
        fields = (
            span,
            role,
            dialect,
            title,
            others,
            case_name(attributes, resource) if CASE in attributes or CASE in resource else None,
            at,
            (start_ns or moment(start_ns, end_ns), at),
            span[1],
            span[2],
            span[3],
            start_ns,
            end_ns,
            scope,
            shape.names,
        )
        return ClassifiedSpan._make(fields)

    def _named(self, keys: tuple[str, ...]) -> AttributeNames:
        names = self._names.get(keys)
        if names is None:
            names = self._names[keys] = AttributeNames(keys)
        return names


def _tells_inside(span: Span) -> bool:
    """Tell whether an attribute is an object of attributes that are of a tool's call themselves."""
    for value in span.attributes.values():
        if isinstance(value, Mapping):
            inner = span._replace(attributes=value, events=())
            own = translator(inner)
            if classify(inner if own is None else own.translated(inner))[0] is Role.TOOL:
                return True
    return False


def _kind(span: Span, shape: _Shape) -> _Kind:
    """Return what a span is, and remember it."""
    watched = _Watched(span.attributes)
    # Its events differ from span to span, and are looked at for each.
    asked = span._replace(attributes=watched, events=())
    role, dialect = classify(asked)
    title = foreign_title(asked) if dialect is None else None
    others = () if dialect is None or role is not Role.TOOL else others_calling(asked, dialect)
    kind = role, dialect, title, others
    deciding = tuple(sorted(watched.looked_at.union(shape.deciding)))
    if deciding != shape.deciding or len(shape.kinds) >= REMEMBERED_MAX:
        # What fewer values decided may not be so where the new ones differ.
        shape.kinds.clear()
        shape.deciding = deciding
        shape.values = cast("_Values", itemgetter(*deciding)) if deciding else len
    if all(_may_be_remembered(span.attributes[key]) for key in deciding):
        shape.kinds[shape.values(span.attributes)] = kind
    return kind


def _may_be_remembered(value: Json) -> bool:
    # Of values that are not text, different ones may be equal: 1 and true.
    return isinstance(value, str) and len(value) <= REMEMBERED_CHARACTERS_MAX


class _Watched(Mapping[str, Any]):
    """Attributes that note which of their values are looked at."""

    def __init__(self, attributes: Mapping[str, Json]) -> None:
        self._attributes = attributes
        self.looked_at: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        value = self._attributes[key]
        self.looked_at.add(key)
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self._attributes)

    def __len__(self) -> int:
        return len(self._attributes)


def moment(start_ns: int | None, end_ns: int | None) -> int:
    """Return the time that spans are ordered by, before their place in the file."""
    if start_ns is not None:
        return start_ns
    return LATE if end_ns is None else end_ns


def case_name(attributes: Mapping[str, Json], resource: Mapping[str, Json]) -> str | None:
    """Return the case that a span's attributes name, or else those of its resource."""
    source = attributes if CASE in attributes else resource
    name = source.get(CASE)
    return name if isinstance(name, str) and name else None
