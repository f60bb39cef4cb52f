"""What a word means in the rules of one kind is what somebody has read.

`rule_words.json` holds it. After a text was changed on purpose, `python3 dev.py generate` writes
the file again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from toolspec.engine.rules import KEYWORDS, kind

FILE = Path(__file__).parent / "rule_words.json"
UPDATE = os.environ.get("UPDATE_SENTENCES") == "1"
APPROVED: dict[str, dict[str, list[str]]] = (
    json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
)


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_the_words_of_a_kind_mean_what_was_read(keyword: str) -> None:
    meant = {word: list(about) for word, about in kind(keyword).meanings().items()}
    if UPDATE:
        APPROVED[keyword] = meant
    assert meant == APPROVED[keyword]


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_the_meaning_of_a_word_is_a_sentence(keyword: str) -> None:
    for word, about in kind(keyword).meanings().items():
        assert about.title.endswith("."), word
        assert not about.text or about.text.rstrip("`").endswith((".", ":")), word


@pytest.mark.skipif(not UPDATE, reason="the words are compared")
def test_the_file_of_words_is_written() -> None:
    written = json.dumps(APPROVED, ensure_ascii=False, indent=1, sort_keys=True)
    FILE.write_text(written + "\n", "utf-8")
