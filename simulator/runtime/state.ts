/**
 * All that a run is while it is under way. Plain data; the files beside this one change it.
 * An `Engine` is what all parts of a simulated run share; an `Instance` is one workflow on
 * it, the run itself or a subworkflow; a `Frame` is the run of a region, once or once an
 * iteration; a `StepRun` is one execution of one node.
 */

import type { Choices } from '../../core/lifecycle/choices.ts';
import type { InstanceContext, InstanceEvent } from '../../core/lifecycle/instance-chart.ts';
import type { StepContext, StepEvent } from '../../core/lifecycle/semantics.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type { CompensationFailure, RuntimeError } from '../../core/model/run.ts';
import type { Control, Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { Purpose, TraceError, TraceEvent } from '../../core/model/trace.ts';
import type { Library } from '../library.ts';
import type { Limits } from '../limits.ts';
import type { ProfileRules } from '../profile.ts';
import type { Program, ProgramEdge, ProgramNode, Region } from '../program/program.ts';
import type { Queued } from '../queue.ts';
import type { World } from '../world/world.ts';

/** Where a run lives: in a simulated world, or among real tasks. */
export interface Host {
  /** Sends a call; its result comes back by `taskReturned`. */
  readonly send: (attempt: Attempt) => void;
  /** Asks what became of an uncertain call; the answer comes back by `statusKnown`. */
  readonly ask: (attempt: Attempt) => void;
  /** What the far side says to that, when it is due; what the ledger says where it is left out. */
  readonly status?: (attempt: Attempt) => FarSideStatus;
  /** The runtime has given up on a call: it timed out, or was cancelled. */
  readonly giveUp: (attempt: Attempt) => void;
  /** The task of a call returned, and the runtime is there to hear it, whatever it makes of it. */
  readonly returned?: (attempt: Attempt) => void;
  /** A draw in [0, 1) for the wait after the step's present attempt. */
  readonly draw: (step: StepRun) => number;
}

/** Whether an uncertain call had its effect, and what it handed back; null where nobody knows. */
export interface FarSideStatus {
  readonly applied: boolean | null;
  readonly output: JsonObject | null;
}

export interface Engine {
  readonly scenario: Scenario;
  readonly host: Host;
  readonly limits: Limits;
  readonly world: World;
  readonly library: Library;
  readonly queue: Planned[];
  readonly trace: TraceEvent[];
  /** Messages that charts have not seen yet, oldest first: the first `posted` of these. */
  readonly inbox: Message[];
  posted: number;
  /** How many of those were read. */
  read: number;
  /** Crashes so far: a call of an earlier life is an orphan. */
  life: number;
  isDown: boolean;
  /** All that was due at this instant has happened, and what follows from it is decided. */
  isDeciding: boolean;
  /** Timers that came due while the runtime was down. */
  readonly deferred: Planned[];
  /** Instances that are not over; the run itself is the first. */
  readonly active: Instance[];
  /** Every frame that a report names: the main one, and one for each iteration. */
  readonly frames: Frame[];
  /** The steps that undo others, in the order in which they began. */
  readonly compensations: StepRun[];
  /** Signals that no step was waiting for, by name. */
  readonly signals: Map<string, Json[]>;
  readonly rules: ProfileRules;
  readonly choices: Choices;
  /** `onFailure: "pause"`: a failure parks the run. */
  readonly pauses: boolean;
  /** Virtual ms since the run began. */
  now: number;
  /** Nothing that is due later than this happens yet: infinite, unless a real clock runs. */
  horizon: number;
  /** How many things were planned so far. */
  planned: number;
  calls: number;
  /** Controls that wait for an event of the trace, by its number. */
  readonly controlsByEvent: Map<number, Control[]>;
  /** Controls whose event has just happened. */
  readonly dueControls: Control[];
  /** The limit that was passed, in a sentence; null while none was. */
  exceeded: string | null;
  /** Calls wait before they are sent: for a worker, or for as long as sending takes. */
  readonly queues: boolean;
  /** Workers by pool; null where their number has no bound. */
  readonly pools: ReadonlyMap<string, Pool> | null;
  /** What the engine itself takes to decide after something has happened, in ms. */
  readonly thinking: number;
  /** What happened and was not decided about yet: none where deciding takes no time. */
  readonly held: Message[];
  /** Whether it is time to decide: always, where that takes no time. */
  decides: boolean;
  /** When the last of the planned decisions is due. */
  decisionAt: number;
}

/** Workers of one kind. */
export interface Pool {
  readonly size: number;
  busy: number;
  /** Who waits for one, first come first served, from place `next` on; some may have given up. */
  waiting: Queueing[];
  next: number;
  /** Those of them who came since workers were given last. */
  fresh: Queueing[];
}

/** Something that will happen at a time. */
export type Planned = Queued &
  (
    | { readonly what: 'return'; readonly attempt: Attempt }
    /** The far side says whether an uncertain call had its effect. */
    | { readonly what: 'status'; readonly attempt: Attempt }
    /** The effect of a call that never returns. */
    | { readonly what: 'effect'; readonly attempt: Attempt }
    | {
        readonly what: 'timeout';
        readonly step: StepRun;
        readonly attempt: number;
        /** The call that it bounds; null for a step that calls nothing. */
        readonly call: Attempt | null;
      }
    | { readonly what: 'backoff'; readonly step: StepRun; readonly attempt: number }
    | { readonly what: 'wait'; readonly step: StepRun; readonly attempt: number }
    /** The engine has sent a call. */
    | { readonly what: 'dispatch'; readonly step: StepRun; readonly attempt: number }
    /** A call has waited for a worker for as long as it may. */
    | { readonly what: 'queue'; readonly step: StepRun; readonly attempt: number }
    | { readonly what: 'deadline'; readonly instance: Instance }
    | { readonly what: 'decide' }
    | { readonly what: 'control'; readonly control: Control }
  );

export interface Instance {
  readonly engine: Engine;
  readonly program: Program;
  /** What stands before its units' names: `enrich/`, or nothing for the run itself. */
  readonly prefix: string;
  /** What stands before its nodes' names; the same for every attempt of a subworkflow. */
  readonly path: string;
  readonly input: JsonObject;
  /** The step that runs this instance as its subworkflow; null for the run itself. */
  readonly parent: StepRun | null;
  readonly main: Frame;
  state: number;
  context: InstanceContext;
  /** Steps in READY, RUNNING or RETRYING. */
  inFlight: number;
  /** Subworkflows that are not over, those that were given up among them. */
  openChildren: number;
  /** Steps whose join must be looked at again. */
  touched: StepRun[];
  /** Steps that are READY and have not begun their attempt. */
  ready: StepRun[];
  /** `wait until` steps, looked at again whenever something has ended. */
  waitingUntil: StepRun[];
  waitsTouched: boolean;
  /** `wait event` steps. */
  waitingFor: StepRun[];
  /** Steps that only an error edge from further down could still reach (§4.7). */
  readonly expecting: StepRun[];
  /** Iterations in which nothing is in flight any more. */
  readonly idle: Frame[];
  /** Failures that nothing handles, in the order in which they happened. */
  readonly unhandled: StepRun[];
  /** Failed steps that wait for an operator; kept by the run itself, for its subworkflows too. */
  parked: StepRun[];
  /** Steps with a compensation that succeeded, in the order in which they did. */
  readonly completed: StepRun[];
  unwinding: Unwinding | null;
  /** Why it does not succeed; null while it may. */
  reason: TraceError | null;
  /** What it hands back, where its document says so. */
  returned: Json;
  readonly failures: CompensationFailure[];
  readonly errors: RuntimeError[];
  isOver: boolean;
  endedAt: number;
}

/** Where the names in an expression are looked up: the whole run, or one iteration. */
export interface Frame {
  readonly instance: Instance;
  readonly region: Region;
  /** One for each member of the region, in its order. */
  readonly steps: readonly StepRun[];
  /** Its own forward steps in READY, RUNNING or RETRYING, in no order that matters. */
  readonly open: Set<StepRun>;
  /** How many there are, those of frames inside this one included. */
  inFlight: number;
  /** The failure that nothing in this iteration handles; null while there is none. */
  failure: StepRun | null;
  isOver: boolean;
  /** The lowest rank of an `any` join that was won here; infinite before the first. */
  lowestWon: number;
  readonly parent: Frame | null;
  /** The loop step whose iteration this is; null for the main frame. */
  readonly loop: StepRun | null;
  readonly iteration: number;
  /** What stands behind its units' names: `[2]`, `[1][0]`, or nothing. */
  readonly suffix: string;
  readonly variables: ReadonlyMap<string, Json> | null;
}

/** One execution of one node: once in a run, once an iteration, or once as a compensation. */
export interface StepRun {
  readonly node: ProgramNode;
  readonly frame: Frame;
  readonly unit: string;
  readonly purpose: Purpose;
  state: number;
  context: StepContext;
  /** The last event that bore on it, by number; null where the run's beginning did. */
  cause: number | null;
  /** Awaited edges that are neither satisfied nor negative. */
  unresolved: number;
  satisfied: number;
  /** Whether any edge of its own region leads to it. */
  readonly hasJoin: boolean;
  /** Decisions that may still choose it. */
  openDeciders: number;
  isChosen: boolean;
  /** A required input will never have a value. */
  isStarved: boolean;
  isUnreachable: boolean;
  isTouched: boolean;
  attempt: Attempt | null;
  /** The attempt whose timeout has passed, by number, where it is no call; 0 for none. */
  outOfTime: number;
  /** How often its present attempt was sent again after a crash. */
  redeliveries: number;
  input: JsonObject | null;
  /** What it gave: an object of ports, or any value where its dialect has no ports. */
  output: Json;
  /** The key of its calls; null before the first. */
  key: string | null;
  /** How it waits to be sent; null where it does not. */
  queueing: Queueing | null;
  /** The failure that ended it, or that its last attempt had. */
  error: TraceError | null;
  /** Why an edge makes it fail before its task is called; null where none does. */
  rejection: TraceError | null;
  /** Why its guard could not be decided; null where it could. */
  guardError: TraceError | null;
  /** Where a decision went; null for all else. */
  route: ProgramNode | null;
  /** How long it waits before its next attempt; null where it does not. */
  backoff: Backoff | null;
  /** Compensation edges whose condition was false when it ended; null where none was. */
  refusedCompensations: ReadonlySet<ProgramEdge> | null;
  /** Data edges that were not taken when it ended: they hand over nothing. */
  refusedData: ReadonlySet<ProgramEdge> | null;
  /** The step that this one undoes; null for forward steps. */
  readonly undoes: StepRun | null;
  /** Iterations, where it is a loop that runs. */
  looping: Looping | null;
  /** Its elements, where there is a unit for each. */
  fanning: Fanning | null;
  /** The instance that it runs, where it is a subworkflow. */
  child: Instance | null;
}

/** How a step waits to be sent, and which worker it has until its call is over. */
export interface Queueing {
  readonly step: StepRun;
  /** Null where the number of workers has no bound. */
  readonly workers: Pool | null;
  /** When it lined up. */
  readonly since: number;
  hasWorker: boolean;
  /** It has waited for as long as it may. */
  isOver: boolean;
}

/** A step that is run for each element of a list. */
export interface Fanning {
  /** One for each element, in order. */
  readonly frames: readonly Frame[];
  /** The next element to begin. */
  next: number;
  /** Elements under way. */
  open: number;
  /** No further element begins. */
  isStopping: boolean;
}

export interface Backoff {
  /** By the formula, clamped, before jitter. */
  readonly base: number;
  readonly draw: number | null;
  readonly delay: number;
}

/** One call to a task. */
export interface Attempt {
  readonly step: StepRun;
  readonly number: number;
  readonly key: string;
  answer: TaskAnswer;
  /** The life of the runtime in which it was sent. */
  readonly life: number;
  /** The event that began it, by number. */
  started: number;
  state: number;
  /** The far side was asked what became of it, and has not answered. */
  isAsked: boolean;
}

export interface Unwinding {
  /** What is still to be undone, next first. */
  readonly pending: { readonly step: StepRun; readonly edge: ProgramEdge }[];
  /** Compensations of one step that have not succeeded: COMPENSATED at none. */
  readonly owed: Map<StepRun, number>;
  next: number;
}

export interface Looping {
  /** The elements of `over`; null for the other kinds. */
  readonly elements: readonly Json[] | null;
  begun: number;
  readonly open: Set<Frame>;
  succeeded: number;
  failed: number;
  /** No further iteration begins. */
  isStopping: boolean;
  /** What fails the loop once its open iterations have ended; null where nothing does. */
  failure: TraceError | null;
  lastFrame: Frame | null;
  /** What the iterations that succeeded gave, in the order in which they ended. */
  readonly results: { readonly iteration: number; readonly output: Json }[];
  /** Iterations that were cancelled with their loop: begun again if an operator brings it back. */
  readonly cut: Frame[];
}

export type Message = StepMessage | InstanceMessage;

export interface StepMessage {
  readonly to: 'step';
  readonly step: StepRun;
  readonly event: StepEvent;
  /** The event's index in the step's table. */
  readonly index: number;
  /** The event of the trace that this follows from. */
  readonly cause: number | null;
  readonly error: TraceError | null;
  readonly output: Json;
  readonly detail: string | undefined;
}

export interface InstanceMessage {
  readonly to: 'instance';
  readonly instance: Instance;
  readonly event: InstanceEvent;
  readonly index: number;
  readonly cause: number | null;
  /** The step that it is about: one that failed, a compensation that ended. */
  readonly about: StepRun | null;
}
