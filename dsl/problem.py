"""What can be wrong with a spec: one `Problem` for each fault, each a file in `dsl/problems`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from toolspec.engine.text.visible import EMOJI_STYLE, escape, is_visible

ERROR, WARNING = "error", "warning"

INSTEAD = "Write instead:"
"""What introduces the corrected example where it says what was meant."""


class Problem(NamedTuple):
    """A fault a spec can have, described once.

    `name` names the class of fault, as a heading does: "Unknown keyword". `title` is one line that
    makes sense alone; `message` says what was seen, where that is more than the title; `why` why it
    is wrong, `help` what to write. All but the name may hold `{fields}`, filled in by the place
    that finds the fault. `bad` is a spec that has the fault, with `«` and `»` around what is
    marked, `good` the corrected one: both are tests, and printed by `toolspec explain`. `instead`
    introduces `good` where that is not simply what was meant: "For any value, write:". `page` says
    more. `tools` are the tools called in traces, for the one warning that needs them; `files` are
    those that the examples name, by their paths.
    """

    code: str
    name: str
    title: str
    why: str
    help: str
    bad: str
    good: str
    page: str = ""
    message: str = ""
    severity: str = ERROR
    tools: tuple[str, ...] | None = None
    instead: str = INSTEAD
    files: Mapping[str, str] = {}

    @property
    def bad_text(self) -> str:
        """The faulty example as a user would have written it."""
        return self.bad.replace("«", "").replace("»", "")

    @property
    def marked(self) -> tuple[int, int]:
        """The offsets in `bad_text` that the problem points at."""
        return self.bad.index("«"), self.bad.index("»") - 1


class Fix(NamedTuple):
    """An edit that corrects a problem: new text between two offsets. `title` names it in a menu.

    `guess` says that its words are those that look most like what was written: somebody has to
    choose it.
    """

    title: str
    start: int
    end: int
    text: str
    guess: bool = False


class Related(NamedTuple):
    """Another place a problem speaks of, and what it says there."""

    start: int
    end: int
    label: str


class LineDiagnostic(NamedTuple):
    """A problem found at a place: its file's name, offsets, and what fills the `{fields}`."""

    slug: str
    start: int
    end: int
    fields: Mapping[str, str] = {}
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()

    def moved(self, by: int) -> LineDiagnostic:
        """Return the same with every offset moved: from those in a line to those in its source."""
        if not by:
            return self
        return self._replace(
            start=self.start + by,
            end=self.end + by,
            fixes=tuple(fix._replace(start=fix.start + by, end=fix.end + by) for fix in self.fixes),
            related=tuple(
                other._replace(start=other.start + by, end=other.end + by) for other in self.related
            ),
        )


_FIELD = re.compile(r"\{([a-z_]+(?:-1)?)\}")


def filled(text: str, fields: Mapping[str, str]) -> str:
    """Put the fields into a text; braces that name no field stay.

    >>> filled("`{word}` opens a `{`", {"word": "case"})
    '`case` opens a `{`'
    """
    return _FIELD.sub(lambda match: fields.get(match[1], match[0]), text)


SHOWN_MAX = 60
"""Characters of a spec's text quoted in a message before it is cut."""


LINE_SHOWN_MAX = 200
"""Characters of a whole line that a message says to write: cut, it would be no help."""


def shown(text: str, most: int = SHOWN_MAX) -> str:
    r"""Return a piece of a spec as a message quotes it: one line, nothing invisible, not too long.

    >>> shown("a\x07b"), len(shown("b" * 100))
    ('a\\x07b', 60)
    """
    cut = text if len(text) <= most else text[:most]
    clean = "".join(visible_character(char) for char in cut)
    return clean if len(text) <= most and len(clean) <= most else clean[: most - 1] + "…"


def visible_character(char: str) -> str:
    r"""Return a character as it is where it can be seen, else its escape.

    >>> visible_character("é"), visible_character("\u202e"), visible_character("\x1b")
    ('é', '\\u202e', '\\x1b')
    """
    return char if char == EMOJI_STYLE or is_visible(char) else escape(char)
