/**
 * What happens to a run from outside. A dry run tells when something is going on: a cancel or a
 * crash at just any time would mostly come when all is over.
 */

import type { Run } from '../../core/model/run.ts';
import type { Control } from '../../core/model/scenario.ts';
import type { Chance } from './chance.ts';
import type { Setting } from './policies.ts';

type Timed = Control & { readonly at: number };

export const sendSignals = (chance: Chance, signals: readonly string[]): readonly Timed[] =>
  signals.map((name) => ({
    at: chance.between(200, 4000),
    action: 'signal',
    name,
    value: { n: 1 },
  }));

export interface Outside {
  readonly cancels: boolean;
  readonly crashes: boolean;
  readonly operates: boolean;
}

export const drawOutside = (chance: Chance, { weights }: Setting): Outside => ({
  cancels: chance.happens(weights.cancel),
  crashes: chance.happens(weights.crash),
  operates: chance.happens(weights.operator),
});

/**
 * @param dry The same case without what is added here.
 * @param steps What an operator may act on, beside what has failed.
 */
export const generateControls = (
  chance: Chance,
  { cancels, crashes, operates }: Outside,
  dry: Run,
  steps: readonly string[],
): readonly Timed[] => {
  const controls: Timed[] = [];
  const times = [...new Set(dry.trace.map(({ at }) => at))];
  if (cancels) controls.push({ at: within(chance, times), action: 'cancel' });
  if (crashes) controls.push(...crashesWithin(chance, timesOfCrashes(chance, dry, times)));
  if (operates) {
    const paused = dry.trace.find(({ type }) => type === 'run.paused')?.at ?? within(chance, times);
    const failed = dry.trace.flatMap((event) =>
      event.type === 'transition' && event.to === 'FAILED' ? [event.unit] : [],
    );
    let at = paused + chance.between(100, 3000);
    for (let left = chance.between(1, 4); left > 0; left -= 1) {
      const choices = failed.length > 0 && chance.happens(0.75) ? failed : steps;
      controls.push(operatorAct(chance, at, chance.oneOf(choices)));
      at += chance.between(800, 7000);
    }
  }
  return controls;
};

/** Between two moments at which something happens. */
const within = (chance: Chance, times: readonly number[]): number => {
  const index = chance.below(Math.max(1, times.length - 1));
  const from = Math.floor(times[index] ?? 0);
  const to = Math.ceil(times[index + 1] ?? from + 500);
  return to - from < 3 ? from + 1 : chance.between(from + 1, to - 1);
};

/** Unwindings are short, and a crash at just any time would seldom meet one. */
const timesOfCrashes = (chance: Chance, dry: Run, times: readonly number[]): readonly number[] => {
  const unwinding = dry.trace.find(({ type }) => type === 'compensation.started');
  const late = times.filter((time) => unwinding !== undefined && time >= unwinding.at);
  return late.length > 2 && chance.happens(0.6) ? late.slice(0, -1) : times;
};

/** After the tenth redelivery of one attempt the next crash fails it. */
const MANY = 12;

const crashesWithin = (chance: Chance, times: readonly number[]): readonly Timed[] => {
  const controls: Timed[] = [];
  const isRestless = chance.happens(0.06);
  let at = within(chance, times);
  for (let left = isRestless ? MANY : chance.oneOf([1, 1, 1, 2, 3]); left > 0; left -= 1) {
    controls.push({ at, action: 'crash' });
    at += isRestless ? chance.between(5, 20) : chance.between(50, 2500);
    controls.push({ at, action: 'resume' });
    at += isRestless ? chance.between(5, 30) : chance.between(60, 3000);
  }
  return controls;
};

const operatorAct = (chance: Chance, at: number, step: string): Timed => {
  const command = chance.oneOf([
    ...(['retry-step', 'retry-step', 'retry-step'] as const),
    ...(['resume-run', 'resume-run', 'settle-uncertain'] as const),
  ]);
  const settles = command === 'settle-uncertain';
  return {
    at,
    action: 'operator',
    command,
    step: command === 'resume-run' ? null : step,
    applied: settles ? chance.happens(0.5) : null,
    output: settles ? { n: 3 } : null,
    by: 'ops@example.org',
    reason: 'looked into it',
    authorised: chance.happens(0.75),
  };
};
