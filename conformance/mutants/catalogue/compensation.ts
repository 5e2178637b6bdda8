/** What is undone, in which order, how often, with what, and what is said of it. */

import type { CompensationStartedEvent, TraceEvent } from '../../../core/model/trace.ts';
import type { StepRun } from '../../../simulator/runtime/state.ts';
import { STEP } from '../../../simulator/runtime/states.ts';
import { callsAs, callsMore, isOk } from '../levers/calls.ts';
import { beforeUnwinding } from '../levers/meddling.ts';
import { readsPolicies, readsTimeouts } from '../levers/plan.ts';
import { runGoes } from '../levers/tables.ts';
import { tellsEvents, withOutcome } from '../levers/tale.ts';
import type { Change, Mutant } from '../mutant.ts';

const EVERYWHERE = ['baseline', 'harness', 'orbit'] as const;

/** Steps whose undo a step in another state gets as well. */
const undoesToo = (states: readonly number[]): Pick<Change, 'meddles'> =>
  beforeUnwinding((instance) => {
    for (const frame of instance.engine.frames) {
      if (frame.instance !== instance) continue;
      for (const step of frame.steps) {
        if (step.node.compensations.length === 0 || !states.includes(step.state)) continue;
        step.state = STEP.SUCCEEDED;
        instance.completed.push(step);
      }
    }
  });

const ordered = (change: (completed: StepRun[]) => readonly StepRun[]): Pick<Change, 'meddles'> =>
  beforeUnwinding((instance) => {
    const { completed } = instance;
    completed.push(...change(completed.splice(0)));
  });

const startOf = (step: StepRun): number =>
  step.frame.instance.engine.trace.findIndex(
    (event) => event.type === 'attempt.started' && event.unit === step.unit,
  );

/** Once a compensation has failed nothing else is undone. */
const stopsAtFirst: Pick<Change, 'meddles'> = {
  meddles: () => (engine) => {
    for (const { unwinding, context } of engine.active) {
      if (unwinding !== null && context.failedCompensations > 0) {
        unwinding.next = unwinding.pending.length;
      }
    }
  },
};

const undoNodes = (edges: readonly { readonly type: string; readonly to: string }[]) =>
  new Set(edges.flatMap(({ type, to }) => (type === 'compensation' ? [to] : [])));

export const compensationMutants: readonly Mutant[] = [
  {
    id: 'undoes-the-failed-step',
    title: 'compensates the step that failed, first of all',
    why: 'The undo is registered before the step is tried, “to be safe” (field reports B18, B26, B35: workflow-core, Medusa).',
    caughtBy: ['compensation/only-succeeded'],
    profiles: EVERYWHERE,
    change: undoesToo([STEP.FAILED]),
  },
  {
    id: 'undoes-the-cancelled',
    title: 'compensates steps that were cancelled',
    why: 'Whatever began may have had an effect.',
    caughtBy: ['compensation/only-succeeded'],
    profiles: ['harness', 'baseline'],
    change: undoesToo([STEP.CANCELLED]),
  },
  {
    id: 'undoes-the-skipped',
    title: 'compensates steps that were skipped',
    why: 'A skipped step counts as a success (field reports B35, B36).',
    caughtBy: ['compensation/skipped-left-alone'],
    profiles: ['harness', 'baseline'],
    change: undoesToo([STEP.SKIPPED]),
  },
  {
    id: 'undoes-what-never-ran',
    title: 'compensates steps that never began',
    why: 'All undos of the document are run, as if it had been completed (field report B36).',
    caughtBy: ['compensation/only-succeeded'],
    profiles: EVERYWHERE,
    change: undoesToo([STEP.PENDING, STEP.CANCELLED, STEP.FAILED, STEP.SKIPPED]),
  },
  {
    id: 'forgets-the-first',
    title: 'does not compensate the step that completed first',
    why: 'The loop over the list ends one too early.',
    caughtBy: ['compensation/every-succeeded'],
    profiles: EVERYWHERE,
    change: ordered((completed) => completed.slice(1)),
  },
  {
    id: 'forgets-what-was-retried',
    title: 'does not compensate steps that needed a retry',
    why: 'The query for what is to be undone looks for one start event (field report B36: ServiceComb).',
    caughtBy: ['compensation/every-succeeded'],
    profiles: EVERYWHERE,
    change: ordered((completed) => completed.filter(({ context }) => context.attempt === 1)),
  },
  {
    id: 'undoes-in-forward-order',
    title: 'compensates what completed first first',
    why: 'The list is walked from its beginning (field report B26: workflow-core).',
    caughtBy: ['compensation/reverse-completion', 'compensation/reverse-topological'],
    profiles: EVERYWHERE,
    change: ordered((completed) => completed.toReversed()),
  },
  {
    id: 'undoes-by-start',
    title: 'compensates what started last first',
    why: 'The stack is filled when steps begin (field report B27).',
    caughtBy: ['compensation/reverse-completion'],
    profiles: ['harness', 'orbit'],
    change: ordered((completed) =>
      completed.toSorted((left, right) => startOf(left) - startOf(right)),
    ),
  },
  {
    id: 'undoes-by-document',
    title: 'compensates in the reverse order of the document',
    why: 'Steps are kept in an array, in the order of the document (field report B27: Serverless Workflow).',
    caughtBy: ['compensation/reverse-completion'],
    profiles: ['harness', 'orbit'],
    change: ordered((completed) =>
      completed.toSorted((left, right) => left.node.index - right.node.index),
    ),
  },
  {
    id: 'undoes-all-at-once',
    title: 'begins all compensations at once',
    why: 'They look independent, and together they are faster (field report B26: Zeebe).',
    caughtBy: ['compensation/reverse-topological', 'compensation/one-at-a-time'],
    profiles: ['baseline', 'orbit'],
    change: { choices: { Q13: 'parallel' } },
  },
  {
    id: 'undoes-in-forward-execution',
    title: 'runs what undoes a step as the step’s successor',
    why: 'An edge is an edge: the compensation edge is followed like the others.',
    caughtBy: ['compensation/never-forward'],
    profiles: ['baseline', 'harness'],
    change: {
      reads: (workflow) => ({
        ...workflow,
        edges: workflow.edges.flatMap((edge) =>
          edge.type === 'compensation' ? [edge, { ...edge, type: 'control' as const }] : [edge],
        ),
      }),
    },
  },
  {
    id: 'undoes-twice',
    title: 'performs each compensation twice',
    why: 'The message that begins the rollback is delivered twice, and the guard asks for terminal states alone (field report B30: saga-lara-flow).',
    caughtBy: ['compensation/once'],
    profiles: EVERYWHERE,
    change: callsMore(() => ({
      returned: (call, answer, alone) => {
        if (call.purpose === 'compensation' && isOk(answer)) {
          alone.send({ ...call, attempt: call.attempt + 1 });
        }
      },
    })),
  },
  {
    id: 'undo-without-retry',
    title: 'makes one attempt at each compensation',
    why: 'The count of attempts is carried over from the step that failed (field report B34: MassTransit).',
    caughtBy: ['compensation/own-retry'],
    profiles: EVERYWHERE,
    change: {
      reads: (workflow) => {
        const undoing = undoNodes(workflow.edges);
        return (
          readsPolicies((policy, { id }) => (undoing.has(id) ? null : policy)).reads?.(workflow) ??
          workflow
        );
      },
    },
  },
  {
    id: 'undo-without-timeout',
    title: 'waits for a compensation for ever',
    why: 'Undoing must not be cut off, so timeouts are left out.',
    caughtBy: ['timeout/fails-attempt'],
    profiles: EVERYWHERE,
    change: {
      reads: (workflow) => {
        const undoing = undoNodes(workflow.edges);
        return (
          readsTimeouts((timeout, { id }) => (undoing.has(id) ? null : timeout)).reads?.(
            workflow,
          ) ?? workflow
        );
      },
    },
  },
  {
    id: 'stops-at-the-first-failed-undo',
    title: 'undoes nothing more once a compensation has failed',
    why: 'The loop has no handler inside, and an exception ends it (field report B32: Eventuate, Seata).',
    caughtBy: ['compensation/continues'],
    profiles: EVERYWHERE,
    change: stopsAtFirst,
  },
  {
    id: 'failed-undo-unrecorded',
    title: 'does not say which compensation failed',
    why: 'The log has it; the result has not (field report B32).',
    caughtBy: ['compensation/failure-recorded'],
    profiles: EVERYWHERE,
    change: {
      tells: (result, workflow) => ({
        ...result,
        failures: [],
        ...tellsEvents((event) =>
          event.type === 'compensation.ended' && event.status === 'compensation_failed'
            ? []
            : [event],
        ).tells?.({ ...result, failures: [] }, workflow),
      }),
    },
  },
  {
    id: 'failed-undo-is-any-failure',
    title: 'records a failed compensation with the code of the failure before',
    why: 'The cause is replaced by the first error (field report B32).',
    caughtBy: ['compensation/failure-recorded'],
    profiles: ['harness'],
    change: {
      rules: (rules) => ({ ...rules, codes: { ...rules.codes, compensation: 'HX-4108' } }),
    },
  },
  {
    id: 'says-compensated-anyway',
    title: 'ends compensated though a compensation failed',
    why: 'The outcome is set when the unwinding has come to its end (field report B32: Dapr’s sample).',
    caughtBy: ['compensation/honest-outcome'],
    profiles: ['baseline', 'harness'],
    change: runGoes('compensating', 'settled', (ways, numberOf) => {
      const last = ways[ways.length - 1];
      return last === undefined
        ? ways
        : [
            ...ways.filter(
              ({ target }) => target === numberOf('cancelled') || target === numberOf('timed_out'),
            ),
            last,
          ];
    }),
  },
  {
    id: 'never-says-compensated',
    title: 'ends failed though everything was undone',
    why: 'There is no word for it in the data model.',
    caughtBy: ['lifecycle/outcome-derived'],
    profiles: ['harness'],
    change: {
      tells: (result) =>
        result.outcome === 'compensated' ? withOutcome(result, 'failed') : result,
    },
  },
  {
    id: 'leaves-nodes-succeeded',
    title: 'leaves nodes SUCCEEDED that it has compensated',
    why: 'The rollback is a run of its own, with states of its own.',
    caughtBy: ['compensation/marks-compensated'],
    profiles: ['harness'],
    change: tellsEvents((event) =>
      event.type === 'transition' && event.to === 'COMPENSATED' ? [] : [event],
    ),
  },
  {
    id: 'marks-what-was-not-undone',
    title: 'marks a node COMPENSATED though its compensation failed',
    why: 'The mark is set when the compensation is over.',
    caughtBy: ['compensation/marks-compensated'],
    profiles: ['harness'],
    change: tellsEvents((event) =>
      event.type === 'compensation.ended' && event.status === 'compensation_failed'
        ? [event, compensatedBy(event)]
        : [event],
    ),
  },
  {
    id: 'no-status-of-undos',
    title: 'does not track how its compensations stand',
    why: 'An undo is a task like others, and has the states of tasks alone.',
    caughtBy: ['compensation/status-tracked'],
    profiles: ['baseline'],
    change: tellsEvents((event) =>
      event.type === 'compensation.started' || event.type === 'compensation.ended' ? [] : [event],
    ),
  },
  {
    id: 'status-always-compensated',
    title: 'says that a compensation was done when it failed',
    why: 'The status is written after the call, whatever came of it.',
    caughtBy: ['compensation/status-tracked'],
    profiles: ['baseline'],
    change: tellsEvents((event) => {
      if (event.type !== 'compensation.ended') return [event];
      const { error: _, ...rest } = event;
      return [{ ...rest, status: 'compensated' as const }];
    }),
  },
  {
    id: 'undo-always-completed',
    title: 'reports `completed` where a compensation failed',
    why: 'The word says that the unwinding was completed.',
    caughtBy: ['compensation/outcome-words', 'compensation/honest-outcome'],
    profiles: ['orbit'],
    change: tellsWord('failed'),
  },
  {
    id: 'no-word-for-nothing',
    title: 'reports `completed` where there was nothing to undo',
    why: 'An empty list was worked off.',
    caughtBy: ['compensation/outcome-words'],
    profiles: ['orbit'],
    change: tellsWord('none'),
  },
  {
    id: 'undo-gets-nothing',
    title: 'hands no output to a compensation',
    why: 'Outputs are dropped when the run leaves the scope (field report B35: Medusa, MassTransit).',
    caughtBy: ['compensation/reads-own-output', 'compensation/receives-output'],
    profiles: EVERYWHERE,
    change: callsAs(
      () => (call) => (call.purpose === 'compensation' ? { ...call, input: {} } : call),
    ),
  },
  {
    id: 'undo-gets-the-last-output',
    title: 'hands the output of the step that completed last to every compensation',
    why: 'The undo reads the context of the run, where the last result is (field report B35).',
    caughtBy: ['compensation/reads-own-output', 'compensation/receives-output'],
    profiles: EVERYWHERE,
    change: callsAs(() => {
      let first: unknown = null;
      return (call) => {
        if (call.purpose !== 'compensation') return call;
        first ??= call.input;
        return { ...call, input: first as typeof call.input };
      };
    }),
  },
  {
    id: 'undoes-the-first-iteration',
    title: 'compensates the first iteration of a loop alone',
    why: 'The undo belongs to the step, and the step to its first execution (field report B28: Zeebe).',
    caughtBy: ['compensation/unit-per-element'],
    profiles: ['harness'],
    change: ordered((completed) =>
      completed.filter(({ frame }) => frame.loop === null || frame.iteration === 0),
    ),
  },
  {
    id: 'undoes-a-loop-by-one-unit',
    title: 'calls the undo of each iteration by the name of the first',
    why: 'The undo of a loop is one unit for the engine, performed several times (field report B28).',
    caughtBy: ['compensation/unit-per-element', 'compensation/once'],
    profiles: ['harness'],
    change: callsAs(
      () => (call) =>
        call.undoes === undefined
          ? call
          : {
              ...call,
              unit: call.unit.replace(/\[\d+\]/, '[0]'),
              undoes: call.undoes.replace(/\[\d+\]/, '[0]'),
            },
    ),
  },
  {
    id: 'undo-has-the-policy-of-the-step',
    title: 'retries a compensation by the policy of the step that it undoes',
    why: 'Both are one activity to the engine, with one policy.',
    caughtBy: ['compensation/own-retry'],
    profiles: ['baseline', 'harness', 'orbit'],
    change: {
      reads: (workflow) => {
        const undone = new Map(
          workflow.edges.flatMap(({ type, from, to }) =>
            type === 'compensation' ? [[to, from]] : [],
          ),
        );
        const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
        return {
          ...workflow,
          nodes: workflow.nodes.map((node) => {
            const step = nodes.get(undone.get(node.id) ?? '');
            return step === undefined ? node : { ...node, retry: step.retry };
          }),
        };
      },
    },
  },
  {
    id: 'undo-gets-another-element',
    title: 'hands the compensation of an iteration the output of another',
    why: 'Outputs of a loop are kept by the name of its body (field report B28).',
    caughtBy: ['compensation/receives-output'],
    profiles: ['harness'],
    change: callsAs(() => {
      const first = new Map<string, unknown>();
      return (call) => {
        if (call.undoes === undefined || !call.undoes.includes('[')) return call;
        if (!first.has(call.step)) first.set(call.step, call.input);
        return { ...call, input: first.get(call.step) as typeof call.input };
      };
    }),
  },
];

/** `completed`, where it should be another word. */
function tellsWord(instead: 'none' | 'failed'): Pick<Change, 'tells'> {
  return {
    tells: (result) =>
      result.compensation === instead ? { ...result, compensation: 'completed' } : result,
  };
}

const compensatedBy = ({
  seq,
  at,
  undoes,
}: Pick<CompensationStartedEvent, 'seq' | 'at' | 'undoes'>): TraceEvent => ({
  seq: seq + 0.5,
  at,
  type: 'transition',
  node: undoes.replace(/\[.*$/, ''),
  unit: undoes,
  from: 'SUCCEEDED',
  to: 'COMPENSATED',
  attempt: 0,
  cause: seq,
});
