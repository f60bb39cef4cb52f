"""Find patterns that no tool of the known traces fits. Only where someone knows the traces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from toolspec.dsl.checks import Context
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.suggest import Guesses
from toolspec.engine.match.tool_pattern import Name, ToolPattern
from toolspec.engine.rules.forbidden_sequence import ForbiddenSequence
from toolspec.engine.syntax import Part

LISTED_MAX = 5
"""How many tools the message lists."""

PATTERNS_MAX = 5000
"""How many patterns are remembered for one set of tools."""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each pattern of a rule, of its clauses and of a block's."""
    tools = context.tools
    if tools is None:
        return
    listed = ", ".join(f"`{shown(tool)}`" for tool in tools[:LISTED_MAX])
    if len(tools) > LISTED_MAX:
        listed += f" and {len(tools) - LISTED_MAX} more"
    guesses = Guesses(tools)
    fitting = _fitting(tools)
    unfit_parts = list(zip(context.rules, context.each(fitting.unfit), strict=True))
    opening = (entry for entry in context.entries if entry.what == "block_open")
    unfit_parts += [(entry, fitting.unfit_in(entry.parts)) for entry in opening]
    for entry, unfit in sorted(unfit_parts, key=lambda pair: pair[0].at):
        uncalled = _Uncalled(entry)
        for part in unfit:
            pattern = part.value
            if isinstance(pattern, Name) and not _is_listed(context, pattern):
                continue  # the check of tool lists says so
            start, end = entry.span(part)
            near = guesses.nearest(pattern.name) if isinstance(pattern, Name) else ""
            if not near and uncalled.allows(part):
                continue
            written = str(Name(near)) if near else ""
            hint = (
                f"did you mean `{written}`?"
                if near
                else "see whether the name is spelt as in the traces"
            )
            fields = {"pattern": shown(part.source), "tools": listed or "none", "hint": hint}
            fixes = (Fix(f"Write {written}", start, end, written, guess=True),) if near else ()
            yield LineDiagnostic("unseen_tool", start, end, fields, fixes)


def _is_listed(context: Context, pattern: Name) -> bool:
    return context.listed is None or pattern.name in context.listed.names


@lru_cache(maxsize=8)
def _fitting(tools: tuple[str, ...]) -> FittingPatterns:
    return FittingPatterns(tools)


class FittingPatterns:
    """Which patterns fit any of some tools. It remembers its answers.

    An editor asks the same of a thousand patterns at every keystroke.
    """

    def __init__(self, tools: tuple[str, ...]) -> None:
        @lru_cache(maxsize=PATTERNS_MAX)
        def fits(pattern: ToolPattern) -> bool:
            return any(pattern.matches(tool) for tool in tools)

        self.fits = fits

    def unfit(self, entry: SpecLine) -> tuple[Part, ...]:
        """Return the patterns of a rule that fit no tool; worked out once while the tools stay."""
        facts = entry.facts
        cached = facts.get(_fitting)
        if cached is None or cached[0] is not self:
            unfit = self.unfit_in((entry.parts[0], *entry.clauses))
            cached = facts[_fitting] = self, unfit
        return cached[1]

    def unfit_in(self, parts: Iterable[Part]) -> tuple[Part, ...]:
        """Return the patterns in pieces of a line that fit no tool."""
        return tuple(
            part for inner in parts for part in _patterns(inner) if not self.fits(part.value)
        )


class _Uncalled:
    """Which tools a rule may rightly name though none is called, as those it forbids.

    A window that such a call opens is never judged; every other clause may do without it. It is
    worked out when it is asked for, and once: a rule may name thousands.
    """

    def __init__(self, entry: SpecLine) -> None:
        self._entry = entry

    def allows(self, pattern: Part) -> bool:
        """Tell whether the tools of a pattern of the rule need not be called."""
        clause = self._clauses.get(id(pattern))
        if clause is not None:
            return clause != "after"
        return self._forbids_all or pattern.value in self._forbidden

    @cached_property
    def _clauses(self) -> dict[int, str | None]:
        """The clause that each pattern in one stands in, by the identity of its part."""
        entry = self._entry
        clauses = entry.clauses if entry.rule is not None else entry.parts
        return {id(part): clause.label for clause in clauses for part in _patterns(clause)}

    @property
    def _forbids_all(self) -> bool:
        assert self._entry.rule is not None
        return isinstance(self._entry.rule.kind, ForbiddenSequence)

    @cached_property
    def _forbidden(self) -> frozenset[ToolPattern]:
        assert self._entry.rule is not None
        caps = self._entry.rule.kind.claims(pass_score=1).caps
        return frozenset(cap.call.tool for cap in caps if not cap.most)


def _patterns(part: Part) -> Iterator[Part]:
    for inner in part.parts:
        if inner.label == "pattern":
            yield inner
        else:
            yield from _patterns(inner)
