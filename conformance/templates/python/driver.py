"""A driver: puts a workflow runtime under test.

It reads one JSON message a line on stdin and writes one a line on stdout, so nothing else may
be printed there; stderr is free. Python 3.8 or later, and nothing beside its own library.

    npx unwind doctor --driver "python3 driver.py"
    npx unwind certify --driver "python3 driver.py"

Everything about the runtime itself is in runtime.py. Put your own in its place, and declare
below what it can do: what is not declared is not asked for.
"""

import json
import sys

from runtime import CAPABILITIES, run_workflow

PROTOCOL = 1

HELLO = {
    "protocol": PROTOCOL,
    "runtime": {"name": "toy", "version": "1.0.0", "language": "python"},
    "profiles": ["baseline"],
    "dialects": ["plan"],
    "clock": {"kind": "virtual"},
    "concurrentRuns": 1,
    "capabilities": CAPABILITIES,
    "unsupported": {
        "resume": "nothing is kept over a crash",
        "operators": "nobody can step in",
        "guards": "every step of a plan runs",
        "trace": "it keeps no history",
    },
}


class ProtocolError(Exception):
    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message}
        if data is not None:
            self.error["data"] = data


class Suite:
    """The other end of the pipe. One thread does all: while a run waits for an answer, what
    else the suite asks is answered in between."""

    def __init__(self):
        self.is_initialized = False
        self.asked = 0
        self.abandoned = set()

    def send(self, message):
        # ASCII alone, so that no setting of the machine's language can spoil it.
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()

    def read(self):
        """The next message; the end of the input means the same as shutdown."""
        while True:
            line = sys.stdin.readline()
            if line == "":
                sys.exit(0)
            if line.strip() == "":
                continue
            try:
                return json.loads(line)
            except ValueError:
                error = {"code": -32700, "message": "this line is no JSON"}
                self.send({"id": None, "error": error})

    def ask(self, method, params):
        self.asked += 1
        asked = self.asked
        self.send({"id": asked, "method": method, "params": params})
        while True:
            message = self.read()
            if "method" in message:
                self.answer(message)
            elif message.get("id") == asked:
                if "error" in message:
                    raise RuntimeError("the suite refused: " + message["error"]["message"])
                return message["result"]

    def answer(self, message):
        method = message["method"]
        try:
            result = self.do(method, message.get("params") or {})
            self.send({"id": message.get("id"), "result": result})
        except ProtocolError as error:
            self.send({"id": message.get("id"), "error": error.error})
        except Exception as error:  # A defect of this driver, or of the runtime.
            told = {"code": -32603, "message": f"{type(error).__name__}: {error}"}
            self.send({"id": message.get("id"), "error": told})
        if method == "shutdown":
            sys.exit(0)

    def do(self, method, params):
        if method == "initialize":
            if params.get("protocol") != PROTOCOL:
                raise ProtocolError(-32001, "another version", {"supported": [PROTOCOL]})
            self.is_initialized = True
            return HELLO
        if method not in ("run", "abandon", "shutdown"):
            raise ProtocolError(-32601, f"unknown method {method}")
        if not self.is_initialized:
            raise ProtocolError(-32002, "initialize comes first")
        if method == "run":
            return run_workflow(params, World(self, params["run"]))
        if method == "abandon":
            self.abandoned.add(params["run"])
        return {}


class World:
    """What the runtime sees of the suite in one run."""

    def __init__(self, suite, run):
        self.suite = suite
        self.run = run

    def perform(self, call):
        return self.suite.ask("perform", call)

    def settled(self, call, at):
        self.tell("settled", call, at)

    def aborted(self, call, at):
        self.tell("aborted", call, at)

    def tell(self, method, call, at):
        self.suite.send({"method": method, "params": {"run": self.run, "call": call, "at": at}})

    def is_abandoned(self):
        return self.run in self.suite.abandoned


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    suite = Suite()
    while True:
        message = suite.read()
        if "method" in message:
            suite.answer(message)


if __name__ == "__main__":
    main()
