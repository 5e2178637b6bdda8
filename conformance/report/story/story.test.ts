import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { simulate } from '../../../simulator/index.ts';
import { timelineOf } from '../../../simulator/trace/timeline.ts';
import {
  cancelAt,
  err,
  hang,
  lostReply,
  ok,
  scenarioOf,
  workflowOf,
} from '../../../testing/workflow.ts';
import { notableEvents } from './notable.ts';
import { tellRun } from './sentence.ts';
import { worldOf } from './world.ts';

function sentence(workflow: Workflow, scenario: Scenario, limits = {}): string {
  const run = simulate(workflow, scenario, limits);
  return tellRun(run, workflow, timelineOf(run.trace));
}

function story(workflow: Workflow, scenario: Scenario): string[] {
  const { trace } = simulate(workflow, scenario);
  return notableEvents(trace, workflow).map(({ kind, text }) => `${kind}: ${text}`);
}

const once = { idempotent: false, timeout: { duration: 5000, onTimeout: 'fail' } } as const;

describe('the sentence', () => {
  test.each<[string, Workflow, Scenario, string]>([
    [
      'success',
      workflowOf('a > b'),
      scenarioOf({ b: [ok(2)] }),
      'all 2 nodes that ran succeeded at the first attempt; the run ended succeeded after 2 s.',
    ],
    [
      'success in the end',
      workflowOf('a', { a: { retry: {} } }),
      scenarioOf({ a: [err(0, 'timeout'), err(0, 'timeout'), ok()] }),
      'a succeeded at attempt 3 (before: timeout twice); the run ended succeeded after 2 s.',
    ],
    [
      'failure with nothing to undo',
      workflowOf('a'),
      scenarioOf({ a: [err(1, 'rejected')] }),
      'a failed (rejected); there was nothing to undo; the run ended failed after 1 s.',
    ],
    [
      'a saga',
      workflowOf('a > b; b > c; a =comp=> ua; b =comp=> ub', { c: { retry: {} } }),
      scenarioOf({ c: [err(1)] }),
      'c failed after 3 attempts (transient); b and a were undone, newest first; the run ended compensated after 5 s.',
    ],
    [
      'an undo that fails',
      workflowOf('a > b; a =comp=> ua'),
      scenarioOf({ b: [err()], ua: [err(1, 'rejected')] }),
      'b failed (transient); ua could not undo a (rejected, HX-4110); the run ended failed after 1 s.',
    ],
    [
      'a handled failure',
      workflowOf('a =err=> h'),
      scenarioOf({ a: [err()] }),
      'a failed (transient), and its error edge led to h; the run ended succeeded after 0 s.',
    ],
    [
      'a payment that nobody knows of',
      workflowOf('a', { a: once }),
      scenarioOf({ a: [hang] }),
      'a gave no answer for 5 s, so whether it was done is uncertain; there was nothing to undo; the run ended failed after 5 s.',
    ],
    [
      'an answer that comes late',
      workflowOf('a', { a: once }),
      scenarioOf({ a: [ok(7)] }),
      'a gave no answer for 5 s, so whether it was done is uncertain (its success came 2 s later and was ignored); there was nothing to undo; the run ended failed after 5 s.',
    ],
    [
      'a timeout that skips',
      workflowOf('a > b', { a: { timeout: { duration: 1000, onTimeout: 'skip' } } }),
      scenarioOf({ a: [hang] }),
      'a was skipped; the run ended succeeded after 1 s.',
    ],
    [
      'an any-join',
      workflowOf('a > j; b > j', { j: { kind: 'barrier', join: 'any' } }),
      scenarioOf({ a: [ok(1)], b: [ok(9)] }),
      'j went on without b; the run ended succeeded after 1 s.',
    ],
    [
      'a cancel',
      workflowOf('a > b; c', { c: { idempotent: false } }),
      scenarioOf({ a: [ok(9)], c: [ok(9)] }, { controls: [cancelAt(2)] }),
      'the run was cancelled from outside at 2 s; c could only be left to finish; a and b were cancelled; the run ended cancelled after 9 s.',
    ],
    [
      'a crash',
      workflowOf('a'),
      scenarioOf(
        { a: [ok(5)] },
        {
          controls: [
            { at: 2000, action: 'crash' },
            { at: 3000, action: 'resume' },
          ],
        },
      ),
      'the runtime crashed at 2 s and was back at 3 s; a was called again; the run ended succeeded after 8 s.',
    ],
    [
      'a payment that a crash lost',
      workflowOf('a', { a: { idempotent: false } }),
      scenarioOf(
        { a: [ok(5)] },
        {
          controls: [
            { at: 2000, action: 'crash' },
            { at: 3000, action: 'resume' },
          ],
        },
      ),
      'the runtime crashed at 2 s and was back at 3 s; a was lost in the crash, so whether it was done is uncertain; there was nothing to undo; the run ended failed after 3 s.',
    ],
    [
      'a failure before the call',
      workflowOf('a', { a: { inputs: [{ name: 'x' }] } }),
      scenarioOf(),
      'a failed (internal, HX-4101); there was nothing to undo; the run ended failed after 0 s.',
    ],
  ])('tells %s', (_, workflow, scenario, expected) => {
    expect(sentence(workflow, scenario)).toBe(expected);
  });

  test('tells why a run stalled', () => {
    expect(sentence(workflowOf('a'), scenarioOf({ a: [hang] }))).toMatch(
      /^.*the run stalled at .*: .+[^.]\.$/,
    );
  });

  test('makes one part of what happened to several units alike', () => {
    const workflow = workflowOf('a; b; c');
    const scenario = scenarioOf({ a: [err()], b: [err()], c: [err(0, 'rejected')] });
    expect(sentence(workflow, scenario)).toMatch(
      /^a and b failed \(transient\); c failed \(rejected\);/,
    );
  });

  test('counts where there are too many names', () => {
    const workflow = workflowOf(
      'a; b; c; d; e; f; g',
      Object.fromEntries([...'abcdefg'].map((id) => [id, { guard: '${false}' }])),
    );
    expect(sentence(workflow, scenarioOf())).toMatch(/^a, b, c, d and 3 more were skipped;/);
  });
});

describe('the story', () => {
  test('has each failure with what follows from it, the turn, and each undo', () => {
    const workflow = workflowOf('a > b; a =comp=> ua', { b: { retry: { maxAttempts: 2 } } });
    expect(story(workflow, scenarioOf({ b: [err(1)] }))).toEqual([
      'failed: b: attempt 1 failed: transient; next in 1 s',
      'failed: b: attempt 2 failed: transient; no attempt is left',
      'unwinding: unwinding starts: ua',
      'undone: ua has undone a',
      'end: the run ends compensated',
    ]);
  });

  test('says that a failure is not retried, where attempts are left', () => {
    const workflow = workflowOf('a', { a: { retry: { retryOn: ['timeout'] } } });
    expect(story(workflow, scenarioOf({ a: [err()] }))[0]).toBe(
      'failed: a: attempt 1 failed: transient; not retried',
    );
  });

  test('tells timeouts, skips, routes, waits and late answers', () => {
    const workflow = workflowOf('s > w; w > d', {
      s: { timeout: { duration: 1000, onTimeout: 'skip' } },
      w: { kind: 'wait', wait: { duration: 2000, until: null, event: null } },
      d: { kind: 'decision', cases: [{ when: '${true}', to: 'x' }], otherwise: 'y' },
      x: once,
      y: {},
    });
    expect(story(workflow, scenarioOf({ s: [hang], x: [ok(6)] }))).toEqual([
      'timed_out: s: attempt 1 timed out, so it is skipped',
      'waits: w waits 2 s',
      "routed: d routed to 'x'",
      'uncertain: x: attempt 1 timed out; it may have been done or not, so no other follows',
      'unwinding: unwinding starts: there is nothing to undo',
      'end: the run ends failed',
      'late: x: attempt 1 succeeded too late: its result is ignored',
    ]);
  });

  test('tells a failure of what calls nothing by its message', () => {
    const workflow = workflowOf('d', {
      d: { kind: 'decision', cases: [{ when: '${false}', to: 'x' }] },
    });
    expect(story(workflow, scenarioOf())[0]).toMatch(/^failed: d fails: internal \(.+\)$/);
  });

  test('tells a failure before its call once', () => {
    const failing = workflowOf('a', { a: { inputs: [{ name: 'x' }] } });
    expect(story(failing, scenarioOf()).filter((line) => line.startsWith('failed'))).toEqual([
      expect.stringMatching(/^failed: a fails before its call: internal \(.+\)$/),
    ]);
  });
});

describe('the world', () => {
  const world = (workflow: Workflow, scenario: Scenario) =>
    worldOf(simulate(workflow, scenario), workflow).map(
      ({ unit, times, undoneBy, undoFailed, mismatch }) => ({
        unit,
        times,
        undoneBy,
        undoFailed,
        mismatch,
      }),
    );
  const plain = { times: 1, undoneBy: null, undoFailed: false, mismatch: null };

  test('keeps what was done, and not what was only read or computed', () => {
    const workflow = workflowOf('r > t; t > a', {
      r: { kind: 'source' },
      t: { kind: 'transform' },
    });
    expect(world(workflow, scenarioOf())).toEqual([{ ...plain, unit: 'a' }]);
  });

  test('knows what was undone, and by whom', () => {
    expect(world(workflowOf('a > b; a =comp=> ua'), scenarioOf({ b: [err()] }))).toEqual([
      { ...plain, unit: 'a', undoneBy: 'ua' },
    ]);
  });

  test('knows what should have been undone', () => {
    const scenario = scenarioOf({ b: [err()], ua: [err()] });
    expect(world(workflowOf('a > b; a =comp=> ua'), scenario)).toEqual([
      { ...plain, unit: 'a', undoFailed: true },
    ]);
  });

  test('knows better than the run, where a reply was lost', () => {
    expect(world(workflowOf('a'), scenarioOf({ a: [lostReply()] }))).toEqual([
      { ...plain, unit: 'a', mismatch: 'unknown-to-run' },
    ]);
    const undone = scenarioOf({ b: [err()], ua: [lostReply()] });
    expect(world(workflowOf('a > b; a =comp=> ua'), undone)).toEqual([
      { ...plain, unit: 'a', undoneBy: 'ua', undoFailed: true, mismatch: 'undo-unknown-to-run' },
    ]);
  });

  test('counts what happened twice, where keys are not honoured', () => {
    const workflow = workflowOf('a', { a: { retry: {} } });
    const scenario = scenarioOf(
      { a: [lostReply(), ok()] },
      { world: { honoursKeys: false, status: true } },
    );
    expect(world(workflow, scenario)).toEqual([{ ...plain, unit: 'a', times: 2 }]);
  });
});
