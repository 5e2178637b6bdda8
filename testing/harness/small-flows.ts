/**
 * Small flows in which every node reads every other one: dense with joins, decisions, handlers
 * and conditions, and small enough to try all the ways in which they can run.
 */

import fc from 'fast-check';
import { plainEdge, plainPort } from '../../core/model/plain.ts';
import type { Edge, EdgeType, JoinPolicy, Workflow } from '../../core/model/workflow.ts';
import { type DraftNode, draftNode } from './draft.ts';

const MOST_NODES = 5;

const sketches = fc.record({
  decides: fc.constantFrom(false, false, false, true),
  join: fc.constantFrom<JoinPolicy>('all', 'all', 'any', 'quorum'),
  quorum: fc.nat(3),
  guarded: fc.boolean(),
  targets: fc.array(fc.nat(MOST_NODES - 1), { minLength: 1, maxLength: 2 }),
  otherwise: fc.option(fc.nat(MOST_NODES - 1)),
});

const links = fc.record({
  from: fc.nat(MOST_NODES - 1),
  to: fc.nat(MOST_NODES - 1),
  type: fc.constantFrom<EdgeType>('control', 'control', 'control', 'data', 'dependency', 'error'),
  conditional: fc.constantFrom(false, false, true),
  required: fc.boolean(),
  /** An error edge may point back (§4.7). */
  back: fc.constantFrom(false, false, false, true),
});

export const smallFlows: fc.Arbitrary<Workflow> = fc
  .record({
    nodes: fc.array(sketches, { minLength: 2, maxLength: MOST_NODES }),
    edges: fc.array(links, { maxLength: 6 }),
  })
  .map(({ nodes, edges }) => {
    const made = nodes.map((_, index) => draftNode(`n${index}`, 'task'));
    const wired = edges.flatMap((each, index) => wire(made, each, index));
    for (const [index, sketch] of nodes.entries()) {
      const node = made[index] as DraftNode;
      const later = made.slice(index + 1);
      node.guard = sketch.guarded ? '${config.open}' : null;
      if (sketch.decides && later.length > 0) {
        const target = (at: number): string => later[at % later.length]?.id ?? '';
        node.kind = 'decision';
        node.cases = sketch.targets.map((at) => ({ when: '${config.open}', to: target(at) }));
        node.otherwise = sketch.otherwise === null ? null : target(sketch.otherwise);
      }
      const forward = wired.filter(({ to, type }) => to === node.id && type !== 'error').length;
      node.join = sketch.join === 'quorum' && forward === 0 ? 'all' : sketch.join;
      if (node.join === 'quorum') node.quorum = 1 + (sketch.quorum % forward);
      node.outputs.push(plainPort('out'));
      for (const { id } of made.filter((other) => other !== node)) {
        node.inputs.push({ ...plainPort(`of-${id}`), value: `\${${id}.out}` });
      }
    }
    return flow(made, wired);
  });

function wire(
  nodes: readonly DraftNode[],
  link: { from: number; to: number; type: EdgeType; conditional: boolean } & {
    required: boolean;
    back: boolean;
  },
  index: number,
): Edge[] {
  const [a, b] = [link.from % nodes.length, link.to % nodes.length];
  if (a === b) return [];
  const back = link.back && link.type === 'error';
  const [from, to] = a < b || back ? [a, b] : [b, a];
  const target = nodes[to] as DraftNode;
  const edge = plainEdge(nodes[from]?.id ?? '', target.id, link.type);
  if (link.conditional) edge.condition = '${config.open}';
  if (link.type === 'data') {
    edge.fromPort = 'out';
    edge.toPort = `in-${index}`;
    target.inputs.push({ ...plainPort(edge.toPort), required: link.required });
  }
  return [edge];
}

function flow(nodes: readonly DraftNode[], edges: readonly Edge[]): Workflow {
  return {
    id: 'small',
    name: null,
    profile: 'harness',
    specVersion: '1.0',
    entry: null,
    onFailure: 'unwind',
    timeout: null,
    metadata: null,
    security: null,
    resources: [],
    artifacts: [],
    nodes,
    edges,
    extensions: [],
  };
}
