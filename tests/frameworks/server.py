"""The scripted model as a server on this machine; it speaks the vendors' protocols."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from tests.frameworks.dialects import anthropic, chat, gemini, responses

ANSWERS: Final[dict[str, Callable[[dict[str, Any]], Any]]] = {
    "/chat/completions": chat,
    "/responses": responses,
    "/messages": anthropic,
    ":generateContent": gemini,
}
"""What answers a path that ends so."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        model = {"id": "gpt-4o", "object": "model", "created": 1, "owned_by": "x"}
        self._json({"object": "list", "data": [model]})

    def do_POST(self) -> None:
        body = self._body()
        path = self.path.partition("?")[0]
        answer = next((held for end, held in ANSWERS.items() if path.endswith(end)), None)
        if answer is None:
            self._json({"error": f"the scripted model knows no {path}"}, 404)
            return
        said = answer(json.loads(body))
        with suppress(BrokenPipeError):
            if isinstance(said, list):
                self._events(said)  # pyright: ignore[reportUnknownArgumentType]
            else:
                self._json(said)

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("transfer-encoding", ""):
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
        return gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body

    def _json(self, held: Any, status: int = 200) -> None:
        data = json.dumps(held).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _events(self, events: list[Any]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events:
            if isinstance(event, dict) and "type" in event:
                self.wfile.write(f"event: {event['type']}\n".encode())
            text = event if isinstance(event, str) else json.dumps(event)
            self.wfile.write(f"data: {text}\n\n".encode())
        self.close_connection = True


@contextmanager
def serving() -> Generator[str, None, None]:
    """Serve until the block ends; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
