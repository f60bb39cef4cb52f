"""The judge: a process of the server's own that reads traces and scores specs against them.

Reading a large trace or scoring a hundred of them would hold the interpreter and make the editor
wait. So the server keeps documents and answers requests, and all that takes time happens here, a
pipe away:

    server  ── Watch, Score, Calls ──▶  judge (library of traces, verdicts by rule)
    server  ◀── Files, Scores, ... ──   judge

The newest `Score` of a document replaces the one before, even half done. The judge ends when its
input closes, so it never outlives the server; if it dies, the server starts another.
"""
