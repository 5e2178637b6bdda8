/** Each reading of each open question is seen where the runtime takes it. */

import { describe, expect, it } from 'vitest';
import { cases } from '../cases/index.ts';
import { builtinConnector } from '../drivers/builtin.ts';
import { CHOICES } from '../protocol/schema/names.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { sessionRuntime } from './session-runtime.ts';
import { optionsFor } from './testing.ts';

const questionCases = cases.filter(({ question }) => question !== null);

describe.each(
  Object.entries(CHOICES).flatMap(([question, readings]) =>
    readings.map((reading) => [question, reading] as const),
  ),
)('%s: %s', (question, reading) => {
  it('is seen, and breaks no rule', async () => {
    const opened = await openSession(builtinConnector({ choices: { [question]: reading } }), {
      suite: { name: 'test', version: '0' },
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    const options = optionsFor({ rules, cases: questionCases, runs: 0 });
    const { profiles } = await certify(sessionRuntime(opened.session), options);
    const report = profiles[0]?.questions.find((each) => each.question === question);
    expect(report).toEqual({ question, declared: reading, seen: reading, verdict: 'choice' });
    const broken = profiles[0]?.rules.filter(({ broken: runs }) => runs > 0) ?? [];
    expect(broken.map(({ id, breach }) => ({ id, breach }))).toEqual([]);
  });
});
