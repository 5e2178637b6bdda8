import { describe, expect, test } from 'vitest';
import { prepare, runClient } from './client.ts';
import { equalJitterNotInAnyOfTheSpecs, herdAnswerOf } from './herd.ts';
import { BOUNDS, bounded, HORIZON, type Parameter, USUAL_HERD } from './parameters.ts';
import { served } from './service.ts';

const usual = herdAnswerOf({ herd: USUAL_HERD });
const small = { ...USUAL_HERD, clients: 20, capacity: 2 };
const numbersOf = ({ results }: typeof usual) =>
  results.map(({ waiting, peak, calls, lastServed, stillWaiting }) => [
    waiting,
    peak,
    calls,
    lastServed === null ? null : Math.round(lastServed),
    stillWaiting,
  ]);

describe('a herd', () => {
  test('gives the same numbers for the same seed, on every machine', () => {
    expect(numbersOf(usual)).toEqual([
      ['none', 200, 1280, 23500, 120],
      ['equal', 52, 897, 7121, 0],
      ['full', 38, 974, 8971, 0],
    ]);
  });

  test('gives others for another seed, where chance plays a part', () => {
    const [none, equal, full] = numbersOf(herdAnswerOf({ herd: { ...USUAL_HERD, seed: 8 } }));
    expect(none).toEqual(numbersOf(usual)[0]);
    expect(equal).not.toEqual(numbersOf(usual)[1]);
    expect(full).not.toEqual(numbersOf(usual)[2]);
  });

  test('without jitter comes back at 0, 0.5, 1.5, 3.5 s and so on, and never in between', () => {
    const bars = usual.results[0]?.bars ?? [];
    const busy = bars.flatMap((calls, bar) => (calls > 0 ? [bar / 4] : []));
    expect(busy).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 23.5]);
  });

  test('is served in no quarter of a second beyond the capacity', () => {
    for (const { calls, stillWaiting } of usual.results) {
      expect(calls).toBeGreaterThanOrEqual(USUAL_HERD.clients);
      expect(stillWaiting).toBeLessThanOrEqual(USUAL_HERD.clients);
    }
    const [none] = herdAnswerOf({ herd: { ...small, outage: 0 } }).results;
    // 2 of 20 at once, and 2 each time they come back: 0, 0.5, 1.5, 3.5, 7.5, 15.5, 23.5 s.
    expect(none?.stillWaiting).toBe(20 - 7 * 2);
  });

  test('needs one call each where the service is up and large enough', () => {
    const { results } = herdAnswerOf({ herd: { ...small, outage: 0, capacity: 20 } });
    for (const result of results) {
      expect(result).toMatchObject({ peak: 20, calls: 20, lastServed: 0, stillWaiting: 0 });
    }
  });

  test('stays waiting where the service never comes back in time', () => {
    const herd = prepare(small, false);
    expect(runClient(herd, 1, null, null).servedAt).toBeNull();
    expect(runClient(herd, 1, null, null).calls.every((at) => at < HORIZON)).toBe(true);
  });
});

describe('a client', () => {
  test('calls as often as it takes, and then no more', () => {
    const { calls, servedAt } = runClient(prepare(small, false), 1, 4, null);
    expect(calls).toEqual([0, 500, 1500, 3500]);
    expect(servedAt).toBe(3500);
  });

  test('has chances of its own', () => {
    const herd = prepare(small, true);
    const [one, other] = [1, 2].map((number) => runClient(herd, number, null, null));
    expect(one?.draws.length).toBeGreaterThan(3);
    expect(one?.draws).not.toEqual(other?.draws);
    expect(runClient(herd, 1, null, null)).toEqual(one);
  });

  test('with equal jitter waits between half and the whole of each wait', () => {
    expect([0, 0.5, 1].map(equalJitterNotInAnyOfTheSpecs)).toEqual([0.5, 0.75, 1]);
    const { calls } = runClient(
      prepare(small, true),
      1,
      null,
      [0, 1, 0.5].map(equalJitterNotInAnyOfTheSpecs),
    );
    expect(calls.slice(0, 4)).toEqual([0, 250, 1250, 2750]);
  });
});

describe('the service', () => {
  test('takes whoever comes first, so many in a quarter of a second', () => {
    const parameters = { ...USUAL_HERD, outage: 1000, capacity: 1 };
    const calls = [
      [0, 1100],
      [900, 1050, 1250],
      [0, 1060, 1300, 1600],
    ];
    expect(served(calls, parameters)).toEqual([null, 2, 3]);
  });
});

describe('what a person types', () => {
  const parameters = Object.keys(BOUNDS) as readonly Parameter[];

  test.each(parameters)('as %s stays within its bounds', (parameter) => {
    const { least, most } = BOUNDS[parameter];
    for (const value of [-1, 0.3, 1e9, Number.NaN, Infinity]) {
      const result = bounded({ ...USUAL_HERD, [parameter]: value })[parameter];
      expect(result).toBeGreaterThanOrEqual(least);
      expect(result).toBeLessThanOrEqual(most);
    }
  });

  test('never puts the cap below the base', () => {
    expect(bounded({ ...USUAL_HERD, base: 4000, cap: 500 }).cap).toBe(4000);
  });
});
