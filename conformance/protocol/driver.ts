/**
 * A driver in process: the messages of the protocol as calls. Objects are passed through a
 * structured clone, so that a driver behaves here as it does at the other end of a pipe.
 */

import type {
  AbandonParameters,
  AbortedParameters,
  CheckParameters,
  CheckResult,
  InitializeParameters,
  InitializeResult,
  LogParameters,
  PerformParameters,
  PerformResult,
  RunParameters,
  RunResult,
  SettledParameters,
  TraceParameters,
} from './schema/index.ts';

/** What a driver may answer at once or later. A thrown `ProtocolError` is an error's code. */
type Awaitable<Value> = Value | Promise<Value>;

export interface Driver {
  initialize(parameters: InitializeParameters): Awaitable<InitializeResult>;
  run(parameters: RunParameters, suite: SuiteCalls): Awaitable<RunResult>;
  /** With the capability `check`. */
  check?(parameters: CheckParameters): Awaitable<CheckResult>;
  abandon?(parameters: AbandonParameters): unknown;
  shutdown?(): unknown;
}

/** What a driver may ask and tell. */
export interface SuiteCalls {
  /**
   * What the task is to do; the suite answers at once.
   * @throws ProtocolError where the suite refuses.
   */
  perform(parameters: PerformParameters): PerformResult;
  settled(parameters: SettledParameters): void;
  aborted(parameters: AbortedParameters): void;
  trace(parameters: TraceParameters): void;
  log(parameters: LogParameters): void;
}
