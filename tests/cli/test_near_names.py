"""Tools that no judged trace calls, while one of nearly that name is called: a note of `check`."""

from __future__ import annotations

from tests.cli.cli_files import Run, trajectory, write

SAID = "s.toolspec:1: note: no judged trace calls `send_mail`; the traces call `send_email`\n"


def test_a_name_that_is_nearly_that_of_a_called_tool_is_noted(run: Run) -> None:
    write("run.json", trajectory("send_email"))
    write("s.toolspec", "forbid send_mail\n")
    ran = run("check", "run.json", "s.toolspec")
    assert (ran.status, ran.err) == (0, SAID)
    again = run("check", "run.json", "s.toolspec")
    assert (again.status, again.err) == (0, SAID), "read from the cache, it is the same"
    report = run("check", "run.json", "s.toolspec", "--format", "json").report
    assert report["passed"]
    assert report["notes"] == [
        {
            "text": "no judged trace calls `send_mail`; the traces call `send_email`",
            "path": "s.toolspec",
            "line": 1,
        }
    ]
    assert run("check", "run.json", "s.toolspec", "-q").err == ""


def test_a_name_that_another_judged_trace_calls_is_right(run: Run) -> None:
    write("a.json", trajectory("send_email"))
    write("b.json", trajectory("send_mail"))
    write("s.toolspec", "count send_mail <= 1\n")
    assert run("check", "a.json", "b.json", "s.toolspec").err == ""


def test_a_name_is_right_where_the_spec_knows_both_tools(run: Run) -> None:
    write("run.json", trajectory("get_orders"))
    write("s.toolspec", "forbid get_order\nrequire get_orders\n")
    assert run("check", "run.json", "s.toolspec").err == ""


def test_names_that_are_like_no_called_tool_are_left_alone(run: Run) -> None:
    write("run.json", trajectory("search"))
    write("s.toolspec", 'forbid delete_* | drop_table\nforbid "wipe disk"\n')
    assert run("check", "run.json", "s.toolspec").err == ""


def test_a_comment_silences_the_note(run: Run) -> None:
    write("run.json", trajectory("send_email"))
    write("s.toolspec", "forbid send_mail  # toolspec: ignore TS310\n")
    assert run("check", "run.json", "s.toolspec").err == ""


def test_a_name_among_several_and_in_a_tool_line_is_looked_at_too(run: Run) -> None:
    write("run.json", trajectory("send_email", "rm"))
    write(
        "s.toolspec",
        "tool @mail = /^sms/ | send_mail\n\nforbid @mail\ncount rm | sendemail <= 2\n",
    )
    assert run("check", "run.json", "s.toolspec").err == (
        "s.toolspec:3: note: no judged trace calls `send_mail`; the traces call `send_email`\n"
        "s.toolspec:4: note: no judged trace calls `sendemail`; the traces call `send_email`\n"
    )


NEVER = (
    "s.toolspec:3: note: never judged: `each b* <Command: $c>: not after bash <command: $c>`: "
    "no call matches b* <Command: $c>"
)


def test_a_key_that_is_nearly_one_of_the_calls_is_noted(run: Run) -> None:
    write("run.json", trajectory(("bash", {"command": "pytest -q"})))
    write(
        "s.toolspec",
        "forbid bash <comand: /pytest/>\ncount bash <cmd: /pytest/> <= 0\n"
        "each b* <Command: $c>: not after bash <command: $c>\n",
    )
    ran = run("check", "run.json", "s.toolspec")
    assert (ran.status, ran.err.splitlines()) == (
        0,
        [
            NEVER,
            "s.toolspec:1: note: no judged call of `bash` has `comand`; they have `command`",
            "s.toolspec:2: note: no judged call of `bash` has `cmd`; they have `command`",
            "s.toolspec:3: note: no judged call of `bash` has `Command`; they have `command`",
        ],
    )


def test_a_key_that_some_call_has_or_that_is_like_none_is_left_alone(run: Run) -> None:
    write("run.json", trajectory(("bash", {"command": "ls"}), ("rm", {"path": "a"})))
    write(
        "s.toolspec",
        "forbid * <path: /secret/>\nforbid rm <force: true>\nforbid bash <comman: absent, command: "
        '"rm">\nforbid bash <comand: "x">  # toolspec: ignore TS310\n',
    )
    assert run("check", "run.json", "s.toolspec").err == ""
