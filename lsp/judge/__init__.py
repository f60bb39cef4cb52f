"""The judge: a separate process that reads traces and scores specs against them.

Reading a large trace or scoring a hundred of them would block the interpreter and make the editor
wait. So the server only keeps documents and answers requests; slow work happens in this process:

    server  ── Watch, Score, Calls ──▶  judge (library of traces, verdicts by rule)
    server  ◀── Files, Scores, ... ──   judge

A newer `Score` request of a document replaces the previous one, even if that is half done. The
judge ends when its input closes, so it never outlives the server. If it dies, the server restarts
it.
"""
