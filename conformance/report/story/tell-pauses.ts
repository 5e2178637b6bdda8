/** The parts of the sentence on a run that paused, and on who brought it back. */

import type { Run } from '../../../core/model/run.ts';
import type { OperatorActEvent, RunPausedEvent } from '../../../core/model/trace.ts';
import { countOf, formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';

/** Acts that are told one by one. */
const TOLD = 3;

export function tellPauses({ trace }: Run): readonly string[] {
  const pauses = trace.filter((event): event is RunPausedEvent => event.type === 'run.paused');
  const [first] = pauses;
  const causes = new Set(trace.map(({ cause }) => cause));
  const acts = trace.filter(
    (event): event is OperatorActEvent =>
      event.type === 'operator.act' && event.authorised && causes.has(event.seq),
  );
  if (first === undefined || acts.length === 0) return [];
  if (pauses.length > 1 || acts.length > TOLD) {
    const often = pauses.length === 1 ? 'once' : `${pauses.length} times`;
    return [
      `the run paused ${often}, and operators brought it on by ${countOf(acts.length, 'act')}`,
    ];
  }
  return [`the run paused at ${formatTime(first.at)}, until ${joinWords(acts.map(tellAct))}`];
}

function tellAct({ by, command, step, at }: OperatorActEvent): string {
  const time = formatTime(at);
  switch (command) {
    case 'retry-step':
      return `${by} had ${step ?? 'it'} tried again at ${time}`;
    case 'resume-run':
      return `${by} resumed it at ${time}`;
    case 'settle-uncertain':
      return `${by} settled at ${time} that ${step ?? 'it'} was done`;
  }
}
