"""Runs programs that use httpx: it is imported once, and each program is a fork of this process.

Reads one request a line from standard input, {"id": …, "code": …}, and writes one result a line to standard output:
{"id": …, "exitCode": …, "printed": …}, errors first.
"""

import json
import os
import sys
import tempfile

import httpx  # noqa: F401


def run(code):
    """Runs a program in a process of its own, and returns its exit code and what it has printed."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
            # An exception has ended it before, as it ends any program.
            sys.exit()
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return os.waitstatus_to_exitcode(status), err.read() + out.read()


for line in sys.stdin:
    request = json.loads(line)
    exit_code, printed = run(request["code"])
    result = {"id": request["id"], "exitCode": exit_code, "printed": printed}
    print(json.dumps(result), flush=True)
