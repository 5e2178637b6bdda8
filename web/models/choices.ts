/** What one attempt can be made to do, in the order of the keys 0 to 7. */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import { type FaultPlan, type Input, type Make, USUAL_DOWN } from './faults.ts';

export interface Choice {
  /** The key that chooses it. */
  readonly key: string;
  readonly id: ChoiceId;
  readonly name: string;
  /** What comes of choosing it; null: as the scenario says. */
  readonly make: Make | null;
}

export type ChoiceId =
  | 'scenario'
  | 'succeed'
  | 'fail'
  | 'silent'
  | 'lost-reply'
  | 'slow'
  | 'crash'
  | 'hang';

export interface Failure {
  readonly name: string;
  readonly class: string;
  readonly status: number | null;
}

/** The first is the usual one. */
export const FAILURES: readonly Failure[] = [
  { name: '503 unavailable', class: 'unavailable', status: 503 },
  { name: '429 rate limit', class: 'rate_limit', status: 429 },
  { name: '500 internal', class: 'internal', status: 500 },
  { name: '400 invalid input', class: 'invalid_input', status: 400 },
  { name: '401 unauthorized', class: 'unauthorized', status: 401 },
  { name: '404 not found', class: 'not_found', status: 404 },
  { name: 'transient', class: 'transient', status: null },
];

const USUAL_FAILURE = FAILURES[0] as Failure;
const USUAL_DELAY = 2000;

/** @param timeout Bound on an attempt in ms; without one a call can also stay silent for ever. */
export function choicesFor(make: Make | null, timeout: number | null): readonly Choice[] {
  const failure = make?.kind === 'fail' ? make : USUAL_FAILURE;
  const slow = make?.kind === 'slow' ? make.by : Math.max(USUAL_DELAY, timeout ?? 0);
  const when = make?.kind === 'crash' ? make.when : 'before';
  const choices: readonly Omit<Choice, 'key'>[] = [
    { id: 'scenario', name: 'as the scenario says', make: null },
    { id: 'succeed', name: 'succeed', make: { kind: 'succeed' } },
    {
      id: 'fail',
      name: 'fail',
      make: { kind: 'fail', class: failure.class, status: failure.status },
    },
    { id: 'silent', name: 'time out, not done', make: { kind: 'silent', done: false } },
    {
      id: 'lost-reply',
      name: 'time out, but done (lost reply)',
      make: { kind: 'silent', done: true },
    },
    { id: 'slow', name: 'be slower', make: { kind: 'slow', by: slow } },
    { id: 'crash', name: 'crash the engine', make: { kind: 'crash', when } },
    ...(timeout === null
      ? [{ id: 'hang', name: 'never answer', make: { kind: 'hang' } } as const]
      : []),
  ];
  return choices.map((choice, index) => ({ ...choice, key: String(index) }));
}

export function choiceOf(make: Make | null): ChoiceId {
  if (make === null) return 'scenario';
  switch (make.kind) {
    case 'silent':
      return make.done ? 'lost-reply' : 'silent';
    default:
      return make.kind;
  }
}

/** Seconds as typed; null for what is no time. */
export function slowerBy(text: string): Make | null {
  const by = Math.round(Number(text) * 1000);
  return text.trim() !== '' && by >= 0 && by <= MAXIMUM_TIME ? { kind: 'slow', by } : null;
}

export interface FaultLine {
  readonly text: string;
  /** Its moment never comes in this run. */
  readonly unused: boolean;
  /** The plan without it. */
  readonly without: FaultPlan;
}

/** All that was laid over the scenario, a line each. */
export function faultLines(
  plan: FaultPlan,
  unused: readonly number[],
  nameOf: (unit: string) => string,
  timeOf: (moment: string) => number | null,
): readonly FaultLine[] {
  const answers = plan.answers.map((fault) => ({
    text: `${nameOf(fault.unit)} #${fault.attempt}: ${makeWords(fault.make)}`,
    unused: false,
    without: { ...plan, answers: plan.answers.filter((other) => other !== fault) },
  }));
  const inputs = plan.inputs.map((input, index) => ({
    text: inputWords(input, nameOf, timeOf(input.after)),
    unused: unused.includes(index),
    without: { ...plan, inputs: plan.inputs.filter((other) => other !== input) },
  }));
  return [...answers, ...inputs];
}

export function makeWords(make: Make): string {
  switch (make.kind) {
    case 'succeed':
      return 'succeeds';
    case 'fail':
      return `fails: ${make.status === null ? make.class : `${make.class} (${make.status})`}`;
    case 'silent':
      return make.done ? 'reply lost' : 'times out, not done';
    case 'hang':
      return 'never answers';
    case 'slow':
      return `${formatTime(make.by)} slower`;
    case 'crash':
      return make.when === 'before' ? 'engine crashes under way' : 'engine crashes right after';
  }
}

/** @param moment When that comes after which it is, in ms; null where it never does. */
function inputWords(input: Input, nameOf: (unit: string) => string, moment: number | null): string {
  const later = moment === null ? '' : ` at ${formatTime(moment + input.delay)}`;
  switch (input.action) {
    case 'cancel':
      return `cancel the run${later}`;
    case 'crash':
      return `crash${later}, back after ${formatTime(input.down || USUAL_DOWN)}`;
    case 'signal':
      return `signal “${input.name}”${later}`;
    case 'operator': {
      const step = input.step === null ? '' : ` ${nameOf(input.step)}`;
      if (input.command === 'resume-run') return `operator resumes the run${later}`;
      if (input.command === 'retry-step') return `operator retries${step}${later}`;
      return `operator says that${step} was ${input.applied === true ? 'done' : 'not done'}${later}`;
    }
  }
}
