"""Run a program to its end and print what it cost as JSON: CPU seconds, bytes at most, status.

Run as a program of its own by `measure.cost_of`: to the system, a process has held as much memory
as the one it was started from, and the bench itself holds more than what it measures.
"""

import json
import os
import sys


def main(target: str, *words: str) -> None:
    """Run the words with their output in the file `target`."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 1, target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0o644),
    ]
    child = os.posix_spawnp(words[0], list(words), os.environ, file_actions=actions)
    _, status, used = os.wait4(child, 0)
    memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(json.dumps([used.ru_utime + used.ru_stime, memory, os.waitstatus_to_exitcode(status)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
