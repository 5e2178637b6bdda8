/**
 * Two columns of truth: what the engine can know at the cursor, from the answers that it got,
 * and what has happened in the outside world by then, from the ledger of effects. Where they
 * differ lies most of what makes workflows hard.
 */

import type { Effect, Run } from '../../core/model/run.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { isCompensation, nodesOf, unitName } from '../../simulator/trace/explain/words.ts';

export type Belief =
  | 'not done'
  | 'under way'
  | 'done'
  | 'unknown'
  | 'being undone'
  | 'undone'
  | 'undo failed';

export interface Fact {
  readonly unit: string;
  readonly node: string;
  readonly name: string;
  readonly engine: Belief;
  /** What the world would answer: `yes`, `no`, `undone`, `twice`. */
  readonly outside: string;
  /** The columns contradict each other, or the engine can't know what the world did. */
  readonly differs: boolean;
}

interface Draft {
  readonly node: string;
  engine: Belief;
}

/**
 * A row for each unit that is called in the run, in the order of the first calls, whatever the
 * cursor: rows that come and go would pull the eye from what changed.
 */
export function factsAt(run: Run, workflow: Workflow, cursor: number): readonly Fact[] {
  const nodes = nodesOf(workflow);
  const drafts = new Map<string, Draft>();
  for (const event of run.trace) {
    if (
      event.type === 'attempt.started' &&
      !isCompensation(event.unit) &&
      !drafts.has(event.unit)
    ) {
      drafts.set(event.unit, { node: event.node, engine: 'not done' });
    }
  }
  let now = 0;
  for (const event of run.trace) {
    if (event.seq > cursor) break;
    now = event.at;
    read(event, drafts);
  }
  const told = toldEffects(run.trace);
  const counts = countEffects(run.effects, (effect) => isVisible(effect, told, cursor, now));
  return [...drafts].map(([unit, { node, engine }]) => {
    const done = counts.get(unit) ?? 0;
    const undone = counts.get(`compensate:${unit}`) ?? 0;
    return {
      unit,
      node,
      name: unitName(nodes, unit),
      engine,
      outside: outsideWords(done, undone),
      differs: differs(engine, done, undone),
    };
  });
}

/** The rows to show when there are more than fit: those that differ first, in their order. */
export function chooseFacts(
  facts: readonly Fact[],
  limit: number,
  focus: string | null,
): { readonly shown: readonly Fact[]; readonly hidden: number } {
  if (facts.length <= limit) return { shown: facts, hidden: 0 };
  const wanted = facts.filter((fact) => fact.differs || fact.node === focus).slice(0, limit);
  const rest = facts.filter((fact) => !wanted.includes(fact));
  const chosen = new Set([...wanted, ...rest.slice(0, limit - wanted.length)]);
  return { shown: facts.filter((fact) => chosen.has(fact)), hidden: facts.length - chosen.size };
}

function read(event: TraceEvent, drafts: ReadonlyMap<string, Draft>): void {
  switch (event.type) {
    case 'attempt.started': {
      const draft = drafts.get(event.unit);
      if (draft !== undefined && draft.engine !== 'unknown') draft.engine = 'under way';
      return;
    }
    case 'attempt.ended': {
      const draft = drafts.get(event.unit);
      if (draft === undefined) return;
      if (event.outcome === 'succeeded') draft.engine = 'done';
      // A clear answer to a later attempt does not tell what became of an earlier silent one.
      else if (event.outcome !== 'failed') draft.engine = 'unknown';
      else if (draft.engine !== 'unknown') draft.engine = 'not done';
      return;
    }
    case 'compensation.started':
    case 'compensation.ended': {
      const draft = drafts.get(event.undoes);
      if (draft === undefined) return;
      if (event.status === 'compensating') draft.engine = 'being undone';
      else draft.engine = event.status === 'compensated' ? 'undone' : 'undo failed';
      return;
    }
    default:
      return;
  }
}

const tellings = new WeakMap<readonly TraceEvent[], ReadonlyMap<string, number>>();

/** The event that brought an effect's answer, by unit and attempt: earlier it can't be seen. */
function toldEffects(trace: readonly TraceEvent[]): ReadonlyMap<string, number> {
  const known = tellings.get(trace);
  if (known !== undefined) return known;
  const told = new Map<string, number>();
  for (const event of trace) {
    if (event.type === 'attempt.ended' || event.type === 'result.ignored') {
      told.set(`${event.unit} ${event.attempt} ${event.at}`, event.seq);
    }
  }
  tellings.set(trace, told);
  return told;
}

/** Within one instant an effect comes with its answer, not before it. */
function isVisible(
  effect: Effect,
  told: ReadonlyMap<string, number>,
  cursor: number,
  now: number,
): boolean {
  if (effect.at > now || cursor === 0) return false;
  const seq = told.get(`${effect.unit} ${effect.attempt} ${effect.at}`);
  return seq === undefined || seq <= cursor || effect.at < now;
}

function countEffects(
  effects: readonly Effect[],
  isSeen: (effect: Effect) => boolean,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const effect of effects) {
    if (isSeen(effect)) counts.set(effect.unit, (counts.get(effect.unit) ?? 0) + 1);
  }
  return counts;
}

function outsideWords(done: number, undone: number): string {
  if (done === 0) return 'no';
  if (done <= undone) return 'undone';
  const left = done - undone;
  if (left === 1) return undone === 0 ? 'yes' : 'yes, once of twice';
  return left === 2 ? 'twice' : `${left} times`;
}

function differs(engine: Belief, done: number, undone: number): boolean {
  const stands = done - undone;
  switch (engine) {
    case 'not done':
    case 'under way':
    case 'undone':
      return stands > 0;
    case 'done':
    case 'being undone':
      return stands > 1 || (engine === 'done' && stands === 0);
    case 'unknown':
      return true;
    case 'undo failed':
      return stands !== 1;
  }
}
