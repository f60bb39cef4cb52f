"""`python -m toolspec`, and the `toolspec` command."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return its exit status.

    `arguments` are the words behind `toolspec`, None for those of this process.
    """
    from toolspec.cli.app import run

    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
