/**
 * What a run reached, as names: `step-failed|charge|timeout`. The part before the first bar is the
 * group; groups that begin with `~` guide the search and are not reported.
 */

import type { TransitionEvent } from '../../../core/model/trace.ts';
import { stepOfUnit } from '../expectations/names.ts';
import type { Facts } from '../facts.ts';
import type { Space } from '../space/space.ts';

export type Reach = (point: string) => void;

/** What of a workflow must be known to name points, found once. */
export interface CoverageSpace {
  readonly space: Space;
  readonly guarded: ReadonlySet<string>;
  readonly decisions: ReadonlySet<string>;
  readonly attempts: ReadonlyMap<string, number>;
  /** Joins with more than one way in. */
  readonly joins: ReadonlyMap<string, readonly string[]>;
  readonly errorEdges: readonly { readonly from: string; readonly to: string }[];
  /** Body → its loop; a fan-out is its own. */
  readonly loops: ReadonlyMap<string, string>;
}

const MOST_SOURCES = 6;

export const coverageSpaceOf = (space: Space): CoverageSpace => {
  const { workflow, steps } = space;
  const joins = new Map<string, string[]>();
  const errorEdges: { from: string; to: string }[] = [];
  for (const { from, to, type } of workflow.edges) {
    if (type === 'error') errorEdges.push({ from, to });
    if (type === 'compensation') continue;
    const sources = joins.get(to);
    if (sources === undefined) joins.set(to, [from]);
    else if (!sources.includes(from)) sources.push(from);
  }
  const all = [...steps];
  return {
    space,
    guarded: new Set(all.flatMap(([name, { node }]) => (node.guard === null ? [] : [name]))),
    decisions: new Set(all.flatMap(([name, { node }]) => (node.cases === null ? [] : [name]))),
    attempts: new Map(all.map(([name, { retry }]) => [name, retry?.maxAttempts ?? 1])),
    joins: new Map([...joins].filter(([, sources]) => sources.length > 1)),
    errorEdges,
    loops: new Map(
      all.flatMap(([name, { node }]): (readonly [string, string])[] => {
        const own: (readonly [string, string])[] = [];
        if (node.fanOut !== undefined) own.push([name, name]);
        if (node.loop !== null) own.push([node.loop.body, name]);
        return own;
      }),
    ),
  };
};

/** Where a run is, for what comes from outside. */
interface Phase {
  running: number;
  retrying: number;
  isUnwinding: boolean;
  isPaused: boolean;
}

export const reachedBy = (known: CoverageSpace, facts: Facts, reach: Reach): void => {
  const { run, faultyCalls } = facts;
  const states = known.joins.size === 0 ? null : new Map<string, string>();
  const iterations = new Map<string, number>();
  let failed: Set<string> | null = null;
  const began = new Set<string>();
  const phase: Phase = { running: 0, retrying: 0, isUnwinding: false, isPaused: false };
  for (const event of run.trace) {
    switch (event.type) {
      case 'transition':
        reachedByTransition(known, event, states, phase, reach);
        if (known.errorEdges.length > 0) {
          const step = stepOfUnit(event.unit);
          if (event.to === 'FAILED') {
            failed ??= new Set();
            failed.add(step);
          } else if (event.to === 'RUNNING' && failed !== null) began.add(step);
        }
        if (event.iteration !== undefined) {
          const step = stepOfUnit(event.unit);
          if (known.loops.has(step)) {
            iterations.set(step, Math.max(iterations.get(step) ?? 0, event.iteration + 1));
          }
        }
        break;
      case 'attempt.started': {
        const name = stepOfUnit(event.unit);
        reach(`~called|${known.space.steps.has(name) ? name : event.node}`);
        break;
      }
      case 'timer.fired':
        if (event.timer === 'timeout') reach(`timeout|${stepOfUnit(event.unit)}`);
        else if (event.timer === 'queue') reach(`queue-timeout|${stepOfUnit(event.unit)}`);
        break;
      case 'compensation.ended':
        reach(
          `${event.status === 'compensated' ? 'compensated' : 'compensation-failed'}|${stepOfUnit(event.undoes)}|${stepOfUnit(event.node)}`,
        );
        break;
      case 'unwinding.started':
        phase.isUnwinding = true;
        break;
      case 'run.paused':
        phase.isPaused = true;
        reach('~paused');
        break;
      case 'cancel.requested':
        reach(`cancel|${phaseName(phase)}`);
        break;
      case 'crashed':
        reach(`crash|${phaseName(phase)}`);
        break;
      case 'operator.act':
        reach(`operator|${event.command}`);
        break;
      case 'deadline.passed':
        reach('deadline|the run');
        break;
      case 'result.ignored':
        reach(`~ignored|${stepOfUnit(event.unit)}`);
        break;
      default:
    }
  }
  for (const { kind, event } of faultyCalls) reach(`fault|${stepOfUnit(event.unit)}|${kind}`);
  for (const [body, loop] of known.loops) {
    const state = run.states[loop];
    if (state === undefined || state === 'PENDING' || state === 'CANCELLED') continue;
    const count = iterations.get(body) ?? 0;
    reach(`loop|${loop}|${count === 0 ? 'none' : count === 1 ? 'one' : 'many'}`);
  }
  if (failed !== null) {
    for (const { from, to } of known.errorEdges) {
      if (failed.has(from) && began.has(to)) reach(`error-edge|${from}|${to}`);
    }
  }
  for (const { code } of run.errors) if (code !== null) reach(`code|${code}`);
  reach(`outcome|${run.outcome}`);
  reach(`~end|${run.outcome}|${run.compensation}|${Math.min(facts.faults, 4)}`);
};

const reachedByTransition = (
  { attempts, guarded, decisions, joins }: CoverageSpace,
  event: TransitionEvent,
  states: Map<string, string> | null,
  phase: Phase,
  reach: Reach,
): void => {
  const { from, to, unit, attempt } = event;
  const step = stepOfUnit(unit);
  if (from === 'RUNNING') phase.running -= 1;
  if (to === 'RUNNING') phase.running += 1;
  if (from === 'RETRYING') phase.retrying -= 1;
  if (to === 'RETRYING') phase.retrying += 1;
  if (states !== null) {
    states.set(step, to);
    if (to === 'READY' && from === 'PENDING') {
      const sources = joins.get(step);
      if (sources !== undefined) reach(`join|${step}|${wayOf(sources, states)}`);
    }
  }
  switch (to) {
    case 'FAILED': {
      reach(`step-failed|${step}`);
      reach(`~failed|${step}|${event.error?.code ?? ''}|${event.error?.class ?? ''}`);
      const most = attempts.get(step) ?? 1;
      if (most > 1 && attempt >= most) reach(`exhausted|${step}`);
      break;
    }
    case 'SUCCEEDED':
      reach(`step-succeeded|${step}`);
      if (attempt > 1) reach(`retry-helped|${step}`);
      if (event.detail !== undefined && decisions.has(step)) {
        reach(`decision|${step}|${/'(.*)'$/.exec(event.detail)?.[1] ?? ''}`);
      }
      if (phase.isUnwinding) reach(`~late|${step}`);
      break;
    case 'RUNNING':
      if (guarded.has(step) && attempt <= 1) reach(`guard|${step}|true`);
      break;
    case 'SKIPPED':
      if (from === 'READY') reach(`guard|${step}|false`);
      else reach(`skipped|${step}`);
      break;
    case 'CANCELLED':
      reach(`~cancelled|${step}|${from}`);
      break;
    default:
      reach(`~to|${step}|${to}`);
  }
};

/** Each way in by how it ended: succeeded, failed, skipped, cancelled, or not yet. */
const wayOf = (sources: readonly string[], states: ReadonlyMap<string, string>): string =>
  sources
    .slice(0, MOST_SOURCES)
    .map((source) => {
      switch (states.get(source)) {
        case 'SUCCEEDED':
          return '+';
        case 'FAILED':
          return 'x';
        case 'SKIPPED':
          return 'o';
        case 'CANCELLED':
          return '-';
        default:
          return '.';
      }
    })
    .join('');

const phaseName = ({ running, retrying, isUnwinding, isPaused }: Phase): string => {
  if (isPaused) return 'while it is paused';
  if (isUnwinding) return running > 0 ? 'while a compensation runs' : 'between compensations';
  if (running > 0) return 'while a step runs';
  return retrying > 0 ? 'while a retry waits' : 'between steps';
};
