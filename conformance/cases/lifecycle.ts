/** Cases about how steps move, and what a run comes to. */

import type { CaseSketch } from './fixed-case.ts';
import { cancelAt, err, hang, ok } from './whiteboard.ts';
import { attempts, either, HARNESS, moved, within } from './words.ts';

export const lifecycleCases: readonly CaseSketch[] = [
  {
    rule: 'lifecycle/legal-transitions',
    title: 'a retry, a skip, a failure and an undo, by the table alone',
    profiles: HARNESS,
    flow: 'A > B; B > F; A =comp=> uA',
    nodes: { A: attempts(3), B: { guard: '${false}' } },
    tasks: { A: [err(1), ok(1)], F: [err(1)] },
  },
  {
    rule: 'lifecycle/legal-transitions',
    title: 'a step that is undone, and the step that undoes it',
    profiles: HARNESS,
    flow: 'A > F; A =comp=> uA',
    tasks: { A: [ok(1)], F: [err(1)] },
    question: 'Q3',
    reads: (seen) => either(moved(seen, 'uA', 'READY', 'RUNNING'), 'full', 'direct'),
  },
  {
    rule: 'lifecycle/terminal-final',
    title: 'a late result moves nothing that is over',
    profiles: HARNESS,
    flow: 'A =err=> R; C',
    nodes: { A: within(2) },
    tasks: { A: [ok(5)], R: [ok(6)], C: [ok(9)] },
  },
  {
    rule: 'lifecycle/attempt-numbers',
    title: 'attempts 1, 2 and 3',
    profiles: HARNESS,
    flow: 'A > B',
    nodes: { A: attempts(4) },
    tasks: { A: [err(1), err(1), ok(1)], B: [ok(1)] },
  },
  {
    rule: 'lifecycle/skipped-is-success',
    title: 'A is skipped: B runs, R does not',
    profiles: HARNESS,
    flow: 'A > B; A =err=> R',
    nodes: { A: { guard: '${false}' } },
    tasks: { B: [ok(1)] },
  },
  {
    rule: 'lifecycle/skipped-is-success',
    title: 'A is skipped at its timeout: B runs, R does not',
    profiles: HARNESS,
    flow: 'A > B; A =err=> R',
    nodes: { A: within(1, 'skip') },
    tasks: { A: [hang], B: [ok(1)] },
  },
  {
    rule: 'lifecycle/pending-is-normal',
    title: 'the handler was never needed, and the run succeeds',
    profiles: HARNESS,
    flow: 'A > B; A =err=> R',
    tasks: { A: [ok(1)], B: [ok(1)] },
  },
  {
    rule: 'lifecycle/outcome-derived',
    title: 'a failure that was handled is a success',
    profiles: HARNESS,
    flow: 'A =err=> R',
    tasks: { A: [err(1)], R: [ok(1)] },
  },
  {
    rule: 'lifecycle/outcome-derived',
    title:
      'A answers in time that something of its own timed out: it has failed, and is not skipped',
    profiles: HARNESS,
    flow: 'A',
    nodes: { A: within(2, 'skip') },
    tasks: { A: [err(1, 'timeout')] },
  },
  {
    rule: 'failure/cancel-ends-cancelled',
    title: 'a run is cancelled before its second step begins',
    profiles: HARNESS,
    flow: 'A > B',
    tasks: { A: [ok(1)] },
    controls: [cancelAt(0.4)],
    question: 'Q15',
    reads: (seen) => either(moved(seen, 'B', 'PENDING', 'CANCELLED'), 'cancelled', 'pending'),
  },
  {
    rule: 'lifecycle/trace-fields',
    title: 'the trace tells class and message of the failure',
    profiles: HARNESS,
    flow: 'A > B',
    nodes: { A: attempts(2) },
    tasks: { A: [err(1, 'unavailable')] },
  },
];
