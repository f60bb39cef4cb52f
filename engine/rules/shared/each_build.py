"""Make the demands of `each` from the parts of a written rule."""

from __future__ import annotations

import re

from toolspec.engine.match.call_pattern import CallPattern, refuse_must
from toolspec.engine.match.duration import read_duration
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.qualifiers import LABELS, labelled
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.relations.demand import Demand, OneOf
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.near import Near
from toolspec.engine.relations.related import Relation
from toolspec.engine.relations.valid import Valid
from toolspec.engine.syntax import Misuse, Part


def demands_of(rule: Part, subject: CallPattern) -> tuple[OneOf, ...]:
    """Return what the rule demands. Raises Misuse where that is not allowed."""
    for name in sorted(subject.names - subject.binds):
        raise Misuse("not-bound", _holder(rule, name), name=f"${name}", subject=str(subject))
    demanded: list[OneOf] = []
    owns: list[Part] = []
    for any_of in rule.one("each_demands").all("each_any"):
        parts = list(any_of.all("each_demand"))
        demands = [_demand(part) for part in parts]
        for part, demand in zip(parts, demands, strict=True):
            if demand.relation is not None and demand.relation.own:
                _check_own(part, demand, len(parts) > 1)
                owns.append(part)
            _check_names(part, demand, subject)
        demanded.append(OneOf(tuple(demands)))
    if len(owns) > 1:
        raise Misuse("own-twice", owns[1], demand=owns[1].source)
    return tuple(demanded)


def _demand(part: Part) -> Demand:
    negated = part.source.split(None, 1)[0] == "not"
    source = " ".join(part.source.split())
    (asked,) = part.parts
    if asked.label == "each_related":
        return Demand(_relation(asked), negated, source)
    if asked.label == "each_valid":
        return Demand(Valid(), negated, source)
    return Demand(_qualifier(asked), negated, source)


def _qualifier(part: Part) -> Qualifier:
    if part.label == "each_exactly":
        arguments = part.one("arguments")
        refuse_must(arguments, "each")
        if arguments.value.has:
            raise Misuse("has-with-exactly", arguments)
        return CallArguments(arguments.value.replace(exact=True))
    if part.label == "arguments":
        refuse_must(part, "each")
    assert part.label in LABELS
    return labelled(part.label).build(part)


def _relation(part: Part) -> Relation:
    words = part.one("each_way").source.split()
    message = part.get("message")
    near = part.get("each_within")
    other: CallPattern | MessagePattern = (
        CallPattern.of(part, must=False) if message is None else message.value
    )
    right = words[0] == "right"
    seeing = words[-1] == "seeing"
    own = part.get("each_own") is not None
    if right and (seeing or own):
        way, after_way = words[1], " seeing" * seeing
        more = {"what": "own" if own else "seeing", "way": way}
        more |= {"other": str(other), "demand": f"{way}{after_way}{' own' * own} {other}"}
        raise Misuse("next-call-only", part.one("each_way"), **more)
    distance = _near(near) if near is not None else None
    if message is not None:
        if seeing:
            raise Misuse("message-relation", part.one("each_way"), what="`seeing`")
        if distance is not None and distance.unit == "steps":
            raise Misuse("message-relation", near, what="a distance in steps")
    return Relation(
        words[1 if right else 0],
        other,
        right,
        seeing,
        own,
        distance,
        " ".join(part.source.split()),
    )


def _near(part: Part) -> Near:
    words = part.source.split()
    number, unit = words[1], words[2] if len(words) > 2 else ""
    if not unit:
        duration = read_duration(number)
        if duration is None:
            raise Misuse("bad-distance", part, distance=number)
        return Near("time", duration=duration)
    if not number.isascii() or not number.isdigit() or len(number) > _DIGITS_MAX or not int(number):
        raise Misuse("bad-distance", part, distance=" ".join(words[1:]))
    return Near(unit if unit.endswith("s") else unit + "s", int(number))


_DIGITS_MAX = 15


def _check_own(part: Part, demand: Demand, alternative: bool) -> None:
    if demand.negated or alternative:
        where = "`not`" if demand.negated else "`or`"
        raise Misuse("own-under", part, where=where)


def _check_names(part: Part, demand: Demand, subject: CallPattern) -> None:
    for name in sorted(demand.names - subject.binds):
        raise Misuse("not-bound", _holder(part, name), name=f"${name}", subject=str(subject))


def refuse_names(clause: Part) -> None:
    """Raise Misuse on a `$name` in a clause, where no call gives it a value."""
    if "$" in clause.source:
        for name in sorted(_names(clause)):
            raise Misuse("unbound-name", _holder(clause, name), name=f"${name}")


def _names(clause: Part) -> frozenset[str]:
    """Return the names in the phrase of a clause; none where it has no phrase."""
    message, call = clause.get("message"), clause.get("call")
    if message is not None:
        return message.value.names
    return CallPattern.of(call, must=False).names if call is not None else frozenset()


def _holder(part: Part, name: str) -> Part:
    """Return the first place in a piece where the name is written."""
    match = re.search(rf"\${re.escape(name)}(?![A-Za-z0-9_])", part.source)
    if match is None:
        return part
    start = part.span[0] + match.start()
    return Part("variable", name, match[0], (start, start + len(match[0])))
