"""A toy runtime, so that this driver works before yours is put in its place.

It runs the tasks of a plan in the order of their edges, with retries, timeouts, compensation
and cancels, on a virtual clock, and forgets everything when it ends.

Replace it by calls to your own runtime. Keep what run_workflow is handed and hands back.
"""

import hashlib
import heapq
import json
import random

CAPABILITIES = [
    "retry", "backoff.none", "backoff.fixed", "backoff.linear", "backoff.exponential",
    "max-delay", "jitter", "retry-on", "non-retryable", "timeout", "idempotent", "keys",
    "parallel", "data", "compensation", "compensation.native", "cancel",
]

# At one instant: returns first, then timeouts, then ends of backoff, then controls.
RETURN, TIMEOUT, BACKOFF, CONTROL = range(4)
# Longer times than this are not told apart.
END_OF_TIME = 2**53 - 1
# What is worth another attempt where neither the policy nor the error says.
RETRYABLE = {"transient", "rate_limit", "timeout", "unavailable"}
PERFORMING = {"task", "inference", "transform", "source", "sink", "human"}


class Stalled(Exception):
    """A limit of the run was passed, or nobody wants it any more."""


class Unit:
    """One execution of one node: forward, or as the compensation of another."""

    def __init__(self, name, node, undoes=None):
        self.name = name
        self.node = node
        self.undoes = undoes
        # pending, ready, running, waiting, succeeded, failed or cancelled
        self.state = "pending" if undoes is None else "ready"
        self.attempt = 0
        self.call = None  # the number of the open call
        self.input = None if undoes is None else {"input": undoes.input, "output": undoes.output}
        self.output = None
        self.error = None


def run_workflow(request, world):
    """Runs a plan to its end.

    request is what `run` of the protocol carries. world stands for the outside world, which is
    the suite: perform(call) asks what a task does while time stands still, settled(call, at)
    and aborted(call, at) tell what came of a call, is_abandoned() says that nobody wants the
    run any more.
    """
    reason = why_unsupported(request.get("plan"))
    if reason is not None:
        error = {"code": "unsupported", "class": "internal", "message": reason}
        return {"outcome": "refused", "error": error}
    try:
        return Run(request, world).to_its_end()
    except Stalled:
        return {"outcome": "stalled"}


class Run:
    def __init__(self, request, world):
        self.request = request
        self.plan = request["plan"]
        self.world = world
        self.random = random.Random(request["seed"])
        self.agenda = []
        self.units = forward_units(self.plan)
        self.completed = []
        self.owed = None
        self.compensating = None
        self.failures = []
        self.phase = "forward"  # then unwinding or cancelling
        self.failed = None
        self.is_cancelled = False
        self.compensated = 0
        self.now = 0
        self.calls = 0
        self.planned = 0
        for control in request["controls"]:
            if control["action"] == "cancel":
                self.later(control["at"], CONTROL, self.cancel)

    def to_its_end(self):
        while True:
            result = self.decide()
            if result is not None:
                return result
            if self.world.is_abandoned():
                raise Stalled
            if not self.agenda or self.agenda[0][0] > self.request["limits"]["time"]:
                raise Stalled
            self.now = self.agenda[0][0]
            # All that is due at this instant comes first, then what follows from it.
            while self.agenda and self.agenda[0][0] <= self.now:
                heapq.heappop(self.agenda)[3]()

    def later(self, at, rank, act):
        self.planned += 1
        heapq.heappush(self.agenda, (min(at, END_OF_TIME), rank, self.planned, act))

    def cancel(self):
        if self.phase == "forward":
            self.is_cancelled = True

    # Calls to tasks

    def start(self, unit):
        """Has the unit's task performed once more."""
        if self.calls >= self.request["limits"]["calls"]:
            raise Stalled
        self.calls += 1
        call = self.calls
        unit.state = "running"
        unit.attempt += 1
        unit.call = call
        message = {
            "run": self.request["run"],
            "call": call,
            "step": unit.node["id"],
            "unit": unit.name,
            "purpose": "forward" if unit.undoes is None else "compensation",
            "attempt": unit.attempt,
            "key": key_of(self.request["tenant"], self.request["run"], unit.name, unit.node["id"]),
            "input": unit.input,
            "at": self.now,
        }
        if unit.undoes is not None:
            message["undoes"] = unit.undoes.name
        answer = self.world.perform(message)
        then = answer["then"]
        if "hang" not in then:
            due = self.now + answer.get("after", 0)
            self.later(due, RETURN, lambda: self.returned(unit, call, then))
        if "timeout" in unit.node:
            due = self.now + unit.node["timeout"]["duration"]
            self.later(due, TIMEOUT, lambda: self.timed_out(unit, call))

    def returned(self, unit, call, then):
        self.world.settled(call, self.now)
        if unit.call != call:
            return  # Too late: its attempt is over, and nothing takes the result.
        unit.call = None
        if "error" in then:
            self.attempt_failed(unit, then["error"])
            return
        unit.state = "succeeded"
        unit.output = then["ok"]
        if unit.undoes is None:
            self.completed.append(unit)

    def timed_out(self, unit, call):
        if unit.call != call:
            return
        self.world.aborted(call, self.now)
        unit.call = None
        duration = unit.node["timeout"]["duration"]
        message = f"attempt {unit.attempt} took longer than {duration} ms"
        self.attempt_failed(unit, {"class": "timeout", "message": message})

    def attempt_failed(self, unit, error):
        is_forward = unit.undoes is None
        if may_retry(unit, error) and (not is_forward or self.phase == "forward"):
            unit.state = "waiting"
            delay = delay_before(unit.node["retry"], unit.attempt + 1, self.random)
            self.later(self.now + delay, BACKOFF, lambda: self.backoff_ended(unit))
            return
        # Nobody can tell whether a call that is not idempotent took effect: never sent again.
        hides_effect = error["class"] in ("timeout", "transient")
        unit.state = "failed"
        unit.error = {"class": error["class"], "message": error.get("message", "")}
        unit.error["uncertain"] = not unit.node["idempotent"] and hides_effect
        if is_forward and self.phase == "forward" and self.failed is None:
            self.failed = unit

    def backoff_ended(self, unit):
        if unit.state == "waiting":
            unit.state = "ready"

    # Decisions

    def decide(self):
        """The result where the run is over; None where it goes on."""
        if self.phase == "forward":
            if self.failed is None and not self.is_cancelled:
                result = self.decide_forward()
                if self.failed is None:
                    return result
            self.stop("cancelling" if self.failed is None else "unwinding")
        if any(unit.state == "running" for unit in self.units):
            return None
        if self.phase == "cancelling":
            return {"outcome": "cancelled", "compensation": "none"}
        return self.decide_unwinding()

    def decide_forward(self):
        is_moving = True
        while is_moving and self.failed is None:
            is_moving = False
            for unit in self.units:
                if unit.state == "pending" and is_reached(unit, self.plan, self.units):
                    is_moving = True
                    self.make_ready(unit)
                if unit.state != "ready":
                    continue
                if unit.node["kind"] in PERFORMING:
                    self.start(unit)
                else:
                    unit.state = "succeeded"
        if any(unit.state in ("running", "waiting") for unit in self.units):
            return None
        return {
            "outcome": "succeeded",
            "compensation": "none",
            "output": output_of(self.plan, self.completed),
        }

    def make_ready(self, unit):
        missing = resolve_input(unit, self.plan, self.units, self.request["input"])
        if missing is None:
            unit.state = "ready"
            return
        # It fails before its task is called: no other attempt would find what is missing.
        unit.state = "failed"
        unit.error = {"class": "internal", "code": "HX-4101", "message": missing}
        self.failed = self.failed or unit

    def stop(self, phase):
        """Stops all that is under way; a call that is not idempotent is let finish."""
        self.phase = phase
        for unit in self.units:
            if unit.state == "running" and not unit.node["idempotent"]:
                continue
            if unit.call is not None:
                self.world.aborted(unit.call, self.now)
            unit.call = None
            if unit.state in ("running", "waiting", "ready", "pending"):
                unit.state = "cancelled"

    def decide_unwinding(self):
        """Most recently completed first, one at a time; a failed one does not stop the others."""
        if self.owed is None:
            self.owed = compensations(self.plan, self.completed)
        while True:
            unit = self.compensating
            if unit is not None:
                if unit.state in ("running", "waiting"):
                    return None
                if unit.state == "ready":
                    self.start(unit)
                    return None
                if unit.state == "succeeded":
                    self.compensated += 1
                else:
                    self.failures.append(failure_of(unit))
            if not self.owed:
                break
            self.compensating = self.owed.pop(0)
        error = {**self.failed.error, "step": self.failed.node["id"]}
        if self.failures:
            outcome, compensation = "failed", "failed"
        elif self.compensated > 0:
            outcome, compensation = "compensated", "completed"
        else:
            outcome, compensation = "failed", "none"
        result = {"outcome": outcome, "compensation": compensation, "error": error}
        return {**result, "failures": self.failures}


def why_unsupported(plan):
    if plan is None:
        return "only plans are run, no documents"
    if plan["onFailure"] != "unwind":
        return "there are no operators"
    for node in plan["nodes"]:
        name = node["id"]
        if node["kind"] not in PERFORMING | {"parallel", "barrier"}:
            return f"{name} is a {node['kind']}"
        if node["join"] != "all" or node["guard"] is not None:
            return f"{name} has a guard, or another join than all"
        if "timeout" in node and node["timeout"]["onTimeout"] != "fail":
            return f"{name} does not fail at a timeout"
        for port in node["inputs"]:
            if "${" in (port["value"] or "").replace("$${", ""):
                return f"{name} has an input that is computed"
    for edge in plan["edges"]:
        if edge["type"] not in ("control", "data", "compensation"):
            return f"there is an edge of type {edge['type']}"
        if edge["condition"] is not None:
            return "there is an edge with a condition"
    return None


def forward_units(plan):
    """Units of the nodes that can be reached: from the entry, or from all nodes that nothing
    leads to. A compensation is reached by unwinding alone."""
    if plan["entry"] is not None:
        reached = [plan["entry"]]
    else:
        targets = {edge["to"] for edge in plan["edges"]}
        reached = [node["id"] for node in plan["nodes"] if node["id"] not in targets]
    for name in reached:  # It grows while it is walked through.
        for edge in plan["edges"]:
            is_forward = edge["type"] != "compensation" and edge["from"] == name
            if is_forward and edge["to"] not in reached:
                reached.append(edge["to"])
    return [Unit(node["id"], node) for node in plan["nodes"] if node["id"] in reached]


def is_reached(unit, plan, units):
    states = {each.name: each.state for each in units}
    return all(
        states.get(edge["from"], "succeeded") == "succeeded"
        for edge in plan["edges"]
        if edge["to"] == unit.name and edge["type"] != "compensation"
    )


def resolve_input(unit, plan, units, run_input):
    """Sets what a unit is handed: its inputs by port, or the run's input where it has none.
    Returns what is missing, None where nothing is."""
    unit.input = run_input
    if not unit.node["inputs"]:
        return None
    outputs = {each.name: each.output or {} for each in units}
    unit.input = {}
    for port in unit.node["inputs"]:
        value = None
        for edge in plan["edges"]:
            if (edge["type"], edge["to"], edge["toPort"]) == ("data", unit.name, port["name"]):
                value = outputs.get(edge["from"], {}).get(edge["fromPort"])
        if value is None and port["value"] is not None:
            value = literal_of(port["value"].replace("$${", "${"), port["type"])
        if value is None and port["default"] is not None:
            value = literal_of(port["default"], port["type"])
        if value is not None:
            unit.input[port["name"]] = value
        elif port["required"]:
            return f"the required input {port['name']} has no value"
    return None


def literal_of(text, kind):
    if kind not in ("number", "integer", "boolean", "json", "array", "map"):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def compensations(plan, completed):
    nodes = {node["id"]: node for node in plan["nodes"]}
    return [
        Unit(f"compensate:{unit.name}", nodes[edge["to"]], unit)
        for unit in reversed(completed)
        for edge in plan["edges"]
        if edge["type"] == "compensation" and edge["from"] == unit.name
    ]


def failure_of(unit):
    error_class = unit.error["class"]
    return {"step": unit.node["id"], "unit": unit.name, "code": "HX-4110", "class": error_class}


def may_retry(unit, error):
    retry = unit.node.get("retry")
    if retry is None or not unit.node["idempotent"] or unit.attempt >= retry["maxAttempts"]:
        return False
    if "retryOn" in retry:
        return error["class"] in retry["retryOn"]
    return error.get("retryable", error["class"] in RETRYABLE)


def delay_before(retry, attempt, draws):
    """The wait before attempt n, by the formula, then clamped, then jittered. It is multiplied
    step by step, so that no number overflows on the way."""
    delay = 0 if retry["backoff"] == "none" else retry["initialDelay"]
    if retry["backoff"] == "linear":
        delay = retry["initialDelay"] * retry["multiplier"] * (attempt - 1)
    if retry["backoff"] == "exponential" and retry["multiplier"] != 1:
        for _ in range(attempt - 2):
            if not 0 < delay < END_OF_TIME:
                break
            delay *= retry["multiplier"]
    delay = min(delay, END_OF_TIME if retry["maxDelay"] is None else retry["maxDelay"], END_OF_TIME)
    return delay * draws.random() if retry["jitter"] == "full" else delay


def key_of(*parts):
    """The same for each attempt of a unit, and for no other unit, run or tenant."""
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def output_of(plan, completed):
    """What nodes that nothing follows have handed back."""
    followed = {edge["from"] for edge in plan["edges"] if edge["type"] != "compensation"}
    return {unit.name: unit.output for unit in completed if unit.name not in followed}
