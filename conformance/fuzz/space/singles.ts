/** Each single thing that can go wrong in the usual run, one after another. */

import type { Control, Scenario } from '../../../core/model/scenario.ts';
import { CALL_FAULTS, withFault } from './faults.ts';
import type { Seen, Turn } from './seen.ts';
import type { Space } from './space.ts';

const MOST_TURNS = 60;
const BEGINNING: Turn = { event: 1, at: 0 };

/**
 * In an order in which the first ones tell most: each step is refused, then each fails, and so on.
 * Scenario `n` is made when it is asked for, for there may be very many.
 */
export const singlesOf = (
  space: Space,
  bases: readonly Seen[],
): { readonly count: number; readonly make: (index: number) => Scenario | null } => {
  const [base] = bases;
  if (base === undefined) return { count: 0, make: () => null };
  const { calls, turns } = base;
  const kinds = CALL_FAULTS.length;
  const stride = Math.max(1, Math.ceil(turns.length / MOST_TURNS));
  const moments = turns.filter((_, index) => index % stride === 0);
  const signals = [...space.signals.keys()];
  const inputs = space.input.fields.flatMap(({ name, values }) =>
    values.map((value) => ({ name, value })),
  );
  const parts = [
    { count: bases.length, make: (index: number) => bases[index]?.scenario ?? null },
    {
      count: signals.length,
      make: (index: number): Scenario => withoutSignal(base.scenario, signals[index] ?? ''),
    },
    {
      count: inputs.length,
      make: (index: number): Scenario | null => {
        const input = inputs[index];
        if (input === undefined) return null;
        const { name, value } = input;
        return { ...base.scenario, input: { ...base.scenario.input, [name]: value } };
      },
    },
    {
      count: calls.length * kinds,
      make: (index: number): Scenario | null => {
        const call = calls[index % calls.length];
        const fault = CALL_FAULTS[Math.floor(index / calls.length)];
        if (call === undefined || fault === undefined) return null;
        return withFault(space, base.scenario, call, call.step, fault);
      },
    },
    {
      count: moments.length,
      make: (index: number) =>
        withControls(base.scenario, { event: moments[index]?.event ?? 1, action: 'cancel' }),
    },
    {
      count: moments.length,
      make: (index: number) => withCrash(base.scenario, moments[index] ?? BEGINNING, 0),
    },
  ];
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    make: (index) => {
      let rest = index;
      for (const { count, make } of parts) {
        if (rest < count) return make(rest);
        rest -= count;
      }
      return null;
    },
  };
};

export const withControls = (scenario: Scenario, ...added: readonly Control[]): Scenario => ({
  ...scenario,
  controls: [...scenario.controls, ...added],
});

/** Every crash is resumed: at once, right after the event that tells of it, or in so many ms. */
export const withCrash = (scenario: Scenario, { event, at }: Turn, downFor: number): Scenario =>
  withControls(
    scenario,
    { event, action: 'crash' },
    downFor === 0 ? { event: event + 1, action: 'resume' } : { at: at + downFor, action: 'resume' },
  );

export const withoutSignal = (scenario: Scenario, name: string): Scenario => ({
  ...scenario,
  controls: scenario.controls.filter(
    (control) => control.action !== 'signal' || control.name !== name,
  ),
});
