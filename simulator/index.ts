/** What the simulator offers to those above it. */

export { type Choices, defaultChoices } from '../core/lifecycle/choices.ts';
export type { Checkpoint } from './checkpoint.ts';
export { idempotencyKey } from './key.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { compileProgram } from './program/compile.ts';
export type { Program } from './program/program.ts';
export { type SimulateOptions, simulate, simulateProgram } from './simulate.ts';
export { type SteppedRun, stepThrough } from './simulation.ts';
export { digestTrace } from './trace/digest.ts';
export { type HarnessTraceEntry, toHarnessTrace } from './trace/harness-trace.ts';
export { type OrbitEvent, type OrbitEventType, toOrbitHistory } from './trace/orbit-history.ts';
export { type Bar, type Lane, type Timeline, timelineOf } from './trace/timeline.ts';
