"""Python's collector of cycles, at rest while much is made that stays."""

from __future__ import annotations

import gc


class Resting:
    """Keeps the collector off inside a `with`, and leaves it as it was.

    Where what is made is kept, or freed by its last reference, looking through it again and again
    as it grows finds nothing and costs more than the making.
    """

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        if self._was_enabled:
            gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_enabled:
            gc.enable()
