"""`python -m toolspec`, and the `toolspec` command."""

import gc
import sys

YOUNG_OBJECTS_MAX = 50_000
"""Objects made before the garbage collector first looks: more than a small check makes."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return its exit status.

    `arguments` are the words after `toolspec`, None for those of this process.
    """
    if arguments is not None:
        from toolspec.cli.app import run

        return run(arguments)
    # The process is ours. Modules are not garbage, and looking through them over and again while
    # they load, and once more at the end, would be a tenth of a small check.
    gc.set_threshold(YOUNG_OBJECTS_MAX)
    from toolspec.cli.app import run

    status = run(sys.argv[1:])
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(main())
