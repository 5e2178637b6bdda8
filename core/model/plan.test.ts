import { describe, expect, test } from 'vitest';
import { fromPlan, toPlan } from './plan.ts';

const PLAN = `{
  "plan": 1, "id": "order", "profile": "harness", "entry": null, "onFailure": "unwind",
  "nodes": [
    {"id": "reserve", "kind": "task", "idempotent": true, "join": "all", "quorum": null,
     "inputs": [{"name": "amount", "type": "number", "required": true, "default": null,
                 "value": null}],
     "outputs": [{"name": "id", "type": "string"}], "guard": null,
     "retry": {"maxAttempts": 4, "backoff": "exponential", "initialDelay": 1000,
               "maxDelay": 60000, "multiplier": 2, "jitter": "full", "retryOn": ["transient"]},
     "timeout": {"duration": 180000.5, "onTimeout": "retry"}},
    {"id": "route", "kind": "decision", "idempotent": true, "join": "any", "quorum": null,
     "inputs": [], "outputs": [], "guard": "\${reserve.id != null}",
     "cases": [{"when": "\${true}", "to": "each"}], "otherwise": null},
    {"id": "each", "kind": "loop", "idempotent": true, "join": "quorum", "quorum": 1,
     "inputs": [], "outputs": [], "guard": null,
     "loop": {"kind": "times", "body": "release", "over": null, "while": null, "count": 3,
              "var": "item", "indexVar": "index", "maxIterations": 5, "maxConcurrency": 2,
              "onItemFailure": "continue"}},
    {"id": "release", "kind": "task", "idempotent": false, "join": "all", "quorum": null,
     "inputs": [], "outputs": [], "guard": null, "compensates": "reserve",
     "config": [{"name": "limit", "value": "9"}],
     "resources": [{"ref": "db", "role": null}],
     "artifacts": [{"ref": "rules", "direction": "in"}]},
    {"id": "pause", "kind": "wait", "idempotent": true, "join": "all", "quorum": null,
     "inputs": [], "outputs": [], "guard": null, "wait": {"event": "approved"}},
    {"id": "sub", "kind": "subworkflow", "idempotent": true, "join": "all", "quorum": null,
     "inputs": [], "outputs": [], "guard": null,
     "subworkflow": {"href": "sub.hxml", "digest": null, "specVersion": "1.0"}}],
  "edges": [{"from": "reserve", "to": "release", "type": "compensation", "condition": null,
             "fromPort": null, "toPort": null}],
  "timeout": null,
  "artifacts": [{"id": "rules", "type": "document", "name": null, "uri": null,
                 "mediaType": null, "digest": "sha256:1", "classification": null,
                 "properties": []}],
  "resources": [{"id": "db", "type": "datastore", "name": null, "provider": null, "uri": null,
                 "properties": [{"name": "region", "value": "eu"}]}]
}`;

type Loose = { [key: string]: Loose } & { [index: number]: Loose };

/** The plan with a change, and what is said of it. */
function problemsAfter(change: (plan: Loose) => void): readonly string[] {
  const plan = JSON.parse(PLAN);
  change(plan);
  return fromPlan(plan).problems.map(({ path, message }) => `${path}: ${message}`);
}

test('a plan that uses every field is read, and written as it was', () => {
  const { workflow, problems } = fromPlan(JSON.parse(PLAN));
  expect(problems).toEqual([]);
  expect(workflow?.nodes[0]).toMatchObject({
    id: 'reserve',
    timeout: { duration: 180_000.5, onTimeout: 'retry' },
    retry: { retryOn: ['transient'] },
    cases: null,
    loop: null,
    config: [],
  });
  expect(workflow?.nodes[4]?.wait).toEqual({ duration: null, until: null, event: 'approved' });
  expect(workflow?.edges).toHaveLength(1);
  expect(workflow === null ? null : toPlan(workflow)).toEqual(JSON.parse(PLAN));
});

test('what undoes a step has the name that ORBIT gives it, in plans of its profile', () => {
  const plan = JSON.parse(PLAN.replaceAll('"release"', '"compensate:reserve"'));
  expect(fromPlan({ ...plan, profile: 'orbit' }).workflow?.nodes[3]?.id).toBe('compensate:reserve');
});

test('no retryOn means any failure, and stays away', () => {
  const plan = JSON.parse(PLAN);
  delete plan.nodes[0].retry.retryOn;
  const { workflow } = fromPlan(plan);
  expect(workflow?.nodes[0]?.retry?.retryOn).toBe(null);
  expect(workflow === null ? null : toPlan(workflow)).toEqual(plan);
});

describe('a plan that is wrong is refused with place and remedy', () => {
  test.each<[(plan: Loose) => unknown, string]>([
    [(p) => Reflect.deleteProperty(p, 'plan'), '/plan: is missing; write 1, the version of the'],
    [(p) => Object.assign(p, { plan: 2 }), '/plan: only version 1 is known, not 2'],
    [(p) => Object.assign(p, { nodez: [] }), "/nodez: the field 'nodez' is not known; did you m"],
    [(p) => Object.assign(p, { id: 'a b' }), '/id: "a b" is not an id; ids begin with a letter'],
    [(p) => Object.assign(p, { profile: 'x' }), '/profile: must be one of harness, baseline, or'],
    [(p) => Object.assign(p, { timeout: 5 }), '/timeout: is null in the harness profile: only o'],
    [(p) => Object.assign(p, { entry: 'reserv' }), "/entry: there is no node 'reserv'; did you m"],
    [(p) => Object.assign(p, { nodes: [] }), '/nodes: has no node; a workflow has at least one'],
    [(p) => Object.assign(p, { nodes: {} }), '/nodes: must be an array, not {}'],
    [(p) => Reflect.deleteProperty(p, 'edges'), '/edges: is missing; every field is stated, nul'],
    [(p) => Object.assign(p, { artifacts: 1 }), '/artifacts: must be an array, not 1'],
  ])('%s', (change, expected) => {
    const problems = problemsAfter(change);
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test.each<[number, object, string]>([
    [0, { guard: undefined }, '/nodes/0/guard: is missing; every field is stated, null if it me'],
    [0, { kind: 'taks' }, '/nodes/0/kind: must be one of task, inference, transform, decision,'],
    [4, { id: 'sub' }, "/nodes/5/id: the node 'sub' is declared already"],
    [4, { id: 'compensate:sub' }, "/nodes/4/id: 'compensate:sub' is an id of the orbit profile"],
    [0, { quorum: 2 }, '/nodes/0/quorum: is a number where join is quorum, and null elsewhere'],
    [2, { quorum: null }, '/nodes/2/quorum: is a number where join is quorum, and null elsewhere'],
    [2, { quorum: 0 }, '/nodes/2/quorum: must be a whole number from 1 to 9007199254740991, not'],
    [
      0,
      { cases: [{ when: '', to: 'sub' }] },
      '/nodes/0/cases: belongs to a decision, and this is a task',
    ],
    [1, { otherwise: undefined }, '/nodes/1/otherwise: is missing; a decision has it'],
    [1, { cases: [] }, '/nodes/1/cases: has no case; a decision has at least one'],
    [1, { cases: [{ when: '', to: 'no' }] }, "/nodes/1/cases/0/to: there is no node 'no'"],
    [2, { loop: undefined }, '/nodes/2/loop: is missing; a loop has it'],
    [4, { wait: {} }, '/nodes/4/wait: has exactly one of duration, until and event'],
    [4, { wait: { until: '', event: '' } }, '/nodes/4/wait: has exactly one of duration, until'],
    [4, { wait: { duration: -1 } }, '/nodes/4/wait/duration: must be a number from 0 to 900719'],
    [0, { outputs: [{ name: 'id' }] }, '/nodes/0/outputs/0/type: is missing; every field is st'],
    [3, { compensates: 'reserves' }, "/nodes/3/compensates: there is no node 'reserves'; did y"],
    [3, { resources: [{ ref: 'dbs', role: null }] }, '/nodes/3/resources/0/ref: there is no reso'],
    [3, { artifacts: [{ ref: 'db', direction: 'in' }] }, '/nodes/3/artifacts/0/ref: there is no '],
    [3, { config: [{ name: 'a' }] }, '/nodes/3/config/0/value: is missing; every field is state'],
  ])('node %d with %j', (index, fields, expected) => {
    const problems = problemsAfter((plan) => {
      const node = plan['nodes']?.[index] ?? {};
      Object.assign(node, fields);
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) Reflect.deleteProperty(node, name);
      }
    });
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ maxAttempts: 0 }, '/maxAttempts: must be a whole number from 1 to 1000, not 0'],
    [{ maxAttempts: 1001 }, '/maxAttempts: must be a whole number from 1 to 1000, not 1001'],
    [{ maxAttempts: 2.5 }, '/maxAttempts: must be a whole number from 1 to 1000, not 2.5'],
    [{ initialDelay: -1 }, '/initialDelay: must be a number from 0 to 9007199254740991, not -1'],
    [{ maxDelay: 2 ** 53 }, '/maxDelay: must be a number from 0 to 9007199254740991, not 900'],
    [{ multiplier: -2 }, '/multiplier: must be a number from 0 to 1.7976931348623157e+308, no'],
    [{ multiplier: Number.NaN }, '/multiplier: must be a number from 0 to 1.797693134862315'],
    [{ jitter: true }, '/jitter: must be one of none, full, not true'],
    [{ retryOn: ['a b'] }, '/retryOn/0: "a b" is not one word'],
    [{ backoff: 'exp' }, '/backoff: must be one of none, fixed, linear, exponential, not "exp"'],
  ])('retry with %j', (fields, expected) => {
    const problems = problemsAfter((plan) =>
      Object.assign(plan['nodes']?.[0]?.['retry'] ?? {}, fields),
    );
    expect(problems[0]).toContain(`/nodes/0/retry${expected}`);
    expect(problems).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ queueTimeout: -1 }, '/queueTimeout: must be a number from 0'],
    [{ for: { variable: 'x' } }, '/for/over: is missing'],
    [{ maxParallel: 2 }, '/maxParallel: belongs to a node with for'],
    [{ for: { variable: 'x', over: '${[1]}' }, maxParallel: 0 }, '/maxParallel: must be a whole'],
  ])('a node of the orbit profile with %j', (fields, expected) => {
    const problems = problemsAfter((plan) => {
      Object.assign(plan, { profile: 'orbit' });
      Object.assign(plan['nodes']?.[0] ?? {}, fields);
    });
    expect(problems[0]).toContain(`/nodes/0${expected}`);
    expect(problems).toHaveLength(1);
  });

  test('a node of another profile with what only orbit has', () => {
    const problems = problemsAfter((plan) =>
      Object.assign(plan['nodes']?.[0] ?? {}, { pool: 'gpu' }),
    );
    expect(problems).toEqual([
      '/nodes/0/pool: belongs to the orbit profile, and this plan is of harness',
    ]);
  });

  test.each<[object, string]>([
    [{ from: 'reserver' }, "/edges/0/from: there is no node 'reserver'; did you mean 'reserve'?"],
    [{ type: 'flow' }, '/edges/0/type: must be one of control, data, dependency, error, compens'],
    [{ id: 'e1' }, "/edges/0/id: the field 'id' is not known"],
  ])('an edge with %j', (fields, expected) => {
    const problems = problemsAfter((plan) => Object.assign(plan['edges']?.[0] ?? {}, fields));
    expect(problems[0]).toContain(expected);
    expect(problems).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{ kind: 'forEach' }, '/over: is null, but a loop of kind forEach goes by it'],
    [{ kind: 'until' }, '/while: is null, but a loop of kind until goes by it'],
    [{ count: null }, '/count: is null, but a loop of kind times goes by it'],
    [{ body: 'nowhere' }, "/body: there is no node 'nowhere'"],
    [{ maxIterations: 0 }, '/maxIterations: must be a whole number from 1'],
  ])('a loop with %j', (fields, expected) => {
    const problems = problemsAfter((plan) =>
      Object.assign(plan['nodes']?.[2]?.['loop'] ?? {}, fields),
    );
    expect(problems[0]).toContain(`/nodes/2/loop${expected}`);
    expect(problems).toHaveLength(1);
  });

  test.each([undefined, null, 1, 'plan', [], {}])('%j is no plan', (value) => {
    expect(fromPlan(value).workflow).toBe(null);
    expect(fromPlan(value).problems.length).toBeGreaterThan(0);
  });
});
