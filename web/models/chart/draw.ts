/** Where a chart's states and ways lie. Sizes are reckoned, so that no browser is needed. */

import { layout as dagre, graphlib } from '@dagrejs/dagre';
import type { Chart } from './read.ts';
import { wayOf } from './standing.ts';
import { stateWords } from './words.ts';

export interface DrawnState {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnWay {
  /** `from to`. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly head: string;
  /** Where a count stands. */
  readonly middle: Point;
}

export interface ChartDrawing {
  readonly width: number;
  readonly height: number;
  readonly states: readonly DrawnState[];
  /** Ways from a state to itself are not drawn. */
  readonly ways: readonly DrawnWay[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const HEIGHT = 22;
const MARGIN = 4;
const HEAD = 6;
/** The width of a letter in a state's box, at 10.5 px. */
const LETTER = { capital: 7.4, small: 6.3 };
/** What a pane beside the run has room for, in px. */
const ROOM = 330;

/** Across where that has room, else downwards. */
export function drawChart(chart: Chart): ChartDrawing {
  const across = drawn(chart, 'LR');
  return across.width <= ROOM ? across : drawn(chart, 'TB');
}

function drawn(chart: Chart, rankdir: 'LR' | 'TB'): ChartDrawing {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir, ranksep: rankdir === 'LR' ? 40 : 24, nodesep: 8, edgesep: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const state of chart.states) {
    graph.setNode(state, { width: widthOf(state), height: HEIGHT });
  }
  for (const { from, to } of chart.arrows) if (from !== to) graph.setEdge(from, to);
  dagre(graph);
  const boxes = chart.states.map((state) => {
    const { x = 0, y = 0 } = graph.node(state);
    const width = widthOf(state);
    return { id: state, label: stateWords(state), x: x - width / 2, y: y - HEIGHT / 2, width };
  });
  const lines = graph.edges().map(({ v, w }) => {
    const edge = graph.edge(v, w) as { readonly points?: readonly Point[] };
    return { from: v, to: w, points: edge.points ?? [] };
  });
  const all = [
    ...lines.flatMap(({ points }) => points),
    ...boxes.flatMap(({ x, y, width }) => [
      { x, y },
      { x: x + width, y: y + HEIGHT },
    ]),
  ];
  const left = Math.min(...all.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...all.map(({ y }) => y)) - MARGIN;
  const move = ({ x, y }: Point): Point => ({ x: round(x - left), y: round(y - top) });
  return {
    width: Math.ceil(Math.max(...all.map(({ x }) => x)) - left + MARGIN),
    height: Math.ceil(Math.max(...all.map(({ y }) => y)) - top + MARGIN),
    states: boxes.map((box) => ({ ...box, ...move(box), height: HEIGHT })),
    ways: lines.map(({ from, to, points }) => drawnWay(from, to, points.map(move))),
  };
}

function widthOf(state: string): number {
  const letter = state === state.toUpperCase() ? LETTER.capital : LETTER.small;
  return Math.round(state.length * letter) + 14;
}

function drawnWay(from: string, to: string, points: readonly Point[]): DrawnWay {
  const end = points.at(-1) ?? { x: 0, y: 0 };
  const before = points.at(-2) ?? end;
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  const neck = { x: round(end.x - along.x * HEAD), y: round(end.y - along.y * HEAD) };
  const wing = { x: round(along.y * 3.5), y: round(-along.x * 3.5) };
  return {
    id: wayOf(from, to),
    from,
    to,
    path: smooth([...points.slice(0, -1), neck]),
    head: `M${end.x},${end.y}L${round(neck.x + wing.x)},${round(neck.y + wing.y)}L${round(neck.x - wing.x)},${round(neck.y - wing.y)}z`,
    middle: points[Math.floor((points.length - 1) / 2)] ?? end,
  };
}

/** Through the middles between the points, so that no corner is sharp. */
function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x},${first.y}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (next === undefined) {
      path += `L${point.x},${point.y}`;
      break;
    }
    const middle = { x: round((point.x + next.x) / 2), y: round((point.y + next.y) / 2) };
    path += `Q${point.x},${point.y} ${middle.x},${middle.y}`;
  }
  return path;
}

const round = (value: number): number => Math.round(value * 10) / 10;
