"""What the server offers each editor, word for word: the files beside this one are the answers.

With UPDATE_SNAPSHOTS=1 they are written again; read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import RawClient
from tests.lsp.e2e.editors import ENCODINGS, HERE, said_first

SNAPSHOTS = HERE / "initialize"


@pytest.mark.parametrize("editor", list(ENCODINGS))
def test_the_answer_to_initialize_is_the_one_on_record(editor: str, tmp_path: Path) -> None:
    with RawClient() as client:
        answer: Any = client.request("initialize", said_first(editor, tmp_path))
        client.notify("initialized", {})
        assert client.leave() == 0
    answer["serverInfo"]["version"] = "*"
    path = SNAPSHOTS / f"{editor}.json"
    text = json.dumps(answer, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")
    assert answer["capabilities"]["positionEncoding"] == ENCODINGS[editor]
