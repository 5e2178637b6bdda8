import { describe, expect, test } from 'vitest';
import type { Control, Scenario } from '../../../core/model/scenario.ts';
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
import { nodesOf } from './nodes.ts';
import { notableEvents } from './notable.ts';
import { tellRun } from './sentence.ts';
import { waitingIn } from './waiting.ts';
import { worldOf } from './world.ts';

function sentence(workflow: Workflow, scenario: Scenario, limits = {}): string {
  const run = simulate(workflow, scenario, limits);
  return tellRun(run, workflow, timelineOf(run.trace));
}

function story(workflow: Workflow, scenario: Scenario): string[] {
  const { trace } = simulate(workflow, scenario);
  return notableEvents(trace, workflow).map(({ kind, text }) => `${kind}: ${text}`);
}

const operator = (
  seconds: number,
  command: 'retry-step' | 'resume-run' | 'settle-uncertain',
  rest: object = {},
): Control => ({
  at: seconds * 1000,
  action: 'operator',
  command,
  step: 'a',
  applied: null,
  output: null,
  by: 'ops',
  reason: 'it is back',
  authorised: true,
  ...rest,
});

const baseline = (rest: Partial<Scenario> = {}): Partial<Scenario> => ({
  profile: 'baseline',
  world: { honoursKeys: true, status: false },
  ...rest,
});
const pausing = (...controls: Control[]) => baseline({ onFailure: 'pause', controls });
const withStatus = { honoursKeys: true, status: true };

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
    [
      'a run that waits for an operator',
      workflowOf('a > b'),
      scenarioOf({ a: [err(1, 'rejected')] }, pausing()),
      'a failed (rejected); the run is paused since 1 s, until an operator acts.',
    ],
    [
      'an operator who has a step tried again',
      workflowOf('a > b'),
      scenarioOf({ a: [err(1, 'rejected'), ok()] }, pausing(operator(60, 'retry-step'))),
      'a succeeded at attempt 2 (before: rejected); the run paused at 1 s, until ops had a tried again at 1 min; the run ended succeeded after 1 min.',
    ],
    [
      'an operator who settles what nobody knew',
      workflowOf('a > b', { a: once }),
      scenarioOf({ a: [hang] }, pausing(operator(60, 'settle-uncertain', { applied: true }))),
      'a gave no answer for 5 s; the run paused at 5 s, until ops settled at 1 min that a was done; the run ended succeeded after 1 min.',
    ],
    [
      'a call that was done, as the far side says',
      workflowOf('a', { a: once }),
      scenarioOf({ a: [lostReply(2)] }, baseline({ world: withStatus })),
      'a lost its answer (transient), but was done, as the far side said when asked; the run ended succeeded after 2 s.',
    ],
    [
      'a call that was not done, as the far side says',
      workflowOf('a', { a: once }),
      scenarioOf({ a: [hang] }, baseline({ world: withStatus })),
      'a gave no answer for 5 s, and had not been done when the far side was asked; there was nothing to undo; the run ended failed after 5 s.',
    ],
    [
      'a call that was not done, and is made again',
      workflowOf('a', { a: { ...once, retry: {} } }),
      scenarioOf({ a: [hang, ok()] }, baseline({ world: withStatus })),
      'a succeeded at attempt 2 (before: timeout); the run ended succeeded after 6 s.',
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
    expect(story(workflow, scenarioOf())[0]).toMatch(/^failed: d fails: internal, HX-4103 \(.+\)$/);
  });

  test('tells a failure before its call once', () => {
    const failing = workflowOf('a', { a: { inputs: [{ name: 'x' }] } });
    expect(story(failing, scenarioOf()).filter((line) => line.startsWith('failed'))).toEqual([
      expect.stringMatching(/^failed: a fails before its call: internal, HX-4101 \(.+\)$/),
    ]);
  });
});

describe('the story of a run under the baseline', () => {
  test('tells what the far side knows of a lost call', () => {
    const workflow = workflowOf('a', { a: { ...once, retry: { maxAttempts: 2 } } });
    const scenario = scenarioOf({ a: [hang, lostReply(1)] }, baseline({ world: withStatus }));
    expect(story(workflow, scenario)).toEqual([
      'uncertain: a: attempt 1 timed out; it may have been done or not, so the far side is asked',
      'asked: a: attempt 1 was not done, says the far side; next in 1 s',
      'uncertain: a: attempt 2 ended without an answer: transient; it may have been done or not, so the far side is asked',
      'asked: a: attempt 2 was done, says the far side',
      'end: the run ends succeeded',
    ]);
  });

  test('tells a pause, and every act of an operator with who, why and from where', () => {
    const workflow = workflowOf('a > b', { a: once });
    const acts = [
      operator(10, 'retry-step', { by: 'eve', authorised: false, reason: '' }),
      operator(20, 'retry-step', { step: 'b' }),
      operator(30, 'settle-uncertain', { applied: false }),
      operator(40, 'resume-run', { step: null }),
    ];
    expect(story(workflow, scenarioOf({ a: [hang, ok()] }, pausing(...acts)))).toEqual([
      'uncertain: a: attempt 1 timed out; it may have been done or not, so no other follows',
      'paused: the run pauses until an operator acts on a',
      'operator: eve may not have a tried again, so nothing happens (no reason given, at checkpoint 8)',
      'operator: ops wants b tried again, which has not failed: nothing happens ("it is back", at checkpoint 9)',
      'operator: ops settles a: it stays failed ("it is back", at checkpoint 10)',
      'operator: ops resumes the run ("it is back", at checkpoint 11)',
      'succeeded: a: attempt 2 succeeded',
      'end: the run ends succeeded',
    ]);
  });
});

describe('what a run waits for', () => {
  const waiting = (workflow: Workflow, scenario: Scenario) =>
    waitingIn(simulate(workflow, scenario), workflow, nodesOf(workflow)).map(
      ({ unit, forWhom, text }) => `${forWhom}: ${unit} ${text}`,
    );

  test('is an operator, for each step that failed and was not handled', () => {
    const workflow = workflowOf('a; b; c =err=> h', { a: once });
    const script = { a: [hang], b: [err(1, 'rejected')], c: [err(1, 'rejected')] };
    expect(waiting(workflow, scenarioOf(script, pausing()))).toEqual([
      'operator: b failed at 1 s (rejected): an operator has it tried again (retry-step)',
      'operator: a failed at 5 s, and nobody knows whether it was done: an operator says so (settle-uncertain), or has it tried again (retry-step)',
    ]);
  });

  test('is a person, a signal, a condition, an answer', () => {
    const wait = { duration: null, until: null, event: null };
    const workflow = workflowOf('p; s; u; t', {
      p: { kind: 'human' },
      s: { kind: 'wait', wait: { ...wait, event: 'go' } },
      u: { kind: 'wait', wait: { ...wait, until: '${t.x == 1}' } },
      t: { outputs: ['x'] },
    });
    expect(waiting(workflow, scenarioOf({ p: [hang], t: [hang] }))).toEqual([
      "other: p waits since 0 s for a person's answer, the signal 'p'",
      "other: s waits since 0 s for the signal 'go'",
      'other: u waits since 0 s for ${t.x == 1} to be true',
      'other: t waits since 0 s for the answer of its call',
    ]);
  });

  test('is nothing once it has ended', () => {
    expect(waiting(workflowOf('a'), scenarioOf({ a: [err()] }))).toEqual([]);
  });
});

describe('subworkflows', () => {
  const inner = `<harness xmlns="https://harnessxml.com/spec/1.0" id="inner" specVersion="1.0">
    <nodes>
      <node id="look" type="source"/>
      <node id="send" type="task"><retry maxAttempts="2" initialDelay="PT1S" jitter="false"/></node>
    </nodes>
    <edges><edge from="look" to="send"/></edges>
  </harness>`;
  const documents = { 'inner.hxml': inner };
  const subworkflow = { href: 'inner.hxml', digest: null, specVersion: null };
  const workflow = workflowOf('sub > a; sub =comp=> undo', {
    sub: { kind: 'subworkflow', subworkflow },
  });
  const nodes = nodesOf(workflow, documents);

  test('are known by the path to their nodes', () => {
    const own = ['compensate:sub', 'sub', 'a', 'undo'];
    expect([...nodes.keys()].sort()).toEqual([...own, 'sub/look', 'sub/send'].sort());
    expect([...nodesOf(workflow).keys()]).toEqual(own);
    expect([...nodesOf(workflow, { 'inner.hxml': '<' }).keys()]).toEqual(own);
  });

  test('that contain themselves are followed no deeper than it makes sense', () => {
    const again = inner.replace(
      '<nodes>',
      '<nodes><node id="s" type="subworkflow"><subworkflow href="inner.hxml"/></node><node id="t" type="subworkflow"><subworkflow href="inner.hxml"/></node>',
    );
    expect(nodesOf(workflow, { 'inner.hxml': again }).size).toBeLessThan(30_000);
  });

  test('have the budgets of their steps told', () => {
    const run = simulate(workflow, scenarioOf({ 'sub/send': [err(1)] }, { documents }));
    expect(notableEvents(run.trace, workflow, nodes).map(({ text }) => text)).toContain(
      'sub/send: attempt 2 failed: transient; no attempt is left',
    );
    expect(tellRun(run, workflow, timelineOf(run.trace), nodes)).toMatch(
      /^sub\/send failed after 2 attempts \(transient\); sub failed/,
    );
  });

  test('are undone as a whole', () => {
    const run = simulate(workflow, scenarioOf({ a: [err()] }, { documents }));
    expect(worldOf(run, workflow, nodes)).toMatchObject([
      { unit: 'sub/send', undoneBy: 'undo', undoneWith: 'sub', leftBehind: false, mismatch: null },
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

  test('knows what is left behind', () => {
    const left = (scenario: Scenario) => {
      const workflow = workflowOf('a > b; b > c; a =comp=> ua');
      return worldOf(simulate(workflow, scenario), workflow)
        .filter(({ leftBehind }) => leftBehind)
        .map(({ unit }) => unit);
    };
    expect(left(scenarioOf({ c: [err()] }))).toEqual(['b']);
    expect(left(scenarioOf())).toEqual([]);
    expect(left(scenarioOf({ c: [ok(5)] }, { controls: [cancelAt(1)] }))).toEqual(['a', 'b', 'c']);
    expect(left(scenarioOf({ c: [err(0, 'rejected')] }, pausing()))).toEqual([]);
  });

  test('knows what never happened, whatever the run was told', () => {
    const settle = operator(60, 'settle-uncertain', { applied: true });
    const workflow = workflowOf('a > b', { a: once });
    expect(world(workflow, scenarioOf({ a: [hang] }, pausing(settle)))).toEqual([
      { ...plain, unit: 'b' },
      { ...plain, unit: 'a', times: 0, mismatch: 'never-happened' },
    ]);
  });

  test('counts what was undone twice', () => {
    const workflow = workflowOf('a > b; a =comp=> ua', { ua: { retry: {} } });
    const scenario = scenarioOf(
      { b: [err()], ua: [lostReply(), ok()] },
      { world: { honoursKeys: false, status: true } },
    );
    const [standing] = worldOf(simulate(workflow, scenario), workflow);
    expect(standing).toMatchObject({ unit: 'a', times: 1, undone: 2, undoneBy: 'ua' });
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
