/** A mutant as a runtime under test, without messages between: it is run by the ten thousand. */

import type { Workflow } from '../../core/model/workflow.ts';
import { compileProgram } from '../../simulator/program/compile.ts';
import { createBuiltinDriver } from '../drivers/builtin.ts';
import { createPrograms, type FoundProgram } from '../drivers/builtin-programs.ts';
import { controlMessage } from '../drivers/controls.ts';
import type { SuiteCalls } from '../protocol/driver.ts';
import { ProtocolError } from '../protocol/failure.ts';
import { createRecorder, type Reply } from '../protocol/recorder.ts';
import type { CheckResult, RunParameters } from '../protocol/schema/index.ts';
import type { Observation } from '../rules/observation.ts';
import type { TestCase } from '../suite/case.ts';
import { observationOfRecord } from '../suite/observation-of-record.ts';
import { simulatedHello } from '../suite/simulated-runtime.ts';
import { worldOf } from '../suite/world-of.ts';
import type { Mutant } from './mutant.ts';
import { runnerOf } from './run-mutant.ts';

/** A mutant that goes round in a circle is stopped soon. */
const LIMITS = { time: 2 ** 53 - 1, calls: 500 };

const hello = simulatedHello('0');
const { clock, capabilities } = hello;
const DECLARED = { capabilities: new Set<string>(capabilities), choices: {} };

export const mayBeSent = (capability: string): boolean => DECLARED.capabilities.has(capability);

/** What a case shows of a mutant; null where the suite had to stop it. */
export type Observe = (testCase: TestCase) => Observation | null;

const documents = createPrograms();
const programs = new WeakMap<Workflow, FoundProgram>();

const programOf = ({ workflow, document }: TestCase): FoundProgram => {
  if (document !== undefined) return documents.find({ document: document.text });
  const known = programs.get(workflow);
  if (known !== undefined) return known;
  const made: FoundProgram = { ok: true, program: compileProgram(workflow) };
  programs.set(workflow, made);
  return made;
};

export const observerOf = (mutant: Mutant): Observe => {
  const run = runnerOf(mutant);
  return (testCase) => {
    const recorder = createRecorder(parametersOf(testCase), clock, worldOf(testCase));
    const suite: SuiteCalls = {
      perform: (call) => granted(recorder.perform(call)),
      settled: ({ call, at }) => recorder.settled(call, at),
      aborted: ({ call, at }) => recorder.aborted(call, at),
      trace: ({ events }) => recorder.trace(events),
      log: (message) => recorder.log(message),
    };
    const result = unlessStopped(() => run(programOf(testCase), recorder.request, suite));
    const record = recorder.finish(result, '');
    return record.blocked === null ? observationOfRecord(testCase, record, DECLARED) : null;
  };
};

/** The suite refuses calls of a run that it has blocked, and a mutant does not catch that. */
const unlessStopped = <Result>(run: () => Result): Result | null => {
  try {
    return run();
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
};

const reference = createBuiltinDriver();

/** What a mutant says of a document. */
export const checkAs = (
  { change }: Mutant,
  document: string,
  dialect: 'harness' | 'orbit',
): CheckResult => {
  const found = reference.check?.({ document, dialect }) as CheckResult;
  return change.checks?.(found, document) ?? found;
};

const parametersOf = ({ scenario, document }: TestCase): RunParameters => ({
  run: scenario.run,
  tenant: scenario.tenant,
  seed: scenario.seed,
  input: scenario.input,
  controls: scenario.controls.flatMap((control) =>
    'at' in control ? [controlMessage(control)] : [],
  ),
  limits: LIMITS,
  ...(document === undefined ? {} : { document: document.text }),
  workers: scenario.workers,
});

const granted = <Result>(reply: Reply<Result>): Result => {
  if (reply.ok) return reply.result;
  throw new ProtocolError(reply.error);
};
