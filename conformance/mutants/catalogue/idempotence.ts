/** Steps that must not be done twice, and the keys by which the far side would know. */

import { callsMore, isOk, keysAs } from '../levers/calls.ts';
import { readsNodes } from '../levers/plan.ts';
import { never, stepAsks, stepGoes } from '../levers/tables.ts';
import { tellsEvents } from '../levers/tale.ts';
import type { Change, Mutant } from '../mutant.ts';

const asksNobody: Pick<Change, 'rules'> = {
  rules: (rules) => ({ ...rules, reconciles: false }),
};

/** The class of a failure leaves the rest of a policy as it is. */
const retriesAnyway = (event: 'failed' | 'timed_out') =>
  stepAsks('RUNNING', event, 'RETRYING', (own) => (asked) => {
    const { context } = asked;
    return own({ ...asked, context: { ...context, idempotent: true } });
  });

export const idempotenceMutants: readonly Mutant[] = [
  {
    id: 'repeats-what-must-not-be',
    title: 'retries steps that are not idempotent',
    why: 'The attribute is documentation to the engine: the policy says three attempts, so it makes three.',
    caughtBy: ['idempotence/never-retried'],
    profiles: ['baseline'],
    change: retriesAnyway('failed'),
  },
  {
    id: 'sends-uncertain-calls-again',
    title: 'sends a call that is not idempotent again when it timed out',
    why: 'A timeout is taken for “it did not happen” (discipline 4; field report B18).',
    caughtBy: ['idempotence/uncertain-not-resent'],
    profiles: ['baseline'],
    change: {
      rules: (rules) => ({
        ...rules,
        ...asksNobody.rules?.(rules),
        stepTable: retriesAnyway('timed_out').rules?.(rules).stepTable ?? rules.stepTable,
      }),
    },
  },
  {
    id: 'asks-nobody',
    title: 'never asks what became of an uncertain call',
    why: 'The far side has a query, and the engine has no hook for it.',
    caughtBy: ['idempotence/reconcile-first'],
    profiles: ['baseline'],
    change: asksNobody,
  },
  {
    id: 'does-not-listen',
    title: 'asks what became of a call, and sends it again whatever it hears',
    why: 'An answer of 200 to the query is taken for leave to go on.',
    caughtBy: ['idempotence/never-retried'],
    profiles: ['baseline'],
    change: {
      calls: (suite) => ({
        ...suite,
        perform: (call) => {
          const answer = suite.perform(call);
          return call.purpose === 'reconcile' ? { then: { ok: { applied: false } } } : answer;
        },
      }),
    },
  },
  {
    id: 'certain-of-everything',
    title: 'reports an uncertain call as one that failed',
    why: 'There are two outcomes of a call in the data model, and this is the third.',
    caughtBy: ['idempotence/uncertain-recorded'],
    profiles: ['baseline'],
    change: {
      tells: (result, workflow) => {
        const told = tellsEvents((event) => {
          if (!('error' in event) || event.error === undefined) return [event];
          const { uncertain, ...error } = event.error;
          const certain = { ...event, error };
          return [
            certain.type === 'attempt.ended' && uncertain === true
              ? { ...certain, outcome: 'failed' as const }
              : certain,
          ];
        }).tells?.(result, workflow);
        const { uncertain: _, ...error } = result.error ?? {};
        return { ...(told ?? result), error: result.error == null ? null : error };
      },
    },
  },
  {
    id: 'cancels-what-must-finish',
    title: 'cancels running steps that are not idempotent',
    why: 'Fail-fast cancels all siblings, and what they had done by then is anybody’s guess (field report B20: Conductor, Step Functions).',
    caughtBy: ['idempotence/never-cancelled'],
    profiles: ['harness'],
    change: stepAsks('RUNNING', 'cancelled', 'CANCELLED', () => () => true),
  },
  {
    id: 'uses-discarded-results',
    title: 'goes on with the result of a step that it only let finish',
    why: 'The step is marked cancelled in one table and succeeded in another.',
    caughtBy: ['idempotence/result-discarded'],
    profiles: ['harness'],
    change: stepGoes('RUNNING', 'cancelled', (ways, numberOf) =>
      ways.filter(({ target }) => target === numberOf('CANCELLED')),
    ),
  },
  {
    id: 'key-of-the-attempt',
    title: 'makes a new key for each attempt',
    why: 'The key is made where the request is built, once a request (field report B39: a payment connector).',
    caughtBy: ['idempotence/key-stable'],
    profiles: ['baseline', 'orbit'],
    change: keysAs(({ key, attempt }) => `${key}-${attempt}`),
  },
  {
    id: 'key-of-the-clock',
    title: 'makes keys of the step and the time',
    why: 'The key is a digest of the whole request, and the request has a date in it (field report B39).',
    caughtBy: ['idempotence/key-stable'],
    profiles: ['baseline', 'orbit'],
    change: keysAs(({ key, at }) => `${key}-${at}`),
  },
  {
    id: 'key-of-the-node',
    title: 'hands one key to all iterations of a loop',
    why: 'A key of run and node was enough until there were loops (field report B39: step caches).',
    caughtBy: ['idempotence/key-distinct'],
    profiles: ['baseline'],
    change: keysAs(({ run, step, undoes }) => `${run}/${undoes === undefined ? '' : '~'}${step}`),
  },
  {
    id: 'key-of-the-unit',
    title: 'hands the same keys to all runs',
    why: 'The key names the step and not the run (field report B39: a cache by position).',
    caughtBy: ['idempotence/key-distinct'],
    profiles: ['baseline', 'orbit'],
    change: keysAs(({ unit }) => unit),
  },
  {
    id: 'undo-has-the-key-of-the-step',
    title: 'hands the key of a step to what undoes it',
    why: 'The undo is a call about the same order, so it is given the same reference: the far side answers “done already”.',
    caughtBy: ['idempotence/key-distinct'],
    profiles: ['baseline', 'orbit'],
    change: keysAs(({ run, unit, undoes }) => `${run}/${undoes ?? unit}`),
  },
  {
    id: 'key-forgotten-in-a-crash',
    title: 'makes a new key when a call is sent again after a crash',
    why: 'Keys are random, and kept in memory (field report B30).',
    caughtBy: ['idempotence/key-survives'],
    profiles: ['baseline', 'orbit'],
    change: keysAs(({ key, redelivered }) => (redelivered === true ? `${key}-again` : `${key}`)),
  },
  {
    id: 'key-of-its-own-form',
    title: 'makes keys that do not name execution and unit',
    why: 'A digest is shorter; but the far side can’t be asked for `<execution id>/<unit>` any more.',
    caughtBy: ['idempotence/key-default'],
    profiles: ['orbit'],
    change: { rules: (rules) => ({ ...rules, keysAreNames: false }) },
  },
  {
    id: 'sends-twice',
    title: 'sends calls of steps that are not idempotent twice',
    why: 'The connection is closed while the answer is under way, and the client sends the request once more by itself.',
    caughtBy: ['idempotence/never-retried'],
    profiles: ['baseline', 'harness'],
    change: callsMore((workflow) => {
      const single = new Set(
        workflow.nodes.flatMap(({ id, idempotent }) => (idempotent ? [] : [id])),
      );
      return {
        returned: (call, answer, alone) => {
          if (!isOk(answer) && single.has(call.step)) {
            alone.send({ ...call, attempt: call.attempt + 1 });
          }
        },
      };
    }),
  },
  {
    id: 'everything-is-idempotent',
    title: 'does not know that a step is not idempotent',
    why: 'The attribute came with a later version of the format, and is not read.',
    caughtBy: ['idempotence/never-cancelled'],
    profiles: ['harness'],
    change: readsNodes((node) => ({ ...node, idempotent: true })),
  },
  {
    id: 'nothing-is-cancelled',
    title: 'lets every running step finish, idempotent or not',
    why: 'Workers can’t be interrupted, so the engine waits for them.',
    caughtBy: ['failure/cancels-running'],
    profiles: ['harness'],
    change: stepAsks('RUNNING', 'cancelled', 'CANCELLED', () => never),
  },
];
