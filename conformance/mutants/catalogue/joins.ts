/** Edges that are followed or not, joins that are met too early, too late or twice, guards. */

import type { StepRun } from '../../../simulator/runtime/state.ts';
import type { PerformParameters } from '../../protocol/schema/index.ts';
import { callsAs, callsMore, isOk } from '../levers/calls.ts';
import { readsEdges, readsNodes } from '../levers/plan.ts';
import type { Change, Mutant } from '../mutant.ts';

/** A node that nothing will reach is not told to those behind it. */
const keepsWaiting: Pick<Change, 'meddles'> = {
  meddles: () => {
    const met = new Set<StepRun>();
    return ({ frames }) => {
      for (const frame of frames) {
        for (const step of frame.steps) {
          if (!step.isUnreachable || met.has(step)) continue;
          met.add(step);
          for (const { to } of step.node.outgoing) {
            const target = frame.steps.find(({ node }) => node === to);
            if (target !== undefined) target.unresolved += 1;
          }
        }
      }
    };
  },
};

export const joinMutants: readonly Mutant[] = [
  {
    id: 'one-entry',
    title: 'begins with the first node of the document alone',
    why: 'A workflow has one start in most languages.',
    caughtBy: ['schedule/entry-set'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => ({
        ...workflow,
        entry: workflow.entry ?? workflow.nodes[0]?.id ?? null,
      }),
    },
  },
  {
    id: 'handlers-begin',
    title: 'begins with nodes that only error edges lead to',
    why: 'Nothing that is not an error leads there, so it looks like a start.',
    caughtBy: ['failure/error-edge-once'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => {
        const led = new Set(
          workflow.edges.flatMap(({ type, to }) => (type === 'error' ? [] : [to])),
        );
        return {
          ...workflow,
          edges: workflow.edges.filter(({ type, to }) => type !== 'error' || led.has(to)),
        };
      },
    },
  },
  {
    id: 'all-is-any',
    title: 'starts a join as soon as one branch has come',
    why: 'Each branch starts what follows it, and a join is what follows several (field report B43).',
    caughtBy: ['schedule/join-all'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.join === 'all' ? { ...node, join: 'quorum', quorum: 1 } : node,
    ),
  },
  {
    id: 'starts-joins-again',
    title: 'performs a join once more when another branch comes',
    why: 'Each branch starts what follows it, and nobody asks whether it has been started.',
    caughtBy: ['schedule/join-any'],
    profiles: ['harness'],
    change: callsMore((workflow) => {
      const sent = new Map<string, PerformParameters>();
      const joins = new Set(workflow.nodes.flatMap(({ id, join }) => (join === 'all' ? [] : [id])));
      return {
        sent: (call) => {
          if (call.purpose === 'forward' && joins.has(call.step)) sent.set(call.step, call);
        },
        returned: (call, answer, alone) => {
          if (!isOk(answer)) return;
          for (const { from, to } of workflow.edges) {
            const before = sent.get(to);
            if (from === call.step && before !== undefined) alone.send({ ...before, at: call.at });
          }
        },
      };
    }),
  },
  {
    id: 'any-is-all',
    title: 'waits for all branches at an `any` join',
    why: 'There is one kind of join in the engine below.',
    caughtBy: ['schedule/join-any'],
    profiles: ['harness'],
    change: readsNodes((node) => (node.join === 'any' ? { ...node, join: 'all' } : node)),
  },
  {
    id: 'quorum-less-one',
    title: 'starts a quorum join one branch early',
    why: 'The branch that comes is counted before it is looked at.',
    caughtBy: ['schedule/join-quorum'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.quorum === null ? node : { ...node, quorum: Math.max(1, node.quorum - 1) },
    ),
  },
  {
    id: 'quorum-is-all',
    title: 'waits for all branches at a quorum join',
    why: 'The number is not read.',
    caughtBy: ['schedule/join-quorum'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.join === 'quorum' ? { ...node, join: 'all', quorum: null } : node,
    ),
  },
  {
    id: 'losers-run-on',
    title: 'lets branches run on that lost the race to an `any` join',
    why: 'Nobody needs them, and nobody is told.',
    caughtBy: ['schedule/join-any-cancels'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.join === 'any' ? { ...node, join: 'quorum', quorum: 1 } : node,
    ),
  },
  {
    id: 'conditions-are-remarks',
    title: 'follows edges whatever their conditions say',
    why: 'Conditions are evaluated by decisions alone.',
    caughtBy: ['schedule/edge-condition'],
    profiles: ['harness'],
    change: readsEdges((edge) => ({ ...edge, condition: null })),
  },
  {
    id: 'guards-are-remarks',
    title: 'calls the task of a node whose guard is false',
    why: 'The guard is asked after the task was queued.',
    caughtBy: ['schedule/guard-skips'],
    profiles: ['harness'],
    change: readsNodes((node) => ({ ...node, guard: null })),
  },
  {
    id: 'false-guard-drops-the-edge',
    title: 'leaves out all that leads to and from a node whose guard is `${false}`',
    why: 'What can’t run is pruned before the run begins.',
    caughtBy: ['lifecycle/skipped-is-success'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => {
        const pruned = new Set(
          workflow.nodes.flatMap(({ id, guard }) => (guard === '${false}' ? [id] : [])),
        );
        return {
          ...workflow,
          edges: workflow.edges.map((edge) =>
            pruned.has(edge.from) && edge.type === 'control'
              ? { ...edge, condition: '${false}' }
              : edge,
          ),
        };
      },
    },
  },
  {
    id: 'waits-for-what-never-comes',
    title: 'waits at a join for branches that were not taken',
    why: 'The join counts edges, and nobody tells it of those that lead from nodes that never run (field report B43: Airflow, Argo).',
    caughtBy: ['schedule/unreachable-propagates'],
    profiles: ['harness'],
    change: keepsWaiting,
  },
  {
    id: 'dependency-is-control',
    title: 'starts nothing behind a dependency on a step that failed',
    why: 'All edges but error edges are treated alike.',
    caughtBy: ['schedule/dependency-edge'],
    profiles: ['harness'],
    change: readsEdges((edge) =>
      edge.type === 'dependency' ? { ...edge, type: 'control' } : edge,
    ),
  },
  {
    id: 'data-is-not-handed-over',
    title: 'hands over the default where a data edge has a value',
    why: 'Defaults are filled in first, and what is there is not replaced.',
    caughtBy: ['schedule/data-edge'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => ({
        ...workflow,
        edges: workflow.edges.map((edge) => {
          const port = workflow.nodes
            .find(({ id }) => id === edge.to)
            ?.inputs.find(({ name }) => name === edge.toPort);
          return edge.type === 'data' && port?.default != null
            ? { ...edge, type: 'control' as const, fromPort: null, toPort: null }
            : edge;
        }),
      }),
    },
  },
  {
    id: 'hands-over-the-input-of-others',
    title: 'hands each step the input of the one before',
    why: 'The context of the run is one object, and the step reads it before it is written (field report B35).',
    caughtBy: ['schedule/data-edge'],
    profiles: ['harness'],
    change: callsAs(() => {
      let last: unknown = {};
      return (call) => {
        const input = last as typeof call.input;
        last = call.input;
        return call.purpose === 'forward' ? { ...call, input } : call;
      };
    }),
  },
  {
    id: 'missing-is-null',
    title: 'calls a task without an input that it requires',
    why: 'A value that is not there is null, and null is a value.',
    caughtBy: ['schedule/missing-input'],
    profiles: ['harness'],
    change: readsNodes((node) => ({
      ...node,
      inputs: node.inputs.map((port) => ({ ...port, required: false })),
    })),
  },
  {
    id: 'last-case-wins',
    title: 'takes the last true case of a decision',
    why: 'Cases are written into a map one after another.',
    caughtBy: ['schedule/decision-first-true'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.cases === null ? node : { ...node, cases: node.cases.toReversed() },
    ),
  },
  {
    id: 'every-true-case',
    title: 'takes every true case of a decision',
    why: 'An inclusive gateway was at hand, and an exclusive one was not.',
    caughtBy: ['schedule/decision-first-true'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => ({
        ...workflow,
        nodes: workflow.nodes.map((node) =>
          node.cases === null
            ? node
            : { ...node, kind: 'parallel' as const, cases: null, otherwise: null },
        ),
        edges: [
          ...workflow.edges,
          ...workflow.nodes.flatMap((node) =>
            (node.cases ?? []).map(({ when, to }) => ({
              ...NO_EDGE,
              from: node.id,
              to,
              condition: when,
            })),
          ),
        ],
      }),
    },
  },
  {
    id: 'no-case-is-the-last',
    title: 'takes the last case where none is true',
    why: 'The last branch of an if is its else.',
    caughtBy: ['schedule/decision-no-case'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.cases === null || node.otherwise !== null
        ? node
        : { ...node, otherwise: node.cases[node.cases.length - 1]?.to ?? null },
    ),
  },
];

const NO_EDGE = {
  id: null,
  description: null,
  type: 'control',
  fromPort: null,
  toPort: null,
  extensions: [],
} as const;
