/** A driver that can't call back works by a script, and is judged by its own account. */

import { expect, test } from 'vitest';
import { cases } from '../cases/index.ts';
import { createBuiltinDriver } from '../drivers/builtin.ts';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import type { PerformedCall } from '../protocol/schema/index.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { sessionRuntime } from './session-runtime.ts';
import { optionsFor } from './testing.ts';

type Building = { -readonly [Name in keyof PerformedCall]: PerformedCall[Name] };

/** The built-in runtime, which never asks the suite anything. */
const silentDriver = (): Driver => {
  const driver = createBuiltinDriver();
  return {
    ...driver,
    initialize: async (parameters) => {
      const hello = await driver.initialize(parameters);
      return {
        ...hello,
        capabilities: hello.capabilities.filter((name) => name !== 'reconcile'),
        unsupported: {},
      };
    },
    run: async (parameters) => {
      const { script = {} } = parameters;
      const performed: Building[] = [];
      const byCall = new Map<number, Building>();
      const result = await driver.run(parameters, {
        perform: ({ run: _, ...call }) => {
          performed.push(call);
          byCall.set(call.call, call);
          const answers = script[call.unit] ?? [];
          return answers[Math.min(call.attempt, answers.length) - 1] ?? { then: { hang: true } };
        },
        settled: ({ call, at }) => {
          const made = byCall.get(call);
          if (made !== undefined) made.settled = at;
        },
        aborted: ({ call, at }) => {
          const made = byCall.get(call);
          if (made !== undefined) made.aborted = at;
        },
        trace: () => {},
        log: () => {},
      });
      return { ...result, performed };
    },
  };
};

test('it is judged as one that asks', async () => {
  const opened = await openSession(inProcess(silentDriver, { name: 'silent' }), {
    suite: { name: 'test', version: '0' },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const options = optionsFor({
    rules: rules.filter(({ kind }) => kind === 'run'),
    cases: cases.filter(({ repeat, rule }) => repeat === 1 && !rule.endsWith('large-counts')),
    profiles: null,
    runs: 40,
  });
  const runtime = sessionRuntime(opened.session, { sendsScript: true });
  const { profiles, incidents } = await certify(runtime, options);
  expect(incidents).toEqual([]);
  const wrong = profiles.flatMap((profile) =>
    profile.rules
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'unsupported')
      .map(({ id, verdict, breach }) => ({ id, verdict, breach })),
  );
  expect(wrong).toEqual([]);
  for (const { notes } of profiles) expect(notes.join()).toContain("the driver's own account");
});
