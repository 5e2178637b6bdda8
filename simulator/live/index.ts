/** Running workflows for real: the simulator's runtime on a clock that runs by itself. */

export { type Clock, systemClock } from './clock.ts';
export { failureOf, type ToldFailure } from './failure.ts';
export {
  createRuntime,
  type LiveRun,
  type Runtime,
  type RuntimeOptions,
  type StartOptions,
  type StatusAnswer,
  type Store,
  type Task,
  type TaskCall,
} from './runtime.ts';
