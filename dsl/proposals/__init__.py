"""Rules that runs of an agent suggest: one file for each kind of rule that is proposed.

`toolspec init` and editors use them. Each returns text of the language, or nothing where the runs
do not support such a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from toolspec.engine.json_value import Json


class Made(NamedTuple):
    """A call that was made; no `arguments` where they are not known."""

    tool: str
    arguments: Mapping[str, Json] | None = None
