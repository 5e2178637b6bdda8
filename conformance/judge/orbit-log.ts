/** An ORBIT history as `orbit logs` lists it: `+   705ms  #20  StepFailed  step=broken error=…`. */

import type {
  AttemptStartedEvent,
  CompensationOutcome,
  Outcome,
  TraceEvent,
} from '../../core/model/trace.ts';
import type { TraceReading } from './trace-reading.ts';

interface LogLine {
  readonly at: number;
  readonly seq: number;
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
}

const LINE = /^\+\s*(\d+(?:\.\d+)?)ms\s+#(\d+)\s+([A-Za-z]+)\s*(.*)$/;

export const readOrbitLog = (text: string): TraceReading => {
  const lines: LogLine[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const match = LINE.exec(line.trim());
    if (match === null) {
      const form = '+   705ms  #20  StepFailed  step=broken …';
      return { ok: false, message: `line ${index + 1}: a line of an ORBIT log is like '${form}'` };
    }
    const [, at = '0', seq = '0', name = '', rest = ''] = match;
    // Times are rounded. Each line a ms later than the one before, nothing is too short by that.
    lines.push({ at: Number(at) + lines.length, seq: Number(seq), name, fields: fieldsOf(rest) });
  }
  const events = eventsOf(lines);
  // A listing leaves dispatches out, so what is known of calls is when they were scheduled.
  const evidence = new Set(['world', 'trace', 'outcome'] as const);
  return { ok: true, trace: { format: 'orbit-log', events, evidence } };
};

const fieldsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/(?<!\S)([a-z_]+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
  );

const eventsOf = (lines: readonly LogLine[]): readonly TraceEvent[] => {
  const dispatched = new Set(
    lines.flatMap((line) => (line.name === 'StepDispatched' ? [attemptName(line)] : [])),
  );
  const attempts = new Map<string, number>();
  const failures = new Map<string, string>();
  return lines.flatMap((line, index): readonly TraceEvent[] => {
    const { at, seq, name, fields } = line;
    const unit = fields.get('step') ?? '';
    const stamp = { seq, at, cause: null };
    const numbered = Number(fields.get('attempt') ?? attempts.get(unit) ?? 1);
    const ofUnit = { ...stamp, node: nodeOf(unit), unit, attempt: numbered };
    const purpose = unit.startsWith('compensate:') ? 'compensation' : 'forward';
    const undoes = purpose === 'compensation' ? { undoes: unit.slice('compensate:'.length) } : {};
    const error = { class: fields.get('error') ?? failures.get(unit) ?? 'internal' };
    const begun: AttemptStartedEvent = {
      ...{ ...ofUnit, ...undoes, type: 'attempt.started', purpose, key: fields.get('key') ?? '' },
    };
    switch (name) {
      case 'StepScheduled':
        attempts.set(unit, numbered);
        return dispatched.has(attemptName(line)) ? [] : [begun];
      case 'StepDispatched':
        attempts.set(unit, numbered);
        return [begun];
      case 'StepAttemptFailed':
        failures.set(unit, error.class);
        return [
          {
            ...ofUnit,
            type: 'attempt.ended',
            purpose,
            outcome: error.class === 'TIMEOUT' ? 'timed_out' : 'failed',
            error: { class: classOf(error.class) },
          },
        ];
      case 'StepSucceeded':
        return [
          { ...ofUnit, type: 'attempt.ended', purpose, outcome: 'succeeded' },
          { ...ofUnit, type: 'transition', from: 'RUNNING', to: 'SUCCEEDED' },
        ];
      case 'StepFailed':
        return [
          {
            ...ofUnit,
            type: 'transition',
            from: 'RUNNING',
            to: 'FAILED',
            error: { class: classOf(error.class) },
          },
        ];
      case 'StepSkipped':
        return [{ ...ofUnit, type: 'transition', from: 'READY', to: 'SKIPPED', attempt: 0 }];
      case 'StepCancelled':
        return [{ ...ofUnit, type: 'transition', from: 'READY', to: 'CANCELLED' }];
      case 'StaleResultIgnored':
        return [{ ...ofUnit, type: 'result.ignored', outcome: 'succeeded' }];
      case 'CancelRequested':
        return [{ ...stamp, type: 'cancel.requested' }];
      case 'WorkflowTimeoutReached':
        return [{ ...stamp, type: 'deadline.passed' }];
      case 'StepAttemptUncertain':
        // Its worker was lost: to the step as if the runtime had gone after the line before, and had
        // come back.
        return [
          { ...stamp, at: lines[index - 1]?.at ?? at, type: 'crashed' },
          { ...stamp, type: 'resumed' },
          ...(dispatched.has(attemptName(line)) ? [] : [{ ...begun, redelivered: true as const }]),
        ];
      case 'CompensationFailed':
        return [
          {
            ...stamp,
            type: 'compensation.ended',
            node: nodeOf(unit),
            unit,
            undoes: unit.replace(/^compensate:/, ''),
            status: 'compensation_failed',
            error: { class: classOf(error.class) },
          },
        ];
      case 'CompensationStarted':
        return [
          {
            ...stamp,
            type: 'unwinding.started',
            reason: fields.get('reason') ?? '',
            order: (fields.get('steps') ?? '').split(',').filter((step) => step !== ''),
          },
        ];
      default:
        return endingOf(line);
    }
  });
};

const ENDINGS: { readonly [name: string]: Outcome } = {
  WorkflowCompleted: 'succeeded',
  WorkflowFailed: 'failed',
  WorkflowCancelled: 'cancelled',
  WorkflowTimedOut: 'timed_out',
};

const endingOf = ({ at, seq, name, fields }: LogLine): readonly TraceEvent[] => {
  const outcome = ENDINGS[name];
  if (outcome === undefined) return [];
  const compensation = (fields.get('compensation') ?? 'none') as CompensationOutcome;
  return [{ seq, at, cause: null, type: 'instance.ended', outcome, compensation }];
};

const attemptName = ({ fields }: LogLine): string =>
  `${fields.get('step')}#${fields.get('attempt') ?? 1}`;

const nodeOf = (unit: string): string => unit.replace(/^compensate:/, '').replace(/\[.*$/, '');

/** ORBIT's codes for what the suite has classes for. */
const classOf = (code: string): string => (code === 'TIMEOUT' ? 'timeout' : code);
