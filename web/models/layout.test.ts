import { describe, expect, it } from 'vitest';
import { orbitOf } from '../../testing/orbit.ts';
import { workflowOf } from '../../testing/workflow.ts';
import { saga } from '../testing/saga.ts';
import type { Flow, GraphLayout, Rectangle } from './layout/types.ts';
import { layoutOf, MAXIMUM_NODES } from './layout.ts';

const drawn = (links: string, flow: Flow = 'right', sketches = {}): GraphLayout => {
  const layout = layoutOf(workflowOf(links, sketches), flow);
  if (layout === null) throw new Error('not drawn');
  return layout;
};
const placeOf = (layout: GraphLayout, id: string) => {
  const node = layout.nodes.find((one) => one.id === id);
  if (node === undefined) throw new Error('no such node');
  return node;
};
const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const SHAPES = [
  ['a chain', 'A > B; B > C'],
  ['a diamond', 'A > B; A > C; B > D; C > D'],
  ['undos', 'A > B; B > C; A =comp=> uA; B =comp=> uB; B =comp=> uB2'],
  ['an undo for two', 'A > B; A =comp=> u; B =comp=> u'],
  ['a detour', 'A > B; B > C; C > D; A.x => C.x; A.x => D.x; B.x => D.x'],
  ['a handler', 'A > B; A =err=> R; R > B'],
  ['islands', 'A; B; C > D'],
] as const;

describe('a layout', () => {
  it('names what undoes a step of ORBIT after the task that it calls', () => {
    const workflow = orbitOf('step a { worker "t" compensate { worker "u" with { v: a.v } } }');
    expect(layoutOf(workflow, 'right')?.nodes).toMatchObject([
      { id: 'a', name: 'a', undoes: null },
      { id: 'compensate:a', name: 'u', undoes: 'a' },
    ]);
  });

  it.each(
    SHAPES.flatMap(([name, links]) => [
      [name, 'right', links] as const,
      [name, 'down', links] as const,
    ]),
  )('of %s to the %s lays no node on another and keeps inside', (_, flow, links) => {
    const layout = drawn(links, flow);
    expect(new Set(layout.nodes.map((node) => node.id)).size).toBe(layout.nodes.length);
    for (const [index, node] of layout.nodes.entries()) {
      expect(node.x).toBeGreaterThanOrEqual(0);
      expect(node.y).toBeGreaterThanOrEqual(0);
      expect(node.x + node.width).toBeLessThanOrEqual(layout.width);
      expect(node.y + node.height).toBeLessThanOrEqual(layout.height);
      for (const other of layout.nodes.slice(index + 1)) expect(overlap(node, other)).toBe(false);
    }
    for (const edge of layout.edges) {
      expect(edge.path).toMatch(/^M/);
      expect(edge.path).not.toMatch(/NaN|undefined/);
    }
  });

  it('lists nodes in topological order, each undo behind its step', () => {
    expect(saga.layouts.right?.nodes.map((node) => node.id)).toEqual([
      'reserve',
      'release',
      'charge',
      'refund',
      'ship',
      'mail',
    ]);
    expect(drawn('C > D; B > C; A > B').nodes.map((node) => node.id)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('puts an undo beside its step, out of the flow', () => {
    const right = drawn('A > B; A =comp=> u');
    expect(placeOf(right, 'u').x).toBe(placeOf(right, 'A').x);
    expect(placeOf(right, 'u').undoes).toBe('A');
    const down = drawn('A > B; A =comp=> u', 'down');
    expect(placeOf(down, 'u').x).toBeGreaterThan(placeOf(down, 'A').x + placeOf(down, 'A').width);
  });

  it('keeps a chain straight that data go around', () => {
    const layout = drawn('A > B; B > C; A.x => C.x');
    const ys = ['A', 'B', 'C'].map((id) => placeOf(layout, id).y);
    expect(new Set(ys).size).toBe(1);
    expect(layout.edges).toHaveLength(3);
  });

  it('draws one edge for control and data between the same steps', () => {
    expect(drawn('A.x => B.x; A > B').edges.map((edge) => edge.type)).toEqual(['control']);
  });

  it('draws what a decision can choose and what a loop repeats', () => {
    const layout = drawn('A', 'right', {
      A: { kind: 'decision', cases: [{ when: '${true}', to: 'L' }], otherwise: 'R' },
    });
    expect(layout.edges.map((edge) => `${edge.type} ${edge.to}`)).toEqual(['route L', 'route R']);
    expect(placeOf(layout, 'A').next).toEqual(['L', 'R']);
  });

  it('is not made for a graph that nobody could read', () => {
    const many = Array.from({ length: MAXIMUM_NODES + 1 }, (_, index) => `N${index}`).join('; ');
    expect(layoutOf(workflowOf(many), 'right')).toBeNull();
  });

  it('is made for an undo that is itself undone, and for an empty workflow', () => {
    expect(drawn('A > B; A =comp=> u; u =comp=> v').nodes).toHaveLength(4);
    expect(drawn('')).toMatchObject({ nodes: [], edges: [] });
  });
});
