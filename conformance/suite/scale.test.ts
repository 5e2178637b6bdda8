/** Runtimes on a real clock: times are multiplied by its scale, and cases get room. */

import { expect, test } from 'vitest';
import { simulate } from '../../simulator/index.ts';
import { cases } from '../cases/index.ts';
import { createBuiltinDriver } from '../drivers/builtin.ts';
import { generatedCase } from '../generate/case.ts';
import { smallestGap } from '../generate/ties.ts';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import type { RunParameters } from '../protocol/schema/index.ts';
import { openSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import { roomy } from './roomy.ts';
import { sessionRuntime } from './session-runtime.ts';
import { optionsFor } from './testing.ts';

const SCALE = 0.25;

/** The built-in runtime on a clock that goes four times as fast as the plan's. */
const fastDriver = (): Driver => {
  const driver = createBuiltinDriver();
  return {
    ...driver,
    initialize: async (parameters) => ({
      ...(await driver.initialize(parameters)),
      clock: { kind: 'real', toleranceMs: 5, scale: SCALE },
    }),
    run: (parameters, suite) => driver.run({ ...parameters, ...scaledPlan(parameters) }, suite),
  };
};

type Plan = NonNullable<RunParameters['plan']>;

const scaledPlan = ({ plan }: RunParameters): { readonly plan?: Plan } => {
  if (plan === undefined) return {};
  const scaled = (time: number): number => time * SCALE;
  const nodes = plan.nodes.map(({ retry, timeout, ...node }) => ({
    ...node,
    ...(timeout === undefined
      ? {}
      : { timeout: { ...timeout, duration: scaled(timeout.duration) } }),
    ...(retry === undefined
      ? {}
      : {
          retry: {
            ...retry,
            initialDelay: scaled(retry.initialDelay),
            maxDelay: retry.maxDelay === null ? null : scaled(retry.maxDelay),
          },
        }),
    ...(node.wait !== undefined && 'duration' in node.wait
      ? { wait: { duration: scaled(node.wait.duration) } }
      : {}),
  }));
  return { plan: { ...plan, nodes: nodes as Plan['nodes'] } };
};

test('a runtime whose clock goes faster is judged by its own time', async () => {
  const opened = await openSession(inProcess(fastDriver, { name: 'fast' }), {
    suite: { name: 'test', version: '0' },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const judged = rules.filter(({ kind, id }) => kind !== 'document' && !id.endsWith('boundary'));
  const options = optionsFor({ rules: judged, cases, profiles: ['baseline', 'harness'], runs: 60 });
  const { profiles } = await certify(sessionRuntime(opened.session), options);
  // Of few samples a clock with a tolerance says little.
  const wrong = profiles.flatMap((profile) =>
    profile.rules.filter(
      ({ verdict }) => !['pass', 'unsupported', 'inconclusive'].includes(verdict),
    ),
  );
  expect(wrong.map(({ id, verdict, breach }) => ({ id, verdict, breach }))).toEqual([]);
});

test('what it breaks is laid beside a run on the same clock', async () => {
  const oneMore = (): Driver => {
    const driver = fastDriver();
    const more = ({ plan }: RunParameters): { readonly plan?: Plan } =>
      plan === undefined ? {} : { plan: { ...plan, nodes: plan.nodes.map(withOneMore) } };
    return {
      ...driver,
      run: (parameters, suite) => driver.run({ ...parameters, ...more(parameters) }, suite),
    };
  };
  const opened = await openSession(inProcess(oneMore, { name: 'fast' }), {
    suite: { name: 'test', version: '0' },
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  const judged = rules.filter(({ id }) => id === 'retry/max-attempts');
  const own = cases.filter(({ rule }) => rule === 'retry/max-attempts');
  const options = optionsFor({ rules: judged, cases: own, profiles: ['baseline'], runs: 0 });
  const { profiles } = await certify(sessionRuntime(opened.session), options);
  const counterexample = profiles[0]?.rules[0]?.counterexample;
  expect(counterexample?.difference?.expected).toBe('no further call');
  const shared = counterexample?.reference.map(({ at, settledAt }) => ({ at, settledAt })) ?? [];
  expect(shared.length).toBeGreaterThan(0);
  expect(counterexample?.observed.slice(0, shared.length)).toMatchObject(shared);
});

const withOneMore = (node: Plan['nodes'][number]): Plan['nodes'][number] =>
  node.retry === undefined
    ? node
    : { ...node, retry: { ...node.retry, maxAttempts: node.retry.maxAttempts + 1 } };

test('what is too near to each other on a real clock is moved apart', () => {
  const space = { profile: 'harness', allows: () => true } as const;
  let moved = 0;
  for (let number = 0; number < 40; number += 1) {
    const testCase = generatedCase(space, 1, number);
    const wide = roomy(testCase, 400);
    if (wide === testCase) continue;
    moved += 1;
    expect(smallestGap(simulate(wide.workflow, wide.scenario))).toBeGreaterThanOrEqual(400);
  }
  expect(moved).toBeGreaterThan(3);
});
