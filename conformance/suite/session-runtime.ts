/** A runtime behind a driver. */

import { writeHarness } from '../../core/harness/write.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { toPlan } from '../../core/model/plan.ts';
import type { Control } from '../../core/model/scenario.ts';
import { failure } from '../protocol/failure.ts';
import type { RunRequest } from '../protocol/run-request.ts';
import type { ControlMessage, RunParameters } from '../protocol/schema/index.ts';
import type { DriverSession } from '../protocol/session.ts';
import { profileOf, type TestCase } from './case.ts';
import { type Declared, observationOfRecord } from './observation-of-record.ts';
import { refusalIn } from './refusals.ts';
import type { Runtime, Seen } from './runtime.ts';
import { scriptOf } from './script-of.ts';
import { worldOf } from './world-of.ts';

/** A run of the suite makes a few dozen calls; one that makes so many goes round in a circle. */
const LIMITS = { time: 2 ** 53 - 1, calls: 5000 };

export interface SessionRuntimeOptions {
  /** Send what tasks do along with each run, for a driver that can't call back and ask. */
  readonly sendsScript?: boolean;
}

export const sessionRuntime = (
  session: DriverSession,
  { sendsScript = false }: SessionRuntimeOptions = {},
): Runtime => {
  const { hello } = session;
  const declared = { capabilities: new Set<string>(hello.capabilities), choices: hello.choices };
  return {
    hello,
    observe: (testCase) => observe(session, declared as Declared, testCase, sendsScript),
    check: (document, dialect) => session.check(document, dialect),
    close: async () => {
      await session.shutdown();
    },
  };
};

const observe = async (
  session: DriverSession,
  declared: Declared,
  testCase: TestCase,
  sendsScript: boolean,
): Promise<Seen> => {
  const carried = carry(testCase, session.hello.dialects);
  if (carried === null) {
    const reason = `the driver takes none of the forms in which ${testCase.name} can be sent`;
    return { kind: 'blocked', failure: failure('refused', reason), stderr: '' };
  }
  const { scenario } = testCase;
  const request: RunRequest = {
    ...carried,
    run: scenario.run,
    tenant: scenario.tenant,
    seed: scenario.seed,
    input: scenario.input,
    controls: scenario.controls.map(messageOf),
    limits: LIMITS,
    ...(sendsScript ? { script: scriptOf(testCase) } : {}),
    ...(Object.keys(scenario.workers).length === 0 ? {} : { workers: scenario.workers }),
  };
  const record = await session.run(request, worldOf(testCase, session.hello.clock.scale));
  if (record.blocked !== null) {
    return { kind: 'blocked', failure: record.blocked, stderr: record.stderr };
  }
  const observation = observationOfRecord(testCase, record, declared);
  const refusal = refusalIn(record);
  return {
    ...{ kind: 'observed', observation, isSelfReported: record.selfReported },
    ...(refusal === undefined ? {} : { refusal }),
  };
};

/** How a case is sent; null where the driver takes none of its forms. */
export const carry = (
  testCase: TestCase,
  dialects: readonly string[],
): Partial<Pick<RunRequest, 'plan' | 'document'>> | null => {
  const { workflow, scenario, document } = testCase;
  const profile = profileOf(testCase);
  if (document !== undefined) {
    return dialects.includes(document.dialect) ? { document: document.text } : null;
  }
  if (dialects.includes('plan')) {
    const onFailure = scenario.onFailure ?? workflow.onFailure;
    const plan = toPlan({ ...workflow, profile, onFailure });
    return { plan: plan as unknown as NonNullable<RunParameters['plan']> };
  }
  if (profile !== 'harness' || !dialects.includes('harness')) return null;
  const written = writeHarness(workflow);
  return written.ok ? { document: written.text } : null;
};

/** A message leaves out what a control does not have. */
const messageOf = (control: Control): ControlMessage =>
  Object.fromEntries(
    Object.entries(control as unknown as JsonObject).filter(
      ([name, value]) => value !== null || name === 'value',
    ),
  ) as unknown as ControlMessage;
