import { describe, expect, test } from 'vitest';
import { emptyScenario, readScenario } from './read.ts';

function problemsOf(scenario: unknown): readonly string[] {
  const text = typeof scenario === 'string' ? scenario : JSON.stringify(scenario);
  return readScenario(text).problems.map(({ path, message }) => `${path}: ${message}`);
}

function tasksOf(text: string): unknown {
  const { scenario, problems } = readScenario(text);
  expect(problems).toEqual([]);
  return scenario?.tasks;
}

describe('a JSON scenario', () => {
  test('may leave out everything', () => {
    expect(readScenario('{}')).toEqual({ scenario: emptyScenario, problems: [] });
    expect(readScenario(' \n{}').problems).toEqual([]);
    expect(readScenario('\ufeff{}').problems).toEqual([]);
  });

  test('is read in full', () => {
    const scenario = {
      seed: 42,
      input: { order_id: 'o-1' },
      default: { after: 100 },
      tasks: {
        charge: [
          { after: 40, error: { class: 'rate_limit', status: 429, message: 'slow down' } },
          { after: 40.5, error: { class: 'timeout', retryable: false }, applied: true },
          { after: 30, ok: { transaction_id: 't-1' }, duplicate: true },
        ],
        'ship[1]': [{ hang: true }],
        'compensate:charge': [{ after: 20, ok: {}, applied: false }],
        slow: [{ timeout: true }, {}],
      },
      profile: 'baseline',
      onFailure: 'pause',
      tenant: 'acme',
      run: 'run-2',
      draws: { charge: [0.5, 0] },
      latency: { dispatch: 1 },
      workers: { default: 4 },
      documents: { 'enrich.hxml': '<harness/>' },
      world: { honoursKeys: false },
      environment: { resources: { db: false }, artifacts: { rules: 'sha256:2' } },
    };
    expect(readScenario(JSON.stringify(scenario))).toEqual({
      problems: [],
      scenario: {
        ...scenario,
        latency: { dispatch: 1, decide: 0 },
        world: { honoursKeys: false, status: true },
        environment: {
          ...emptyScenario.environment,
          resources: { db: false },
          artifacts: { rules: 'sha256:2' },
        },
        controls: [],
        tasks: {
          charge: [
            {
              after: 40,
              then: {
                kind: 'error',
                error: {
                  class: 'rate_limit',
                  status: 429,
                  retryable: null,
                  message: 'slow down',
                },
              },
              applied: false,
              duplicate: false,
            },
            {
              after: 40.5,
              then: {
                kind: 'error',
                error: { class: 'timeout', status: null, retryable: false, message: '' },
              },
              applied: true,
              duplicate: false,
            },
            {
              after: 30,
              then: { kind: 'ok', output: { transaction_id: 't-1' } },
              applied: true,
              duplicate: true,
            },
          ],
          'ship[1]': [{ after: 0, then: { kind: 'hang' }, applied: false, duplicate: false }],
          'compensate:charge': [
            { after: 20, then: { kind: 'ok', output: {} }, applied: false, duplicate: false },
          ],
          slow: [
            { after: 0, then: { kind: 'timeout' }, applied: false, duplicate: false },
            { after: 0, then: { kind: 'default' }, applied: true, duplicate: false },
          ],
        },
      },
    });
  });

  test.each([
    [429, 'rate_limit'],
    [503, 'unavailable'],
    [418, 'rejected'],
  ])('takes the class of an error from HTTP status %d where it states none', (status, expected) => {
    expect(tasksOf(JSON.stringify({ tasks: { a: [{ error: { status } }] } }))).toMatchObject({
      a: [{ then: { error: { class: expected, status } } }],
    });
  });

  test('has controls at a time or after an event', () => {
    const controls = [
      { at: 500, action: 'cancel' },
      { event: 12, action: 'crash' },
      { at: 0.5, action: 'resume' },
      { at: 1, action: 'signal', name: 'approved', value: { by: ['x'] } },
      { at: 1, action: 'signal', name: 'nudged' },
      {
        at: 900,
        action: 'operator',
        command: 'settle-uncertain',
        step: 'charge',
        applied: true,
        output: { id: 1 },
        by: 'ops@example.org',
        reason: 'seen in the ledger',
        authorised: false,
      },
      { at: 1000, action: 'operator', command: 'resume-run' },
    ];
    const { scenario, problems } = readScenario(JSON.stringify({ controls }));
    expect(problems).toEqual([]);
    expect(scenario?.controls).toEqual([
      ...controls.slice(0, 4),
      { at: 1, action: 'signal', name: 'nudged', value: null },
      controls[5],
      {
        ...controls[6],
        step: null,
        applied: null,
        output: null,
        by: 'operator',
        reason: '',
        authorised: true,
      },
    ]);
  });

  test('may use any name for a task, also those that objects inherit', () => {
    const text = '{"tasks": {"__proto__": [{"hang": true}], "constructor": [{}]}}';
    const tasks = readScenario(text).scenario?.tasks ?? {};
    expect(Object.keys(tasks)).toEqual(['__proto__', 'constructor']);
    expect(Object.values(tasks)[0]).toMatchObject([{ then: { kind: 'hang' } }]);
    expect(tasks['toString']).toBe(undefined);
  });

  test('without tasks has no task under any name', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(emptyScenario.tasks[name]).toBe(undefined);
      expect(readScenario('{}').scenario?.draws[name]).toBe(undefined);
    }
  });
});

describe('a JSON scenario that is wrong is refused with place and remedy', () => {
  test.each<[unknown, string]>([
    ['{"seed": 1', "line 1, column 11: expected ',' or '}', but the text ends"],
    ['{\n"seed": 1,}', "line 2, column 10: a comma stands before '}'; remove it"],
    ['[]', ': must be an object, not []'],
    ['{"a":1}', "/a: the field 'a' is not known; known are seed, input, default, tasks"],
    [{ sede: 1 }, "/sede: the field 'sede' is not known; did you mean 'seed'?"],
    [{ seed: -1 }, '/seed: must be a whole number from 0 to 9007199254740991, not -1'],
    [{ seed: 1.5 }, '/seed: must be a whole number from 0 to 9007199254740991, not 1.5'],
    ['{"seed": 9007199254740992}', '/seed: must be a whole number from 0 to 90071992547409'],
    [{ input: [] }, '/input: must be an object, not []'],
    [{ default: { after: '1s' } }, '/default/after: must be a number from 0 to 90071992547'],
    [{ default: { ok: {} } }, "/default/ok: the field 'ok' is not known; known are after"],
    [{ tasks: { a: { ok: {} } } }, '/tasks/a: must be an array, not {"ok":{}}'],
    [{ tasks: { a: [] } }, '/tasks/a: has no answer; write one, such as {"ok": {}}'],
    [{ tasks: { a: [{ aftr: 1 }] } }, "/tasks/a/0/aftr: the field 'aftr' is not known; did you"],
    [{ tasks: { a: [{ after: -1 }] } }, '/tasks/a/0/after: must be a number from 0 to'],
    ['{"tasks": {"a": [{"after": 1e999}]}}', "line 1, column 28: the number '1e999' is too large"],
    [{ tasks: { a: [{ ok: {}, hang: true }] } }, '/tasks/a/0: has both ok and hang; keep one'],
    [{ tasks: { a: [{ ok: true }] } }, '/tasks/a/0/ok: must be an object, not true'],
    [{ tasks: { a: [{ hang: false }] } }, '/tasks/a/0/hang: is true where it is given'],
    [{ tasks: { a: [{ error: 'transient' }] } }, '/tasks/a/0/error: must be an object, not "tr'],
    [{ tasks: { a: [{ error: {} }] } }, '/tasks/a/0/error: has neither a class nor a status'],
    [{ tasks: { a: [{ error: { class: 'a b' } }] } }, '/tasks/a/0/error/class: "a b" is not an er'],
    [{ tasks: { a: [{ error: { status: 200 } }] } }, '/tasks/a/0/error/status: must be a whole n'],
    [{ tasks: { 'a/b': [{ applied: 1 }] } }, '/tasks/a~1b/0/applied: must be true or false, not 1'],
    [{ profile: 'harnes' }, '/profile: must be one of harness, baseline, orbit, not "harnes"; di'],
    [{ onFailure: 'stop' }, '/onFailure: must be one of unwind, pause, not "stop"'],
    [{ tenant: 1 }, '/tenant: must be a text, not 1'],
    [{ draws: { a: [0.5, 1] } }, '/draws/a/1: must be a number from 0 below 1, not 1'],
    [{ workers: { default: 0 } }, '/workers/default: must be a whole number from 1 to'],
    [{ documents: { a: 1 } }, '/documents/a: must be a text, not 1'],
    [{ latency: { dispach: 1 } }, "/latency/dispach: the field 'dispach' is not known; did you me"],
    [{ world: { status: 'yes' } }, '/world/status: must be true or false, not "yes"'],
    [{ environment: { resource: {} } }, "/environment/resource: the field 'resource' is not kno"],
    [{ environment: { resources: { db: 'no' } } }, '/environment/resources/db: must be true or f'],
    [{ environment: { artifacts: { a: false } } }, '/environment/artifacts/a: must be a text, not'],
    [{ controls: [1] }, '/controls/0: must be an object, not 1'],
    [{ controls: [{ at: 1 }] }, '/controls/0/action: is missing; write one of cancel, crash'],
    [{ controls: [{ action: 'cancel' }] }, '/controls/0: needs either "at" (a time in ms) or "ev'],
    [{ controls: [{ at: 1, event: 1, action: 'crash' }] }, '/controls/0: needs either "at"'],
    [{ controls: [{ event: 0, action: 'crash' }] }, '/controls/0/event: must be a whole number fr'],
    [{ controls: [{ at: 1, action: 'signal' }] }, '/controls/0/name: is missing; write the name'],
    [{ controls: [{ at: 1, action: 'cancel', step: 'a' }] }, "/controls/0/step: the field 'step'"],
    [
      { controls: [{ at: 1, action: 'operator', command: 'retry-step' }] },
      '/controls/0: needs a "step": the one that retry-step acts on',
    ],
    [
      { controls: [{ at: 1, action: 'operator', command: 'settle-uncertain', step: 'a' }] },
      '/controls/0: needs "applied": whether the effect happened, true or false',
    ],
  ])('%j', (scenario, expected) => {
    const problems = problemsOf(scenario);
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test('all problems are reported at once, and no scenario is handed out', () => {
    const { scenario, problems } = readScenario('{"seed": -1, "tasks": {"a": [{"ok": 1}, 2]}}');
    expect(scenario).toBe(null);
    expect(problems.map(({ path }) => path)).toEqual(['/seed', '/tasks/a/0/ok', '/tasks/a/1']);
  });
});
