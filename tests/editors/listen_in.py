#!/usr/bin/env python3
"""Stand between an editor and its server, and write down what the editor says first.

    listen_in.py FILE COMMAND...

runs the command, which is the server's, and passes on all it is sent; the parameters of the first
message go to the file, as they came. What is asked of the program besides (its version) is its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path


def main(words: list[str]) -> int:
    """Listen in on the server's command; return its exit status."""
    file, *command = words
    if "lsp" not in command:
        os.execvp(command[0], command)
    held = b""
    while (body := _first_body(held)) is None:
        data = os.read(0, 1 << 16)
        if not data:
            return 1
        held += data
    said = json.loads(body)
    part = Path(f"{file}.part")
    part.write_text(json.dumps(said["params"]), "utf-8")
    part.rename(file)
    server = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)
    assert server.stdin is not None
    try:
        while held:
            server.stdin.write(held)
            held = os.read(0, 1 << 16)
        server.stdin.close()
    except BrokenPipeError:
        pass
    return server.wait()


def _first_body(held: bytes) -> bytes | None:
    """Return the body of the first message, None as long as it is not all there."""
    header, end, rest = held.partition(b"\r\n\r\n")
    for line in header.split(b"\r\n") if end else ():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length" and len(rest) >= int(value):
            return rest[: int(value)]
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
