/** Every message of the protocol: who sends it, and what its parameters and its result are. */

import type { TSchema } from '@sinclair/typebox';
import { initializeParameters, initializeResult } from './initialize.ts';
import {
  abandonParameters,
  abortedParameters,
  checkParameters,
  checkResult,
  logParameters,
  nothing,
  settledParameters,
  traceParameters,
} from './others.ts';
import { performParameters, performResult } from './perform.ts';
import { runParameters, runResult } from './run.ts';

export interface MessageSchema {
  readonly sender: 'suite' | 'driver';
  readonly summary: string;
  readonly parameters: TSchema;
  /** Null for a notification. */
  readonly result: TSchema | null;
}

export const MESSAGES = {
  initialize: {
    sender: 'suite',
    summary: 'Who talks, in which version, and what the runtime can do.',
    parameters: initializeParameters,
    result: initializeResult,
  },
  run: {
    sender: 'suite',
    summary: 'Runs a workflow; answered when nothing can happen any more.',
    parameters: runParameters,
    result: runResult,
  },
  abandon: {
    sender: 'suite',
    summary: 'Nobody wants the run any more: it ends `stalled`.',
    parameters: abandonParameters,
    result: nothing,
  },
  check: {
    sender: 'suite',
    summary: 'Validates a document.',
    parameters: checkParameters,
    result: checkResult,
  },
  shutdown: {
    sender: 'suite',
    summary: 'The end: answered, and the driver exits within two seconds.',
    parameters: nothing,
    result: nothing,
  },
  perform: {
    sender: 'driver',
    summary: 'The runtime wants a task done; answered with what the task is to do.',
    parameters: performParameters,
    result: performResult,
  },
  settled: {
    sender: 'driver',
    summary: 'The task of a call returned.',
    parameters: settledParameters,
    result: null,
  },
  aborted: {
    sender: 'driver',
    summary: 'The runtime gave up on a call.',
    parameters: abortedParameters,
    result: null,
  },
  trace: {
    sender: 'driver',
    summary: 'Events of a run, as they happen.',
    parameters: traceParameters,
    result: null,
  },
  log: {
    sender: 'driver',
    summary: 'A word for the report.',
    parameters: logParameters,
    result: null,
  },
} as const satisfies { readonly [method: string]: MessageSchema };

export type Method = keyof typeof MESSAGES;
/** What the suite asks a driver. */
export type SuiteMethod = 'initialize' | 'run' | 'abandon' | 'check' | 'shutdown';
/** What a driver asks or tells the suite. */
export type DriverMethod = Exclude<Method, SuiteMethod>;

export const DRIVER_METHODS: readonly DriverMethod[] = [
  'perform',
  'settled',
  'aborted',
  'trace',
  'log',
];

export function isDriverMethod(method: string): method is DriverMethod {
  return (DRIVER_METHODS as readonly string[]).includes(method);
}
