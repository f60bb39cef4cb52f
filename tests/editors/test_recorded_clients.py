"""What the server's tests take an editor to say first is what it says.

VS Code's turn is in `test_vscode.py`, with the rest of what needs it.
"""

from __future__ import annotations

import pytest
import record_clients

pytestmark = pytest.mark.editor


@pytest.mark.parametrize("name", [name for name in record_clients.RUNS if "vscode" not in name])
def test_an_editor_says_first_what_is_recorded(name: str) -> None:
    assert record_clients.difference(name) == "", record_clients.AGAIN
