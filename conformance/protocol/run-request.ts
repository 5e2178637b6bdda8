/** What is to be run, and the message that asks for it. */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import { scaled, scaledTime } from './call-record.ts';
import type { ControlMessage, RunParameters } from './schema/index.ts';

/** Times are a plan's ms; the session scales them for a real clock. */
export interface RunRequest {
  /** One of the session's own if left out. With its tenant it must be new to the session. */
  readonly run?: string;
  /** `default` if left out. */
  readonly tenant?: string;
  readonly seed: number;
  readonly plan?: NonNullable<RunParameters['plan']>;
  readonly document?: string;
  /** `{}` if left out. */
  readonly input?: RunParameters['input'];
  readonly controls?: readonly ControlMessage[];
  /** No bound on time and 10,000 calls if left out. */
  readonly limits?: RunParameters['limits'];
  /** Orbit: how many calls of each pool may be open at once. */
  readonly workers?: NonNullable<RunParameters['workers']>;
  /** For a driver that can't call back: what it is to do instead of asking. */
  readonly script?: NonNullable<RunParameters['script']>;
}

const DEFAULT_LIMITS = { time: MAXIMUM_TIME, calls: 10_000 };

export function runParametersOf(
  request: RunRequest,
  run: string,
  tenant: string,
  scale: number,
): RunParameters {
  const { seed, plan, document, input = {}, controls = [], limits = DEFAULT_LIMITS } = request;
  const { script, workers } = request;
  const parameters: { -readonly [Key in keyof RunParameters]: RunParameters[Key] } = {
    run,
    tenant,
    seed,
    input,
    controls: scale === 1 ? controls : controls.map((control) => scaledControl(control, scale)),
    limits: scale === 1 ? limits : { ...limits, time: scaledTime(limits.time, scale) },
  };
  if (plan !== undefined) parameters.plan = plan;
  if (document !== undefined) parameters.document = document;
  if (workers !== undefined) parameters.workers = workers;
  if (script !== undefined) parameters.script = scaledScript(script, scale);
  return parameters;
}

function scaledControl(control: ControlMessage, scale: number): ControlMessage {
  return { ...control, at: scaledTime(control.at, scale) };
}

type Script = NonNullable<RunParameters['script']>;

function scaledScript(script: Script, scale: number): Script {
  return Object.fromEntries(
    Object.entries(script).map(([unit, answers]) => [
      unit,
      answers.map((answer) => scaled(answer, scale)),
    ]),
  );
}
