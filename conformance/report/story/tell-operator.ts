/** What an operator did, and what came of it, in a line. */

import type { OperatorActEvent, RunPausedEvent, TraceEvent } from '../../../core/model/trace.ts';
import type { Told } from './notable-kind.ts';

export function tellPause({ cause }: RunPausedEvent, trace: readonly TraceEvent[]): Told {
  const before = cause === null ? undefined : trace[cause - 1];
  const about = before?.type === 'transition' ? ` on ${before.unit}` : '';
  return ['paused', `the run pauses until an operator acts${about}`];
}

export function tellAct(event: OperatorActEvent, trace: readonly TraceEvent[]): Told {
  const { by, reason, checkpoint, authorised } = event;
  const why = `${reason === '' ? 'no reason given' : `"${reason}"`}, at checkpoint ${checkpoint}`;
  const what = authorised ? actOf(event, trace) : `may not ${wishOf(event)}, so nothing happens`;
  return ['operator', `${by} ${what} (${why})`];
}

function actOf(event: OperatorActEvent, trace: readonly TraceEvent[]): string {
  const step = event.step ?? 'the step';
  const first = trace.slice(event.seq).find(({ cause }) => cause === event.seq);
  switch (event.command) {
    case 'retry-step':
      return first === undefined
        ? `wants ${step} tried again, which has not failed: nothing happens`
        : `has ${step} tried again`;
    case 'resume-run':
      return first === undefined ? 'resumes the run, where nothing failed' : 'resumes the run';
    case 'settle-uncertain':
      return first === undefined
        ? `settles ${step}: it stays failed`
        : `settles ${step}: it was done`;
  }
}

function wishOf({ command, step }: OperatorActEvent): string {
  const what = step ?? 'the step';
  switch (command) {
    case 'retry-step':
      return `have ${what} tried again`;
    case 'resume-run':
      return 'resume the run';
    case 'settle-uncertain':
      return `settle ${what}`;
  }
}
