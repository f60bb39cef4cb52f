"""The words that editors know by themselves, to take scores away, are the language's."""

from __future__ import annotations

import re

from testbed import EDITORS

from toolspec.engine.rules import KEYWORDS

SCORES = (
    (EDITORS / "vscode/src/scores/kept.ts", r"const RULE = [^\n]*?\(\?:([\w|]+)\)"),
    (EDITORS / "nvim/lua/toolspec/scores.lua", r"local RULES = \{(.*?)\}"),
)


def test_a_rule_of_every_kind_is_known_to_begin_one() -> None:
    for path, pattern in SCORES:
        found = re.search(pattern, path.read_text("utf-8"), re.DOTALL)
        assert found is not None, path
        assert set(re.findall(r"[a-z]+", found[1])) == set(KEYWORDS), path
