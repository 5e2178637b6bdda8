/** Two timelines on one axis: the moments of both, in order, and each bar at its own. */

import type { Bar, Mark, Moment, Timeline, Turn } from '../../simulator/trace/timeline.ts';

export function onOneAxis(
  now: Timeline,
  before: Timeline,
): { readonly now: Timeline; readonly before: Timeline } {
  const moments = merged(now.moments, before.moments);
  return { now: moved(now, moments), before: moved(before, moments) };
}

function merged(one: readonly Moment[], other: readonly Moment[]): readonly Moment[] {
  const all = new Map<string, Moment>();
  for (const moment of [...one, ...other]) all.set(keyOf(moment), moment);
  return [...all.values()].sort((left, right) => left.at - right.at || left.step - right.step);
}

function moved(timeline: Timeline, moments: readonly Moment[]): Timeline {
  const places = new Map(moments.map((moment, index) => [keyOf(moment), index]));
  const place = (index: number): number => {
    const moment = timeline.moments[index];
    return moment === undefined ? index : (places.get(keyOf(moment)) ?? index);
  };
  return {
    ...timeline,
    moments,
    lanes: timeline.lanes.map((lane) => ({
      ...lane,
      bars: lane.bars.map(
        (bar): Bar => ({
          ...bar,
          fromMoment: place(bar.fromMoment),
          toMoment: place(bar.toMoment),
        }),
      ),
      marks: lane.marks.map((mark): Mark => ({ ...mark, moment: place(mark.moment) })),
    })),
    turns: timeline.turns.map((turn): Turn => ({ ...turn, moment: place(turn.moment) })),
  };
}

function keyOf({ at, step }: Moment): string {
  return `${at} ${step}`;
}
