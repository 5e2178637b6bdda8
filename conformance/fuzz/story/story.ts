/** The smallest story: what was called, what came back, what followed; a line each. */

import type { AttemptEndedEvent, TraceEvent } from '../../../core/model/trace.ts';
import type { Facts, FaultKind } from '../facts.ts';
import type { StoryLine } from '../report.ts';

/** Of a longer story the beginning and the end are told. */
const LONGEST = 24;

export const storyOf = (trace: readonly TraceEvent[], facts: Facts): readonly StoryLine[] => {
  const faulty = new Map(facts.faultyCalls.map(({ kind, event }) => [event.seq, kind]));
  const effects = new Set(
    facts.run.effects.map(({ unit, attempt, at }) => `${unit}\n${attempt}\n${at}`),
  );
  const calls = new Map<string, FaultKind>();
  const lines: StoryLine[] = [];
  for (const event of trace) {
    if (event.type === 'attempt.started') {
      const kind = faulty.get(event.seq);
      if (kind !== undefined) calls.set(`${event.unit}\n${event.attempt}`, kind);
    }
    const line = lineFor(event, calls, effects);
    if (line !== null) lines.push(line);
  }
  if (lines.length <= LONGEST) return lines;
  const half = LONGEST / 2;
  const left = lines.slice(0, half);
  const right = lines.slice(lines.length - half + 1);
  const gap: StoryLine = {
    at: left.at(-1)?.at ?? 0,
    seq: left.at(-1)?.seq ?? 0,
    node: null,
    text: `… ${lines.length - left.length - right.length} more …`,
    tone: 'plain',
  };
  return [...left, gap, ...right];
};

const lineFor = (
  event: TraceEvent,
  calls: ReadonlyMap<string, FaultKind>,
  effects: ReadonlySet<string>,
): StoryLine | null => {
  const line = (text: string, tone: StoryLine['tone'], node: string | null = null): StoryLine => ({
    at: event.at,
    seq: event.seq,
    node,
    text,
    tone,
  });
  switch (event.type) {
    case 'attempt.started': {
      if (event.purpose === 'reconcile')
        return line(`asks what became of ${event.unit}`, 'plain', event.node);
      const kind = calls.get(`${event.unit}\n${event.attempt}`);
      if (kind !== 'hangs') return null;
      return line(`calls ${event.unit}, which never returns`, 'bad', event.node);
    }
    case 'attempt.ended':
      return tellEnd(event, calls, effects, line);
    case 'result.ignored':
      return line(
        `${event.unit} ${event.outcome === 'succeeded' ? 'succeeds' : 'fails'}, too late to count`,
        'bad',
        event.node,
      );
    case 'transition':
      if (event.to === 'SKIPPED') return line(`${event.unit} is skipped`, 'plain', event.node);
      if (event.to !== 'FAILED') return null;
      return line(
        `${event.unit} has failed for good${event.error?.code === undefined ? '' : ` (${event.error.code})`}`,
        'bad',
        event.node,
      );
    case 'unwinding.started':
      return line('the run unwinds', 'plain');
    case 'compensation.ended':
      return event.status === 'compensated'
        ? line(`${event.undoes} is undone`, 'good', event.node)
        : line(`${event.undoes} could not be undone`, 'bad', event.node);
    case 'cancel.requested':
      return line('somebody cancels the run', 'bad');
    case 'crashed':
      return line('the runtime crashes', 'bad');
    case 'resumed':
      return line('the runtime is back', 'plain');
    case 'deadline.passed':
      return line('the time of the run is over', 'bad');
    case 'run.paused':
      return line('the run pauses for an operator', 'plain');
    case 'operator.act':
      return line(`an operator orders ${event.command} ${event.step ?? ''}`.trimEnd(), 'plain');
    case 'instance.ended':
      return line(
        `the run ends ${event.outcome}${event.compensation === 'none' ? '' : `, compensation ${event.compensation}`}`,
        event.outcome === 'succeeded' ? 'good' : 'bad',
      );
    default:
      return null;
  }
};

type Line = (text: string, tone: StoryLine['tone'], node?: string | null) => StoryLine;

const tellEnd = (
  event: AttemptEndedEvent,
  calls: ReadonlyMap<string, FaultKind>,
  effects: ReadonlySet<string>,
  line: Line,
): StoryLine | null => {
  if (event.purpose === 'reconcile') return null;
  const { unit, attempt, at, node } = event;
  const which = attempt > 1 ? ` (attempt ${attempt})` : '';
  const isLost = calls.get(`${unit}\n${attempt}`) === 'lost';
  const hasEffect = isLost || effects.has(`${unit}\n${attempt}\n${at}`);
  switch (event.outcome) {
    case 'succeeded':
      return line(`${unit} succeeds${which}`, 'good', node);
    case 'failed':
    case 'uncertain_side_effect': {
      const but = hasEffect ? ', but it took effect' : '';
      return line(`${unit} fails: ${event.error?.class ?? 'internal'}${but}${which}`, 'bad', node);
    }
    case 'timed_out':
      return line(`${unit} times out${isLost ? ', but it takes effect' : ''}${which}`, 'bad', node);
    case 'cancelled':
      return line(`${unit} is given up in flight${which}`, 'bad', node);
  }
};
