/** Cases about failures: who handles them, and what an abort does to the rest. */

import type { CaseSketch } from './fixed-case.ts';
import { cancelAt, err, ok } from './whiteboard.ts';
import { ALL, attempts, HARNESS, notIdempotent, ORBIT } from './words.ts';

const TASKS = `task "do" { input { n: Int } output { v: Int } }
task "undo" { input { v: Int } }
`;

const WITH_CHILD = `${TASKS}
workflow Ship {
    step book {
        worker "do"
        with { n: 1 }
        compensate { worker "undo" with { v: book.v } }
    }
    step load {
        worker "do"
        after book
        with { n: 2 }
    }
    step drive {
        worker "do"
        after load
        with { n: 3 }
    }
}

workflow Order {
    step reserve {
        worker "do"
        with { n: 4 }
        compensate { worker "undo" with { v: reserve.v } }
    }
    step ship { workflow Ship }
    step charge {
        worker "do"
        with { n: 5 }
    }
}
`;

const WITHOUT_RETURN = `${TASKS}
workflow Order {
    step reserve {
        worker "do"
        with { n: 4 }
        compensate { worker "undo" with { v: reserve.v } }
    }
    return { share: 1 / (reserve.v - 1) }
}
`;

export const failureCases: readonly CaseSketch[] = [
  {
    rule: 'failure/handled-by-error-edge',
    title: 'R handles the failure of B, and A is not undone',
    profiles: HARNESS,
    flow: 'A > B; A =comp=> uA; B =err=> R',
    tasks: { A: [ok(1)], B: [err(1)], R: [ok(1)] },
  },
  {
    rule: 'failure/all-error-edges',
    title: 'both handlers run',
    profiles: HARNESS,
    flow: 'B =err=> R1; B =err=> R2',
    tasks: { B: [err(1)], R1: [ok(1)], R2: [ok(2)] },
  },
  {
    rule: 'failure/error-edge-once',
    title: 'the handler runs after the last of three attempts, and once',
    profiles: HARNESS,
    flow: 'B =err=> R',
    nodes: { B: attempts(3) },
    tasks: { B: [err(1)], R: [ok(1)] },
  },
  {
    rule: 'failure/error-edge-once',
    title: 'a success at the second attempt needs no handler',
    profiles: HARNESS,
    flow: 'B =err=> R; B > C',
    nodes: { B: attempts(3) },
    tasks: { B: [err(1), ok(1)], C: [ok(1)] },
  },
  {
    rule: 'failure/propagates',
    title: 'nothing handles the failure of B: A is undone',
    profiles: ALL,
    flow: 'A > B; A =comp=> uA',
    tasks: { A: [ok(1)], B: [err(1)] },
  },
  {
    rule: 'failure/no-new-work',
    title: 'F fails while L runs: what follows L never begins',
    profiles: ALL,
    flow: 'S > F; S > L; L > M; S =comp=> uS',
    tasks: { F: [err(1)], L: [ok(2)] },
  },
  {
    rule: 'failure/cancels-running',
    title: 'L runs and Q waits for its next attempt: both are cancelled',
    profiles: HARNESS,
    flow: 'S > F; S > L; S > Q; S =comp=> uS',
    nodes: { Q: attempts(3, { initialDelay: 9000 }) },
    tasks: { F: [err(1)], L: [ok(8)], Q: [err(0.3)] },
  },
  {
    rule: 'failure/withdraws-waiting',
    title: 'Q waits for its next attempt when F fails: it is not made',
    profiles: ALL,
    flow: 'S > F; S > Q; S =comp=> uS',
    nodes: { Q: attempts(3, { initialDelay: 9000 }) },
    tasks: { S: [ok(1)], F: [err(1)], Q: [err(0.3, 'unavailable')], uS: [ok(12)] },
    question: 'Q11',
  },
  {
    rule: 'failure/no-retry-while-aborting',
    title: 'L fails during the abort, with two attempts left: they are not made',
    profiles: ORBIT,
    flow: 'S > F; S > L; S =comp=> uS',
    nodes: { L: attempts(3, { initialDelay: 500 }) },
    tasks: { S: [ok(1)], F: [err(1)], L: [err(4, 'unavailable')], uS: [ok(3)] },
  },
  {
    rule: 'failure/awaits-in-flight',
    title: 'S is undone only after L, which runs when F fails, is over',
    profiles: ORBIT,
    flow: 'S > F; S > L; S =comp=> uS',
    tasks: { S: [ok(1)], F: [err(1)], L: [ok(5)] },
  },
  {
    rule: 'failure/late-success-compensated',
    title: 'L succeeds during the abort, so it is undone, first of all',
    profiles: ORBIT,
    flow: 'S > F; S > L; S =comp=> uS; L =comp=> uL',
    tasks: { S: [ok(1)], F: [err(1)], L: [ok(5)], uL: [ok(1)] },
  },
  {
    rule: 'failure/late-success-compensated',
    title: 'a charge that had to finish succeeds during the unwinding, so it is undone first',
    profiles: HARNESS,
    flow: 'S > F; S > charge; S =comp=> uS; charge =comp=> refund',
    nodes: { charge: notIdempotent },
    tasks: { S: [ok(1)], F: [err(1)], charge: [ok(5)], refund: [ok(1)] },
    question: 'Q4',
  },
  {
    rule: 'failure/cancel-ends-cancelled',
    title: 'a cancel while B runs: C never begins',
    profiles: ALL,
    flow: 'A > B; B > C',
    tasks: { A: [ok(1)], B: [ok(2)] },
    controls: [cancelAt(1.5)],
  },
  {
    rule: 'failure/cancel-compensates',
    title: 'a cancel while B runs: A is undone',
    profiles: ORBIT,
    flow: 'A > B; A =comp=> uA',
    tasks: { A: [ok(1)], B: [ok(2)] },
    controls: [cancelAt(1.5)],
  },
  {
    rule: 'failure/workflow-timeout-compensates',
    title: 'the run has 3 s; B takes longer, so A is undone',
    profiles: ORBIT,
    flow: 'A > B; B > C; A =comp=> uA',
    timeout: 3000,
    tasks: { A: [ok(1)], B: [ok(5)] },
  },
  {
    rule: 'failure/child-cancelled',
    title:
      'the child has booked a van when charge fails: it cancels the van itself, and is awaited',
    profiles: ORBIT,
    document: { dialect: 'orbit', text: WITH_CHILD, errors: [] },
    tasks: {
      'ship/book': [ok(1, { v: 1 })],
      'ship/load': [ok(5, { v: 2 })],
      reserve: [ok(0.5, { v: 3 })],
      charge: [err(2.5)],
      'compensate:ship/book': [ok(1)],
      'ship/compensate:book': [ok(1)],
      'compensate:reserve': [ok(1)],
    },
  },
  {
    rule: 'failure/return-value',
    title: 'all steps succeed, the return value divides by zero, and nothing is undone',
    profiles: ORBIT,
    document: { dialect: 'orbit', text: WITHOUT_RETURN, errors: [] },
    tasks: { reserve: [ok(1, { v: 1 })] },
  },
  {
    rule: 'failure/queue-timeout',
    title: 'one worker, busy until 9 s: B waits for it 2 s and has failed, so A is undone',
    profiles: ORBIT,
    flow: 'A; B; A =comp=> uA',
    nodes: { B: { queueTimeout: 2000 } },
    workers: { default: 1 },
    tasks: { A: [ok(9)], B: [ok(1)] },
  },
  {
    rule: 'failure/queue-timeout',
    title: 'it has two attempts: the second one finds the worker',
    profiles: ORBIT,
    flow: 'A; B',
    nodes: { B: { queueTimeout: 2000, ...attempts(2, { initialDelay: 1500 }) } },
    workers: { default: 1 },
    tasks: { A: [ok(3)], B: [ok(1)] },
  },
];
