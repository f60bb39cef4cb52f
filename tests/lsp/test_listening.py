"""A server that listens instead: over TCP or a web socket, and to editors alone."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from bench.lsp_client import RawClient
from toolspec.lsp.transport.wire import Frames

SPEC = 'traces "runs/*.json"\ncount search = 2\n'
SECONDS = 30
INITIALIZE: Any = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"capabilities": {}},
}

Send = Callable[[Any], object]
Receive = Callable[[], Any]


@contextmanager
def listening(wire: str, address: str = "127.0.0.1:0") -> Generator[tuple[RawClient, int]]:
    """Yield a server, as the process it is, and its port."""
    command = [sys.executable, "-m", "toolspec", "lsp", wire, address]
    with RawClient(command=command) as server:
        said = server.until(
            lambda: re.search(r"on (\S+) port (\d+)", "".join(server.errors)), "the port"
        )
        assert said[1] == "127.0.0.1"
        yield server, int(said[2])


def converse(send: Send, receive: Receive, workspace: Path) -> None:
    """Initialize, open a spec, wait for its score to be a finding, and leave."""

    def tell(method: str, params: Any, **more: Any) -> None:
        send({"jsonrpc": "2.0", "method": method, "params": params, **more})

    def until(holds: Callable[[Any], bool]) -> Any:
        while not holds(message := receive()):
            pass
        return message

    folder = {"uri": workspace.as_uri(), "name": "w"}
    capabilities: Any = {"textDocument": {"publishDiagnostics": {}}}
    first = {"processId": os.getpid(), "rootUri": None, "workspaceFolders": [folder]}
    tell("initialize", {**first, "capabilities": capabilities}, id=1)
    assert until(lambda message: message.get("id") == 1)["result"]["serverInfo"]
    tell("initialized", {})
    uri = (workspace / "東京.toolspec").as_uri()
    document = {"uri": uri, "languageId": "toolspec", "version": 1, "text": SPEC + "# 😀\n" * 100}
    tell("textDocument/didOpen", {"textDocument": document})

    def failed(message: Any) -> bool:
        if message.get("method") != "textDocument/publishDiagnostics":
            return False
        params = message["params"]
        return params["uri"] == uri and "fail" in [item["code"] for item in params["diagnostics"]]

    until(failed)
    tell("shutdown", None, id=2)
    assert until(lambda message: message.get("id") == 2)["result"] is None
    tell("exit", None)


def test_an_editor_may_connect_over_tcp(workspace: Path) -> None:
    with listening("--tcp") as (server, port):
        with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as wire:
            frames = Frames()
            bodies: list[bytes] = []

            def send(message: Any) -> None:
                body = json.dumps(message).encode()
                wire.sendall(b"content-length: %d\r\n\r\n" % len(body) + body)

            def receive() -> Any:
                while not bodies:
                    bodies.extend(frames.feed(wire.recv(1 << 16)))
                return json.loads(bodies.pop(0))

            converse(send, receive, workspace)
        assert server.ended() == 0


def web_socket(port: int, **more: Any) -> ClientConnection:
    dial: Any = connect
    return dial(f"ws://127.0.0.1:{port}", open_timeout=SECONDS, **more)


def test_an_editor_may_connect_over_a_web_socket(workspace: Path) -> None:
    with listening("--ws") as (server, port):
        with web_socket(port) as wire:

            def receive() -> Any:
                message = wire.recv(SECONDS)
                assert isinstance(message, str), "browsers read texts, and bytes only when told"
                return json.loads(message)

            converse(lambda message: wire.send(json.dumps(message)), receive, workspace)
            with pytest.raises(ConnectionClosed):
                wire.recv(SECONDS)
        assert server.ended() == 0


def test_a_page_in_a_browser_is_refused_a_web_socket(workspace: Path) -> None:
    with listening("--ws") as (server, port):
        for origin in ("https://example.com", "http://127.0.0.1:8080", "null"):
            with pytest.raises(InvalidStatus) as refused:
                web_socket(port, origin=origin)
            assert refused.value.response.status_code == 403
        with web_socket(port) as wire:  # and nobody's place is taken by it
            converse(
                lambda message: wire.send(json.dumps(message)),
                lambda: json.loads(wire.recv(SECONDS)),
                workspace,
            )
        assert server.ended() == 0


def test_a_page_in_a_browser_is_not_heard_over_tcp(workspace: Path) -> None:
    body = json.dumps(INITIALIZE).encode()
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://example.com\r\n"
    posted = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    with listening("--tcp") as (server, port):
        for sent in (posted, b""):
            with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as page:
                page.sendall(sent)
                page.shutdown(socket.SHUT_WR)
                assert heard(page) == b""
        with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as wire:
            wire.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            assert b"serverInfo" in wire.recv(1 << 16)
        assert server.ended() == 1


def heard(wire: socket.socket) -> bytes:
    try:
        return wire.recv(1 << 16)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("wire", ["--tcp", "--ws"])
def test_a_second_editor_is_turned_away_and_the_first_goes_on(wire: str) -> None:
    with listening(wire) as (server, port):
        if wire == "--ws":
            with web_socket(port) as first:
                first.send("{}")
                with web_socket(port) as second, pytest.raises(ConnectionClosed):
                    second.recv(SECONDS)
                first.send(json.dumps(INITIALIZE))
                while json.loads(first.recv(SECONDS)).get("id") != 1:
                    pass
        else:
            body = json.dumps(INITIALIZE).encode()
            place = ("127.0.0.1", port)
            with socket.create_connection(place, timeout=SECONDS) as first:
                first.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                assert b"serverInfo" in first.recv(1 << 16)
                with socket.create_connection(place, timeout=SECONDS) as second:
                    assert heard(second) == b""
        assert server.ended() == 1, "the first left without a word"


def test_without_the_package_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "websockets.py").write_text("raise ImportError\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "toolspec", "lsp", "--ws", "0"]
    with RawClient(env={"PYTHONPATH": path}, command=command) as server:
        assert server.ended() == 1
        server.until(lambda: server.errors, "the reason")
    assert "".join(server.errors) == (
        'toolspec lsp: --ws needs the package "websockets"; install it: pip install websockets\n'
    )


def test_a_port_alone_is_one_of_this_machine() -> None:
    with listening("--ws", "0"):
        pass


def test_what_cannot_be_heard_over_a_web_socket_is_answered_as_over_any_wire() -> None:
    with listening("--ws") as (_, port), web_socket(port) as wire:
        for nonsense in ("{", b"\xff\xfe", "[" * 100_000):
            wire.send(nonsense)
            assert json.loads(wire.recv(SECONDS))["error"]["code"] == -32700
        wire.send(json.dumps({"jsonrpc": "2.0", "id": 7, "method": "shutdown"}))
        assert json.loads(wire.recv(SECONDS))["error"]["code"] == -32002


@pytest.mark.parametrize(
    "said",
    [
        b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"Content-Length: 99999999999\r\n\r\n",
        b"x" * 20_000,
    ],
)
def test_bytes_that_can_be_no_message_end_the_server_with_a_word(said: bytes) -> None:
    with RawClient() as client:
        client.initialize()
        client.send_bytes(said)
        assert client.ended() == 1
        client.until(lambda: "stdin" in "".join(client.errors), "the reason")
