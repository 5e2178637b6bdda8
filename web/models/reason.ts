/**
 * Why a step happened. A step is several events, so its reason is that of the event that leads,
 * with what made it ready before, and what follows from it behind.
 */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { type Explanation, explain } from '../../simulator/trace/explain.ts';
import type { Step } from './steps.ts';
import { unbroken } from './text.ts';

export function reasonOf(
  step: Step,
  trace: readonly TraceEvent[],
  workflow: Workflow,
): Explanation {
  const { lead } = step;
  const { title, because } = explain(lead, trace, workflow);
  const sentences = [
    ...openingsOf(lead, trace).map((event) => explain(event, trace, workflow).because),
    because,
    ...consequencesOf(step, trace).map((event) => explain(event, trace, workflow).because),
  ];
  return {
    title: unbroken(title),
    because: unbroken(sentences.filter((sentence) => sentence !== '').join(' ')),
  };
}

/** What made a first attempt, a decision or a wait possible; why an attempt was cancelled. */
function openingsOf(lead: TraceEvent, trace: readonly TraceEvent[]): readonly TraceEvent[] {
  if (!('attempt' in lead) || lead.attempt > 1 || lead.type === 'result.ignored') return [];
  const isCancelled = lead.type === 'attempt.ended' && lead.outcome === 'cancelled';
  if (lead.type === 'attempt.ended' && !isCancelled) return [];
  for (let index = trace.length - 1; index >= 0; index -= 1) {
    const event = trace[index];
    if (event === undefined || event.seq >= lead.seq) continue;
    if (!('unit' in event) || event.unit !== lead.unit) continue;
    if (isCancelled) {
      if (event.type === 'transition' && event.to === 'CANCELLED') return [event];
      continue;
    }
    if (event.type === 'compensation.started') return [event];
    // The unit has done something already: what made it ready was told then.
    if (event.type !== 'transition' || event.from === 'RUNNING') return [];
    if (event.to === 'READY') {
      const before = trace.find(
        (other) => other.type === 'compensation.started' && other.unit === event.unit,
      );
      return [before ?? event];
    }
  }
  return [];
}

function consequencesOf(step: Step, trace: readonly TraceEvent[]): readonly TraceEvent[] {
  const { lead } = step;
  return trace.filter(
    (event) => event.seq > lead.seq && event.seq <= step.last && isConsequence(event, lead),
  );
}

function isConsequence(event: TraceEvent, lead: TraceEvent): boolean {
  if (!('unit' in event && 'unit' in lead) || event.unit !== lead.unit) return false;
  if (event.type === 'compensation.ended') return true;
  return (
    event.type === 'transition' &&
    (event.to === 'RETRYING' || event.to === 'FAILED' || event.to === 'SKIPPED')
  );
}
