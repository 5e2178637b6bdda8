/** Counting attempts wrongly, and retrying what should not be retried, or not what should. */

import type { RetryPolicy } from '../../../core/model/workflow.ts';
import type { PerformParameters } from '../../protocol/schema/index.ts';
import { callsAs, callsMore, isOk } from '../levers/calls.ts';
import { readsNodes, readsPolicies } from '../levers/plan.ts';
import { never, stepAsks, stepGoes } from '../levers/tables.ts';
import { tellsEvents } from '../levers/tale.ts';
import type { Mutant } from '../mutant.ts';

const EVERYWHERE = ['baseline', 'harness', 'orbit'] as const;

const HIDDEN_POLICY: RetryPolicy = {
  maxAttempts: 3,
  backoff: 'fixed',
  initialDelay: 1000,
  maxDelay: null,
  multiplier: 1,
  jitter: 'none',
  retryOn: null,
};

const TRANSIENT = new Set(['transient', 'rate_limit', 'unavailable', 'timeout']);

export const attemptMutants: readonly Mutant[] = [
  {
    id: 'counts-retries',
    title: 'makes maxAttempts retries after the first attempt',
    why: 'Many libraries count retries, and the field is handed to one of them as it is (field report B01: Temporal, failsafe-go).',
    caughtBy: ['retry/max-attempts'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({ ...policy, maxAttempts: policy.maxAttempts + 1 })),
  },
  {
    id: 'loses-one-attempt',
    title: 'makes one attempt less than maxAttempts',
    why: 'The loop asks whether attempts are left after it has counted the next one.',
    caughtBy: ['retry/max-attempts'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) => ({
      ...policy,
      maxAttempts: Math.max(1, policy.maxAttempts - 1),
    })),
  },
  {
    id: 'one-is-unset',
    title: 'takes maxAttempts="1" for not set, and makes three attempts',
    why: 'Zero and one mean “unset” or “forever” in some engines (field report B03: Bull, Restate, Dapr).',
    caughtBy: ['retry/max-attempts'],
    profiles: EVERYWHERE,
    change: readsPolicies((policy) =>
      policy.maxAttempts === 1 ? { ...policy, maxAttempts: 3 } : policy,
    ),
  },
  {
    id: 'retries-by-default',
    title: 'retries a step that has no policy',
    why: 'Several engines have a default policy that retries for ever, and a missing policy falls back to it.',
    caughtBy: ['retry/no-policy-one-attempt'],
    profiles: EVERYWHERE,
    change: readsNodes((node) =>
      node.retry === null && node.kind === 'task' && node.idempotent
        ? { ...node, retry: HIDDEN_POLICY }
        : node,
    ),
  },
  {
    id: 'polls-again',
    title: 'performs a task once more after it has succeeded',
    why: 'The result is written down after the task was taken off the queue, and the queue hands it out again (field report B17: Conductor).',
    caughtBy: ['retry/stops-on-success'],
    profiles: EVERYWHERE,
    change: callsMore(() => ({
      returned: (call, answer, alone) => {
        if (isOk(answer) && call.purpose === 'forward') {
          alone.send({ ...call, attempt: call.attempt + 1 });
        }
      },
    })),
  },
  {
    id: 'hedges',
    title: 'sends a second attempt while the first is under way',
    why: 'Hedged requests cut the latency of reads, and nobody told the client that these are none.',
    caughtBy: ['retry/attempts-sequential'],
    profiles: EVERYWHERE,
    change: callsMore((workflow) => {
      const retried = new Set(workflow.nodes.flatMap(({ id, retry }) => (retry ? [id] : [])));
      return {
        sent: (call, _answer, alone) => {
          if (call.attempt === 1 && retried.has(call.step)) alone.send({ ...call, attempt: 2 });
        },
      };
    }),
  },
  {
    id: 'ignores-retry-on',
    title: 'retries every class, whatever retryOn lists',
    why: 'The filter is looked up by the name of an exception class, which never matches, and no match means any (field report B12).',
    caughtBy: ['retry/retry-on'],
    profiles: ['baseline', 'harness'],
    change: readsPolicies((policy) => ({ ...policy, retryOn: null })),
  },
  {
    id: 'retry-on-excludes',
    title: 'takes retryOn for the classes that are not retried',
    why: 'In other engines the list of classes says what is not retried (Temporal: non-retryable error types).',
    caughtBy: ['retry/retry-on'],
    profiles: ['baseline', 'harness'],
    change: stepAsks('RUNNING', 'failed', 'RETRYING', (own) => (asked) => {
      const { context, event } = asked;
      const retryOn = context.retry?.retryOn ?? null;
      if (context.retry === null || retryOn === null || event.type !== 'failed') return own(asked);
      return (
        context.idempotent &&
        context.attempt - context.spent < context.retry.maxAttempts &&
        !retryOn.includes(event.class)
      );
    }),
  },
  {
    id: 'retries-transient-alone',
    title: 'retries only what it takes for transient where there is no retryOn',
    why: 'A list of transient classes is a sensible default, and not what the specification says.',
    caughtBy: ['retry/retry-any'],
    profiles: ['harness'],
    change: stepAsks('RUNNING', 'failed', 'RETRYING', (own) => (asked) => {
      const { context, event } = asked;
      const isListed = event.type === 'failed' && TRANSIENT.has(event.class);
      return own(asked) && (context.retry?.retryOn !== null || isListed);
    }),
  },
  {
    id: 'loses-non-retryable',
    title: 'retries failures that say that they are not retryable',
    why: 'The flag is lost when the error is wrapped, or when it has no message (field report B12: Temporal, Cloudflare).',
    caughtBy: ['retry/non-retryable'],
    profiles: ['baseline', 'orbit'],
    change: stepAsks('RUNNING', 'failed', 'RETRYING', (own) => (asked) => {
      const { event } = asked;
      return own(
        event.type === 'failed' ? { ...asked, event: { ...event, retryable: true } } : asked,
      );
    }),
  },
  {
    id: 'never-retries',
    title: 'fails a step at its first failure, whatever its policy says',
    why: 'A handler around the call sees the failure first, and the policy never does (field report B13: Dapr, Conductor).',
    caughtBy: ['retry/max-attempts'],
    profiles: EVERYWHERE,
    change: stepAsks('RUNNING', 'failed', 'RETRYING', () => never),
  },
  {
    id: 'retries-the-block',
    title: 'performs the step before once more when a step fails',
    why: 'The policy stands on the block, and the whole block is run again (field report B41: Conductor, Argo).',
    caughtBy: ['retry/step-scoped'],
    profiles: EVERYWHERE,
    change: callsMore(() => {
      let last: PerformParameters | null = null;
      return {
        returned: (call, answer, alone) => {
          if (call.purpose !== 'forward') return;
          if (isOk(answer)) last = call;
          else if (last !== null) {
            last = { ...last, attempt: last.attempt + 1, at: call.at };
            alone.send(last);
          }
        },
      };
    }),
  },
  {
    id: 'wraps-the-last-error',
    title: 'reports that attempts are exhausted instead of the class of the last failure',
    why: 'The retry loop throws an exception of its own, and the cause is lost (field report B12: Spring Retry).',
    caughtBy: ['retry/exhausted-fails'],
    profiles: EVERYWHERE,
    change: {
      tells: (result) =>
        result.error == null
          ? result
          : { ...result, error: { ...result.error, class: 'exhausted' } },
    },
  },
  {
    id: 'exhausted-succeeds',
    title: 'takes a step that ran out of attempts for one that succeeded',
    why: 'When the loop is over the last result is taken as the result, error or not.',
    caughtBy: ['retry/exhausted-fails', 'failure/propagates'],
    profiles: EVERYWHERE,
    change: stepGoes('RUNNING', 'failed', (ways, numberOf) =>
      ways.map((way) =>
        way.target === numberOf('FAILED') && way.guard === null
          ? {
              ...way,
              target: numberOf('SUCCEEDED'),
              actions: ['publishOutputs', 'releaseSuccessors'] as const,
            }
          : way,
      ),
    ),
  },
  {
    id: 'counts-twice',
    title: 'numbers attempts 2, 3, 4',
    why: 'The counter is raised when the step is queued and once more when it is sent.',
    caughtBy: ['lifecycle/attempt-numbers'],
    profiles: ['harness'],
    change: callsAs(() => (call) => ({ ...call, attempt: call.attempt + 1 })),
  },
  {
    id: 'numbers-transitions-wrongly',
    title: 'says attempt 1 of every attempt in its trace',
    why: 'Each retry is a new execution for the engine, and the trace is written by the execution.',
    caughtBy: ['lifecycle/attempt-numbers'],
    profiles: ['harness'],
    change: tellsEvents((event) => [
      'attempt' in event && event.attempt > 1 ? { ...event, attempt: 1 } : event,
    ]),
  },
  {
    id: 'delivers-twice',
    title: 'sends every call twice',
    why: 'The queue delivers at least once, and the worker does not ask whether it had it before (field report B07: Celery).',
    caughtBy: ['retry/attempts-sequential'],
    profiles: ['baseline', 'harness', 'orbit'],
    change: callsMore(() => ({
      sent: (call, _answer, alone) => {
        if (call.purpose === 'forward') alone.send(call);
      },
    })),
  },
];
