/**
 * The timeline as shapes: everything that depends on the run and the room there is, and
 * nothing that depends on the cursor. Forward bars point right, bars that undo point left;
 * every attempt and every wait has a mark of its own.
 */

import type { Workflow } from '../../core/model/workflow.ts';
import { errorWords } from '../../simulator/trace/explain/headline.ts';
import { nameOf, nodesOf, unitName } from '../../simulator/trace/explain/words.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import type { Bar, Lane, Mark, Timeline } from '../../simulator/trace/timeline.ts';
import { type Axis, axisOf, SIDE } from './axis.ts';
import type { Scale } from './link.ts';
import { LOOK_WORDS, type Look, lookOfBar } from './look.ts';
import { type DrawnTurn, drawTurns } from './turns.ts';

export interface Drawing {
  readonly axis: Axis;
  readonly height: number;
  readonly laneHeight: number;
  readonly lanes: readonly DrawnLane[];
  readonly turns: readonly DrawnTurn[];
  /** Where the run has got to at each event that moves it, in order of `seq`. */
  readonly reach: readonly { readonly seq: number; readonly x: number }[];
  /** Steps that never run and have no lane. */
  readonly unused: number;
}

export interface DrawnLane {
  readonly unit: string;
  readonly node: string;
  readonly name: string;
  readonly y: number;
  /** Its own node, and those that undo it. */
  readonly nodes: ReadonlySet<string>;
  /** Nothing ever happens here. */
  readonly empty: boolean;
  readonly bars: readonly DrawnBar[];
  /** Outlines of the bars that the run before the change had, and this one has not. */
  readonly hollow: readonly DrawnBar[];
}

export type BarShape = 'arrow' | 'low' | 'line' | 'point';

export interface DrawnBar {
  readonly id: string;
  readonly shape: BarShape;
  readonly undo: boolean;
  /** How it looks when it is over. */
  readonly look: Look;
  readonly x: number;
  readonly width: number;
  /** Middle of its lane. */
  readonly y: number;
  /** Of a full bar. */
  readonly height: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** What fits into it. */
  readonly label: string;
  readonly time: string;
  /** Slivers carry it above them, where there is room beside the one before. */
  readonly icon: 'inside' | 'above' | 'none';
  /** For those who do not see it. */
  readonly name: string;
  /** Node that its selection leads to. */
  readonly node: string;
  /** Whose attempt it is, or stands beside. */
  readonly unit: string;
  readonly attempt: number;
}

type Place = Pick<DrawnBar, 'y' | 'height'>;

const LEAST_LANE = 40;
const MOST_LANE = 68;
/** Room below the lanes for the axis. */
export const AXIS_HEIGHT = 34;
/** Room above the lanes for the words at a turn of the run. */
export const TURN_HEIGHT = 20;

const MOST_BAR = 44;
const LANE_AIR = 12;
/** A bar that is lower has room for one line of text. */
const TWO_LINES_FROM = 28;
const LEAST_WIDTH = 3;
/** Of a mark before time that passes: it stands where it happened. */
const MARK_WIDTH = 30;
const ICON_WIDTH = 12;
const ICON_FROM = 24;
const LABEL_FROM = 46;
const TIME_FROM = 66;
const LINE_TIME_FROM = 34;
/** Steps that never run and still get an empty lane. */
const MOST_EMPTY_LANES = 12;

export function drawTimeline(
  timeline: Timeline,
  workflow: Workflow,
  room: { readonly width: number; readonly height: number },
  scale: Scale,
  before: Timeline | null = null,
): Drawing {
  const axis = axisOf(timeline.moments, Math.max(0, room.width - 2 * SIDE), scale);
  const empty = emptyNodes(timeline, workflow);
  const count = timeline.lanes.length + Math.min(empty.length, MOST_EMPTY_LANES);
  const share = Math.floor((room.height - TURN_HEIGHT - AXIS_HEIGHT) / Math.max(1, count));
  const laneHeight = Math.min(MOST_LANE, Math.max(LEAST_LANE, share));
  const names = nodesOf(workflow);
  const x = (moment: number): number => SIDE + (axis.positions[moment] ?? 0);
  const lanes = timeline.lanes.map((lane, index) =>
    drawLane(lane, timeline, TURN_HEIGHT + index * laneHeight, laneHeight, workflow, x, before),
  );
  const shown = empty.slice(0, MOST_EMPTY_LANES).map((id, index) => ({
    unit: id,
    node: id,
    name: nameOf(names, id),
    nodes: new Set([id]),
    y: TURN_HEIGHT + (lanes.length + index) * laneHeight,
    empty: true,
    bars: [],
    hollow: hollowBars(
      id,
      [],
      TURN_HEIGHT + (lanes.length + index) * laneHeight,
      laneHeight,
      workflow,
      x,
      before,
    ),
  }));
  const all = [...lanes, ...shown];
  const turns = drawTurns(timeline, axis.width + 2 * SIDE, x);
  return {
    axis: shifted(axis),
    height: TURN_HEIGHT + all.length * laneHeight,
    laneHeight,
    lanes: all,
    turns,
    reach: reachOf(timeline, x),
    unused: empty.length - shown.length,
  };
}

function shifted(axis: Axis): Axis {
  const move = <Item extends { readonly x: number }>(item: Item): Item => ({
    ...item,
    x: item.x + SIDE,
  });
  return {
    width: axis.width + 2 * SIDE,
    positions: axis.positions.map((position) => position + SIDE),
    ticks: axis.ticks.map((tick) => ({ ...move(tick), textX: tick.textX + SIDE })),
    gaps: axis.gaps.map(move),
  };
}

function drawLane(
  lane: Lane,
  timeline: Timeline,
  y: number,
  height: number,
  workflow: Workflow,
  x: (moment: number) => number,
  before: Timeline | null,
): DrawnLane {
  const place = { y: y + height / 2, height: Math.min(MOST_BAR, height - LANE_AIR) };
  const bars = lane.bars.map((bar) => drawBar(bar, place, workflow, x));
  const marks = lane.marks.map((mark) =>
    drawMark(mark, hasSlot(timeline, mark), place, workflow, x),
  );
  return {
    unit: lane.unit,
    node: lane.node,
    name: unitName(nodesOf(workflow), lane.unit),
    y,
    nodes: new Set([lane.node, ...lane.bars.map((bar) => bar.node)]),
    empty: false,
    bars: thinIcons([...bars, ...marks].sort((one, other) => one.firstSeq - other.firstSeq)),
    hollow: hollowBars(lane.unit, lane.bars, y, height, workflow, x, before),
  };
}

/** Taller than a bar, so that what stood where another stands now is seen around it. */
const HOLLOW_AIR = 4;

function hollowBars(
  unit: string,
  bars: readonly Bar[],
  y: number,
  height: number,
  workflow: Workflow,
  x: (moment: number) => number,
  before: Timeline | null,
): readonly DrawnBar[] {
  const known = new Set(bars.map(barContent));
  const lane = before?.lanes.find((one) => one.unit === unit);
  const place = { y: y + height / 2, height: Math.min(MOST_BAR, height - LANE_AIR) + HOLLOW_AIR };
  return (lane?.bars ?? [])
    .filter((bar) => !known.has(barContent(bar)))
    .map((bar) => drawBar(bar, place, workflow, x));
}

function barContent({ kind, unit, attempt, purpose, from, to, outcome }: Bar): string {
  return `${kind} ${unit} ${attempt} ${purpose} ${from} ${to} ${outcome}`;
}

/** Icons above slivers would lie on each other: the later one goes. */
function thinIcons(bars: readonly DrawnBar[]): readonly DrawnBar[] {
  let free = -Infinity;
  return bars.map((bar) => {
    if (bar.icon !== 'above') return bar;
    const start = bar.x + bar.width / 2 - ICON_WIDTH / 2;
    if (start < free) return { ...bar, icon: 'none' };
    free = start + ICON_WIDTH;
    return bar;
  });
}

function drawBar(
  bar: Bar,
  place: Place,
  workflow: Workflow,
  x: (moment: number) => number,
): DrawnBar {
  const from = x(bar.fromMoment);
  const width = Math.max(LEAST_WIDTH, x(bar.toMoment) - from);
  const shape = shapeOf(bar);
  const time = formatTime(bar.to - bar.from);
  const isLine = shape === 'line';
  const hasTime = isLine
    ? width >= LINE_TIME_FROM
    : width >= TIME_FROM && place.height >= TWO_LINES_FROM;
  return {
    id: `${bar.unit} ${bar.node} ${bar.firstSeq}`,
    shape,
    undo: bar.direction === 'undo',
    look: lookOfBar(bar),
    x: from,
    width,
    ...place,
    firstSeq: bar.firstSeq,
    lastSeq: bar.lastSeq,
    label: bar.kind === 'attempt' && width >= LABEL_FROM ? `#${bar.attempt}` : '',
    time: hasTime && bar.to > bar.from ? time : '',
    icon: isLine ? 'none' : width >= ICON_FROM ? 'inside' : 'above',
    name: barName(bar, workflow, time),
    node: bar.node,
    unit: bar.unit,
    attempt: bar.attempt,
  };
}

function shapeOf(bar: Bar): BarShape {
  switch (bar.kind) {
    case 'attempt':
      return bar.purpose === 'reconcile' ? 'low' : 'arrow';
    case 'span':
      return 'low';
    case 'backoff':
    case 'wait':
    case 'queue':
      return 'line';
  }
}

function barName(bar: Bar, workflow: Workflow, time: string): string {
  const nodes = nodesOf(workflow);
  const who =
    bar.direction === 'undo'
      ? `${nameOf(nodes, bar.node)}, undoing ${unitName(nodes, bar.unit)}`
      : unitName(nodes, bar.unit);
  const when = `from ${formatTime(bar.from)} for ${time}`;
  switch (bar.kind) {
    case 'attempt': {
      const error = bar.error === null ? '' : `: ${errorWords(bar.error)}`;
      return `${who}, attempt ${bar.attempt}, ${LOOK_WORDS[lookOfBar(bar)]}${error}, ${when}`;
    }
    case 'backoff':
      return `${who}, backoff after attempt ${bar.attempt}, ${when}`;
    case 'wait':
      return `${who}, waits, ${when}`;
    case 'queue':
      return `${who}, ready and not yet begun, ${when}`;
    case 'span':
      return `${who}, ${LOOK_WORDS[lookOfBar(bar)]}, ${when}`;
  }
}

/** Whether the slot behind a mark is a step of its instant, and not time that passes after it. */
function hasSlot({ moments }: Timeline, { moment, at }: Mark): boolean {
  return moments[moment + 1]?.at === at;
}

function drawMark(
  mark: Mark,
  hasSlot: boolean,
  place: Place,
  workflow: Workflow,
  x: (moment: number) => number,
): DrawnBar {
  const from = x(mark.moment);
  const room = hasSlot ? Infinity : MARK_WIDTH;
  const width = Math.max(LEAST_WIDTH, Math.min(room, x(mark.moment + 1) - from));
  const name = unitName(nodesOf(workflow), mark.unit);
  const words = {
    late: `late answer of attempt ${mark.attempt} is ignored`,
    skipped: 'skipped',
    cancelled: 'cancelled before it ran',
  }[mark.kind];
  return {
    id: `${mark.unit} ${mark.node} ${mark.seq}`,
    shape: 'point',
    undo: mark.direction === 'undo',
    look: mark.kind === 'late' ? 'unknown' : mark.kind,
    x: from,
    width,
    ...place,
    firstSeq: mark.seq,
    lastSeq: mark.seq,
    label: mark.kind === 'late' && width >= LABEL_FROM ? 'late' : '',
    time: '',
    icon: 'inside',
    name: `${name}, ${words}, at ${formatTime(mark.at)}`,
    node: mark.node,
    unit: mark.unit,
    attempt: mark.attempt,
  };
}

/** Steps that the run never reached; what undoes has its bars in the lane of what it undoes. */
function emptyNodes(timeline: Timeline, workflow: Workflow): readonly string[] {
  const used = new Set(timeline.lanes.map((lane) => lane.node));
  const undoers = new Set(
    workflow.edges.filter((edge) => edge.type === 'compensation').map((edge) => edge.to),
  );
  return workflow.nodes.map((node) => node.id).filter((id) => !used.has(id) && !undoers.has(id));
}

function reachOf(
  timeline: Timeline,
  x: (moment: number) => number,
): readonly { readonly seq: number; readonly x: number }[] {
  const points: { seq: number; x: number }[] = [];
  for (const lane of timeline.lanes) {
    for (const bar of lane.bars) {
      points.push({ seq: bar.firstSeq, x: x(bar.fromMoment) });
      points.push({ seq: bar.lastSeq, x: x(bar.toMoment) });
    }
    for (const mark of lane.marks) {
      const reached = hasSlot(timeline, mark) ? mark.moment + 1 : mark.moment;
      points.push({ seq: mark.seq, x: x(reached) });
    }
  }
  for (const turn of timeline.turns) points.push({ seq: turn.seq, x: x(turn.moment) });
  points.sort((one, other) => one.seq - other.seq);
  let furthest = SIDE;
  return points.map((point) => {
    furthest = Math.max(furthest, point.x);
    return { seq: point.seq, x: furthest };
  });
}
