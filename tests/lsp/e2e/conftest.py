"""A server for each editor, in a workspace of its own."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, make_test_lsp_client

from tests.lsp.conftest import write_trace
from tests.lsp.e2e.editors import ENCODINGS, initialize_params


def make_client() -> LanguageClient:
    """Return pytest-lsp's client, with what it leaves unanswered answered."""
    client = make_test_lsp_client()
    register: Any = client.feature
    for method in (
        types.WORKSPACE_INLAY_HINT_REFRESH,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.CLIENT_REGISTER_CAPABILITY,
    ):
        register(method)(_nothing)
    return client


def _nothing(_: Any) -> None: ...


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workspace with two traces, the newer one first in the alphabet."""
    made = tmp_path_factory.mktemp("workspace")
    write_trace(made / "runs" / "tokyo 東京.json", "検索", "fetch", "fetch", "answer")
    return made


_fixture = cast("Any", pytest_lsp).fixture


@_fixture(
    scope="module",
    params=list(ENCODINGS),
    config=ClientServerConfig(
        server_command=[sys.executable, "-m", "toolspec", "lsp"], client_factory=make_client
    ),
)
async def editor(
    lsp_client: LanguageClient, folder: Path, request: pytest.FixtureRequest
) -> AsyncGenerator[None]:
    """Start a session as the editor named by the parameter would."""
    vars(lsp_client)["editor"] = request.param
    result = await lsp_client.initialize_session(initialize_params(request.param, folder))
    vars(lsp_client)["result"] = result
    yield
    await lsp_client.shutdown_session()
