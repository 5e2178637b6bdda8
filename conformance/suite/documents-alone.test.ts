/** A driver of HarnessXML documents, which knows no plans, is judged alike. */

import { expect, test } from 'vitest';
import { cases } from '../cases/index.ts';
import { createBuiltinDriver } from '../drivers/builtin.ts';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { sessionRuntime } from './session-runtime.ts';
import { optionsFor } from './testing.ts';

const readerOfDocuments = (): Driver => {
  const driver = createBuiltinDriver();
  return {
    ...driver,
    initialize: async (parameters) => ({
      ...(await driver.initialize(parameters)),
      profiles: ['harness'],
      dialects: ['harness'],
    }),
  };
};

test('every rule passes that passes with plans', async () => {
  const opened = await openSession(inProcess(readerOfDocuments, { name: 'reader' }), {
    suite: { name: 'test', version: '0' },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const judged = rules.filter(({ kind }) => kind !== 'document');
  const options = optionsFor({ rules: judged, cases, runs: 100 });
  const { profiles } = await certify(sessionRuntime(opened.session), options);
  const others = profiles.flatMap((profile) =>
    profile.rules
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, verdict, breach }) => ({ id, verdict, breach })),
  );
  expect(others).toEqual([]);
});
