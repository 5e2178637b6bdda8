/** The built-in runtime without a driver between: as fast as it gets, and its calls show no input. */

import { simulate } from '../../simulator/index.ts';
import { observationOfRun } from '../judge/observation-of-run.ts';
import type { Hello } from '../protocol/hello.ts';
import { CAPABILITIES } from '../protocol/schema/names.ts';
import type { Runtime } from './runtime.ts';

const LIMITS = { events: 200_000, calls: 20_000 };

export const simulatedHello = (version: string): Hello => ({
  runtime: { name: 'unwind', version, language: 'typescript' },
  profiles: ['baseline', 'harness', 'orbit'],
  dialects: ['plan', 'harness', 'orbit'],
  clock: { kind: 'virtual', toleranceMs: 0, scale: 1 },
  concurrentRuns: 1,
  capabilities: CAPABILITIES.filter((name) => name !== 'task.kill'),
  unsupported: {},
  choices: {},
  notes: [],
});

export const simulatedRuntime = (version = '0'): Runtime => ({
  hello: simulatedHello(version),
  observe: ({ workflow, scenario }) => ({
    kind: 'observed',
    observation: observationOfRun(workflow, scenario, simulate(workflow, scenario, LIMITS)),
  }),
  close: () => Promise.resolve(),
});
