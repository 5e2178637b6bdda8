import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/model/json.ts';
import type { Run } from '../../core/model/run.ts';
import { undoneOf } from '../../testing/observe.ts';
import { err, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { simulate } from '../simulate.ts';
import { createRuntime, type StatusAnswer, type TaskCall } from './runtime.ts';

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const transitionsOf = (run: Run): string[] =>
  run.trace.flatMap((event) =>
    event.type === 'transition'
      ? [`${event.unit}/${event.node} ${event.from} → ${event.to} #${event.attempt}`]
      : [],
  );

/** Answers calls one after the other; the last answer stands for all later ones. */
const scripted = (...answers: readonly (JsonObject | Error | object)[]) => {
  let calls = 0;
  return async (): Promise<JsonObject> => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    await sleep(1);
    if (answer instanceof Error || (answer !== undefined && 'class' in answer)) throw answer;
    return (answer ?? {}) as JsonObject;
  };
};

const retry = { maxAttempts: 3, initialDelay: 4 };
const saga = workflowOf(
  'reserve > charge; charge > ship; reserve =comp=> release; charge =comp=> refund',
  { charge: { retry }, ship: { retry: { ...retry, maxAttempts: 2 } } },
);

describe('a live run', () => {
  it('makes the transitions of the simulated one, in this engine', async () => {
    const runtime = createRuntime({
      tasks: {
        reserve: scripted({}),
        charge: scripted({ class: 'transient' }, {}),
        ship: scripted({ class: 'unavailable', status: 503 }),
        release: scripted({}),
        refund: scripted({}),
      },
    });
    const live = await runtime.start(saga).result;
    const script = { charge: [err(0.001), ok(0.001)], ship: [err(0.001, 'unavailable')] };
    const simulated = simulate(saga, scenarioOf(script));
    expect(transitionsOf(live)).toEqual(transitionsOf(simulated));
    expect(live.outcome).toBe('compensated');
    expect(undoneOf(live)).toEqual(['charge', 'reserve']);
  });

  it('hands each task its input, its attempt and a key that stays', async () => {
    const calls: TaskCall[] = [];
    const workflow = workflowOf('A.out => B.in', {
      A: { outputs: ['out'] },
      B: { inputs: [{ name: 'in' }], retry: { maxAttempts: 2, initialDelay: 1 } },
    });
    const runtime = createRuntime({
      tasks: {
        A: () => ({ out: 7 }),
        B: (call) => {
          calls.push(call);
          if (call.attempt === 1) throw new Error('once');
        },
      },
    });
    const run = await runtime.start(workflow).result;
    expect(run.outcome).toBe('succeeded');
    expect(calls.map(({ attempt, input }) => [attempt, input['in']])).toEqual([
      [1, 7],
      [2, 7],
    ]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });

  it('hands an undo what the step that it undoes was handed and gave', async () => {
    const handed: unknown[] = [];
    const workflow = workflowOf('Z.v => A.in; A > B; A =comp=> uA', {
      Z: { outputs: ['v'] },
      A: { inputs: [{ name: 'in' }], outputs: ['out'] },
    });
    const tasks = {
      Z: () => ({ v: 3 }),
      A: () => ({ out: 'a-1' }),
      B: () => {
        throw new Error('boom');
      },
      uA: ({ unit, input }: TaskCall) => {
        handed.push([unit, input]);
      },
    };
    const run = await createRuntime({ tasks }).start(workflow).result;
    expect(run.outcome).toBe('compensated');
    expect(handed).toEqual([['compensate:A', { input: { in: 3 }, output: { out: 'a-1' } }]]);
  });

  it('says who is missing where a task has no function', async () => {
    const run = await createRuntime({ tasks: {} }).start(workflowOf('A')).result;
    expect(run.errors).toMatchObject([{ class: 'not_found', node: 'A' }]);
  });
});

describe('a task that is given up', () => {
  const timeout = { duration: 5, onTimeout: 'fail' } as const;
  const slow = (seen: boolean[]) => async (call: TaskCall) => {
    await sleep(25);
    seen.push(call.signal.aborted);
  };

  it.each([
    ['is told so where it is idempotent', true],
    ['is let finish where it is not', false],
  ])('%s', async (_, idempotent) => {
    const seen: boolean[] = [];
    const runtime = createRuntime({ tasks: { A: slow(seen) } });
    const run = await runtime.start(workflowOf('A', { A: { idempotent, timeout } })).result;
    expect(run.outcome).toBe('failed');
    expect(run.errors).toMatchObject([{ code: 'HX-4108' }]);
    await sleep(40);
    expect(seen).toEqual([idempotent]);
  });
});

describe('a call that is not idempotent and gave no answer (discipline 4)', () => {
  const timeout = { duration: 5, onTimeout: 'fail' } as const;
  const workflow = workflowOf('A > B', {
    A: { idempotent: false, timeout, retry: { maxAttempts: 3, initialDelay: 1 }, outputs: ['out'] },
  });
  const calls = (unanswered: number) => {
    const keys: string[] = [];
    const perform = ({ key }: TaskCall): unknown => {
      keys.push(key);
      return keys.length <= unanswered ? new Promise<void>(() => {}) : { out: 'sent' };
    };
    return { keys, tasks: { A: perform, B: () => {} } };
  };
  const scenario = { profile: 'baseline' } as const;

  it('is not sent again where nobody can be asked', async () => {
    const { keys, tasks } = calls(3);
    const run = await createRuntime({ tasks }).start(workflow, { scenario }).result;
    expect(keys).toHaveLength(1);
    expect(run.states).toMatchObject({ A: 'FAILED', B: 'PENDING' });
    const failed = run.trace.find((event) => event.type === 'transition' && event.to === 'FAILED');
    expect(failed).toMatchObject({ error: { class: 'timeout', uncertain: true } });
  });

  it.each([
    ['nor where the far side can tell nothing', () => ({ applied: null })],
    [
      'nor where asking fails',
      () => {
        throw new Error('no');
      },
    ],
  ])('%s', async (_, status) => {
    const { keys, tasks } = calls(3);
    const run = await createRuntime({ tasks, status }).start(workflow, { scenario }).result;
    expect(keys).toHaveLength(1);
    expect(run.states['A']).toBe('FAILED');
  });

  it('is a success where the far side says so, with what it says', async () => {
    const { keys, tasks } = calls(3);
    const asked: string[] = [];
    const status = ({ key, unit, attempt }: Omit<TaskCall, 'signal'>): Promise<StatusAnswer> => {
      asked.push(`${unit} ${attempt} ${key}`);
      return Promise.resolve({ applied: true, output: { out: 'booked' } });
    };
    const run = await createRuntime({ tasks, status }).start(workflow, { scenario }).result;
    expect(asked).toEqual([`A 1 ${keys[0]}`]);
    expect(keys).toHaveLength(1);
    expect(run.states).toMatchObject({ A: 'SUCCEEDED', B: 'SUCCEEDED' });
  });

  it('is sent again, under its key, where the far side says that nothing happened', async () => {
    const { keys, tasks } = calls(1);
    const status = () => ({ applied: false });
    const run = await createRuntime({ tasks, status }).start(workflow, { scenario }).result;
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(run.outcome).toBe('succeeded');
  });
});

describe('controls', () => {
  it('cancel a run, and no task that is not idempotent', async () => {
    const runtime = createRuntime({ tasks: { A: () => sleep(15), B: () => sleep(1) } });
    const run = runtime.start(workflowOf('A > B', { A: { idempotent: false } }));
    run.control({ action: 'cancel' });
    const ended = await run.result;
    expect(ended.states).toEqual({ A: 'SUCCEEDED', B: 'CANCELLED' });
    expect(ended.outcome).toBe('cancelled');
  });

  it('signal a run that waits', async () => {
    const workflow = workflowOf('W > B', {
      W: { kind: 'wait', wait: { duration: null, until: null, event: 'go' } },
    });
    const run = createRuntime({ tasks: { B: () => {} } }).start(workflow);
    run.control({ action: 'signal', name: 'go', value: null });
    expect((await run.result).outcome).toBe('succeeded');
  });
});

describe('a run that another process takes up', () => {
  it('repeats nothing that succeeded, and sends again what was under way, under its key', async () => {
    const workflow = workflowOf('A > B; B > C');
    const keys: string[] = [];
    let calls = 0;
    let kept: Checkpoint | undefined;
    const first = createRuntime({
      tasks: {
        A: () => {
          calls += 1;
        },
        B: ({ key }) => {
          keys.push(key);
          return new Promise<void>(() => {});
        },
      },
      store: {
        save: (_, checkpoint) => {
          kept = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
        },
      },
    });
    first.start(workflow);
    await sleep(5);
    expect(keys).toHaveLength(1);

    const second = createRuntime({
      tasks: {
        A: () => {
          calls += 1;
        },
        B: ({ key }) => {
          keys.push(key);
        },
        C: () => {},
      },
    });
    if (kept === undefined) throw new Error('nothing was kept');
    const run = await second.start(workflow, { checkpoint: kept }).result;
    expect(run.outcome).toBe('succeeded');
    expect(calls).toBe(1);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const redelivered = run.trace.find(
      (event) => event.type === 'attempt.started' && event.redelivered === true,
    );
    expect(redelivered).toMatchObject({ unit: 'B', attempt: 1 });
  });
});
