/**
 * How probable each thing is in a generated case. A theme raises what one family of rules looks
 * at, so that each rule's trigger is common in some of the runs and absent in none of the mix.
 */

import type { Profile } from '../../core/model/workflow.ts';
import type { Capability } from '../protocol/schema/names.ts';

/** Probabilities from 0 to 1, save the bounds on the number of steps. */
export interface Weights {
  readonly fewest: number;
  readonly most: number;
  /** A step follows another than the one before it, so that branches run side by side. */
  readonly branch: number;
  /** A step has a second and third predecessor. */
  readonly join: number;
  readonly any: number;
  readonly quorum: number;
  readonly dependency: number;
  readonly data: number;
  /** A step handles another's failure. */
  readonly handler: number;
  readonly condition: number;
  readonly guard: number;
  readonly decision: number;
  readonly loop: number;
  /** A step of ORBIT that runs once for each element of a list. */
  readonly fanOut: number;
  /** A success comes at the very limit of its attempt. */
  readonly boundary: number;
  /** A step that waits, for a time or a signal. */
  readonly wait: number;
  readonly signal: number;
  readonly retry: number;
  readonly jitter: number;
  readonly maximumDelay: number;
  readonly retryOn: number;
  /** The formula leaves every number type before it is clamped. */
  readonly hugeDelay: number;
  readonly timeout: number;
  readonly onTimeoutSkip: number;
  readonly onTimeoutRetry: number;
  readonly nonIdempotent: number;
  readonly undo: number;
  /** Something that undoes has a policy of its own. */
  readonly undoPolicy: number;
  readonly undoFails: number;
  /** An attempt does not succeed. */
  readonly fails: number;
  /** The same, of steps whose failure another handles: all else that fails ends the run first. */
  readonly handledFails: number;
  /** Of those: it has a timeout, and takes longer. */
  readonly late: number;
  /** Of those that are late: it never returns. */
  readonly hangs: number;
  /** A failure is of a class that is not retried. */
  readonly permanent: number;
  /** A success takes long: others fail meanwhile. */
  readonly slow: number;
  /** A backoff is long: others fail meanwhile. */
  readonly longDelay: number;
  /** It fails as often as it is tried. */
  readonly always: number;
  readonly cancel: number;
  readonly crash: number;
  /** The whole run has a timeout. */
  readonly workflowTimeout: number;
  /** A failure parks the run, and an operator acts. */
  readonly operator: number;
}

const usual: Weights = {
  fewest: 2,
  most: 6,
  branch: 0.4,
  join: 0.25,
  any: 0.15,
  quorum: 0.15,
  dependency: 0.1,
  data: 0.15,
  handler: 0.1,
  condition: 0.08,
  guard: 0.08,
  decision: 0.08,
  loop: 0.08,
  fanOut: 0.12,
  boundary: 0,
  wait: 0.04,
  signal: 0.3,
  retry: 0.45,
  jitter: 0.25,
  maximumDelay: 0.3,
  retryOn: 0.35,
  hugeDelay: 0,
  timeout: 0.25,
  onTimeoutSkip: 0.2,
  onTimeoutRetry: 0.25,
  nonIdempotent: 0.15,
  undo: 0.5,
  undoPolicy: 0.25,
  undoFails: 0.15,
  fails: 0.3,
  handledFails: 0.6,
  late: 0.6,
  hangs: 0.5,
  permanent: 0.25,
  slow: 0.1,
  longDelay: 0.1,
  always: 0.15,
  cancel: 0.06,
  crash: 0,
  workflowTimeout: 0,
  operator: 0,
};

export const themes = {
  retry: { retry: 0.9, fails: 0.6, always: 0.3, most: 4, undo: 0.2, timeout: 0.15 },
  jitter: {
    ...{ retry: 1, jitter: 1, maximumDelay: 0.5, retryOn: 0, fails: 0.8, permanent: 0.1 },
    ...{ always: 0.8, most: 3, undo: 0.1, timeout: 0, nonIdempotent: 0, cancel: 0 },
  },
  hugeDelays: {
    ...{
      retry: 1,
      hugeDelay: 0.8,
      maximumDelay: 1,
      jitter: 0.4,
      retryOn: 0,
      fails: 0.9,
      permanent: 0,
    },
    ...{ always: 0.8, most: 2, undo: 0.1, timeout: 0, nonIdempotent: 0, cancel: 0 },
  },
  timeout: {
    boundary: 0.12,
    ...{ timeout: 0.85, fails: 0.6, late: 0.85, retry: 0.6, most: 4, undo: 0.3 },
    onTimeoutSkip: 0.35,
  },
  timeoutAgain: {
    ...{ timeout: 0.95, onTimeoutSkip: 0.1, onTimeoutRetry: 0.65, retry: 0.95, retryOn: 0.75 },
    ...{ fails: 0.7, late: 0.9, most: 3, undo: 0.2, nonIdempotent: 0.1, jitter: 0.1 },
  },
  idempotence: {
    ...{ nonIdempotent: 0.6, fails: 0.45, timeout: 0.4, branch: 0.6, undo: 0.6, any: 0.35 },
    ...{ cancel: 0.2, most: 5 },
  },
  unwinding: {
    ...{ undo: 0.9, undoPolicy: 0.4, undoFails: 0.35, fails: 0.3, permanent: 0.5, branch: 0.55 },
    ...{ fewest: 3, most: 7, handler: 0.03, nonIdempotent: 0.2 },
  },
  undoing: {
    ...{ undo: 1, undoPolicy: 0.85, undoFails: 0.55, retry: 0.8, retryOn: 0.15, jitter: 0.15 },
    ...{ fails: 0.22, permanent: 0.95, always: 0.25, handler: 0, nonIdempotent: 0, cancel: 0 },
    ...{ timeout: 0.35, fewest: 3 },
  },
  aborting: {
    ...{ branch: 0.9, join: 0.1, undo: 0.85, fails: 0.5, permanent: 0.4, always: 0.4, retry: 0.7 },
    ...{ retryOn: 0.1, handler: 0, nonIdempotent: 0.35, fewest: 4, most: 7, jitter: 0.1 },
    ...{ slow: 0.5, longDelay: 0.6 },
  },
  errors: {
    ...{ handler: 0.6, fails: 0.08, handledFails: 0.85, permanent: 0.7, fewest: 4, retry: 0.4 },
    ...{ condition: 0.12, dependency: 0.35, branch: 0.6, any: 0.05, join: 0.35 },
  },
  joins: {
    ...{ branch: 0.75, join: 0.65, any: 0.4, quorum: 0.25, dependency: 0.25, fewest: 4, most: 7 },
    ...{ fails: 0.15, condition: 0.15, guard: 0.15 },
  },
  races: {
    ...{ fewest: 3, most: 5, branch: 0.9, join: 0.8, any: 0.5, quorum: 0.8, dependency: 0.05 },
    ...{ fails: 0.06, condition: 0.02, guard: 0.02, handler: 0, nonIdempotent: 0.25, slow: 0.3 },
  },
  choices: { decision: 0.4, guard: 0.3, condition: 0.3, fewest: 4, most: 7, fails: 0.12 },
  data: {
    ...{ data: 0.75, guard: 0.25, onTimeoutSkip: 0.4, fewest: 3, fails: 0.1, decision: 0.12 },
    ...{ condition: 0.15 },
  },
  loops: { loop: 0.7, fails: 0.3, permanent: 0.45, fewest: 2, most: 4, undo: 0.6 },
  loopsUndone: {
    ...{ loop: 0.6, fails: 0.25, permanent: 0.7, fewest: 2, most: 4, undo: 1, handler: 0 },
    ...{ any: 0, guard: 0, condition: 0 },
  },
  cancel: { cancel: 0.9, branch: 0.6, nonIdempotent: 0.3, undo: 0.5, fewest: 3, wait: 0.15 },
  waits: { wait: 0.4, fails: 0.2, cancel: 0.15, fewest: 3 },
} satisfies { readonly [name: string]: Partial<Weights> };

export const baselineThemes = {
  crash: { crash: 0.95, retry: 0.7, fails: 0.4, timeout: 0.3, undo: 0.6, nonIdempotent: 0.4 },
  crashWhileUnwinding: {
    ...{ crash: 1, undo: 1, permanent: 0.95, fails: 0.2, undoPolicy: 0.4, branch: 0.3 },
    ...{ fewest: 5, most: 8, handler: 0, nonIdempotent: 0.1, retry: 0.3, retryOn: 0.1 },
  },
  crashWhileWaiting: {
    ...{ crash: 1, retry: 1, fails: 0.8, permanent: 0.05, always: 0.4, jitter: 0, most: 3 },
    ...{ longDelay: 0.7 },
    ...{ retryOn: 0, timeout: 0.1, nonIdempotent: 0.05, undo: 0.3 },
  },
  uncertain: {
    ...{ nonIdempotent: 0.8, timeout: 0.8, fails: 0.6, late: 0.8, retry: 0.6, most: 4 },
    ...{ operator: 0.2 },
  },
  operators: {
    ...{ operator: 1, fails: 0.45, permanent: 0.35, always: 0.4, handler: 0, undo: 0.3 },
    ...{ retry: 0.6, retryOn: 0.1, timeout: 0.1 },
    ...{ nonIdempotent: 0.15, loop: 0.03, any: 0, condition: 0.03 },
  },
} satisfies { readonly [name: string]: Partial<Weights> };

export const orbitThemes = {
  elements: { ...themes.unwinding, fanOut: 0.6, fails: 0.2 },
  deadline: { ...themes.unwinding, workflowTimeout: 0.9, fails: 0.1 },
} satisfies { readonly [name: string]: Partial<Weights> };

/** What shows seldom, and nowhere else, has a larger share. */
const harnessMix: readonly Partial<Weights>[] = [
  ...Object.values<Partial<Weights>>(themes),
  ...[themes.timeoutAgain, themes.errors, themes.errors, themes.choices, themes.data],
  ...[themes.races, themes.idempotence, themes.jitter, themes.loops, themes.loopsUndone],
];
const { timeoutAgain, data, waits, errors, loopsUndone, races, ...themesOfBaseline } = themes;
const mixes: { readonly [profile in Profile]: readonly Partial<Weights>[] } = {
  harness: harnessMix,
  baseline: [
    ...Object.values<Partial<Weights>>(themesOfBaseline),
    ...[themes.jitter, baselineThemes.crashWhileUnwinding, baselineThemes.operators],
    ...Object.values<Partial<Weights>>(baselineThemes),
    ...Object.values<Partial<Weights>>(baselineThemes),
  ],
  orbit: [
    ...[themes.retry, themes.timeout, themes.unwinding, themes.aborting, themes.cancel],
    ...[themes.undoing, themes.aborting],
    ...[themes.hugeDelays, themes.data],
    ...[baselineThemes.crash, baselineThemes.crashWhileUnwinding],
    ...[orbitThemes.deadline, orbitThemes.elements],
  ],
};

const mixesOf = (
  profile: Profile,
  focus: readonly Partial<Weights>[],
): readonly Partial<Weights>[] => {
  const focused = [...new Set(mixes[profile])].filter((theme) => focus.includes(theme));
  return focused.length === 0 ? mixes[profile] : focused;
};

/** What each capability, where it is missing, makes impossible. */
const withoutCapability: { readonly [name in Capability]?: Partial<Weights> } = {
  retry: { retry: 0, undoPolicy: 0 },
  'max-delay': { maximumDelay: 0, hugeDelay: 0 },
  'backoff.exponential': { hugeDelay: 0 },
  jitter: { jitter: 0 },
  'retry-on': { retryOn: 0 },
  timeout: { timeout: 0 },
  'on-timeout.skip': { onTimeoutSkip: 0 },
  'on-timeout.retry': { onTimeoutRetry: 0 },
  idempotent: { nonIdempotent: 0 },
  parallel: { branch: 0, join: 0 },
  'join.any': { any: 0 },
  'join.quorum': { quorum: 0 },
  guards: { guard: 0 },
  conditions: { condition: 0 },
  decisions: { decision: 0 },
  loops: { loop: 0, fanOut: 0 },
  data: { data: 0 },
  waits: { wait: 0 },
  signals: { signal: 0 },
  'error-edges': { handler: 0 },
  'dependency-edges': { dependency: 0 },
  compensation: { undo: 0 },
  cancel: { cancel: 0 },
  resume: { crash: 0 },
  'workflow-timeout': { workflowTimeout: 0 },
  operators: { operator: 0 },
};

/** What no plan of a profile may hold (driver protocol, Plan). */
const withoutProfile: { readonly [profile in Profile]: Partial<Weights> } = {
  harness: { crash: 0, operator: 0, workflowTimeout: 0, fanOut: 0 },
  baseline: {
    ...{ onTimeoutSkip: 0, onTimeoutRetry: 0, workflowTimeout: 0, fanOut: 0, boundary: 0 },
  },
  orbit: {
    ...{ any: 0, quorum: 0, dependency: 0, data: 0, handler: 0, condition: 0, decision: 0 },
    ...{ loop: 0, wait: 0, retryOn: 0, onTimeoutSkip: 0, onTimeoutRetry: 0, nonIdempotent: 0 },
    ...{ operator: 0, jitter: 0 },
  },
};

/**
 * The mixes of a profile, as far as a runtime's capabilities go.
 * @param focus Only these, where the profile has any of them.
 */
export const weightsFor = (
  profile: Profile,
  allows: (capability: Capability) => boolean,
  focus: readonly Partial<Weights>[] = [],
): readonly Weights[] => {
  const missing = Object.entries(withoutCapability)
    .filter(([name]) => !allows(name as Capability))
    .map(([, less]) => less);
  return mixesOf(profile, focus).map((theme) =>
    Object.assign({}, usual, theme, withoutProfile[profile], ...missing),
  );
};
