/** The words that a run of ORBIT takes: lists, undos with policies of their own, what is awaited. */

import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { simulate } from '../../../simulator/index.ts';
import { timelineOf } from '../../../simulator/trace/timeline.ts';
import { orbitOf } from '../../../testing/orbit.ts';
import { err, hang, ok, scenarioOf } from '../../../testing/workflow.ts';
import { renderPostMortem } from '../formats/markdown/render.ts';
import { unicodeGlyphs } from '../terminal/glyphs.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { stateOf } from '../timeline/states.ts';
import { nodesOf } from './nodes.ts';
import { notableEvents } from './notable.ts';
import { renderWorld } from './render-world.ts';
import { tellRun } from './sentence.ts';
import { worldOf } from './world.ts';

const list = orbitOf(`
  step a { worker "t" compensate { worker "u" with { v: a.v } } }
  step slow { worker "t" after a compensate { worker "u" with { v: slow.v } } }
  step f {
    for x in [1, 2] worker "t" after a retry { attempts: 3, backoff: none }
    compensate { worker "u" with { v: f.v } retry { attempts: 2, backoff: none } }
  }`);
const failing: Scenario['tasks'] = {
  a: [ok(1, { v: 1 })],
  slow: [ok(9, { v: 2 })],
  'f[0]': [ok(1, { v: 3 })],
  'f[1]': [
    {
      ...err(2),
      then: {
        kind: 'error',
        error: { class: 'BAD', status: null, retryable: false, message: '' },
      },
    },
  ],
  'compensate:f[0]': [err(1)],
};

function told(workflow: Workflow, tasks: Scenario['tasks']) {
  const run = simulate(workflow, scenarioOf(tasks));
  const timeline = timelineOf(run.trace);
  return {
    story: notableEvents(run.trace, workflow).map(({ text }) => text),
    sentence: tellRun(run, workflow, timeline),
    states: Object.fromEntries(
      timeline.lanes.map((lane) => [lane.unit, stateOf(lane, unicodeGlyphs).word]),
    ),
  };
}

describe('a list of which an element failed', () => {
  const { story, sentence, states } = told(list, failing);

  test('fails for that, and made no call that it could fail before', () => {
    expect(story.filter((line) => /^f(\[1\])?[: ]/.test(line))).toEqual([
      'f[1]: attempt 1 failed: BAD; not retried',
      'f fails: BAD (f[1] failed: BAD)',
    ]);
    expect(sentence).toMatch(/^f\[1\] failed \(BAD\);/);
  });

  test('awaits what is in flight, and then what is undone is told', () => {
    expect(story.filter((line) => /^unwinding|^to be undone/.test(line))).toEqual([
      'unwinding starts: what is in flight is awaited',
      'to be undone: slow, f[0], a',
    ]);
  });

  test('is undone by the policy of its compensation, not by its own', () => {
    expect(story.filter((line) => line.startsWith('undo of'))).toEqual([
      'undo of f[0]: attempt 1 failed: transient; next in 0 s',
      'undo of f[0]: attempt 2 failed: transient; no attempt is left',
    ]);
  });

  test('has its steps undone, not only succeeded', () => {
    expect(states).toEqual({
      a: 'undone',
      slow: 'undone',
      f: 'failed',
      'f[0]': 'undo failed',
      'f[1]': 'failed',
    });
  });
});

test('the order of what is undone is told once where nothing was in flight', () => {
  const workflow = orbitOf(`
    step a { worker "t" compensate { worker "u" with { v: a.v } } }
    step b { worker "t" after a }`);
  expect(told(workflow, { a: [ok(1, { v: 1 })], b: [err(1)] }).story).toEqual([
    'b: attempt 1 failed: transient',
    'unwinding starts: a',
    'a is undone',
    'the run ends failed',
  ]);
});

test('steps of a child in a list go by their path', () => {
  const workflow = orbitOf(
    `step k { for x in [1, 2] workflow Child with { n: x } }
     step b { worker "t" }`,
    `workflow Child {
      input { n: Int }
      step p { worker "t" compensate { worker "u" with { v: p.v } } }
      step q { worker "t" after p }
    }`,
  );
  const tasks = {
    'k[0]/p': [ok(1, { v: 1 })],
    'k[0]/q': [ok(5, { v: 1 })],
    b: [err(3)],
    'k[1]/p': [ok(9, { v: 1 })],
  };
  expect(told(workflow, tasks).story).toContain('k[0]/p is undone');
});

describe('what the world is left with', () => {
  const worldFor = (workflow: Workflow, tasks: Scenario['tasks']) =>
    worldOf(simulate(workflow, scenarioOf(tasks)), workflow).map(({ unit, mismatch }) => [
      unit,
      mismatch,
    ]);

  test('has the elements of a list, and knows nothing of a list as a whole', () => {
    const workflow = orbitOf(`
      step f { for x in [1, 2] worker "t" }
      step none { for x in [1, 2] worker "t" when false }
      step empty { for x in slice([1], 1) worker "t" }`);
    expect(worldFor(workflow, {})).toEqual([
      ['f[0]', null],
      ['f[1]', null],
    ]);
  });

  test('tells a step that was undone and of which the world knows nothing', () => {
    const workflow = orbitOf(`
      step a { worker "t" compensate { worker "u" with { v: a.v } } }
      step b { worker "t" after a }`);
    const run = simulate(workflow, scenarioOf({ a: [ok(1, { v: 1 })], b: [err(1)] }));
    const world = worldOf({ ...run, effects: [] }, workflow);
    expect(world.map(({ unit, mismatch }) => [unit, mismatch])).toEqual([['a', 'never-happened']]);
  });
});

test('a value that could not be returned is why the run failed', () => {
  const workflow = orbitOf(`
    step a { worker "t" compensate { worker "u" with { v: a.v } } }
    return 1 / (a.v - 1)`);
  const run = simulate(workflow, scenarioOf({ a: [ok(1, { v: 1 })] }));
  expect(tellRun(run, workflow, timelineOf(run.trace))).toMatch(
    /^nothing could be returned \(the value that W returns: division by zero.*\); the run ended failed/,
  );
  const report = renderPostMortem({ workflow, run, seed: 0, digest: null });
  expect(report).toContain('No step failed. Then nothing could be returned: the value that W');
  expect(report).toContain('`a`, done at 1 s: its compensation was not run');
});

test('children within children are known by their paths', () => {
  const workflow = orbitOf(
    'step k { workflow Kid }',
    'workflow Inner { step z { worker "t" } } workflow Kid { step i { workflow Inner } }',
  );
  expect([...nodesOf(workflow).keys()]).toEqual(['k', 'k/i', 'k/i/z']);
});

test('what was undone with a child is not told to be undone by it, as if that were a task', () => {
  const workflow = orbitOf(
    `step k { workflow Kid compensate { worker "u" with { v: 1 } } }
     step b { worker "t" after k }`,
    'workflow Kid { step p { worker "t" } }',
  );
  const run = simulate(workflow, scenarioOf({ b: [err(1)] }));
  const lines = renderWorld(worldOf(run, workflow), createTerminal({}));
  expect(lines.join('\n')).toContain('undone: k/p (with k)');
});

test('what is never undone since a call never ends is not told to be nothing', () => {
  const workflow = orbitOf(`
    step a { worker "t" compensate { worker "u" with { v: a.v } } }
    step b { worker "t" after a }
    step c { worker "t" after a }`);
  const tasks = { a: [ok(1, { v: 1 })], b: [err(1)], c: [hang] };
  expect(told(workflow, tasks).sentence).toContain('nothing was undone yet; the run stalled');
});

test('the end and an undo that failed are named as ORBIT names them', () => {
  const workflow = orbitOf(`timeout: 3s
    step a { worker "t" compensate { worker "u" with { v: a.v / 0 } } }
    step b { sleep 1h after a }`);
  const { story, sentence } = told(workflow, { a: [ok(1, { v: 1 })] });
  expect(story.at(-1)).toBe('the run ends timed out');
  expect(sentence).toContain('a could not be undone (EXPRESSION_ERROR)');
});
