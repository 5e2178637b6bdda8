/** Parts, put together, are what one certification of everything says, sign by sign. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { mutants } from '../../mutants/index.ts';
import { checkAs, observerOf } from '../../mutants/runtime.ts';
import { failure } from '../../protocol/failure.ts';
import { readRecord } from '../../report/record/read.ts';
import { writeRecord } from '../../report/record/write.ts';
import { certify } from '../certify.ts';
import type { CertifyOptions } from '../course.ts';
import type { Runtime } from '../runtime.ts';
import { isOwn, shardOf } from '../shard.ts';
import { simulatedRuntime } from '../simulated-runtime.ts';
import { exitCodeOf } from '../summary.ts';
import { runtimeThatReads } from '../testing.ts';
import type { NamedReport } from './named-report.ts';
import { asked, inShards, wholeOf } from './testing.ts';

const right = simulatedRuntime();
const mutant = (id: string): Runtime => {
  const found = mutants.find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no mutant ${id}`);
  const observe = observerOf(found);
  return {
    ...right,
    observe: (testCase) => {
      const observation = observe(testCase);
      return observation === null
        ? {
            kind: 'blocked',
            failure: failure('broke-protocol', 'it goes round in a circle'),
            stderr: '',
          }
        : { kind: 'observed', observation };
    },
    check: async (document, dialect) => ({ ok: true, result: checkAs(found, document, dialect) }),
  };
};

/** Q12: its linear backoff does not multiply, which another reading allows. */
const plain = runtimeThatReads((node) =>
  node.retry?.backoff === 'linear' ? { ...node, retry: { ...node.retry, multiplier: 1 } } : node,
);

/** And not where it is asked which one it takes. */
const fickle: Runtime = {
  ...plain,
  observe: (testCase) =>
    (testCase.scenario.run.endsWith('-asked') ? right : plain).observe(testCase),
};

/** It refuses plans of many steps, each for a reason of its own. */
const choosy: Runtime = {
  ...right,
  observe: (testCase) => {
    const seen = right.observe(testCase);
    const { length } = testCase.workflow.nodes;
    if (seen instanceof Promise || seen.kind === 'blocked' || length < 3) return seen;
    return { ...seen, refusal: `${testCase.name} has ${length} steps` };
  },
};

const lessAble: Runtime = {
  ...right,
  hello: {
    ...right.hello,
    capabilities: ['retry', 'backoff.fixed', 'timeout', 'keys', 'compensation', 'jitter'],
    unsupported: { parallel: 'one thing after the other', cancel: 'nobody can' },
    notes: ['it says more than it should'],
  },
};

/** As it is stored and read again. */
const stored = ({ name, certification }: NamedReport): NamedReport => {
  const text = [...writeRecord(certification, exitCodeOf(certification, false))].join('');
  const reading = readRecord(new TextEncoder().encode(text));
  if (!reading.ok) throw new Error(reading.problem.message);
  return { name, certification: reading.record.certification };
};

const textOf = (certification: Parameters<typeof writeRecord>[0]): string =>
  [...writeRecord(certification, exitCodeOf(certification, false))].join('');

const RUNTIMES: readonly (readonly [string, Runtime, Partial<CertifyOptions>])[] = [
  ['the built-in runtime', right, { runs: 3, profiles: ['harness', 'orbit'] }],
  ['a runtime that takes another reading', plain, { profiles: ['harness'], globs: ['retry/*'] }],
  [
    'a runtime that takes one reading and then another',
    fickle,
    { profiles: ['harness'], globs: ['retry/*'], runs: 10 },
  ],
  ['a driver that refuses plans', choosy, { profiles: ['baseline'], runs: 40 }],
  ['a driver that can do less', lessAble, { runs: 3 }],
  [
    'the mutant jitter-around-delay',
    mutant('jitter-around-delay'),
    { profiles: ['harness'], globs: ['retry/*'], runs: 60 },
  ],
  [
    'the mutant key-of-the-unit',
    mutant('key-of-the-unit'),
    { profiles: ['baseline', 'orbit'], globs: ['idempotence/*', 'retry/*'] },
  ],
  [
    'the mutant one-code-for-all',
    mutant('one-code-for-all'),
    { globs: ['document/*'], runs: 8, profiles: ['orbit'] },
  ],
];

describe.each(RUNTIMES)('of %s', (_, runtime, rest) => {
  it('parts are the whole, in whatever order they come', async () => {
    const options = asked(rest);
    const whole = textOf(await certify(runtime, options));
    const parts = fc.integer({ min: 2, max: 7 }).map((count) => ({ count }));
    await fc.assert(
      fc.asyncProperty(parts, fc.infiniteStream(fc.nat()), async ({ count }, order) => {
        const made = (await inShards(runtime, count, options)).map(stored);
        const keys = new Map(made.map((part) => [part, order.next().value as number]));
        const shuffled = made.toSorted(
          (one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0),
        );
        expect(textOf(wholeOf(shuffled, options))).toBe(whole);
      }),
      runs(100),
    );
  });
});

it('an id belongs to one shard, and each shard gets its share', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (id, count) => {
      const owner = shardOf(id, count);
      const owners = [owner - 1, owner, owner + 1].filter((index) => isOwn({ index, count }, id));
      expect(owners).toEqual([owner]);
      expect(owner >= 1 && owner <= count).toBe(true);
    }),
    runs(10_000),
  );
  const counts = [0, 0, 0, 0];
  for (let number = 0; number < 4000; number += 1) {
    const owner = shardOf(`baseline/run/${number}`, 4) - 1;
    counts[owner] = (counts[owner] ?? 0) + 1;
  }
  expect(counts.every((count) => count > 900 && count < 1100)).toBe(true);
});
