/** The messages as types, and the names that occur in them. */

export type { DriverClock, InitializeParameters, InitializeResult } from './initialize.ts';
export {
  type DriverMethod,
  isDriverMethod,
  MESSAGES,
  type MessageSchema,
  type Method,
  type SuiteMethod,
} from './messages.ts';
export * from './names.ts';
export type {
  AbandonParameters,
  AbortedParameters,
  CheckParameters,
  CheckResult,
  LogParameters,
  SettledParameters,
  TraceParameters,
} from './others.ts';
export type {
  PerformedCall,
  PerformParameters,
  PerformResult,
  TaskErrorMessage,
} from './perform.ts';
export type { ProtocolPlan } from './plan.ts';
export type { ControlMessage, RunParameters, RunResult } from './run.ts';
export { type ReadTraceEvent, TRACE_EVENT_TYPES } from './trace-event.ts';
