/** What each call hands to its task: traces do not tell, so the built-in runtime is asked as a driver. */

import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Json } from '../../../core/model/json.ts';
import { runs } from '../../../testing/runs.ts';
import { builtinConnector } from '../../drivers/builtin.ts';
import { generatedCase } from '../../generate/case.ts';
import { openSession } from '../../protocol/session.ts';
import type { TestCase } from '../../suite/case.ts';
import type { Runtime } from '../../suite/runtime.ts';
import { sessionRuntime } from '../../suite/session-runtime.ts';
import { interpret } from './interpret.ts';
import { drawsOf } from './testing/difference.ts';

const lineOf = (unit: string, node: string, attempt: number, input: Json): string =>
  `${unit} ${node} ${attempt} ${canonicalJson(input)}`;

describe('each call hands over what the second reading says', () => {
  let runtime: Runtime;
  beforeAll(async () => {
    const opened = await openSession(builtinConnector(), { suite: { name: 'test', version: '0' } });
    if (!opened.ok) throw new Error(opened.failure.message);
    runtime = sessionRuntime(opened.session);
  });

  const inputsOf = async ({ name, workflow, scenario }: TestCase) => {
    const seen = await runtime.observe({ name, workflow, scenario });
    if (seen.kind === 'blocked') throw new Error(seen.failure.message);
    const { calls, trace } = seen.observation;
    const reading = interpret(workflow, scenario, drawsOf({ trace: trace ?? [] }));
    return {
      read: reading.calls.map((call) => lineOf(call.unit, call.node, call.attempt, call.input)),
      made: calls.map(({ unit, step, attempt, input }) =>
        lineOf(unit, step, attempt, input ?? 'nothing'),
      ),
    };
  };

  it.each(['schedule/data-edge', 'compensation/unit-per-element', 'idempotence/never-cancelled'])(
    'in cases about %s',
    async (rule) => {
      const { numRuns, seed } = runs(4000);
      const space = { profile: 'harness' as const, allows: () => true, rule };
      for (let number = 0; number < numRuns; number += 1) {
        const { read, made } = await inputsOf(generatedCase(space, seed, number));
        expect(made.sort(), `case ${number}`).toEqual([...read].sort());
      }
    },
  );
});
