/** Rules about chance in waits: what many runs show together (HarnessXML §8.1.1). */

import { type Gap, gapsOf } from '../gaps.ts';
import { breach } from '../judge.ts';
import type { Conclusion, Sample, SampleRule } from '../rule.ts';
import type { View } from '../view.ts';

/** −ln(1e-9 / 2): the constant of the Kolmogorov–Smirnov bound for false alarms below 1e-9. */
const BOUND = 21.41641303;

const NOTHING: Conclusion = { occurrences: 0, breaches: [], inconclusive: null };

const isJittered = ({ policy, delay }: Gap): boolean => policy.jitter === 'full' && delay > 0;

/** Waits as parts of what they may be at most: uniform in [0, 1] under full jitter. */
const parts = (view: View, isWanted: (gap: Gap) => boolean = () => true): readonly Sample[] => {
  const { clock } = view.observation;
  if (clock.mayQueue) return [];
  return gapsOf(view)
    .filter((gap) => isJittered(gap) && isWanted(gap))
    .map((gap) => ({
      group: 'all',
      value: gap.waited / gap.delay,
      tolerance: clock.toleranceMs / gap.delay,
      unit: gap.after.execution.unit,
      at: gap.after.calls[0].at,
    }));
};

const numbers = (samples: readonly Sample[]): readonly number[] =>
  samples.map(({ value }) => value as number).sort((left, right) => left - right);

const coarsest = (samples: readonly Sample[]): number =>
  samples.reduce((most, { tolerance }) => Math.max(most, tolerance), 0);

/** The largest distance between the samples' distribution and the uniform one. */
const distanceFromUniform = (sorted: readonly number[]): number =>
  sorted.reduce((most, value, index) => {
    const uniform = Math.min(1, Math.max(0, value));
    const below = index / sorted.length;
    const above = (index + 1) / sorted.length;
    return Math.max(most, Math.abs(uniform - below), Math.abs(above - uniform));
  }, 0);

const shown = (sorted: readonly number[]): string =>
  [0, 0.25, 0.5, 0.75, 1]
    .map((part) => sorted[Math.round(part * (sorted.length - 1))] ?? 0)
    .map((value) => String(Math.round(value * 1000) / 1000))
    .join(', ');

const tooFew = (samples: readonly Sample[], needed: number): Conclusion => ({
  occurrences: samples.length,
  breaches: [],
  inconclusive:
    samples.length === 0 ? null : `${samples.length} waits were seen, and it takes ${needed}`,
});

const APPLIED_SIZE = 6;

const jitterApplied: SampleRule = {
  kind: 'sample',
  id: 'retry/jitter-applied',
  title: 'waits for other times in other runs when jitter is on',
  clause: 'HarnessXML §8.1.1',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'jitter'],
  trigger: 'attempts are retried by a policy with jitter, in several runs',
  falseAlarm: 1e-9,
  sampleSize: APPLIED_SIZE,
  page: {
    why: 'Clients that fail together and wait equally long come back together, again and again. Jitter is on by default because that herd is what keeps a recovering service down.',
    wrong: 'jitter on, fixed delay of 1 s: each of six runs waits 1 s.',
    right: 'Six runs wait 0.31, 0.87, 0.12, 0.55, 0.94 and 0.40 s.',
  },
  sample: (view) => parts(view),
  conclude: (samples) => {
    if (samples.length < APPLIED_SIZE) return tooFew(samples, APPLIED_SIZE);
    const sorted = numbers(samples);
    const spread = (sorted[sorted.length - 1] as number) - (sorted[0] as number);
    const width = Math.max(2 * coarsest(samples), 1e-9);
    // Each of the others falls within `width` of the first with a probability of 2 × width at most.
    const chance = Math.min(1, 2 * width) ** (samples.length - 1);
    if (spread > width) return { ...NOTHING, occurrences: samples.length };
    if (chance > 1e-9) {
      return {
        ...NOTHING,
        occurrences: samples.length,
        inconclusive: 'the clock is too coarse for these delays',
      };
    }
    const [first] = samples;
    return {
      occurrences: samples.length,
      inconclusive: null,
      breaches: [
        breach(
          `${samples.length} waits with jitter were all the same part of their delay`,
          'waits that differ',
          `${shown(sorted)} of the delay`,
          { unit: first?.unit, at: first?.at },
        ),
      ],
    };
  },
};

const FULL_SIZE = 60;

const jitterFull: SampleRule = {
  kind: 'sample',
  id: 'retry/jitter-full',
  title: 'draws waits uniformly from [0, delay] when jitter is on',
  clause: 'HarnessXML §8.1.1, recommended',
  strength: 'SHOULD',
  profiles: ['baseline', 'harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'jitter'],
  trigger: 'attempts are retried by a policy with jitter, in many runs',
  falseAlarm: 1e-9,
  sampleSize: FULL_SIZE,
  page: {
    why: 'Full jitter spreads a herd most evenly. A spread of a few per cent around the delay moves the herd, and does not thin it. Judged by the Kolmogorov–Smirnov distance over the runs of the case; a right runtime is blamed once in 10^9.',
    wrong: 'Waits between 0.9 and 1.1 of the delay, or never below half of it.',
    right: 'Waits of every size from nothing to the delay, each as likely as the other.',
  },
  sample: (view) => parts(view),
  conclude: (samples) => {
    if (samples.length < FULL_SIZE) return tooFew(samples, FULL_SIZE);
    const sorted = numbers(samples);
    const allowed = Math.sqrt(BOUND / (2 * sorted.length)) + coarsest(samples);
    const distance = distanceFromUniform(sorted);
    if (distance <= allowed) return { ...NOTHING, occurrences: samples.length };
    return {
      occurrences: samples.length,
      inconclusive: null,
      breaches: [
        breach(
          `${samples.length} waits are not spread evenly over [0, delay]`,
          `a distance from the uniform distribution of at most ${allowed.toFixed(3)}`,
          `${distance.toFixed(3)}; least, quartiles and most: ${shown(sorted)} of the delay`,
        ),
      ],
    };
  },
};

const CLAMP_SIZE = 20;

/** Only where the clamp takes away at least half is a pile at it told from chance by few samples. */
const isTight = ({ policy, unclamped }: Gap): boolean =>
  policy.maxDelay !== null && policy.maxDelay > 0 && unclamped >= 2 * policy.maxDelay;

const clampBeforeJitter: SampleRule = {
  kind: 'sample',
  id: 'retry/clamp-before-jitter',
  title: 'clamps to maxDelay first and draws then',
  clause: 'HarnessXML §8.1.1',
  strength: 'SHOULD',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['retry', 'jitter', 'max-delay'],
  trigger: 'attempts with jitter are retried, and the formula gives at least twice maxDelay',
  falseAlarm: 1e-9,
  sampleSize: CLAMP_SIZE,
  page: {
    why: 'If chance is applied before the clamp, most draws are above maxDelay and are cut down to it: the herd that jitter was to thin comes back together, maxDelay later.',
    wrong: 'delay 60 s, maxDelay 5 s: eleven of twelve waits are exactly 5 s.',
    right: 'Waits are spread over [0, 5 s].',
  },
  sample: (view) => parts(view, isTight),
  conclude: (samples) => {
    if (samples.length < CLAMP_SIZE) return tooFew(samples, CLAMP_SIZE);
    const margin = Math.max(coarsest(samples), 1e-9);
    const piled = samples.filter(({ value }) => (value as number) >= 1 - margin);
    // Under [0, 1) a third of the draws within the margin has a probability of 3^n × margin^(n/3) at most.
    if (margin > 1e-3) {
      return {
        ...NOTHING,
        occurrences: samples.length,
        inconclusive: `the clock's tolerance is more than a thousandth of maxDelay`,
      };
    }
    if (piled.length * 3 < samples.length) return { ...NOTHING, occurrences: samples.length };
    const [first] = piled;
    return {
      occurrences: samples.length,
      inconclusive: null,
      breaches: [
        breach(
          `${piled.length} of ${samples.length} waits with jitter lie at maxDelay`,
          'waits spread over [0, maxDelay]',
          `${piled.length} at maxDelay`,
          { unit: first?.unit, at: first?.at },
        ),
      ],
    };
  },
};

export const jitterRules: readonly SampleRule[] = [jitterApplied, jitterFull, clampBeforeJitter];
