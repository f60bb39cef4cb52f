"""What goes wrong while a trace file is read, as the TraceError a user is told."""

from __future__ import annotations

from types import TracebackType

from toolspec.engine.reading.documents.scan import TooDeepError, TooManyError
from toolspec.engine.reading.format import TraceError


class Guard:
    """Lets nothing but TraceError out of the reading of a file, and names the file in it.

    A mistake of the reader itself is said to be one, with its cause kept: it shall be reported, not
    taken for a fault of the file.
    """

    __slots__ = ("format", "path")

    def __init__(self, path: str | None, format: str = "") -> None:
        self.path, self.format = path, format

    def __enter__(self) -> None:
        """Begin to read."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Turn the error into one that can be told."""
        match error:
            case TraceError():
                if error.path is None:
                    error.path = self.path
            case TooDeepError():
                raise TraceError(
                    "nested too deep: no trace has objects in objects by the thousand",
                    path=self.path,
                    line=error.args[0],
                ) from None
            case TooManyError():
                raise TraceError(
                    "more documents, objects or lists than a trace of that size has",
                    path=self.path,
                    line=error.args[0],
                ) from None
            case MemoryError() | RecursionError():
                name = type(error).__name__
                raise TraceError(f"too large to read: {name}", path=self.path) from None
            case Exception():
                reader = f"reader of {self.format}" if self.format else "reader"
                name = type(error).__name__
                raise TraceError(
                    f"made the {reader} fail with `{name}: {error}`",
                    path=self.path,
                    bare=f"made the {reader} fail with {name}",
                    hint="that is a mistake of toolspec and not of the file; please report it",
                ) from error
            case _:
                pass


def no_file(path: str, error: OSError | ValueError) -> TraceError:
    """Return what to tell a user about a file the system does not hand out."""
    match error:
        case ValueError():
            return TraceError("no file can have this name", path=path)
        case FileNotFoundError():
            return TraceError("there is no such file", path=path)
        case IsADirectoryError():
            return TraceError(
                "a folder, not a file", path=path, hint="name the trace files inside it"
            )
        case PermissionError():
            return TraceError("may not be read: permission denied", path=path)
        case _:
            return TraceError(f"cannot be read: {error.strerror or error}", path=path)
