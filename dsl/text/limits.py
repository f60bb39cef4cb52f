"""Bounds of reading a spec: beyond them it is refused in words, and never read for long."""

from __future__ import annotations

from typing import Final

from toolspec.dsl.workspace.spec_file import FILE_BYTES_MAX

CHARACTERS_MAX: Final = FILE_BYTES_MAX
"""Characters of a spec. A file has at most as many bytes."""

LINES_MAX: Final = 50_000
"""Lines of a spec, blank ones and comments too."""

WORDS_MAX: Final = 100_000
"""Words of a spec: names, strings, numbers, regexes, signs and comments."""

RULES_MAX: Final = 25_000
"""Rules of a spec, those that do not parse too."""

REGEXES_SIZE_MAX: Final = 1_000_000
"""The size of all regexes of a spec: their characters, with counts such as `{100}` written out."""

ERRORS_MAX: Final = 5_000
"""Errors after which reading stops: with so many, people fix the first ones first."""

WARNINGS_MAX: Final = 5_000
"""Warnings that are shown."""

TRIED_CHARACTERS_MAX: Final = 400_000
"""Characters that are read again, in one spec, to see which fixes leave a line without an error."""
