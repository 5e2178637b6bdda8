/**
 * Turns a chart into a table once, so that the hot loop pays an array look-up where
 * XState's `transition()` pays for everything that a chart could be. Charts here are flat;
 * what a table can't say (nesting, entry actions, delays, actors) is refused, not ignored.
 */

import type { AnyStateMachine } from 'xstate';

type Guard<Context, Event> = (asked: { context: Context; event: Event }) => boolean;
type Assignment<Context, Event> = (context: Context, event: Event) => Context;

/** One way to go from a state on an event: taken if its guard holds. */
export interface Candidate<Context, Event, Action extends string> {
  readonly guard: Guard<Context, Event> | null;
  /** Index of the state to go to; −1 where the state stays. */
  readonly target: number;
  /** In order, for the runtime to do; assignments are not among them. */
  readonly actions: readonly Action[];
  readonly assign: Assignment<Context, Event> | null;
}

export interface Table<Context, Event extends { readonly type: string }, Action extends string> {
  readonly states: readonly string[];
  readonly events: readonly Event['type'][];
  readonly initial: number;
  /** Candidates at `state * events.length + event`; null where the event means nothing. */
  readonly cells: readonly (readonly Candidate<Context, Event, Action>[] | null)[];
}

/** The index of a state in a table. Throws on an unknown name: a defect of the caller. */
export const stateIndex = (table: { readonly states: readonly string[] }, name: string): number => {
  const index = table.states.indexOf(name);
  if (index < 0) throw new Error(`no state ${name} in this table`);
  return index;
};

/** The index of an event in a table. Throws on an unknown name: a defect of the caller. */
export const eventIndex = (table: { readonly events: readonly string[] }, name: string): number => {
  const index = table.events.indexOf(name);
  if (index < 0) throw new Error(`no event ${name} in this table`);
  return index;
};

/**
 * The first candidate whose guard holds, as XState's `transition()` would choose it; null
 * where the event means nothing in that state.
 */
export const choose = <Context, Event extends { readonly type: string }, Action extends string>(
  table: Table<Context, Event, Action>,
  state: number,
  event: number,
  context: Context,
  payload: Event,
): Candidate<Context, Event, Action> | null => {
  const candidates = table.cells[state * table.events.length + event];
  if (candidates === null || candidates === undefined) return null;
  for (let index = 0; index < candidates.length; index += 1) {
    const candidate = candidates[index] as Candidate<Context, Event, Action>;
    if (candidate.guard === null || candidate.guard({ context, event: payload })) return candidate;
  }
  return null;
};

interface RawTransition {
  readonly target?: readonly { readonly key: string }[] | undefined;
  readonly guard?: unknown;
  readonly actions: readonly unknown[];
  readonly reenter: boolean;
  readonly eventType: string;
}

interface RawState {
  readonly key: string;
  readonly type: string;
  readonly entry: readonly unknown[];
  readonly exit: readonly unknown[];
  readonly invoke: readonly unknown[];
  readonly after: readonly unknown[];
  readonly always?: readonly unknown[];
  readonly transitions: ReadonlyMap<string, readonly RawTransition[]>;
}

const refuse = (chart: string, state: string, what: string): never => {
  throw new Error(`chart ${chart}, state ${state}: a table can't hold ${what}`);
};

/**
 * Compiles a flat XState machine. Throws where the machine uses more than a table can hold.
 * @param known Events that are numbered first, so that tables of one kind number them alike.
 */
export const compileChart = <
  Context,
  Event extends { readonly type: string },
  Action extends string,
>(
  machine: AnyStateMachine,
  known: readonly Event['type'][] = [],
): Table<Context, Event, Action> => {
  const root = machine.root as unknown as { readonly states: { readonly [key: string]: RawState } };
  const states = Object.values(root.states);
  const names = states.map((state) => state.key);
  const events: string[] = [...known];
  for (const state of states) {
    for (const type of state.transitions.keys()) if (!events.includes(type)) events.push(type);
  }

  const compileTransition = (state: RawState, raw: RawTransition) => {
    const guard = compileGuard<Context, Event>(machine, state.key, raw.guard);
    const target = compileTarget(machine, state.key, names, raw);
    return { guard, target, ...compileActions<Context, Event, Action>(machine, state.key, raw) };
  };

  const cells = states.flatMap((state) => {
    refuseUnsupported(machine.id, state);
    return events.map((event) => {
      const raw = state.transitions.get(event);
      return raw === undefined ? null : raw.map((each) => compileTransition(state, each));
    });
  });

  const initial = names.indexOf(String(machine.config.initial));
  return { states: names, events: events as Event['type'][], initial, cells };
};

const refuseUnsupported = (chart: string, state: RawState): void => {
  if (state.type !== 'atomic') refuse(chart, state.key, `a state of type ${state.type}`);
  // XState writes a delay as entry and exit actions too, so it is looked for first.
  if (state.after.length > 0) refuse(chart, state.key, 'delays');
  if (state.entry.length > 0 || state.exit.length > 0) {
    refuse(chart, state.key, 'entry or exit actions');
  }
  if (state.invoke.length > 0) refuse(chart, state.key, 'actors');
  if (state.always !== undefined && state.always.length > 0) {
    refuse(chart, state.key, 'eventless transitions');
  }
};

const compileGuard = <Context, Event>(
  machine: AnyStateMachine,
  state: string,
  guard: unknown,
): Guard<Context, Event> | null => {
  if (guard === undefined) return null;
  if (typeof guard !== 'string') return refuse(machine.id, state, 'a guard without a name');
  const found = machine.implementations.guards[guard];
  if (typeof found !== 'function') return refuse(machine.id, state, `the unknown guard ${guard}`);
  return found as unknown as Guard<Context, Event>;
};

const compileTarget = (
  machine: AnyStateMachine,
  state: string,
  names: readonly string[],
  raw: RawTransition,
): number => {
  if (raw.target === undefined || raw.target.length === 0) return -1;
  const target = names.indexOf(raw.target[0]?.key ?? '');
  if (raw.target.length > 1 || target < 0) refuse(machine.id, state, 'that target');
  if (names[target] === state) refuse(machine.id, state, 'a transition to itself');
  return target;
};

const compileActions = <Context, Event, Action extends string>(
  machine: AnyStateMachine,
  state: string,
  raw: RawTransition,
): { actions: readonly Action[]; assign: Assignment<Context, Event> | null } => {
  const actions: Action[] = [];
  const assignments: Assignment<Context, Event>[] = [];
  for (const action of raw.actions) {
    if (typeof action !== 'string') return refuse(machine.id, state, 'an action without a name');
    const found: unknown = machine.implementations.actions[action];
    if (typeof found !== 'function') {
      return refuse(machine.id, state, `the unknown action ${action}`);
    }
    const assignment = 'assignment' in found ? found.assignment : undefined;
    if (assignment === undefined) actions.push(action as Action);
    else assignments.push(compileAssignment<Context, Event>(assignment));
  }
  if (assignments.length === 0) return { actions, assign: null };
  const assign = (context: Context, event: Event): Context =>
    assignments.reduce((current, assignment) => assignment(current, event), context);
  return { actions, assign };
};

type Assigned<Context, Event> = (asked: { context: Context; event: Event }) => unknown;

/** Both forms of XState's `assign`: a function, or an object of values and functions. */
const compileAssignment = <Context, Event>(assignment: unknown): Assignment<Context, Event> => {
  if (typeof assignment === 'function') {
    return (context, event) => ({
      ...context,
      ...((assignment as Assigned<Context, Event>)({ context, event }) as Partial<Context>),
    });
  }
  const entries = Object.entries(assignment as { readonly [key: string]: unknown });
  return (context, event) => {
    const next: { [key: string]: unknown } = { ...(context as object) };
    for (const [key, value] of entries) {
      next[key] =
        typeof value === 'function'
          ? (value as Assigned<Context, Event>)({ context, event })
          : value;
    }
    return next as Context;
  };
};
