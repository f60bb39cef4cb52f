"""`<key: value, ...>`: the call has these arguments; with `exactly`, no others.

Each listed key must be there, and its value must match; other keys are free. `exactly <...>` allows
no other keys, so `exactly <>` is a call without arguments. Arguments that are not recorded could be
anything: whether such a call matches is open.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.json_value import Json
from toolspec.engine.match.arguments import Argument, Arguments, Fit
from toolspec.engine.match.qualifier import FAULT, MATCH, MISS, OUTCOMES, Qualifier, QualifierSyntax
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.match.values import Bindings, Variable
from toolspec.engine.syntax import Example, Misuse, Part
from toolspec.engine.trace import UNRECORDED, Call, called
from toolspec.engine.verdict import Evidence, Shown, brief


class CallArguments(Qualifier):
    """The call's arguments match."""

    arguments: Arguments

    syntax = QualifierSyntax(
        label="arguments",
        grammar="",
        words=("exactly",),
        forms=("<key: V, ...>", "exactly <key: V, ...>"),
    )
    asks_for = "arguments"
    examples = (
        Example(
            "forbid list_files exactly <>",
            (called("list_files", {"path": "src"}), called("list_files", {})),
            "fail",
            0.0,
            "`exactly <>` is a call without arguments.",
            summary="call 2, list_files is forbidden",
            evidence=(Evidence(1, "offender"),),
        ),
        Example(
            "require pay exactly <id: 7>",
            (called("pay", {"id": 7, "note": "x"}),),
            "fail",
            0.0,
            "With `exactly`, other arguments are a miss.",
            summary='no call matches; nearest: call 1, pay <id: 7, note: "x">: it also has `note`',
            evidence=(Evidence(0, "nearest", "it also has `note`"),),
        ),
    )

    @classmethod
    def build(cls, part: Part) -> CallArguments:
        """Make it from the `<...>`. Raises Misuse on an empty one without `exactly`."""
        if not part.value.asks:
            raise Misuse("empty-arguments", part)
        return cls(part.value)

    def test(self, call: Call) -> Fit:
        """Say whether the arguments fit; FAULT where a `must` key is missing."""
        return self.arguments.fits(call.arguments)

    def outcomes(self, call: Call) -> int:
        """Return what the call can be; a `must` key that is not recorded can be missing."""
        fit = self.arguments.fits(call.arguments)
        if fit is not Fit.OPEN:
            return OUTCOMES[fit]
        can_be = MATCH | (MISS if self.arguments.exact else 0)
        for entry in self.arguments.entries:
            if entry.must:
                can_be |= FAULT
            if entry.can_miss:
                can_be |= MISS
        return can_be | MISS if self.arguments.has else can_be

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Say what the call's arguments are."""
        same: list[str] = []
        parts: list[str] = []
        for entry in self.arguments.entries:
            name = f"`{entry.key}`"
            if not isinstance(entry.value, Variable):
                parts.append(f"whose {name} {entry.value.in_words()}")
            elif keys is not None and keys.get(entry.value.name) == entry.key:
                same.append(name)
            elif keys is not None:
                parts.append(f"whose {name} is ${entry.value.name}")
        if same:
            parts.insert(0, f"with the same {' and '.join(same)}")
        parts += [f"with an argument that {pattern.in_words()}" for pattern in self.arguments.has]
        if self.arguments.exact:
            parts.append(f"with no {'other ' if self.arguments.entries else ''}arguments")
        return " and ".join(parts)

    def lacks(self, call: Call, shown: Shown) -> str:
        """Say which arguments differ."""
        return lacking(self.arguments, call, shown)

    @property
    def names(self) -> frozenset[str]:
        """The names in the arguments."""
        return self.arguments.names

    @property
    def binds(self) -> frozenset[str]:
        """The names that its keys' values bind."""
        return frozenset[str]().union(*[entry.value.binds for entry in self.arguments.entries])

    def bound(self, bindings: Bindings, negated: bool = False) -> CallArguments:
        """Return the arguments with their names replaced."""
        return CallArguments(self.arguments.bound(bindings, negated)) if self.names else self

    def bindings(self, call: Call) -> Bindings | None:
        """Return what the names stand for in the call's arguments."""
        return {} if call.arguments is UNRECORDED else self.arguments.bindings(call.arguments)

    @property
    def effort(self) -> int:
        """What the comparison takes."""
        return self.arguments.effort

    def __str__(self) -> str:
        return f"exactly {self.arguments}" if self.arguments.exact else str(self.arguments)


def closeness(arguments: Arguments, call: Call) -> tuple[int, int]:
    """Rank a call by how many keys fit, then by how few others it has."""
    given = call.arguments
    if given is UNRECORDED:
        return (-1, 0)
    fitting = 0
    for key, test, _ in arguments.wanted:
        if key in given and test(given[key]):
            fitting += 1
    fitting += sum(any(map(has.matches, given.values())) for has in arguments.has)
    return fitting, (-len(given) if arguments.exact else 0)


def lacking(arguments: Arguments, call: Call, shown: Shown) -> str:
    """Say what keeps a call's arguments from fitting, value against value; "" where they fit.

    >>> from toolspec.engine.match.arguments import Argument, Exactly
    >>> from toolspec.engine.trace import called
    >>> wanted = Arguments((Argument("to", Exactly("Ann")), Argument("cc", Exactly("Bo"))))
    >>> lacking(wanted, called("mail", {"to": "Al"}), Shown())
    '`to` is "Al", not "Ann"; it has no `cc`'
    """
    given = call.arguments
    if given is UNRECORDED:
        return "arguments not recorded" if arguments.asks else ""
    lacks: list[str] = []
    known = 0
    for key, test, pattern in arguments.wanted:
        if key not in given:
            if pattern.may_be_absent:
                continue
            lacks.append(f"it has no `{key}`")
            continue
        known += 1
        if not test(given[key]):
            lacks.append(pattern.why_not(given[key], shown).of_argument(key))
    for has in arguments.has:
        if not any(has.matches(value) for value in given.values()):
            lacks.append(f"nothing in its arguments is or has {has.pattern.phrase}")
    if arguments.exact and known < len(given):
        if shown.values:
            keys = {key for key, _, _ in arguments.wanted}
            others = [f"`{key}`" for key in given if key not in keys]
            lacks.append("it also has " + ", ".join(others))
        else:
            lacks.append(f"it also has {len(given) - known} more")
    return "; ".join(lacks)


def missing_must(arguments: Arguments, call: Call) -> str:
    """Name the `must` keys that the call lacks: `the argument "path"`."""
    given, lacked = _at_fault(arguments, call)
    return " and ".join(
        f"the argument `{entry.key}`" + (" as text" if entry.key in given else "")
        for entry in lacked
    )


def brief_of_fault(arguments: Arguments, call: Call) -> str:
    """Say in a few words which `must` key the call lacks, the first where there are several.

    >>> from toolspec.engine.match.arguments import Argument, Present
    >>> from toolspec.engine.trace import called
    >>> brief_of_fault(Arguments((Argument("path", Present(), must=True),)), called("view", {}))
    'no argument "path"'
    """
    given, (entry, *_) = _at_fault(arguments, call)
    key = quoted(entry.key)
    if entry.key in given:
        return brief(f"argument {key} is not text", "an argument is not text")
    return brief(f"no argument {key}", "an argument is missing")


def _at_fault(arguments: Arguments, call: Call) -> tuple[Mapping[str, Json], list[Argument]]:
    """Return the arguments of a call known to be at fault, and the `must` keys it lacks."""
    given = call.arguments
    assert given is not UNRECORDED
    return given, [entry for entry in arguments.entries if entry.fits(given) is Fit.FAULT]


QUALIFIER = CallArguments
