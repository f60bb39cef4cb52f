"""What reading a text returns: its rules, its problems, and what reading it again can take over."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.document.comments import Ignore
from toolspec.dsl.document.kept import Kept
from toolspec.dsl.document.names import Names
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.source import Source
from toolspec.dsl.workspace.open_texts import OpenTexts, not_open
from toolspec.engine.spec import Spec
from toolspec.engine.tool_lists.schema import ToolList


class Reading:
    """A text, read: `spec` has the good rules, `problems` all that is wrong, in order.

    `rules` are the entries that have a rule, in the order of `spec.rules`; those of specs that this
    one uses are in `spec.rules` alone. `dependent` are the indexes of the entries of code that
    depend on more than their own text, `far` the rows of lines whose end depends on lines far below
    them; `kept` is what was worked out of each rule. `whole` is false where not all of the text was
    read: it is too large, or has too many errors. `within` are the folders outside of which no
    other file is read; None: no limit. `opened` gives the texts that an editor has open.
    """

    def __init__(
        self,
        source: Source,
        entries: list[SpecLine],
        rules: list[SpecLine],
        spec: Spec,
        problems: Iterable[Diagnostic],
        names: Names,
        ignores: list[Ignore],
        dependent: list[int],
        far: list[int],
        kept: Kept,
        *,
        whole: bool = True,
    ) -> None:
        self.source, self.entries, self.rules, self.spec = source, entries, rules, spec
        self.problems = tuple(problems)
        self.names, self.ignores = names, ignores
        self.dependent, self.far, self.kept = dependent, far, kept
        self.whole = whole
        self.within: tuple[str, ...] | None = None
        self.opened: OpenTexts = not_open
        self.used: tuple[str, ...] = ()
        """The real paths of the specs that it uses, also those that these use."""
        self.tools: ToolList | None = None
        """The tools that the files of its `tools` lines list; None without such a line."""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The problems that refuse the spec."""
        return tuple(item for item in self.problems if item.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The problems that refuse nothing."""
        return tuple(item for item in self.problems if item.severity == "warning")
