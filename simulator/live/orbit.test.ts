import { expect, it } from 'vitest';
import { undoneOf } from '../../testing/observe.ts';
import { orbitOf } from '../../testing/orbit.ts';
import { createRuntime, type TaskCall } from './runtime.ts';

it('a document of ORBIT runs among real tasks: inputs by with, keys by unit, undos newest first', async () => {
  const workflow = orbitOf(`
    step all {
      for x in [3, 4] worker "j" with { v: x } max_parallel: 1
      compensate { worker "u" with { v: len(string(x)) } }
    }
    step last { worker "t" after all retry { attempts: 5, backoff: none } }
    return last`);
  const calls: TaskCall[] = [];
  const remember = (call: TaskCall): { readonly v: unknown } => {
    calls.push(call);
    return { v: call.input['v'] };
  };
  const runtime = createRuntime({
    tasks: {
      j: remember,
      u: remember,
      t: () => {
        throw { class: 'DECLINED', retryable: false };
      },
    },
  });
  const run = await runtime.start(workflow, {
    scenario: { run: 'live-1', input: { order: 'o', n: 1 } },
  }).result;
  expect([run.outcome, run.compensation]).toEqual(['failed', 'completed']);
  expect(undoneOf(run)).toEqual(['all[1]', 'all[0]']);
  expect(calls.map(({ key, node, input }) => [key, node, input['v']])).toEqual([
    ['live-1/all[0]', 'all', 3],
    ['live-1/all[1]', 'all', 4],
    ['live-1/compensate:all[1]', 'all', 1],
    ['live-1/compensate:all[0]', 'all', 1],
  ]);
  expect(run.trace.filter(({ type }) => type === 'attempt.started')).toHaveLength(5);
});
