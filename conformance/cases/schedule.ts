/** Cases about what runs when: edges, joins, decisions, loops. */

import type { Loop } from '../../core/model/workflow.ts';
import type { CaseSketch } from './fixed-case.ts';
import { err, type NodeSketch, ok } from './whiteboard.ts';
import { either, HARNESS } from './words.ts';

const loop = (rest: Partial<Loop>): NodeSketch => ({
  kind: 'loop',
  loop: {
    ...{ kind: 'times', body: 'body', over: null, while: null, count: null },
    ...{ var: 'item', indexVar: 'index', maxIterations: 9, maxConcurrency: 1 },
    ...{ onItemFailure: 'fail', ...rest },
  },
});

const WAITING_FOR_EACH_OTHER = `<harness xmlns="https://harnessxml.com/spec/1.0" id="case" specVersion="1.0">
  <nodes>
    <node id="A" type="task"/>
    <node id="B" type="task"/>
    <node id="C" type="task"/>
  </nodes>
  <edges>
    <edge from="A" to="B"/>
    <edge from="B" to="C"/>
    <edge from="C" to="B"/>
  </edges>
</harness>
`;

const list = '${[11, 22, 33, 44]}';

const decision = (...whens: readonly string[]): NodeSketch => ({
  kind: 'decision',
  cases: whens.map((when, index) => ({ when, to: `C${index + 1}` })),
});

export const scheduleCases: readonly CaseSketch[] = [
  {
    rule: 'schedule/entry-set',
    title: 'A and C begin, and nothing else does by itself',
    profiles: HARNESS,
    flow: 'A > B; C > D; C =err=> R; C =comp=> uC',
    tasks: { A: [ok(1)], B: [ok(1)], C: [ok(2)], D: [ok(2)] },
  },
  {
    rule: 'schedule/entry-set',
    title: 'entry names C, so A never begins',
    profiles: HARNESS,
    flow: 'A > B; C > D',
    entry: 'C',
    tasks: { C: [ok(2)], D: [ok(2)] },
  },
  {
    rule: 'schedule/control-edge',
    title: 'B begins when A has succeeded',
    profiles: HARNESS,
    flow: 'A > B',
    tasks: { A: [ok(2)], B: [ok(1)] },
  },
  {
    rule: 'schedule/data-edge',
    title: 'B is handed what A gave',
    profiles: HARNESS,
    flow: 'A.n => B.amount',
    nodes: { A: { outputs: ['n'] }, B: { inputs: [{ name: 'amount' }] } },
    tasks: { A: [ok(1, { n: 417 })], B: [ok(1)] },
  },
  {
    rule: 'schedule/dependency-edge',
    title: 'B begins although A failed',
    profiles: HARNESS,
    flow: 'A =dep=> B; A =err=> R',
    tasks: { A: [err(1)], B: [ok(2)], R: [ok(1)] },
  },
  {
    rule: 'schedule/join-all',
    title: 'J waits for the slower of two',
    profiles: HARNESS,
    flow: 'A > J; B > J',
    tasks: { A: [ok(1)], B: [ok(3)], J: [ok(1)] },
  },
  {
    rule: 'schedule/join-all',
    title: 'a branch whose failure was handled is not waited for',
    profiles: HARNESS,
    flow: 'A =err=> R; A > J; B > J',
    tasks: { A: [err(1)], R: [ok(1)], B: [ok(3)], J: [ok(1)] },
    question: 'Q14',
    reads: ({ calls }) =>
      either(
        calls.some(({ unit }) => unit === 'J'),
        'negative',
        'blocks',
      ),
  },
  {
    rule: 'schedule/join-any',
    title: 'J begins with the first of two, and once',
    profiles: HARNESS,
    flow: 'A > J; B > J; B > D',
    nodes: { J: { join: 'any' } },
    tasks: { A: [ok(1)], B: [ok(3)], J: [ok(1)], D: [ok(1)] },
  },
  {
    rule: 'schedule/join-quorum',
    title: 'J begins with the second of three',
    profiles: HARNESS,
    flow: 'A > J; B > J; C > J',
    nodes: { J: { join: 'quorum', quorum: 2 } },
    tasks: { A: [ok(1)], B: [ok(3)], C: [ok(6)], J: [ok(1)] },
  },
  {
    rule: 'schedule/join-any-cancels',
    title: 'B could only lead to J, and is cancelled; C leads elsewhere too, and is not',
    profiles: HARNESS,
    flow: 'S > A; S > B; S > C; A > J; B > J; C > J; C > D',
    nodes: { J: { join: 'any' } },
    tasks: { S: [ok(1)], A: [ok(1)], B: [ok(9)], C: [ok(5)], J: [ok(1)], D: [ok(1)] },
  },
  {
    rule: 'schedule/edge-condition',
    title: 'the edge to B has a false condition: B never begins, and J does not wait for it',
    profiles: HARNESS,
    flow: 'A > B; A > C; B > J; C > J',
    conditions: { 'A > B': '${false}' },
    tasks: { A: [ok(1)], C: [ok(1)], J: [ok(1)] },
  },
  {
    rule: 'schedule/guard-skips',
    title: 'the guard of B is false: its task is not called, and C runs',
    profiles: HARNESS,
    flow: 'A > B; B > C',
    nodes: { A: { outputs: ['n'] }, B: { guard: '${A.n > 3}' } },
    tasks: { A: [ok(1, { n: 2 })], C: [ok(1)] },
  },
  {
    rule: 'schedule/unreachable-propagates',
    title: 'X is not reached, nor is Y behind it, and J resolves without them',
    profiles: HARNESS,
    flow: 'S > X; X > Y; Y > J; S > Z; Z > J',
    conditions: { 'S > X': '${false}' },
    tasks: { S: [ok(1)], Z: [ok(2)], J: [ok(1)] },
  },
  {
    rule: 'schedule/decision-first-true',
    title: 'the second and the third case are true: the second is taken',
    profiles: HARNESS,
    flow: 'A > D',
    nodes: { A: { outputs: ['n'] }, D: decision('${A.n > 9}', '${A.n > 3}', '${A.n > 1}') },
    tasks: { A: [ok(1, { n: 5 })], C2: [ok(1)] },
  },
  {
    rule: 'schedule/decision-no-case',
    title: 'no case is true, and there is no otherwise: HX-4103',
    profiles: HARNESS,
    flow: 'A > D',
    nodes: { A: { outputs: ['n'] }, D: decision('${A.n > 9}', '${A.n > 7}') },
    tasks: { A: [ok(1, { n: 5 })] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'three times',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: { L: loop({ count: 3 }) },
    tasks: { body: [ok(1)], B: [ok(1)] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'once for each of four elements',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: { L: loop({ kind: 'forEach', over: list }) },
    tasks: { body: [ok(1)], B: [ok(1)] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'not at all for an empty list',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: { L: loop({ kind: 'forEach', over: '${[]}' }) },
    tasks: { B: [ok(1)] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'while the body gave less than 2',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: {
      L: loop({ kind: 'while', while: '${(body.n ?? 0) < 2}' }),
      body: { outputs: ['n'] },
    },
    tasks: { 'body[0]': [ok(1, { n: 1 })], 'body[1]': [ok(1, { n: 2 })], B: [ok(1)] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'until the body gave 2',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: {
      L: loop({ kind: 'until', while: '${(body.n ?? 0) >= 2}' }),
      body: { outputs: ['n'] },
    },
    tasks: { 'body[0]': [ok(1, { n: 1 })], 'body[1]': [ok(1, { n: 2 })], B: [ok(1)] },
  },
  {
    rule: 'schedule/loop-bounds',
    title: 'four elements, and no more than two iterations: HX-4104',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: { L: loop({ kind: 'forEach', over: list, maxIterations: 2 }) },
    tasks: { body: [ok(1)] },
  },
  {
    rule: 'schedule/loop-concurrency',
    title: 'four elements, no more than two at once',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: { L: loop({ kind: 'forEach', over: list, maxConcurrency: 2 }) },
    tasks: {
      ...{ 'body[0]': [ok(3)], 'body[1]': [ok(1)], 'body[2]': [ok(4)], 'body[3]': [ok(1.5)] },
      B: [ok(1)],
    },
  },
  ...(['fail', 'continue', 'break'] as const).map(
    (onItemFailure): CaseSketch => ({
      rule: 'schedule/loop-on-item-failure',
      title: `the second of four elements fails: ${onItemFailure}`,
      profiles: HARNESS,
      flow: 'L > B',
      nodes: { L: loop({ kind: 'forEach', over: list, onItemFailure }) },
      tasks: { body: [ok(1)], 'body[1]': [err(1)], B: [ok(1)] },
    }),
  ),
  {
    rule: 'schedule/loop-iteration-scoped',
    title: 'each iteration is handed its own element',
    profiles: HARNESS,
    flow: 'L > B',
    nodes: {
      L: loop({ kind: 'forEach', over: list, maxConcurrency: 2 }),
      body: { inputs: [{ name: 'element', value: '${item}' }], outputs: ['n'] },
    },
    tasks: {
      'body[0]': [ok(3, { n: 1 })],
      'body[1]': [ok(1, { n: 2 })],
      'body[2]': [ok(4, { n: 3 })],
      'body[3]': [ok(1.5, { n: 4 })],
      B: [ok(1)],
    },
  },
  {
    rule: 'schedule/missing-input',
    title: 'A was skipped, so B lacks its input: HX-4101, and no call',
    profiles: HARNESS,
    flow: 'A.n => B.amount',
    nodes: {
      A: { guard: '${false}', outputs: ['n'] },
      B: { inputs: [{ name: 'amount' }] },
    },
    tasks: {},
  },
  {
    rule: 'schedule/invalid-refused',
    title: 'B and C wait for each other: nothing is called',
    profiles: HARNESS,
    flow: 'A > B; B > C; C > B',
    document: { dialect: 'harness', text: WAITING_FOR_EACH_OTHER, errors: ['HX-3003'] },
    tasks: { A: [ok(1)] },
  },
];
