/** The built-in runtime is certified in all profiles, and no rule is left without a run. */

import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { cases } from '../cases/index.ts';
import { builtinConnector } from '../drivers/builtin.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { sessionRuntime } from './session-runtime.ts';
import { exitCodeOf } from './summary.ts';
import { optionsFor } from './testing.ts';

test('a certification of ours is green, and nothing is vacuous', async () => {
  const opened = await openSession(builtinConnector(), { suite: { name: 'test', version: '0' } });
  if (!opened.ok) throw new Error(opened.failure.message);
  const { numRuns, seed } = runs(34_000);
  const certification = await certify(
    sessionRuntime(opened.session),
    optionsFor({ rules, cases, profiles: null, runs: numRuns, seed }),
  );
  expect(certification.incidents).toEqual([]);
  const others = certification.profiles.flatMap(({ profile, rules: reports }) =>
    reports
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, verdict, breach, counterexample }) => ({
        ...{ profile, id, verdict, breach },
        token: counterexample?.token,
      })),
  );
  expect(others).toEqual([]);
  expect(certification.profiles.map(({ profile }) => profile)).toEqual([
    ...['baseline', 'harness', 'orbit'],
  ]);
  const questions = certification.profiles.flatMap((profile) => profile.questions);
  expect(questions.filter(({ seen, declared }) => seen !== declared)).toEqual([]);
  expect(exitCodeOf(certification, true)).toBe(0);
});
