/** What of a run stands on paper: all steps with their reasons, the timeline in strips, the end. */

import { countOf } from '../../simulator/trace/explain/words.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import { type Drawing, drawTimeline } from '../models/drawing.ts';
import { type Look, lookOfEvent } from '../models/look.ts';
import { eventTime, stallSentence } from '../models/page.ts';
import { reasonOf } from '../models/reason.ts';
import { BARE_REASON, isBare } from '../models/recording.ts';
import { stepsOf } from '../models/steps.ts';
import type { RunAnswer } from '../worker/messages.ts';

export interface Sheet {
  /** How the run came out, in a sentence. */
  readonly outcome: string;
  readonly drawing: Drawing;
  /** Where each strip of the timeline begins and how wide it is, in px of the drawing. */
  readonly strips: readonly { readonly x: number; readonly width: number }[];
  readonly stripsLeft: number;
  readonly steps: readonly SheetStep[];
  readonly stepsLeft: number;
}

export interface SheetStep {
  readonly time: string;
  readonly look: Look;
  readonly title: string;
  readonly because: string;
}

/** Steps on paper: more would be a book. */
export const MOST_STEPS = 500;
const MOST_STRIPS = 24;
/** Px of the drawing across a page, beside the names. */
export const STRIP = 760;

export function sheetOf(result: RunAnswer): Sheet {
  const { run, workflow, timeline } = result;
  const steps = stepsOf(run.trace, 'steps');
  const drawing = drawTimeline(timeline, workflow, { width: STRIP, height: 0 }, 'compressed');
  const strips = stripsOf(drawing);
  return {
    outcome: outcomeOf(result, steps.length),
    drawing,
    strips: strips.slice(0, MOST_STRIPS),
    stripsLeft: Math.max(0, strips.length - MOST_STRIPS),
    steps: steps.slice(0, MOST_STEPS).map((step) => {
      const { title, because } = reasonOf(step, run.trace, workflow);
      return {
        time: eventTime(step.lead),
        look: lookOfEvent(step.lead),
        title,
        because: isBare(result) ? BARE_REASON : because,
      };
    }),
    stepsLeft: Math.max(0, steps.length - MOST_STEPS),
  };
}

/** Cut where something begins or ends, so that few bars are cut. */
function stripsOf({ axis }: Drawing): Sheet['strips'] {
  const strips: { readonly x: number; readonly width: number }[] = [];
  let x = 0;
  while (axis.width - x > STRIP) {
    const from = x;
    const end =
      axis.ticks.findLast((tick) => tick.x > from + STRIP / 2 && tick.x <= from + STRIP)?.x ??
      from + STRIP;
    strips.push({ x, width: end - x });
    x = end;
  }
  return [...strips, { x, width: axis.width - x }];
}

function outcomeOf({ run, recorded }: RunAnswer, steps: number): string {
  const ended = run.trace.some(({ type }) => type === 'instance.ended');
  if (recorded === true && !ended)
    return `The trace ends before the run did, after ${steps} steps.`;
  const compensation = run.compensation === 'none' ? '' : `; compensation ${run.compensation}`;
  const stall = stallSentence(run);
  return `The run ends as ${run.outcome.replace('_', ' ')} after ${formatTime(run.endedAt)} of its own time, in ${countOf(steps, 'step')}${compensation}.${stall === null ? '' : ` ${stall}`}`;
}
