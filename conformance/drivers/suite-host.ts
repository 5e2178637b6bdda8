/** Where a run of the built-in runtime lives when a suite is its world. */

import type { JsonObject } from '../../core/model/json.ts';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import { instanceOf, planCall } from '../../simulator/runtime/engine.ts';
import { nodeName } from '../../simulator/runtime/names.ts';
import { simulatedHost } from '../../simulator/runtime/simulated-host.ts';
import type { Attempt, FarSideStatus, Host, StepRun } from '../../simulator/runtime/state.ts';
import type { SuiteCalls } from '../protocol/driver.ts';
import type { PerformParameters, PerformResult } from '../protocol/schema/index.ts';

export interface SuiteHost extends Host {
  /** The run has ended: what is still open is never settled. */
  isOver: boolean;
}

type Purpose = PerformParameters['purpose'];

/** Every call is performed by the suite; nothing has an effect on the simulator's own ledger. */
export const createSuiteHost = (run: string, suite: SuiteCalls): SuiteHost => {
  const numbers = new Map<Attempt, number>();
  const sent = new Map<StepRun, number>();
  const asked = new Map<StepRun, number>();
  const statuses = new Map<Attempt, FarSideStatus>();
  let calls = 0;

  const perform = (attempt: Attempt, purpose: Purpose, before: Map<StepRun, number>) => {
    const { step, number } = attempt;
    const { engine } = instanceOf(step);
    calls += 1;
    if (purpose !== 'reconcile') numbers.set(attempt, calls);
    const message: { -readonly [Key in keyof PerformParameters]: PerformParameters[Key] } = {
      run,
      call: calls,
      step: nodeName(step),
      unit: step.unit,
      purpose,
      attempt: number,
      key: attempt.key,
      input: step.input ?? {},
      at: engine.now,
    };
    if (step.undoes !== null) message.undoes = step.undoes.unit;
    if (before.get(step) === number) message.redelivered = true;
    before.set(step, number);
    return suite.perform(message);
  };

  const host: SuiteHost = {
    isOver: false,
    send: (attempt) => {
      attempt.answer = answerIn(perform(attempt, attempt.step.purpose, sent));
      simulatedHost.send(attempt);
    },
    ask: (attempt) => {
      const { engine } = instanceOf(attempt.step);
      engine.calls += 1;
      if (engine.calls > engine.limits.calls) {
        engine.exceeded ??= `it passed its limit of ${engine.limits.calls} calls`;
        return;
      }
      const reply = perform(attempt, 'reconcile', asked);
      statuses.set(attempt, statusIn(reply));
      planCall(engine, 'status', engine.now + (reply.after ?? 0), attempt);
    },
    status: (attempt) => statuses.get(attempt) ?? UNKNOWN,
    returned: (attempt) => {
      const call = numbers.get(attempt);
      if (host.isOver || call === undefined) return;
      numbers.delete(attempt);
      suite.settled({ run, call, at: instanceOf(attempt.step).engine.now });
    },
    giveUp: (attempt) => {
      const call = numbers.get(attempt);
      if (call === undefined) return;
      suite.aborted({ run, call, at: instanceOf(attempt.step).engine.now });
    },
    draw: simulatedHost.draw,
  };
  return host;
};

const UNKNOWN: FarSideStatus = { applied: null, output: null };

const answerIn = ({ after = 0, then }: PerformResult): TaskAnswer => ({
  after,
  then: outcomeIn(then),
  applied: false,
  duplicate: false,
});

const outcomeIn = (then: PerformResult['then']): TaskAnswer['then'] => {
  if ('ok' in then) return { kind: 'ok', output: objectIn(then.ok) ?? {} };
  if ('hang' in then) return { kind: 'hang' };
  const { class: errorClass, status = null, retryable = null, message = '' } = then.error;
  return { kind: 'error', error: { class: errorClass, status, retryable, message } };
};

/** What is no such answer says nothing. */
const statusIn = ({ then }: PerformResult): FarSideStatus => {
  const told = 'ok' in then ? objectIn(then.ok) : null;
  const applied = told?.['applied'];
  if (typeof applied !== 'boolean') return UNKNOWN;
  return { applied, output: objectIn(told?.['output']) };
};

const objectIn = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
