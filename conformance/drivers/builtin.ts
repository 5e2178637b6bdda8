/**
 * The built-in runtime as a driver: the simulator's engine on its virtual clock, whose calls
 * are answered by the suite instead of a scenario's world.
 */

import { readHarness } from '../../core/harness/read.ts';
import { type Choices, defaultChoices } from '../../core/lifecycle/choices.ts';
import { readOrbitText } from '../../core/orbit/read.ts';
import { type Reading, readDocument } from '../../core/read.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { defaultLimits, type Limits } from '../../simulator/limits.ts';
import { rulesOf } from '../../simulator/profile.ts';
import { report } from '../../simulator/report.ts';
import { begin, finish } from '../../simulator/runtime/run.ts';
import { turn } from '../../simulator/runtime/turn.ts';
import { whyUnsupported } from '../../simulator/simulate.ts';
import type { Connector } from '../protocol/connection.ts';
import type { Driver, SuiteCalls } from '../protocol/driver.ts';
import { ProtocolError } from '../protocol/failure.ts';
import { inProcess, type Passing } from '../protocol/in-process.ts';
import {
  CAPABILITIES,
  type CheckParameters,
  type CheckResult,
  ERROR_CODE,
  type InitializeResult,
  PROTOCOL_VERSION,
  type RunParameters,
  type RunResult,
} from '../protocol/schema/index.ts';
import { createPrograms, type Programs } from './builtin-programs.ts';
import { refusedResult, resultOf } from './builtin-result.ts';
import { scenarioControl } from './controls.ts';
import { createSuiteHost } from './suite-host.ts';

export interface BuiltinOptions {
  /** Readings of open questions that are not our own. */
  readonly choices?: Partial<Choices>;
  /** How its messages pass; `sampled` if left out, for it is run by the ten thousand. */
  readonly passing?: Passing;
  /** The version that it says it has. */
  readonly version?: string;
}

/** Leads to a built-in runtime. */
export const builtinConnector = (options: BuiltinOptions = {}): Connector =>
  inProcess(() => createBuiltinDriver(options), {
    name: 'the built-in runtime',
    passing: options.passing ?? 'sampled',
  });

/** What it can't do, and why. */
const UNSUPPORTED = {
  'task.kill': 'a task that was given up goes on and settles at its time',
} as const;

export const createBuiltinDriver = (options: BuiltinOptions = {}): Driver => {
  const choices: Choices = { ...defaultChoices, ...options.choices };
  const programs = createPrograms();
  return {
    initialize: ({ protocol }) => {
      if (protocol !== PROTOCOL_VERSION) throw anotherVersion(protocol);
      return hello(choices, options.version ?? '0');
    },
    run: (parameters, suite) => runOnce(parameters, suite, programs, choices),
    check: ({ document, dialect }) => check(document, dialect),
    abandon: () => {},
    shutdown: () => {},
  };
};

const anotherVersion = (protocol: number): ProtocolError =>
  new ProtocolError({
    code: ERROR_CODE.version,
    message: `version ${protocol} of the protocol is not spoken here`,
    data: { supported: [PROTOCOL_VERSION] },
  });

const hello = (choices: Choices, version: string): InitializeResult => ({
  protocol: PROTOCOL_VERSION,
  runtime: { name: 'unwind', version, language: 'TypeScript' },
  profiles: ['baseline', 'harness', 'orbit'],
  dialects: ['plan', 'harness', 'orbit'],
  clock: { kind: 'virtual' },
  concurrentRuns: 1,
  capabilities: CAPABILITIES.filter((name) => !Object.hasOwn(UNSUPPORTED, name)),
  unsupported: UNSUPPORTED,
  choices: { ...choices },
});

const runOnce = (
  parameters: RunParameters,
  suite: SuiteCalls,
  programs: Programs,
  choices: Choices,
): RunResult => {
  const found = programs.find(parameters);
  if (!found.ok) return refusedResult(found.code, found.message);
  const { program } = found;
  const { run, tenant, seed, input, controls, limits, workers = {} } = parameters;
  const scenario = {
    ...emptyScenario,
    run,
    tenant,
    seed,
    input: input as typeof emptyScenario.input,
    controls: controls.map(scenarioControl),
    workers,
  };
  const unsupported = whyUnsupported(program.workflow, scenario);
  if (unsupported !== null) return refusedResult('unsupported', unsupported);
  const rules = rulesOf(program.workflow.profile);
  const host = createSuiteHost(run, suite);
  const bounds: Limits = { ...defaultLimits, time: limits.time, calls: limits.calls };
  const simulation = begin(program, scenario, bounds, rules, choices, host);
  const { engine, instance } = simulation;
  let isMoving = true;
  while (isMoving && !instance.isOver) isMoving = turn(engine);
  host.isOver = true;
  return resultOf(report(finish(simulation)));
};

const READERS = {
  harness: readHarness,
  orbit: readOrbitText,
  plan: readDocument,
} satisfies { readonly [dialect in CheckParameters['dialect']]: (text: string) => Reading };

/** As the caller says what it is, it is not guessed from its beginning. */
const check = (document: string, dialect: CheckParameters['dialect']): CheckResult => {
  const { findings } = READERS[dialect](document);
  return {
    // Warnings alone make nothing invalid.
    valid: findings.every(({ severity }) => severity !== 'error'),
    findings: findings.map(({ code, severity, line, column, id, message }) => ({
      ...{ code, severity, line, column, id, message },
    })),
  };
};
