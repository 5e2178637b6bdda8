import { describe, expect, it } from 'vitest';
import { cases } from '../cases/index.ts';
import { inProcess } from '../protocol/in-process.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { sessionRuntime } from './session-runtime.ts';
import { optionsFor } from './testing.ts';

const WHY = 'a compensation has no policy of its own';

/** It declares what it can't do for every plan, and makes no call. */
const certifyWho = async (refuses: boolean, code = 'unsupported') => {
  const opened = await openSession(
    inProcess(
      () => ({
        initialize: () => ({
          protocol: 1,
          runtime: { name: 'picky', version: '1' },
          profiles: ['baseline'],
          dialects: ['plan'],
          clock: { kind: 'virtual' },
          capabilities: ['compensation', 'compensation.native', 'retry', 'backoff.fixed'],
        }),
        run: () =>
          refuses
            ? { outcome: 'refused', error: { code, class: 'internal', message: WHY } }
            : { outcome: 'succeeded' },
      }),
      { name: 'picky' },
    ),
    { suite: { name: 'unwind', version: '0' } },
  );
  if (!opened.ok) throw new Error(opened.failure.message);
  const runtime = sessionRuntime(opened.session);
  const certification = await certify(
    runtime,
    optionsFor({ rules, cases, profiles: ['baseline'], runs: 20 }),
  );
  await runtime.close();
  const [profile] = certification.profiles;
  if (profile === undefined) throw new Error('nothing was certified');
  return profile;
};

const verdictOf = ({ rules }: Awaited<ReturnType<typeof certifyWho>>, id: string) =>
  rules.find((rule) => rule.id === id);

describe('plans that a driver refuses', () => {
  it('are not assessed: no rule passes by them, and none is broken', async () => {
    const report = await certifyWho(true);
    const verdicts = new Set(report.rules.map(({ verdict }) => verdict));
    expect([...verdicts]).toEqual(['unsupported']);
    expect(verdictOf(report, 'compensation/continues')).toMatchObject({
      verdict: 'unsupported',
      reason: `the driver refuses its cases: ${WHY}`,
    });
  });

  it('are counted, with the reason, and listed as refused', async () => {
    const { notes, ran } = await certifyWho(true);
    expect(notes).toEqual([
      `the driver refused ${ran.length} of ${ran.length} runs, which are not judged: ${WHY}`,
    ]);
    expect(new Set(ran.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
  });

  it('are none where the code is another one, or nothing was refused', async () => {
    expect((await certifyWho(true, 'HX-1001')).notes).toEqual([]);
    const silent = await certifyWho(false);
    expect(silent.notes).toEqual([]);
    expect(silent.rules.some(({ verdict }) => verdict === 'vacuous')).toBe(true);
  });
});
