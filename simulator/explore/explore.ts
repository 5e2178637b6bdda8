/**
 * All runs of a workflow within bounds: each way in which up to K calls can go wrong, and each order
 * of returns that can matter. Runs without a fault come first, then those with one, so that what
 * breaks is shown with as few as can be. A state is never stored: what is kept is the way to it,
 * which is taken again (README, Why runs are taken again).
 */

import { compileProgram } from '../program/compile.ts';
import type { Program } from '../program/program.ts';
import { INSTANCE } from '../runtime/states.ts';
import {
  answerAt,
  type ChoicePoint,
  CONTROLS,
  type Decision,
  type Execution,
  execute,
  WAIT,
} from './execution.ts';
import { createNames } from './fingerprint.ts';
import { isSensitive, sensitiveNodes } from './sensitive.ts';
import { createTally, type Tally } from './tally.ts';
import type { Exploration, ExploreOptions, ExploreTarget, Level } from './types.ts';

export interface ExploreProgress {
  readonly faults: number;
  readonly unique: number;
  readonly runs: number;
  /** What there is to say, were it to end now. */
  readonly soFar: () => Exploration;
}

/** How one comes to a state: by the way to the one before it, and a decision. */
interface Way {
  readonly before: Way | null;
  readonly start: number;
  readonly decision: Decision;
  readonly depth: number;
}

/** A state on the path that is looked at. */
interface Visit {
  readonly way: Way;
  readonly key: string;
  /** How many calls may return next. */
  readonly calls: number;
  readonly costly: number;
  /** The next of them to be tried. */
  next: number;
  /** Something since the state before it was sensitive to order. */
  readonly since: boolean;
  /** Something from here on was. */
  sensitive: boolean;
}

/** A state whose faults are still to be tried. */
interface Waiting {
  readonly way: Way;
  readonly costly: number;
}

interface Search {
  readonly program: Program;
  readonly target: ExploreTarget;
  readonly options: ExploreOptions;
  readonly nodes: ReadonlySet<string>;
  readonly names: ReturnType<typeof createNames>;
  readonly tally: Tally;
  /** States that were reached; whether order mattered from there on. */
  readonly known: Map<string, boolean>;
  states: number;
  transitions: number;
  /** Where this level must end. */
  mostStates: number;
  mostWork: number;
  work: number;
  stoppedBy: Exploration['stoppedBy'];
}

/** States between two breaths of whoever drives. */
const BETWEEN = 500;

/**
 * Each turn looks at some hundred states. The same target and options give the same result, to the
 * byte, whatever is done between turns.
 */
export function* explore(
  target: ExploreTarget,
  options: ExploreOptions,
): Generator<ExploreProgress, Exploration> {
  const search: Search = {
    program: compileProgram(target.workflow),
    target,
    options,
    nodes: sensitiveNodes(target.workflow, target.ordered),
    names: createNames(),
    tally: createTally(),
    known: new Map(),
    states: 0,
    transitions: 0,
    mostStates: 0,
    mostWork: 0,
    work: 0,
    stoppedBy: null,
  };
  const levels: Level[] = [];
  const soFar = (): Exploration => search.tally.result(levels, search.work, search.stoppedBy);
  let waiting: Waiting[] = [];
  for (let faults = 0; faults <= options.faults; faults += 1) {
    const before = { ...search, unique: search.known.size, runs: search.tally.runs() };
    // What is left is shared: whatever order comes to, faults are tried as well.
    const share = options.faults + 1 - faults;
    search.mostStates = search.known.size + Math.ceil((options.states - search.known.size) / share);
    search.mostWork = search.work + Math.ceil((options.work - search.work) / share);
    const found: Waiting[] = [];
    // A level begins from the states of the one before it.
    let isComplete = levels.at(-1)?.isComplete ?? true;
    let breathed = search.states;
    for (const way of waysAt(search, faults, waiting)) {
      if (!follow(search, way, faults, found)) {
        isComplete = false;
        break;
      }
      if (search.states - breathed < BETWEEN) continue;
      breathed = search.states;
      yield { faults, unique: search.known.size, runs: search.tally.runs(), soFar };
    }
    levels.push({
      faults,
      states: search.states - before.states,
      unique: search.known.size - before.unique,
      transitions: search.transitions - before.transitions,
      runs: search.tally.runs() - before.runs,
      isComplete,
    });
    waiting = found;
  }
  return soFar();
}

/** Where runs with so many faults part from those with one less. */
function* waysAt({ target }: Search, faults: number, waiting: readonly Waiting[]): Generator<Way> {
  for (const [start, { faults: cost }] of target.starts.entries()) {
    if (cost === faults) yield { before: null, start, decision: WAIT, depth: 0 };
  }
  for (const { way, costly } of waiting) {
    for (let index = 0; index < costly; index += 1) {
      yield { before: way, start: way.start, decision: faultAt(index), depth: way.depth + 1 };
    }
  }
}

/** Faults at a state are counted through; which one is meant is known where it is reached. */
const FAULTS = 1 << 30;
const faultAt = (index: number): Decision => FAULTS + index;

/**
 * Looks at all that can follow from a way without a further fault.
 * @returns False where a bound was reached.
 */
const follow = (search: Search, first: Way, faults: number, found: Waiting[]): boolean => {
  const path: Visit[] = [];
  let way: Way | null = first;
  while (way !== null) {
    const sensitive = walk(search, way, faults, path);
    if (sensitive === null) {
      keepWaiting(path, found);
      return false;
    }
    way = stepBack(search, path, faults, sensitive, found);
  }
  return true;
};

/** What is left of a search that ends early is tried with faults all the same. */
const keepWaiting = (path: readonly Visit[], found: Waiting[]): void => {
  for (const { way, costly } of path) if (costly > 0) found.push({ way, costly });
};

/**
 * Takes a way, and goes on to its end by what comes first.
 * @returns Whether order mattered behind the last state of the path; null at a bound.
 */
const walk = (search: Search, way: Way, faults: number, path: Visit[]): boolean | null => {
  const { target, options, program, names, known } = search;
  if (search.work >= search.mostWork) {
    search.stoppedBy ??= 'work';
    return null;
  }
  const execution = execute(program, target, options, names, search.nodes, way.start);
  const { trace } = execution.engine;
  const budget = options.faults - faults;
  const merges = options.reduction !== 'none';
  search.work += STEP_WORK * program.nodes.length;
  let seen = takeAgain(execution, way, options);
  if (way.before !== null) search.transitions += 1;
  let at = way;
  for (;;) {
    const point = execution.advance();
    let since = false;
    for (; seen < trace.length; seen += 1) {
      const event = trace[seen];
      if (event !== undefined && isSensitive(event, search.nodes)) since = true;
    }
    if (point === null) {
      search.work += trace.length;
      finishRun(search, execution, faults, at.depth);
      return since;
    }
    search.states += 1;
    search.work += 1 + execution.engine.queue.length / TIMERS + point.calls / CALLS;
    const key = execution.fingerprint.of(execution.engine, budget, target.looksAtTime);
    const order = known.get(key);
    if (merges && order !== undefined) {
      search.work += trace.length;
      return since || order;
    }
    if (known.size >= search.mostStates || search.work >= search.mostWork) {
      search.stoppedBy ??= known.size >= search.mostStates ? 'states' : 'work';
      return null;
    }
    const name = merges ? key : `${known.size}`;
    known.set(name, false);
    const costly = budget > 0 ? costlyAt(point, options) : 0;
    path.push({
      way: at,
      key: name,
      calls: point.calls,
      costly,
      next: 1,
      since,
      sensitive: isUnwinding(execution),
    });
    const decision = point.calls === 0 ? WAIT : answerAt(0, 0);
    at = { before: at, start: way.start, decision, depth: at.depth + 1 };
    execution.choose(decision);
    search.transitions += 1;
  }
};

/** So many timers, or open calls, are looked at for the price of an event. */
const TIMERS = 16;
const CALLS = 4;
/** What it costs that a run has a step, though nothing happens to it: it is made, and told of. */
const STEP_WORK = 4;

const isUnwinding = ({ engine }: Execution): boolean =>
  engine.active.some(({ state }) => state !== INSTANCE.running);

/** @returns How many events there were before the last decision. */
const takeAgain = (execution: Execution, way: Way, options: ExploreOptions): number => {
  let events = 0;
  const decisions: Decision[] = [];
  for (let at: Way = way; at.before !== null; at = at.before) decisions.push(at.decision);
  for (let index = decisions.length - 1; index >= 0; index -= 1) {
    const point = execution.advance();
    if (point === null) throw new Error('a run that was taken again went another way');
    const decision = decisions[index] as Decision;
    events = execution.engine.trace.length;
    execution.choose(decision >= FAULTS ? nthFault(point, decision - FAULTS, options) : decision);
  }
  return events;
};

const costlyAt = (point: ChoicePoint, options: ExploreOptions): number => {
  let costly = point.mayControl ? options.controls.length : 0;
  for (let place = 0; place < point.calls; place += 1) costly += point.menu(place).length - 1;
  return costly;
};

const nthFault = (point: ChoicePoint, index: number, options: ExploreOptions): Decision => {
  let rest = index;
  for (let place = 0; place < point.calls; place += 1) {
    const faults = point.menu(place).length - 1;
    if (rest < faults) return answerAt(place, rest + 1);
    rest -= faults;
  }
  const control = options.controls[rest];
  if (control === undefined) throw new Error('a run that was taken again offers other faults');
  return CONTROLS[control];
};

/** The next way that must be taken, from the end of the path; null where none must. */
const stepBack = (
  { options, known }: Search,
  path: Visit[],
  faults: number,
  behind: boolean,
  found: Waiting[],
): Way | null => {
  const budget = options.faults - faults;
  const reduces = options.reduction === undefined || options.reduction === 'full';
  let sensitive = behind;
  for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
    visit.sensitive ||= sensitive;
    // With faults left, any call may still fail: then it matters what was there before.
    if (visit.next < visit.calls && (!reduces || budget > 0 || visit.sensitive)) {
      const decision = answerAt(visit.next, 0);
      visit.next += 1;
      const { way } = visit;
      return { before: way, start: way.start, decision, depth: way.depth + 1 };
    }
    path.pop();
    known.set(visit.key, visit.sensitive);
    if (visit.costly > 0) found.push({ way: visit.way, costly: visit.costly });
    sensitive = visit.since || visit.sensitive;
  }
  return null;
};

const finishRun = (search: Search, execution: Execution, faults: number, depth: number): void => {
  const run = execution.end();
  const scenario = execution.scenario();
  const judgement = search.target.judge(scenario, run);
  search.tally.add({ run, scenario, judgement, faults, depth, choices: execution.choices() });
};
