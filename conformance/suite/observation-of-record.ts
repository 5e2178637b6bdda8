/** What the rules see of a driver's run. */

import type { Json } from '../../core/model/json.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { CallRecord, RunRecord } from '../protocol/record.ts';
import type { ReadTraceEvent, RunResult } from '../protocol/schema/index.ts';
import type {
  Call,
  Observation,
  ReplyOutcome,
  RunReport,
  TimedControl,
} from '../rules/observation.ts';
import { profileOf, type TestCase } from './case.ts';
import { scaleWorkflow } from './scale.ts';

/** What a runtime declares of itself, as far as rules ask for it. */
export interface Declared {
  readonly capabilities: ReadonlySet<string>;
  readonly choices: Observation['choices'];
}

export const observationOfRecord = (
  testCase: TestCase,
  record: RunRecord,
  { capabilities, choices }: Declared,
): Observation => {
  const { workflow, scenario } = testCase;
  const { request, clock } = record;
  return {
    profile: profileOf(testCase),
    workflow: scaleWorkflow(workflow, clock.scale),
    tenant: request.tenant,
    run: request.run,
    input: request.input as Json,
    onFailure: scenario.onFailure ?? workflow.onFailure,
    ...(testCase.document === undefined ? {} : { errors: testCase.document.errors }),
    controls: request.controls.map(controlOf),
    clock: {
      toleranceMs: clock.toleranceMs,
      mayQueue: Object.keys(scenario.workers).length > 0,
    },
    capabilities,
    canReconcile: capabilities.has('reconcile') && scenario.world.status,
    choices,
    calls: record.calls.map(callOf),
    trace: record.trace === null ? null : record.trace.map(eventOf),
    report: record.result === null ? null : reportOf(record.result),
  };
};

/** A message leaves out what a control does not have; the rules want it said. */
const controlOf = (control: RunRecord['request']['controls'][number]): TimedControl =>
  (control.action === 'operator'
    ? {
        ...control,
        step: control.step ?? null,
        applied: control.applied ?? null,
        output: control.output ?? null,
      }
    : control) as TimedControl;

const callOf = (call: CallRecord, index: number): Call => ({
  index,
  step: call.step,
  unit: call.unit,
  undoes: call.undoes ?? null,
  purpose: call.purpose,
  attempt: call.attempt,
  redelivered: call.redelivered ?? false,
  key: call.key ?? null,
  input: call.input as Json,
  at: call.at,
  reply: { after: call.reply.after ?? 0, then: outcomeOf(call) },
  settledAt: call.settled?.at ?? null,
  abortedAt: call.aborted?.at ?? null,
});

const outcomeOf = ({ reply: { then }, purpose }: CallRecord): ReplyOutcome => {
  if ('hang' in then) return { kind: 'hang' };
  if ('error' in then) {
    return {
      kind: 'error',
      error: { class: then.error.class, retryable: then.error.retryable ?? null },
    };
  }
  if (purpose !== 'reconcile') return { kind: 'ok', output: then.ok as Json };
  const { applied = null } = then.ok as { readonly applied?: boolean | null };
  return { kind: 'status', applied };
};

/** Fields that a driver may leave out, where their value is plain. */
const eventOf = (event: ReadTraceEvent): TraceEvent => {
  const { unit, node, purpose, cause } = event as {
    readonly unit?: string;
    readonly node?: string;
    readonly purpose?: string;
    readonly cause?: number | null;
  };
  const isAttempt = event.type === 'attempt.started' || event.type === 'attempt.ended';
  return {
    ...event,
    cause: cause ?? null,
    ...(unit === undefined ? {} : { node: node ?? nodeOfUnit(unit) }),
    ...(isAttempt ? { purpose: purpose ?? purposeOfUnit(unit ?? '') } : {}),
  } as unknown as TraceEvent;
};

const nodeOfUnit = (unit: string): string => unit.replace(/\[.*$/, '');

const purposeOfUnit = (unit: string): string =>
  unit.startsWith('compensate:') ? 'compensation' : 'forward';

const reportOf = ({ outcome, compensation, error, failures, output }: RunResult): RunReport => ({
  outcome,
  compensation: compensation ?? null,
  error:
    error == null
      ? null
      : {
          code: error.code ?? null,
          class: error.class ?? null,
          step: error.step ?? null,
          uncertain: error.uncertain ?? false,
        },
  failures: (failures ?? []).map(({ step, unit, code }) => ({
    step,
    unit,
    code: (code as string | undefined) ?? null,
  })),
  output: output as Json | undefined,
});
