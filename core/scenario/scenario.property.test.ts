import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { MAXIMUM_TIME } from '../model/duration.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { Control, Scenario, TaskAnswer } from '../model/scenario.ts';
import { readScenario, writeScenario } from './read.ts';

const name = fc.constantFrom('a', 'b[1]', 'compensate:a', '__proto__', 'constructor', 'toString');
const text = fc.string({ unit: 'binary', maxLength: 6 });
const time = fc.oneof(fc.nat(), fc.double({ min: 0, max: MAXIMUM_TIME, noNaN: true }));
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const mapOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: false });
const object = mapOf(json) as fc.Arbitrary<JsonObject>;

const answer: fc.Arbitrary<TaskAnswer> = fc.record({
  after: time,
  // biome-ignore format: one outcome a line
  then: fc.oneof(
    fc.constantFrom({ kind: 'default' as const }, { kind: 'hang' as const }, { kind: 'timeout' as const }),
    object.map((output) => ({ kind: 'ok' as const, output })),
    fc
      .record({
        class: fc.constantFrom('transient', 'x.y-z'),
        status: orNull(fc.integer({ min: 400, max: 599 })),
        retryable: orNull(fc.boolean()),
        message: text,
      })
      .map((error) => ({ kind: 'error' as const, error })),
  ),
  applied: fc.boolean(),
  duplicate: fc.boolean(),
});

const moment = fc.oneof(
  time.map((at) => ({ at })),
  fc.integer({ min: 1, max: MAXIMUM_TIME }).map((event) => ({ event })),
);
const act = fc.oneof(
  fc.constantFrom({ action: 'cancel' as const }, { action: 'crash' as const }),
  fc.record({ action: fc.constant('signal' as const), name: text, value: json }),
  fc.record({
    action: fc.constant('operator' as const),
    command: fc.constantFrom('retry-step' as const, 'settle-uncertain' as const),
    step: name,
    applied: fc.boolean(),
    output: json,
    by: text,
    reason: text,
    authorised: fc.boolean(),
  }),
);

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat({ max: MAXIMUM_TIME }),
  input: object,
  default: fc.record({ after: time }),
  tasks: mapOf(fc.array(answer, { minLength: 1, maxLength: 3 })),
  profile: orNull(fc.constantFrom('harness' as const, 'baseline' as const)),
  onFailure: orNull(fc.constantFrom('unwind' as const, 'pause' as const)),
  tenant: text,
  run: text,
  draws: mapOf(fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))),
  latency: fc.record({ dispatch: time, decide: time }),
  workers: mapOf(fc.integer({ min: 1, max: 9 })),
  documents: mapOf(text),
  world: fc.record({ honoursKeys: fc.boolean(), status: fc.boolean() }),
  environment: fc.record({
    resources: mapOf(fc.boolean()),
    artifacts: mapOf(text),
    principals: mapOf(fc.boolean()),
    isolations: mapOf(fc.boolean()),
    permissions: mapOf(fc.boolean()),
  }),
  controls: fc.array(
    fc.tuple(moment, act).map(([when, what]): Control => ({ ...when, ...what })),
    { maxLength: 3 },
  ),
});

/** JSON has no -0. */
const normalised = (value: unknown) => JSON.parse(JSON.stringify(value));

test.prop([scenarios], runs(50_000))(
  'a scenario that was written is read as it was',
  (scenario) => {
    const reading = readScenario(JSON.stringify(writeScenario(scenario)));
    expect(reading.problems).toEqual([]);
    expect(normalised(reading.scenario)).toEqual(normalised(scenario));
  },
);

const piece = fc.constantFrom(
  ...['a', 'a@2', '@', 'ok', 'fail', 'timeout', 'transient', 'x=1', 'x=', '=', '[', ']', ',', '"'],
  ...[
    "'",
    '{',
    '}',
    '\\',
    '#',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\ufeff',
    '{"a":1}',
    '1e999',
    'x=[1,',
    ':',
  ],
);

test.prop(
  [
    fc.oneof(
      fc.array(piece, { maxLength: 20 }).map((all) => all.join('')),
      text,
    ),
  ],
  runs(500_000),
)('any text is read, or refused with places', (source) => {
  const { scenario, problems } = readScenario(source);
  expect(scenario === null).toBe(problems.length > 0);
  for (const { path, message } of problems) {
    expect(path).toMatch(/^(?:$|\/|line \d)/);
    expect(message).toMatch(/\S/);
  }
});

test.prop([fc.json()], runs(100_000))('any JSON is read, or refused with places', (source) => {
  const { scenario, problems } = readScenario(source);
  if (/^\s*[{["]/.test(source)) expect(scenario === null).toBe(problems.length > 0);
});
