/** One scenario out of another: something more goes wrong, or otherwise, or no more. */

import type { Control, Scenario } from '../../../core/model/scenario.ts';
import type { Chance } from '../../generate/chance.ts';
import { usualAnswer, withAnswer, withTask } from './answers.ts';
import { CALL_FAULTS, type CallFault, withFault } from './faults.ts';
import type { Seen, SeenCall } from './seen.ts';
import { withControls, withCrash, withoutSignal } from './singles.ts';
import type { Space } from './space.ts';

interface Mutation {
  readonly weight: number;
  /** Null where it does not apply. */
  readonly apply: (chance: Chance, space: Space, scenario: Scenario, seen: Seen) => Scenario | null;
}

/** What happens to a call often, and what seldom. */
const WEIGHTS: Readonly<Record<CallFault, number>> = {
  refused: 8,
  'fails-for-good': 4,
  'fails-once': 4,
  'fails-but-last': 1,
  'lost-once': 5,
  'lost-then-refused': 3,
  'lost-for-good': 2,
  hangs: 2,
  'hangs-for-good': 2,
  late: 3,
  slow: 3,
  'at-limit': 1,
  doubled: 1,
  // Each single one is tried anyway, and brought along by what is mutated from it.
  'slow-throughout': 0,
};

const callFaults: readonly Mutation[] = CALL_FAULTS.map((fault) => ({
  weight: WEIGHTS[fault],
  apply: (chance, space, scenario, seen) => {
    const call = drawCall(chance, seen);
    return call === null ? null : withFault(space, scenario, call, call.step, fault);
  },
}));

/** What undoes is seldom reached, so that it gets a larger share where it is. */
const drawCall = (chance: Chance, { calls, undos }: Seen): SeenCall | null => {
  if (calls.length === 0) return null;
  return undos.length > 0 && chance.happens(0.35) ? chance.oneOf(undos) : chance.oneOf(calls);
};

const others: readonly Mutation[] = [
  {
    weight: 5,
    apply: (chance, space, scenario, { calls }) => {
      const choices = calls.filter(({ step }) => space.values.has(step.name));
      if (choices.length === 0) return null;
      const call = chance.oneOf(choices);
      const ports = space.values.get(call.step.name) ?? [];
      const usual = usualAnswer(scenario, call, space);
      const before = usual.then.kind === 'ok' ? usual.then.output : call.step.placeholder;
      const output = { ...before };
      for (const { port, values } of chance.someOf(ports, 0.6)) output[port] = chance.oneOf(values);
      const answer = { ...usual, then: { kind: 'ok', output } as const };
      return withAnswer(scenario, call, answer, true, space);
    },
  },
  {
    weight: 3,
    apply: (chance, { input }, scenario) => {
      if (input.fields.length === 0) return null;
      const { name, values } = chance.oneOf(input.fields);
      return { ...scenario, input: { ...scenario.input, [name]: chance.oneOf(values) } };
    },
  },
  {
    weight: 4,
    apply: (chance, _, scenario, { turns }) =>
      turns.length === 0 || has(scenario, 'cancel')
        ? null
        : withControls(scenario, { event: chance.oneOf(turns).event, action: 'cancel' }),
  },
  {
    weight: 3,
    // Down for no longer than a call takes: how long a machine is away is nobody's design.
    apply: (chance, { usual }, scenario, { turns }) =>
      turns.length === 0
        ? null
        : withCrash(scenario, chance.oneOf(turns), chance.oneOf([0, 0, 1.5 * usual])),
  },
  {
    weight: 2,
    apply: (chance, { signals }, scenario) => {
      if (signals.size === 0) return null;
      const name = chance.oneOf([...signals.keys()]);
      if (chance.happens(0.5)) return withoutSignal(scenario, name);
      const at = chance.oneOf([0, 10, 60_000, 86_400_000]);
      return {
        ...scenario,
        controls: scenario.controls.map((control) =>
          control.action === 'signal' && control.name === name ? { ...control, at } : control,
        ),
      };
    },
  },
  {
    weight: 2,
    apply: (chance, { usual }, scenario) => ({
      ...scenario,
      default: { after: chance.oneOf([0, 1, usual]) },
    }),
  },
  {
    weight: 2,
    // Two things at one instant, or in another order.
    apply: (chance, space, scenario, seen) => {
      const call = drawCall(chance, seen);
      if (call === null) return null;
      const answer = { ...usualAnswer(scenario, call, space) };
      const after = chance.oneOf([0, 1, space.usual, 2 * space.usual, 3 * space.usual + 1]);
      return withAnswer(scenario, call, { ...answer, after }, false, space);
    },
  },
  {
    weight: 1,
    apply: (chance, _, scenario) => ({
      ...scenario,
      latency: { dispatch: chance.oneOf([0, 1, 20]), decide: chance.oneOf([0, 1, 20]) },
    }),
  },
  {
    weight: 1,
    apply: (chance, _, scenario) => ({ ...scenario, seed: chance.between(1, 1_000_000) }),
  },
  {
    weight: 2,
    apply: (chance, { workflow }, scenario) => {
      const pools = poolsOf(workflow);
      return pools.length === 0
        ? null
        : { ...scenario, workers: { [chance.oneOf(pools)]: chance.oneOf([1, 1, 2]) } };
    },
  },
  {
    weight: 3,
    apply: (_, { options }, scenario) =>
      options.mayIgnoreKeys
        ? { ...scenario, world: { ...scenario.world, honoursKeys: !scenario.world.honoursKeys } }
        : null,
  },
  {
    weight: 2,
    apply: (_, { mayPause }, scenario) =>
      mayPause
        ? { ...scenario, world: { ...scenario.world, status: !scenario.world.status } }
        : null,
  },
  {
    weight: 3,
    apply: (_, { mayPause }, scenario) =>
      mayPause && scenario.onFailure === null ? { ...scenario, onFailure: 'pause' } : null,
  },
  {
    weight: 6,
    apply: (chance, _, scenario, seen) => (seen.isPaused ? operate(chance, scenario, seen) : null),
  },
  {
    weight: 1,
    apply: (chance, { workflow }, scenario) => {
      if (workflow.resources.length === 0) return null;
      const { id } = chance.oneOf(workflow.resources);
      const { environment } = scenario;
      return {
        ...scenario,
        environment: { ...environment, resources: { ...environment.resources, [id]: false } },
      };
    },
  },
  {
    weight: 4,
    // Something goes wrong no more: what is left may be what matters.
    apply: (chance, { bases }, scenario) => {
      const units = Object.keys(scenario.tasks);
      if (units.length === 0) return null;
      const unit = chance.oneOf(units);
      return withTask(scenario, unit, bases[0]?.tasks[unit] ?? []);
    },
  },
];

const MUTATIONS: readonly Mutation[] = [...callFaults, ...others];
const TICKETS: readonly Mutation[] = MUTATIONS.flatMap((mutation) =>
  Array.from({ length: mutation.weight }, () => mutation),
);
const MOST_TRIES = 12;

/** One to four changes, few more often than many. */
export const mutate = (chance: Chance, space: Space, seen: Seen): Scenario => {
  let scenario = seen.scenario;
  let left = chance.oneOf([1, 1, 1, 2, 2, 3, 4]);
  for (let tries = 0; left > 0 && tries < MOST_TRIES; tries += 1) {
    const changed = chance.oneOf(TICKETS).apply(chance, space, scenario, seen);
    if (changed === null) continue;
    scenario = changed;
    left -= 1;
  }
  return scenario;
};

const has = ({ controls }: Scenario, action: Control['action']): boolean =>
  controls.some((control) => control.action === action);

const operate = (chance: Chance, scenario: Scenario, seen: Seen): Scenario => {
  const command = chance.oneOf(['retry-step', 'resume-run', 'settle-uncertain'] as const);
  const step = seen.failed.length > 0 ? chance.oneOf(seen.failed) : null;
  if (command !== 'resume-run' && step === null) return scenario;
  return withControls(scenario, {
    at: seen.endedAt + chance.oneOf([1, 1000]),
    action: 'operator',
    command,
    step: command === 'resume-run' ? null : step,
    // Operators are taken to tell the truth: a lie would break any document.
    applied: command === 'settle-uncertain' ? seen.effects.has(step ?? '') : null,
    output: null,
    by: 'operator',
    reason: '',
    authorised: true,
  });
};

const pools = new WeakMap<Space['workflow'], readonly string[]>();

/** Where calls may have to wait for each other. */
const poolsOf = (workflow: Space['workflow']): readonly string[] => {
  const known = pools.get(workflow);
  if (known !== undefined) return known;
  const mayWait = workflow.nodes.some(
    ({ queueTimeout, fanOut, pool }) =>
      queueTimeout !== undefined || fanOut !== undefined || pool !== undefined,
  );
  const made = mayWait ? [...new Set(workflow.nodes.map(({ pool }) => pool ?? 'default'))] : [];
  pools.set(workflow, made);
  return made;
};
