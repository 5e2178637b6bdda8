import { describe, expect, test } from 'vitest';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import type { InitializeResult } from '../protocol/schema/index.ts';
import { suite } from '../protocol/testing/plans.ts';
import { createBuiltinDriver } from './builtin.ts';
import { type Examined, examine } from './examine.ts';

async function examined(declares: Partial<InitializeResult>, driver: Partial<Driver> = {}) {
  const builtin = createBuiltinDriver();
  const told: Examined[] = [];
  const connector = inProcess(
    () => ({
      ...builtin,
      initialize: async (parameters) => ({
        ...(await builtin.initialize(parameters)),
        ...declares,
      }),
      ...driver,
    }),
    { name: 'a driver' },
  );
  const diagnosis = await examine(connector, { suite }, (each) => told.push(each));
  const said = (kind: Examined['kind']) =>
    told.flatMap((each) => (each.kind === kind && 'text' in each ? [each.text] : []));
  return { diagnosis, right: said('right'), odd: said('odd'), wrong: said('wrong') };
}

describe('a driver that is examined', () => {
  test.each([
    [['plan'], ['baseline']],
    [['plan'], ['harness']],
    [['plan'], ['orbit']],
    [['harness'], ['harness']],
    [['orbit'], ['orbit']],
  ] as const)('may take %j, to be judged as %j', async (dialects, profiles) => {
    const { diagnosis, right, odd, wrong } = await examined({
      dialects: [...dialects],
      profiles: [...profiles],
    });
    expect([odd, wrong, diagnosis]).toEqual([[], [], 'healthy']);
    expect(right).toContain('it called hello 1, world 1, world 2, as expected');
    expect(right).toContain('the retry came when it was due, at 1030 ms');
  });

  test('need not retry, but must take something', async () => {
    const plain = await examined({ capabilities: [], unsupported: {} });
    expect(plain.right).toContain('it called hello 1, world 1, as expected');
    const nothing = await examined({ dialects: [] });
    expect(nothing.diagnosis).toBe('failed');
    expect(nothing.wrong[0]).toContain('it takes neither plans nor documents');
  });

  test('may work by the script', async () => {
    const call = (number: number, unit: string, attempt: number, at: number, settled: number) => ({
      ...{ call: number, step: unit, unit, purpose: 'forward' as const, attempt },
      ...{ input: {}, at, settled },
    });
    const { diagnosis, odd } = await examined(
      {},
      {
        run: () => ({
          outcome: 'succeeded',
          performed: [
            call(1, 'hello', 1, 0, 10),
            call(2, 'world', 1, 10, 30),
            call(3, 'world', 2, 1030, 1060),
          ],
        }),
      },
    );
    expect(diagnosis).toBe('healthy');
    expect(odd).toEqual([
      'it worked by the script and reported its calls itself: results say self-reported',
    ]);
  });

  test('may refuse, or break the protocol', async () => {
    const refused = await examined({}, { run: () => ({ outcome: 'refused' }) });
    expect(refused.diagnosis).toBe('failed');
    expect(refused.wrong).toEqual(['it refused the run: it did not say why']);
    const broken = await examined({}, { run: () => ({ outcome: 'done' }) as never });
    expect(broken.diagnosis).toBe('died');
    expect(broken.wrong[0]).toContain('result.outcome must be one of succeeded');
  });
});
