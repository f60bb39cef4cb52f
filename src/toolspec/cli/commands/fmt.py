"""`toolspec fmt`: lay specs out in the one canonical way."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolspec.cli.options import verb_parser
from toolspec.cli.paths import STANDARD_INPUT, sorted_paths
from toolspec.cli.refusal import Refusal
from toolspec.cli.spec_files import decoded_spec, read_content, spec_refusal
from toolspec.cli.trace_files import standard_input
from toolspec.engine.text.escape import safe

_EPILOG: Final = """\
Folders are searched for files that end in .toolspec. A file with an error is not changed.
The order of a rule's words is kept.

examples:
  toolspec fmt specs/
  toolspec fmt --check --diff .        for continuous integration
  toolspec fmt - < old.toolspec        to standard output

exit status:
  0  done (--check: nothing to change)   1  --check: a file would change   2  a file has an error
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("fmt", "Format specs (one canonical layout).", _EPILOG)
    options.add_argument("paths", nargs="+", metavar="PATH", help="specs, folders, globs, or -")
    options.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a file would change"
    )
    options.add_argument(
        "--diff", action="store_true", help="write nothing; show what would change"
    )
    options.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="skip paths that match GLOB"
    )
    return options


def run(options: Namespace) -> int:
    """Format every file named; return the exit status."""
    gathered = sorted_paths(options.paths, options.exclude)
    refusals = list(gathered.refusals)
    files = [*gathered.specs, *gathered.specs_found]
    for file in gathered.traces:
        if file.path == STANDARD_INPUT:
            files.append(file.path)
        elif not file.found:
            refusals.append(Refusal("not a spec: its name does not end in .toolspec", file.path))
    changed = 0
    for path in files:
        content = standard_input() if path == STANDARD_INPUT else read_content(path)
        laid_out = content if isinstance(content, Refusal) else _laid_out(content, path)
        if isinstance(laid_out, Refusal | list):
            refusals.extend(laid_out if isinstance(laid_out, list) else [laid_out])
            continue
        assert isinstance(content, bytes)
        changed += content != laid_out
        refusal = _deliver(options, path, content, laid_out)
        if refusal is not None:
            refusals.append(refusal)
    sys.stdout.flush()
    for refusal in refusals:
        refusal.tell()
    if not files and not refusals:
        print("toolspec: no spec found", file=sys.stderr)
    if refusals or not files:
        return 2
    return 1 if options.check and changed else 0


def _laid_out(content: bytes, path: str) -> bytes | Refusal | list[Refusal]:
    """Return the canonical text as bytes, or why there is none."""
    shown = "<stdin>" if path == STANDARD_INPUT else path
    text = decoded_spec(content, shown)
    if isinstance(text, Refusal):
        return text
    from toolspec.dsl.errors import SpecError
    from toolspec.dsl.format import format_text
    from toolspec.dsl.specs import parse

    try:
        parse(text, shown)
    except SpecError as error:
        return [spec_refusal(inner) for inner in error.errors]
    return format_text(text).encode()


def _deliver(options: Namespace, path: str, before: bytes, after: bytes) -> Refusal | None:
    """Write the file, or what was asked for instead."""
    if options.diff:
        sys.stdout.writelines(_diff(path, before.decode("utf-8-sig"), after.decode()))
    if options.check:
        if before != after and not options.diff:
            print(f"{safe(path)} would change")
        return None
    if options.diff:
        return None
    if path == STANDARD_INPUT:
        sys.stdout.write(after.decode())
        return None
    if before == after:
        return None
    try:
        _replace(path, after)
    except OSError as error:
        return Refusal(f"cannot be written: {error.strerror}", path)
    print(f"{safe(path)} changed", file=sys.stderr)
    return None


def _replace(path: str, content: bytes) -> None:
    """Put the content in the file's place, whole or not at all, keeping the file's mode."""
    target = Path(path).resolve()  # a link stays a link
    passing = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        passing.write_bytes(content)
        passing.chmod(target.stat().st_mode & 0o7777)
        passing.replace(target)
    finally:
        with suppress(OSError):
            passing.unlink(missing_ok=True)


def _diff(path: str, before: str, after: str) -> Iterator[str]:
    from difflib import unified_diff

    for line in unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        path,
        f"{path} (formatted)",
    ):
        shown = safe(line.rstrip("\r\n")) + "\n"
        yield shown if line.endswith("\n") else shown + "\\ No newline at end of file\n"
