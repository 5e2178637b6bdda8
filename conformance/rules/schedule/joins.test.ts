import { describe, expect, it } from 'vitest';
import { type NodeSketch, workflowOf } from '../../../testing/workflow.ts';
import { scheduleRules } from './index.ts';
import { judgedBy, transitions } from './testing/sketches.ts';

const judged = judgedBy(scheduleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

const three = (J: NodeSketch) => workflowOf('A > J; B > J; C > J', { J });
const branches = [
  { unit: 'A', at: 0, after: 1000 },
  { unit: 'B', at: 0, after: 2000 },
  { unit: 'C', at: 0, after: 3000 },
];
const joinedAt = (...times: readonly number[]) => [
  ...branches,
  ...times.map((at) => ({ unit: 'J', at, attempt: 1 })),
];

describe.each([
  ['all', {}, 3000, 'A ended at 1000 ms, B ended at 2000 ms, C ended at 3000 ms'],
  ['any', { join: 'any' }, 1000, 'A ended at 1000 ms, B ended at 2000 ms, C ended at 3000 ms'],
  [
    'quorum',
    { join: 'quorum', quorum: 2 },
    2000,
    'A ended at 1000 ms, B ended at 2000 ms, C ended at 3000 ms',
  ],
] as const)('schedule/join-%s', (policy, sketch, due, reasons) => {
  const id = `schedule/join-${policy}`;
  const workflow = three(sketch);

  it('takes a join that begins when its policy is met', () => {
    expect(judged(id, workflow, { calls: joinedAt(due), ...succeeded })).toEqual(none(1));
  });

  it('finds one that begins before, later, twice, or never', () => {
    const messages = (...times: readonly number[]) =>
      judged(id, workflow, { calls: joinedAt(...times), ...succeeded }).messages;
    expect(messages(due - 1)).toEqual([
      `J was begun at ${due - 1} ms, before it could be: ${reasons}`,
    ]);
    expect(messages(due + 1)).toEqual([
      `J was begun at ${due + 1} ms, though it could be at ${due} ms: ${reasons}`,
    ]);
    expect(messages(due, due + 500)).toEqual([`J was begun a second time at ${due + 500} ms`]);
    expect(messages()).toEqual([`J was never begun, though it could be at ${due} ms: ${reasons}`]);
  });

  it('is vacuous without a join', () => {
    const chain = workflowOf('A > J', { J: sketch });
    const calls = [
      { unit: 'A', at: 0 },
      { unit: 'J', at: 0 },
    ];
    expect(judged(id, chain, { calls, ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/join-all', () => {
  it('lets a failure that was handled count as no success', () => {
    const workflow = workflowOf('A > J; B > J; A =err=> R');
    const calls = [
      { unit: 'A', at: 0, after: 1000, error: 'transient' },
      { unit: 'B', at: 0, after: 2000 },
      { unit: 'R', at: 1000 },
      { unit: 'J', at: 2000 },
    ];
    expect(judged('schedule/join-all', workflow, { calls, ...succeeded })).toEqual(none(1));
    const blocks = { choices: { Q14: 'blocks' }, ...succeeded };
    const waiting = calls.slice(0, 3);
    expect(judged('schedule/join-all', workflow, { calls: waiting, ...blocks })).toEqual(none(0));
  });

  it('says nothing where one branch is not told', () => {
    const workflow = workflowOf('A > J; S > J', { S: { kind: 'subworkflow' } });
    const calls = [
      { unit: 'A', at: 0, after: 1000 },
      { unit: 'J', at: 5000 },
    ];
    expect(judged('schedule/join-all', workflow, { calls, ...succeeded })).toEqual(none(0));
    const early = [
      { unit: 'A', at: 0, after: 1000 },
      { unit: 'J', at: 500 },
    ];
    expect(judged('schedule/join-all', workflow, { calls: early, ...succeeded }).messages).toEqual([
      'J was begun at 500 ms, before it could be: A ended at 1000 ms, nobody can tell of S',
    ]);
  });
});

describe('schedule/join-quorum', () => {
  it('counts successes, not ends', () => {
    const workflow = workflowOf('A > J; B > J; C > J; A =err=> R', {
      J: { join: 'quorum', quorum: 2 },
    });
    const calls = (at: number) => [
      { unit: 'A', at: 0, after: 1000, error: 'transient' },
      { unit: 'B', at: 0, after: 2000 },
      { unit: 'C', at: 0, after: 3000 },
      { unit: 'R', at: 1000 },
      { unit: 'J', at },
    ];
    const id = 'schedule/join-quorum';
    expect(judged(id, workflow, { calls: calls(3000), ...succeeded })).toEqual(none(1));
    expect(judged(id, workflow, { calls: calls(2000), ...succeeded }).messages).toHaveLength(1);
  });
});

describe('schedule/join-any-cancels', () => {
  const id = 'schedule/join-any-cancels';
  const race = workflowOf('A > J; B > J; C > J; C > D', { J: { join: 'any' } });
  const begun = `
    0 A PENDING READY 0
    0 A READY RUNNING
    0 B PENDING READY 0
    0 B READY RUNNING
    0 C PENDING READY 0
    0 C READY RUNNING
    1000 A RUNNING SUCCEEDED
    1000 J PENDING READY 0`;
  const calls = [
    { unit: 'A', at: 0, after: 1000 },
    { unit: 'B', at: 0, after: 2000, abortedAt: 1000 },
    { unit: 'C', at: 0, after: 3000 },
    { unit: 'J', at: 1000 },
    { unit: 'D', at: 3000 },
  ];

  it('takes the losers cancelled, and what leads elsewhere left alone', () => {
    const trace = transitions(`${begun}
      1000 B RUNNING CANCELLED
      3000 C RUNNING SUCCEEDED`);
    expect(judged(id, race, { calls, trace, ...succeeded })).toEqual(none(2));
  });

  it('finds a loser that goes on', () => {
    const trace = transitions(`${begun}
      2000 B RUNNING SUCCEEDED
      3000 C RUNNING SUCCEEDED`);
    expect(judged(id, race, { calls, trace, ...succeeded }).messages).toEqual([
      'B was RUNNING when J began at 1000 ms, could lead nowhere else, and was not cancelled',
    ]);
  });

  it('finds a node that is cancelled though it leads elsewhere too', () => {
    const trace = transitions(`${begun}
      1000 B RUNNING CANCELLED
      1000 C RUNNING CANCELLED`);
    expect(judged(id, race, { calls, trace, ...succeeded }).messages).toEqual([
      'C was cancelled at 1000 ms, though it could lead elsewhere than to an any join that began',
    ]);
  });

  it('lets a step that is not idempotent finish, and is vacuous without a trace', () => {
    const careful = workflowOf('A > J; B > J', { J: { join: 'any' }, B: { idempotent: false } });
    const trace = transitions(`${begun}
      2000 B RUNNING SUCCEEDED`).filter(({ node }) => node !== 'C');
    const both = calls.filter(({ unit }) => unit !== 'C' && unit !== 'D');
    expect(judged(id, careful, { calls: both, trace, ...succeeded })).toEqual(none(0));
    expect(judged(id, race, { calls, ...succeeded })).toEqual(none(0));
  });

  it('says nothing of what an abort cancels', () => {
    const trace = transitions(`${begun}
      1000 B RUNNING CANCELLED
      2000 C RUNNING CANCELLED`);
    const controls = [{ at: 2000, action: 'cancel' as const }];
    expect(judged(id, race, { calls, trace, controls, outcome: 'cancelled' })).toEqual(none(2));
  });
});
