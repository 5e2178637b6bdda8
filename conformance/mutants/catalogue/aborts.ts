/** Failures that are swallowed, that stop too little, too late, or the wrong thing; cancels that are. */

import { postToInstance } from '../../../simulator/runtime/message.ts';
import type { Engine, Instance, StepRun } from '../../../simulator/runtime/state.ts';
import { INSTANCE } from '../../../simulator/runtime/states.ts';
import { callsMore } from '../levers/calls.ts';
import { newEvents } from '../levers/meddling.ts';
import { readsEdges } from '../levers/plan.ts';
import { all, never, runGoes, stepAsks, stepGoes } from '../levers/tables.ts';
import { withOutcome } from '../levers/tale.ts';
import type { Change, Mutant } from '../mutant.ts';

const EVERYWHERE = ['baseline', 'harness', 'orbit'] as const;

/** Failures that nothing handles are kept back until nothing is under way. */
const unwindsWhenIdle: Pick<Change, 'meddles'> = {
  meddles: () => {
    const kept = new Map<Instance, StepRun[]>();
    return ({ active }) => {
      for (const instance of active) {
        const all = [...(kept.get(instance) ?? []), ...instance.unhandled.splice(0)];
        const isIdle = instance.inFlight === 0 && instance.ready.length === 0;
        if (isIdle && instance.touched.length === 0) instance.unhandled.push(...all.splice(0));
        kept.set(instance, all);
      }
    };
  },
};

/** The run unwinds as well when a failure is handled. */
const unwindsHandled: Pick<Change, 'meddles'> = {
  meddles: () => {
    const fresh = newEvents();
    return (engine) => {
      for (const event of fresh(engine)) {
        if (event.type !== 'transition' || event.to !== 'FAILED') continue;
        const step = forwardStep(engine, event.unit);
        const isHandled = step?.node.outgoing.some(({ type }) => type === 'error') ?? false;
        if (step === null || !isHandled) continue;
        postToInstance(step.frame.instance, { type: 'failure.propagated' }, step.cause, step);
      }
    };
  },
};

const forwardStep = ({ frames }: Engine, unit: string): StepRun | null =>
  frames.flatMap(({ steps }) => steps).find((step) => step.unit === unit) ?? null;

/** Edges of a kind that some nodes have; `change` sees those of one node together. */
const hasHandler = (edges: readonly { readonly type: string; readonly from: string }[]) => {
  const sources = new Set(edges.flatMap(({ type, from }) => (type === 'error' ? [from] : [])));
  return (id: string): boolean => sources.has(id);
};

export const abortMutants: readonly Mutant[] = [
  {
    id: 'no-error-edges',
    title: 'unwinds although an error edge handles the failure',
    why: 'Compensation was built first, and handlers are looked for only when there is none (field report B38: Synapse, Flowable).',
    caughtBy: ['failure/handled-by-error-edge'],
    profiles: ['harness'],
    change: readsEdges((edge) => (edge.type === 'error' ? null : edge)),
  },
  {
    id: 'handles-and-unwinds',
    title: 'takes the error path and compensates as well',
    why: 'The failure is published, and both the handler and the saga subscribe to it (field report B38).',
    caughtBy: ['failure/handled-by-error-edge'],
    profiles: ['harness'],
    change: unwindsHandled,
  },
  {
    id: 'first-error-edge',
    title: 'takes the first error edge alone',
    why: 'The handler is one field of a step: the last one that was read, or the first.',
    caughtBy: ['failure/all-error-edges'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => {
        const seen = new Set<string>();
        return {
          ...workflow,
          edges: workflow.edges.filter(({ type, from }) => {
            if (type !== 'error') return true;
            const isFirst = !seen.has(from);
            seen.add(from);
            return isFirst;
          }),
        };
      },
    },
  },
  {
    id: 'handler-before-retry',
    title: 'takes the error edge at the first failure, whatever the policy says',
    why: 'The call stands in a try block, and the handler catches before the policy sees anything (field report B13: Dapr).',
    caughtBy: ['failure/error-edge-once'],
    profiles: ['harness'],
    change: {
      reads: (workflow) => {
        const isHandled = hasHandler(workflow.edges);
        return {
          ...workflow,
          nodes: workflow.nodes.map((node) =>
            isHandled(node.id) ? { ...node, retry: null } : node,
          ),
        };
      },
    },
  },
  {
    id: 'handler-always',
    title: 'takes error edges after a success too',
    why: 'The handler is a finally block.',
    caughtBy: ['failure/error-edge-once'],
    profiles: ['harness'],
    change: readsEdges((edge) => (edge.type === 'error' ? { ...edge, type: 'dependency' } : edge)),
  },
  {
    id: 'fails-open',
    title: 'ends succeeded though a step failed',
    why: 'The last thing that happened was a successful compensation, and the outcome is that of the last thing.',
    caughtBy: ['failure/propagates'],
    profiles: EVERYWHERE,
    change: {
      tells: (result) =>
        result.outcome === 'failed' || result.outcome === 'compensated'
          ? withOutcome(result, 'succeeded')
          : result,
    },
  },
  {
    id: 'failure-ends-the-branch',
    title: 'lets other branches begin new steps after a failure that nothing handles',
    why: 'The failure is looked at when all branches have come to their end (field reports B20, B23).',
    caughtBy: ['failure/no-new-work'],
    profiles: EVERYWHERE,
    change: unwindsWhenIdle,
  },
  {
    id: 'backoff-goes-on',
    title: 'makes the attempt that was waiting out its delay when the run began to unwind',
    why: 'The retry is a message in a queue with a delay, and nobody takes it out again (field report B19: Hatchet).',
    caughtBy: ['failure/withdraws-waiting'],
    profiles: ['baseline', 'harness'],
    change: stepGoes('RETRYING', 'cancelled', () => []),
  },
  {
    id: 'retries-in-the-abort',
    title: 'retries attempts that fail while it aborts',
    why: 'The policy of a step does not know of the run’s state (field report B23).',
    caughtBy: ['failure/no-retry-while-aborting'],
    profiles: ['orbit'],
    change: all(
      stepAsks('RUNNING', 'failed', 'FAILED', () => never),
      stepAsks('RUNNING', 'timed_out', 'FAILED', () => never),
    ),
  },
  {
    id: 'abort-does-not-wait',
    title: 'begins to compensate while forward attempts are under way',
    why: 'The composite fails on the first error of a branch, and the saga does not know of the others (field report B23: Dapr).',
    caughtBy: ['failure/awaits-in-flight'],
    profiles: ['orbit'],
    change: stepAsks('RUNNING', 'cancelled', 'CANCELLED', () => () => true),
  },
  {
    id: 'late-success-leaks',
    title: 'does not compensate a step that succeeds during the abort',
    why: 'The list of what is to be undone is made when the failure is seen.',
    caughtBy: ['failure/late-success-compensated'],
    profiles: ['orbit'],
    change: { choices: { Q4: 'left' } },
  },
  {
    id: 'deaf-to-cancels',
    title: 'goes on after a cancel',
    why: 'A cancel sets a flag that is looked at when the run next sleeps.',
    caughtBy: ['failure/cancel-ends-cancelled'],
    profiles: EVERYWHERE,
    change: {
      hears: (scenario) => ({
        ...scenario,
        controls: scenario.controls.filter(({ action }) => action !== 'cancel'),
      }),
    },
  },
  {
    id: 'late-cancels',
    title: 'hears of a cancel two seconds late',
    why: 'Cancels are polled for (field report B19).',
    caughtBy: ['failure/cancel-ends-cancelled'],
    profiles: EVERYWHERE,
    change: {
      hears: (scenario) => ({
        ...scenario,
        controls: scenario.controls.map((control) =>
          control.action === 'cancel' && 'at' in control
            ? { ...control, at: control.at + 2000 }
            : control,
        ),
      }),
    },
  },
  {
    id: 'cancelled-is-failed',
    title: 'ends failed after a cancel',
    why: 'A cancel is an exception thrown into the workflow, and exceptions are failures (field report B24).',
    caughtBy: ['failure/cancel-ends-cancelled'],
    profiles: EVERYWHERE,
    change: {
      tells: (result) => (result.outcome === 'cancelled' ? withOutcome(result, 'failed') : result),
    },
  },
  {
    id: 'cancel-undoes-nothing',
    title: 'compensates nothing after a cancel',
    why: 'Compensations are started in the scope that was cancelled, so they are cancelled too (field report B24: Temporal’s own sample).',
    caughtBy: ['failure/cancel-compensates'],
    profiles: ['orbit'],
    change: { choices: { Q8: 'none' } },
  },
  {
    id: 'second-cancel-stops-undoing',
    title: 'drops what is still to be undone when a cancel comes while it compensates',
    why: 'The scope in which compensations run can be cancelled (field report B24).',
    caughtBy: ['compensation/every-succeeded'],
    profiles: ['orbit'],
    change: runGoes('compensating', 'cancel.requested', (_, numberOf) => [
      { guard: null, target: numberOf('cancelled'), actions: ['end'], assign: null },
    ]),
  },
  {
    id: 'workflow-never-times-out',
    title: 'knows no timeout of the workflow',
    why: 'The deadline is kept by the client that started the run.',
    caughtBy: ['failure/workflow-timeout-compensates'],
    profiles: ['orbit'],
    change: { reads: (workflow) => ({ ...workflow, timeout: null }) },
  },
  {
    id: 'workflow-timeout-kills',
    title: 'ends at the timeout of the workflow without undoing anything',
    why: 'The timeout terminates the run, and who is terminated undoes nothing (Temporal).',
    caughtBy: ['failure/workflow-timeout-compensates'],
    profiles: ['orbit'],
    change: runGoes('running', 'deadline.passed', (ways, numberOf) =>
      ways.map((way) => ({ ...way, target: numberOf('timed_out'), actions: ['end'] as const })),
    ),
  },
  {
    id: 'work-behind-the-failure',
    title: 'calls the steps behind one that failed, once',
    why: 'Successors are queued when an attempt ends, before anybody looked how.',
    caughtBy: ['failure/no-new-work'],
    profiles: EVERYWHERE,
    change: callsMore((workflow) => ({
      returned: (call, answer, alone) => {
        if (!('error' in answer.then) || call.purpose !== 'forward') return;
        const edge = workflow.edges.find(
          ({ from, type }) => from === call.step && type === 'control',
        );
        const next = workflow.nodes.find(({ id }) => id === edge?.to);
        if (next?.kind !== 'task') return;
        alone.send({ ...call, step: next.id, unit: next.id, attempt: 1, key: `${call.key}-next` });
      },
    })),
  },
  {
    id: 'optional-by-accident',
    title: 'goes on behind a step that failed',
    why: 'The step’s state is terminal, and successors wait for terminal states.',
    caughtBy: ['schedule/control-edge', 'failure/propagates'],
    profiles: ['harness'],
    change: {
      ...readsEdges((edge) => (edge.type === 'control' ? { ...edge, type: 'dependency' } : edge)),
      ...stepGoes('RUNNING', 'failed', (ways, numberOf) =>
        ways.map((way) =>
          way.target === numberOf('FAILED') ? { ...way, actions: ['releaseSuccessors'] } : way,
        ),
      ),
    },
  },
  {
    id: 'undoes-before-all-is-back',
    title: 'begins to compensate while a step that must finish is under way',
    why: 'What can’t be cancelled is left alone, and nobody waits for it (field report B18).',
    caughtBy: ['failure/late-success-compensated'],
    profiles: ['harness'],
    change: {
      meddles: () => {
        const met = new Set<object>();
        return (engine) => {
          for (const instance of engine.active) {
            if (instance.state !== INSTANCE.quiescing || met.has(instance)) continue;
            if (engine.inbox.length > engine.read && engine.posted > engine.read) continue;
            met.add(instance);
            postToInstance(instance, { type: 'settled' }, null);
          }
        };
      },
    },
  },
];
